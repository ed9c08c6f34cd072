"""The chances of a game's dice at the start of a turn, before anything has happened: the tables to know by heart."""

from dataclasses import dataclass

from roost.core.game import Game
from roost.core.notation import Json


@dataclass(frozen=True)
class Figures:
    """Chances that belong together: neighbouring columns of a table."""

    name: str
    """The key of their heading among the messages about odds, and their name in JSON."""
    heads: tuple[str, ...]
    """The head of each column; nothing, if the heading says it all."""
    rows: tuple[tuple[float, ...], ...]
    """A row of chances for each entry of the table, each for a player who aims at nothing else."""


@dataclass(frozen=True)
class OpeningTable:
    """The best chances at the start of a turn."""

    game: Game
    value: float | None
    """The expected swing of the first turn, where it is known."""
    name: str
    """The name of the entries: the key of their heading, and their name in JSON."""
    entries: tuple[int, ...]
    figures: tuple[Figures, ...]

    def to_json(self) -> dict[str, Json]:
        """The table as JSON: for each entry its number and its chances, a list where there are several columns."""
        rows: list[Json] = []
        for place, entry in enumerate(self.entries):
            row: dict[str, Json] = {self.name: entry}
            for figures in self.figures:
                chances = figures.rows[place]
                row[figures.name] = list(chances) if figures.heads else chances[0]
            rows.append(row)
        told: dict[str, Json] = {"game": self.game.name, "players": self.game.players, "table": rows}
        return told if self.value is None else told | {"value": self.value}
