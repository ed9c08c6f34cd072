"""Strategy cards: in words for screens, drawn for printers."""

from typing import Annotated, Literal, TypeAlias

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
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
from roost.study.cards.layout import Paper, lay_out
from roost.study.cards.pictures import to_svg
from roost.study.cards.printed_card import PrintedCard, print_card

GameName: TypeAlias = Annotated[str, PathParameter(max_length=40)]
SizeName: TypeAlias = Annotated[Size, QueryParameter(name="size", description="The beginner's card or the expert's.")]
_PAPER = ResponseSpec(str, description="The picture.", media_type="image/svg+xml", generate_examples=False)


class CardLine(Struct, frozen=True):
    """A line: when it applies, and what it advises."""

    when: str
    advice: str


class CardRow(Struct, frozen=True):
    """A row of a table."""

    label: str
    cells: list[str]


class CardTable(Struct, frozen=True):
    """A table of points."""

    title: str
    columns: list[str]
    rows: list[CardRow]


class CardSection(Struct, frozen=True):
    """The advice of a card on one kind of decision."""

    title: str
    lines: list[CardLine]
    tables: list[CardTable]


class CardView(Struct, frozen=True):
    """A strategy card in words."""

    game: str
    size: str
    title: str
    how: str
    sections: list[CardSection]
    note: str


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
    when, advice = printed.sections[section].lines[line]
    return CardAdvice(size.value, str(action), text, before + line + 1, when, advice)


@get("/cards/{name:str}", tags=["games"], responses=documented(Kind.NOT_FOUND))
async def show_card(
    name: GameName, services: ServicesHere, size: SizeName = Size.BEGINNER, lang: Lang = None
) -> CardView:
    """The strategy card of a game: its lines and tables in words."""
    return await services.desk.once(("card", name, size, lang), lambda: _card(name, size, lang))


def _card(name: str, size: Size, language: Language | None) -> CardView:
    printed = _printed(name, size, language)
    sections = [
        CardSection(
            section.title,
            [CardLine(*line) for line in section.lines],
            [
                CardTable(
                    table.title, list(table.columns), [CardRow(label, list(cells)) for label, cells in table.rows]
                )
                for table in section.tables
            ],
        )
        for section in printed.sections
    ]
    return CardView(name, size.value, printed.title, printed.how, sections, printed.note)


@get("/cards/{name:str}/paper", tags=["games"], responses={200: _PAPER, **documented(Kind.NOT_FOUND)})
async def draw_card(
    name: GameName,
    services: ServicesHere,
    size: SizeName = Size.BEGINNER,
    paper: Annotated[Literal["A6", "A5", "A4"], QueryParameter(description="The size of the paper.")] = "A6",
    lang: Lang = None,
) -> Response[bytes]:
    """The same as a picture of the paper's size, to be printed."""
    key = "paper", name, size, paper, lang
    body = await services.desk.once(key, lambda: to_svg(lay_out(_printed(name, size, lang)), Paper[paper]).encode())
    file = f'inline; filename="{name}-{size.value}-{paper}.svg"'
    return Response(body, media_type=_PAPER.media_type, headers={"content-disposition": file})


def _printed(name: str, size: Size, language: Language | None) -> PrintedCard:
    try:
        return print_card(card_for(game_type(name), size), Messages(language or Language.EN))
    except RoostError as why:
        raise RefusedError(Kind.NOT_FOUND, f"{why}.") from None


HANDLERS = [show_card, draw_card, show_advice]
"""The operations of this module, for the application."""
