"""Strategy cards: in words for screens, drawn for printers."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from litestar import Response, get
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct

from roost.cards import Size, card_for
from roost.cards.drawing import to_pdf, to_svg
from roost.cards.layout import Paper, lay_out
from roost.cards.wording import PrintedCard, print_card
from roost.core.errors import RoostError
from roost.games import game_type
from roost.messages import Language, Messages
from roost.server.http.problems import documented
from roost.server.http.routes.request_context import Lang
from roost.table.refusals import Kind, RefusedError

__all__ = ["HANDLERS"]

GameName: TypeAlias = Annotated[str, PathParameter(max_length=40)]
SizeName: TypeAlias = Annotated[Size, QueryParameter(name="size", description="The beginner's card or the expert's.")]


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
    """What a card says about one kind of decision."""

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


@get("/cards/{name:str}", tags=["games"], sync_to_thread=False, responses=documented(Kind.NOT_FOUND))
def show_card(name: GameName, size: SizeName = Size.BEGINNER, lang: Lang = None) -> CardView:
    """The strategy card of a game: its lines and tables in words."""
    printed = _printed(name, size, lang)
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


@get("/cards/{name:str}/paper", tags=["games"], sync_to_thread=False, responses=documented(Kind.NOT_FOUND))
def draw_card(
    name: GameName,
    size: SizeName = Size.BEGINNER,
    paper: Annotated[Literal["A6", "A5", "A4"], QueryParameter(description="The size of the paper.")] = "A6",
    drawn: Annotated[Literal["pdf", "svg"], QueryParameter(name="as", description="The kind of file.")] = "pdf",
    lang: Lang = None,
) -> Response[bytes]:
    """The same on a page of paper, to be printed."""
    page, sheet = lay_out(_printed(name, size, lang)), Paper[paper]
    body, kind = (
        (to_pdf(page, sheet), "application/pdf") if drawn == "pdf" else (to_svg(page, sheet).encode(), "image/svg+xml")
    )
    file = f'inline; filename="{name}-{size.value}-{paper}.{drawn}"'
    return Response(body, media_type=kind, headers={"content-disposition": file})


def _printed(name: str, size: Size, language: Language | None) -> PrintedCard:
    try:
        return print_card(card_for(game_type(name), size), Messages(language or Language.EN))
    except RoostError as why:
        raise RefusedError(Kind.NOT_FOUND, f"{why}.") from None


HANDLERS = [show_card, draw_card]
"""The operations of this module, for the application."""
