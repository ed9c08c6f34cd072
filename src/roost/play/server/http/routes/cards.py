"""Strategy cards in words, and their choices in a position."""

from typing import Annotated, TypeAlias

from litestar import get
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct

from roost.core.errors import RoostError
from roost.core.registry import game_type, position
from roost.core.state import Node, State
from roost.core.words import Language, Messages
from roost.core.words.sentences import describe_action
from roost.play.server.http.problems import documented
from roost.play.server.http.routes.request_context import Lang, PositionText, ServicesHere
from roost.play.table.refusals import Kind, RefusedError
from roost.study.cards import Size, advise, card_for
from roost.study.cards.printed_card import CardView, print_card

GameName: TypeAlias = Annotated[str, PathParameter(max_length=40)]
SizeName: TypeAlias = Annotated[Size, QueryParameter(name="size", description="The beginner's card or the expert's.")]


class CardAdvice(Struct, frozen=True):
    """The choice of a card in a position, and the line behind it."""

    size: str
    action: str
    text: str
    """The choice in words."""
    line: int
    """The number of the line as it is printed; 0 where the choice goes without saying."""
    when: str
    """The line itself: when it applies …"""
    advice: str
    """… and what it advises."""


@get("/positions/card", tags=["positions"],
     responses=documented(Kind.BAD_VALUE, Kind.NOT_FOUND, Kind.NOT_YOURS, Kind.NOT_NOW))  # fmt: skip
async def show_advice(text: PositionText, services: ServicesHere, lang: Lang = None) -> list[CardAdvice]:
    """Show what the beginner's card and the expert's card choose in a position, by their printed lines."""
    state = position(text)
    if services.rooms.keeps_odds_from(state):
        raise RefusedError(Kind.NOT_YOURS, "A table is playing this position, and nobody there is given hints.")
    if state.node is not Node.DECIDE:
        raise RefusedError(Kind.NOT_NOW, "There is nothing to choose: dice are to be rolled, or the game is over.")
    return await services.desk.do(lambda: [_advice(state, size, lang) for size in Size])


def _advice(state: State, size: Size, language: Language | None) -> CardAdvice:
    printed = _printed(state.game.name, size, language)
    action, section, line = advise(card_for(type(state.game), size), state)
    text = describe_action(state, action, Messages(language or Language.EN))
    if section is None:
        return CardAdvice(size.value, str(action), text, 0, "", "")
    before = sum(len(one.lines) for one in printed.sections[:section])
    shown = printed.sections[section].lines[line]
    return CardAdvice(size.value, str(action), text, before + line + 1, shown.when, shown.advice)


@get("/cards/{name:str}", tags=["games"], responses=documented(Kind.NOT_FOUND))
async def show_card(
    name: GameName, services: ServicesHere, size: SizeName = Size.BEGINNER, lang: Lang = None
) -> CardView:
    """The strategy card of a game: its lines and tables in words."""
    return await services.desk.once(("card", name, size, lang), lambda: _printed(name, size, lang))


def _printed(name: str, size: Size, language: Language | None) -> CardView:
    try:
        return print_card(card_for(game_type(name), size), Messages(language or Language.EN))
    except RoostError as why:
        raise RefusedError(Kind.NOT_FOUND, f"{why}.") from None


HANDLERS = [show_card, show_advice]
"""The operations of this module, for the application."""
