"""Build Polars data frames, which Polars can convert to Parquet, Arrow, NumPy and pandas.

A table is declared once, as columns with types and meanings. Frames, tests and the documentation of the format use this
declaration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from roost.core.extras import needing
from roost.core.notation import seat_letter

if TYPE_CHECKING:
    import polars


class Column(NamedTuple):
    """A column of a table: its name, the name of its Polars type, and its meaning."""

    name: str
    type: str
    meaning: str


def game_columns(players: int) -> tuple[Column, ...]:
    """Return the columns of a table that has one row per game."""
    seats = [seat_letter(seat) for seat in range(players)]
    return (
        Column("game", "Int64", "the game's number; with the seed it decides everything"),
        Column("decisions", "Int64", "how many decisions all players made together"),
        Column("end", "String", "why the game ended: one of `game.end_reasons`"),
        *(Column(f"score_{seat}", "Int32", f"the final score of seat {seat}, in points") for seat in seats),
        *(Column(f"share_{seat}", "Float64", f"seat {seat}'s share of the win, 0 to 1") for seat in seats),
    )


def frame(columns: Sequence[Column], values: Mapping[str, Any]) -> polars.DataFrame:
    """Build a data frame with these columns, in this order. Needs the extra ``data``."""
    with needing("data"):
        import polars
    schema = {column.name: type_named(column.type) for column in columns}
    return polars.DataFrame({name: values[name] for name in schema}, schema=schema)


def type_named(spelled: str) -> Any:
    """Return the Polars type with this name, such as ``Int64`` or ``List(UInt8)``."""
    import polars

    outer, _, inner = spelled.rstrip(")").partition("(")
    polars_type = getattr(polars, outer)
    return polars_type(type_named(inner)) if inner else polars_type
