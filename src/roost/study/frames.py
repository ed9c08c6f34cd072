"""Data frames: columns that say what they hold, and Polars, which carries them to Parquet, Arrow, NumPy and pandas.

A table is declared once, as columns. The frames, the tests and the page that describes the format follow from that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from roost.core.extras import needing
from roost.core.notation import seat_letter

if TYPE_CHECKING:
    import polars


class Column(NamedTuple):
    """A column of a table: its name, its type as Polars spells it, and what it means."""

    name: str
    type: str
    meaning: str


def game_columns(players: int) -> tuple[Column, ...]:
    """The columns of a table of games, a row for each."""
    seats = [seat_letter(seat) for seat in range(players)]
    return (
        Column("game", "Int64", "the game's number; with the seed it decides everything"),
        Column("decisions", "Int64", "how many decisions all players made together"),
        Column("end", "String", "why the game ended: one of `game.end_reasons`"),
        *(Column(f"score_{seat}", "Int32", f"the final score of seat {seat}, in points") for seat in seats),
        *(Column(f"share_{seat}", "Float64", f"seat {seat}'s share of the win, 0 to 1") for seat in seats),
    )


def frame(columns: Sequence[Column], values: Mapping[str, Any]) -> polars.DataFrame:
    """A data frame with these columns in this order. Needs the extra ``data``."""
    with needing("data"):
        import polars
    schema = {column.name: type_named(column.type) for column in columns}
    return polars.DataFrame({name: values[name] for name in schema}, schema=schema)


def type_named(spelled: str) -> Any:
    """A type of Polars by its name: ``Int64``, or ``List(UInt8)``."""
    import polars

    outer, _, inner = spelled.rstrip(")").partition("(")
    made = getattr(polars, outer)
    return made(type_named(inner)) if inner else made
