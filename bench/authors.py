"""Measure the speed of games by other authors: the rules engine, and the Gymnasium environment.

    PYTHONPATH=tests python bench/authors.py [--rounds 5] [--seconds 0.3]

Prints a table with decisions a second of random games, beside Heckmeck's, and steps a second of an environment. The
column "asked anew" has the speed if Roost did not remember the latest position's actions and outcome. Rounds of all
rows alternate, so that a shared machine's drift affects all rows equally. All times are CPU times. The box tries all
sets of tiles in every position; Shut the Box, with twelve tiles, caches the sets, as docs/adding-a-game.md recommends.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations, count
from statistics import median
from time import process_time
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from roost_cantstop import CantStop
from roost_farkle import Farkle
from roost_pig import Pig
from roost_zombiedice import ZombieDice

import roost
from outside.shut_the_box import ShutTheBox
from roost import authoring
from roost.core.game import Game
from roost.core.plain import PlainGame
from roost.core.playout import play_once
from roost.core.state import choose_at_random
from roost.lab.envs.gym import RoostEnv

Tiles = tuple[int, ...]
SomeTiles = Annotated[Tiles, authoring.Numbers(1, 9, 4, 1)]


@dataclass(frozen=True, slots=True)
class Shut(authoring.Action):
    """Shut tiles whose sum is the dice's."""

    tiles: SomeTiles


class BoxFields(NamedTuple):
    """A position of the box."""

    game: Box
    seat: int | None
    points: authoring.Points
    open: Annotated[Tiles, authoring.Numbers(1, 9, 9)] = tuple(range(1, 10))
    roll: Annotated[authoring.Roll, authoring.DiceOf(authoring.standard_die(), 2)] = authoring.standard_die().nothing


class BoxState(BoxFields, authoring.PlainState):
    """Listing the choices takes most of the time, because all sets of tiles are tried."""

    __slots__ = ()

    def actions(self) -> tuple[authoring.Action, ...]:
        sets = (tiles for size in range(1, 5) for tiles in combinations(self.open, size))
        return tuple(Shut(tiles) for tiles in sets if sum(tiles) == self.roll.total) if self.roll.size else ()

    def _rolled(self, roll: authoring.Roll) -> authoring.Step:
        after = self._replace(roll=roll)
        if after.actions():
            return authoring.Step(after, ())
        return self.next_turn(points=self.gain(self.points, 100 - sum(self.open)))

    def _chosen(self, action: Any) -> authoring.Step:
        tiles = tuple(tile for tile in self.open if tile not in action.tiles)
        if tiles:
            return authoring.Step(self._replace(open=tiles, roll=authoring.standard_die().nothing), ())
        return self.next_turn(points=self.gain(self.points, 100))

    @property
    def outcome(self) -> authoring.Outcome | None:
        return authoring.Outcome.of(self.points, "shut") if all(self.points) else None


@dataclass(frozen=True)
class Box(authoring.PlainGame):
    """A box with nine tiles, one turn for each player."""

    player_range: ClassVar[range] = range(2, 3)
    dice_count: ClassVar[int] = 2
    action_types: ClassVar[tuple[type[authoring.Action], ...]] = (Shut,)
    end_reasons: ClassVar[tuple[str, ...]] = ("shut",)
    state_type: ClassVar[type[authoring.PlainState]] = BoxState


GAMES: tuple[Game, ...] = (Pig(), Farkle(), CantStop(), ZombieDice(), Box(), ShutTheBox())


@contextmanager
def asked_anew(game: Game) -> Iterator[None]:
    """Do not remember the latest position's actions and outcome."""
    kind: Any = game.state_type if isinstance(game, PlainGame) else object
    before = {name: vars(kind)[name] for name in ("actions", "outcome") if name in vars(kind)}
    for name, method in before.items():
        is_property = isinstance(method, property)
        plain = method.fget.__wrapped__ if is_property else method.__wrapped__
        setattr(kind, name, property(plain) if is_property else plain)
    try:
        yield
    finally:
        for name, method in before.items():
            setattr(kind, name, method)


def decisions(game: Game, seconds: float, seeds: Iterator[int]) -> float:
    """Return how many decisions per second random games make."""
    begun, played = process_time(), 0
    while process_time() - begun < seconds:
        played += play_once(game, str(next(seeds)), choose_at_random).decisions
    return played / (process_time() - begun)


def steps(game: Game, seconds: float, seeds: Iterator[int]) -> float:
    """Return the steps a second of an environment with its default opponent."""
    env, chance = RoostEnv(game), np.random.default_rng(1)
    _, info = env.reset(seed=next(seeds))
    begun, taken = process_time(), 0
    while process_time() - begun < seconds:
        action = np.int64(chance.choice(np.flatnonzero(info["action_mask"])))
        _, _, is_over, _, info = env.step(action)
        if is_over:
            _, info = env.reset()
        taken += 1
    return taken / (process_time() - begun)


def main() -> None:
    """Measure all games, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3)
    options = parser.parse_args()
    seeds, ours = count(), roost.game("heckmeck", players=2)
    measures: dict[tuple[str, str], list[float]] = {}

    def measure(name: str, column: str, run: Callable[[Game, float, Iterator[int]], float], game: Game) -> None:
        measures.setdefault((name, column), []).append(run(game, options.seconds, seeds))

    for _ in range(options.rounds):
        measure("heckmeck", "decisions", decisions, ours)
        for game in GAMES:
            measure(game.name, "decisions", decisions, game)
            with asked_anew(game):
                measure(game.name, "anew", decisions, game)
            measure(game.name, "steps", steps, game)
    rates = {key: median(values) for key, values in measures.items()}
    first = rates["heckmeck", "decisions"]
    print("| game | decisions a second | part of Heckmeck's | asked anew | steps of Gymnasium |")
    print("| --- | --- | --- | --- | --- |")
    print(f"| heckmeck | {first:,.0f} | 1 | | |")
    for game in GAMES:
        rate, anew, taken = (rates[game.name, column] for column in ("decisions", "anew", "steps"))
        print(f"| {game.name} | {rate:,.0f} | {rate / first:.2f} | {anew:,.0f} (× {rate / anew:.1f}) | {taken:,.0f} |")


if __name__ == "__main__":
    main()
