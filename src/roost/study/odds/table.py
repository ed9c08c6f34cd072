"""Opening odds: a table of what a game's dice are likely to give at the start of a turn."""

from dataclasses import dataclass

from roost.core.game import Game
from roost.core.notation import Json


@dataclass(frozen=True)
class Figures:
    """A group of related columns in a table of opening odds."""

    name: str
    """Message key for the group's heading, which is also its name in JSON."""
    heads: tuple[str, ...]
    """Message keys for the columns' headings; empty if the group's heading is sufficient."""
    rows: tuple[tuple[float, ...], ...]
    """Probabilities, one row per entry of the table. Each holds for a player who aims only at that entry."""


@dataclass(frozen=True)
class OpeningTable:
    """A table of the best probabilities at the start of a turn, by entry."""

    game: Game
    value: float | None
    """Expected swing of the first turn; None if unknown."""
    name: str
    """Message key for the heading of the entries, which is also their name in JSON."""
    entries: tuple[int, ...]
    figures: tuple[Figures, ...]

    def to_json(self) -> dict[str, Json]:
        """Return the table as JSON: one row per entry, with the entry's number and its probabilities.

        A group of several columns becomes a list.
        """
        rows: list[Json] = []
        for index, entry in enumerate(self.entries):
            row: dict[str, Json] = {self.name: entry}
            for figures in self.figures:
                chances = figures.rows[index]
                row[figures.name] = list(chances) if figures.heads else chances[0]
            rows.append(row)
        table: dict[str, Json] = {"game": self.game.name, "players": self.game.players, "table": rows}
        return table if self.value is None else table | {"value": self.value}
