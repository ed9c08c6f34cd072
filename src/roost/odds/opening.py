"""What a game's dice can do at the start of a turn, before anything has happened: the tables to know by heart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from roost.core.dice import Roll
from roost.core.errors import OptionError
from roost.core.game import Game
from roost.core.notation import Json
from roost.games.picnic import Picnic
from roost.games.picnic.turn import Rerolls, straight_attacks
from roost.games.set_aside import SetAsideGame, SetAsideState
from roost.odds.aims import AtLeast, Exactly, Swing

__all__ = ["NumberOdds", "NumberTable", "RerollOdds", "RerollTable", "opening_table"]


@dataclass(frozen=True)
class NumberOdds:
    """One number of a set-aside game, each chance for a player who aims at nothing else."""

    number: int
    at_least: float
    exactly: float


@dataclass(frozen=True)
class NumberTable:
    """The numbers that claim something at the opening of a set-aside game."""

    game: Game
    value: float
    """The expected swing of the first turn."""
    rows: tuple[NumberOdds, ...]

    def to_json(self) -> dict[str, Json]:
        """The table as JSON."""
        rows: list[Json] = [dict(vars(row)) for row in self.rows]
        return {"game": self.game.name, "players": self.game.players, "value": self.value, "numbers": rows}


@dataclass(frozen=True)
class RerollOdds:
    """What six dice can do with so many active ants, each chance for a player who aims at nothing else."""

    ants: int
    of_a_number: tuple[float, ...]
    """The chance of at least one, two, … six dice that show one number chosen beforehand."""
    straights: tuple[float, ...]
    """The chance of at least four, five, six in a row (PB-6)."""


@dataclass(frozen=True)
class RerollTable:
    """Picnic Blitz: as many dice are re-rolled as there are active ants (PB-4)."""

    game: Game
    rows: tuple[RerollOdds, ...]

    def to_json(self) -> dict[str, Json]:
        """The table as JSON."""
        rows: list[Json] = [
            {"ants": row.ants, "of_a_number": list(row.of_a_number), "straights": list(row.straights)}
            for row in self.rows
        ]
        return {"game": self.game.name, "players": self.game.players, "active_ants": rows}


def opening_table(game: Game) -> NumberTable | RerollTable:
    """The table of a game's opening."""
    if isinstance(game, SetAsideGame):
        return _number_table(game)
    if isinstance(game, Picnic):
        return _reroll_table(game)
    raise OptionError(f"there is no solver for {game.name}", input=game.name)


def _number_table(game: SetAsideGame) -> NumberTable:
    opening = replace(game, start=0).opening()
    assert isinstance(opening, SetAsideState)
    rows = []
    for number in _claiming_numbers(opening):
        at_least, exactly = AtLeast(number).solve(opening), Exactly(number).solve(opening)
        rows.append(NumberOdds(number, at_least.value(opening), exactly.value(opening)))
    return NumberTable(game, Swing().solve(opening).value(opening), tuple(rows))


def _claiming_numbers(opening: SetAsideState) -> list[int]:
    """The results that claim something which no lower result claims."""
    from roost.odds.graph import turn_graph

    first: dict[object, int] = {}
    for aside in turn_graph(opening.game.turn_dice).endings:
        if aside is not None:
            for claim in opening.at(aside.deciding).claims():
                first.setdefault(claim, aside.total)
    return sorted(set(first.values()))


def _reroll_table(game: Picnic) -> RerollTable:
    rows = []
    for ants in range(len(game.tracks) + 1):
        of_a_number = tuple(_chance(ants, partial(_shows_sixes, count)) for count in range(1, game.dice_count + 1))
        straights = tuple(_chance(ants, partial(_attacks, attacks)) for attacks in (1, 2, 4))
        rows.append(RerollOdds(ants, of_a_number, straights))
    return RerollTable(game, tuple(rows))


def _shows_sixes(count: int, roll: Roll) -> bool:
    """Whether a number chosen beforehand shows often enough; any number will do."""
    return roll.counts[-1] >= count


def _attacks(attacks: int, roll: Roll) -> bool:
    """Whether a roll gives so many attacks: one for four in a row, two for five, four for six."""
    return straight_attacks(roll) >= attacks


def _chance(ants: int, hit: Callable[[Roll], bool]) -> float:
    """The best chance of a roll that ``hit``s, with the re-rolls of so many active ants."""
    import numpy as np

    from roost.odds.picnic.rerolls import Rerolling
    from roost.odds.picnic.rolls import roll_tables

    tables, rerolls = roll_tables(), Rerolls.of(ants)
    final = np.array([[float(hit(roll))] for roll in tables.rolls])
    rolled = Rerolling(lambda queen: final, rerolls).rolled(False, rerolls)
    return float(rolled[-1, 0])
