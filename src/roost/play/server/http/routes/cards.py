"""API operations for strategy cards in words, and for their advice in a position."""

from typing import Annotated, TypeAlias

from msgspec import Struct

from roost.core.errors import RoostError
from roost.core.registry import game_type, position
from roost.core.state import Node, State
from roost.core.words import Language, Messages
from roost.core.words.sentences import describe_action
from roost.play.server.http.operations import InPath, InQuery, get
from roost.play.server.http.routes.request_context import Lang, PositionText, ServicesHere
from roost.play.table.refusals import Refusal, RefusedError
from roost.study.cards import Size, advise, card_for
from roost.study.cards.printed_card import CardView, print_card

GameName: TypeAlias = Annotated[str, InPath(max_length=40)]
SizeName: TypeAlias = Annotated[Size, InQuery(name="size", description="The beginner's card or the expert's.")]


class CardAdvice(Struct, frozen=True):
    """A card's choice in a position, with the line of the card that decides it."""

    size: str
    action: str
    text: str
    """The card's choice, in words."""
    line: int
    """Number of the deciding line on the printed card; 0 if the choice is forced."""
    when: str
    """The condition in the deciding line."""
    advice: str


@get("/cards/{name:str}", tag="games", refuses=(Refusal.NOT_FOUND,))
async def show_card(
    name: GameName, services: ServicesHere, size: SizeName = Size.BEGINNER, lang: Lang = None
) -> CardView:
    """Show the strategy card of a game, in words."""
    return await services.jobs.once(("card", name, size, lang), lambda: _printed(name, size, lang))


@get(
    "/positions/card",
    tag="positions",
    refuses=(Refusal.BAD_VALUE, Refusal.NOT_FOUND, Refusal.NOT_YOURS, Refusal.NOT_NOW),
)
async def show_advice(text: PositionText, services: ServicesHere, lang: Lang = None) -> list[CardAdvice]:
    """Show which choices the beginner's card and the expert's card advise in a position."""
    state = position(text)
    if services.rooms.keeps_odds_from(state):
        raise RefusedError(Refusal.NOT_YOURS, "A table without hints is playing this position.")
    if state.node is not Node.DECIDE:
        raise RefusedError(Refusal.NOT_NOW, "No choice to make: dice are to be rolled, or the game is over.")
    return await services.jobs.do(lambda: [_advice(state, size, lang) for size in Size])


def _advice(state: State, size: Size, language: Language | None) -> CardAdvice:
    printed = _printed(state.game.name, size, language)
    action, section, line = advise(card_for(type(state.game), size), state)
    text = describe_action(state, action, Messages(language or Language.EN))
    if section is None:
        return CardAdvice(size.value, str(action), text, 0, "", "")
    before = sum(len(earlier.lines) for earlier in printed.sections[:section])
    shown = printed.sections[section].lines[line]
    return CardAdvice(size.value, str(action), text, before + line + 1, shown.when, shown.advice)


def _printed(name: str, size: Size, language: Language | None) -> CardView:
    try:
        return print_card(card_for(game_type(name), size), Messages(language or Language.EN))
    except RoostError as error:
        raise RefusedError(Refusal.NOT_FOUND, f"{error}.") from None
