"""Opening odds: a table of the chances of a game's dice at the start of a turn."""

from dataclasses import dataclass

from roost.core.game import Game
from roost.core.notation import Json


@dataclass(frozen=True)
class Figures:
    """A group of related columns in the table."""

    name: str
    """Message key of the group's heading, and its name in JSON."""
    heads: tuple[str, ...]
    """Message key of each column's heading; empty if the group's heading is enough."""
    rows: tuple[tuple[float, ...], ...]
    """Chances per entry of the table, each for a player who aims only at that entry."""


@dataclass(frozen=True)
class OpeningTable:
    """Best chances at the start of a turn, by entry."""

    game: Game
    value: float | None
    """Expected swing of the first turn; None where it is unknown."""
    name: str
    """Message key of the heading for the entries, and their name in JSON."""
    entries: tuple[int, ...]
    figures: tuple[Figures, ...]

    def to_json(self) -> dict[str, Json]:
        """Return the table as JSON: a row per entry with its number and its chances (lists for several columns)."""
        rows: list[Json] = []
        for index, entry in enumerate(self.entries):
            row: dict[str, Json] = {self.name: entry}
            for figures in self.figures:
                chances = figures.rows[index]
                row[figures.name] = list(chances) if figures.heads else chances[0]
            rows.append(row)
        table: dict[str, Json] = {"game": self.game.name, "players": self.game.players, "table": rows}
        return table if self.value is None else table | {"value": self.value}
