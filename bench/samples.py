"""Positions to fit a card on: real games, and what every choice there costs in win share."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from roost.core.game import Game
from roost.core.playthrough import Chooser
from roost.core.sources import SeededDice
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.study.models import value


class Sample(NamedTuple):
    """A decision, and what each of its actions costs beside the best one."""

    state: State
    costs: Sequence[float]


def gather(game: Game, me: Chooser, others: Chooser, seed: str, first: int, games: int, walks: int) -> Iterator[Sample]:
    """The decisions of one player in so many games from number ``first`` on.

    Every turn of theirs is walked through several times, each with its own dice; the game goes on with the last one.
    """
    for number in range(first, first + games):
        dice, chance = SeededDice(f"{seed}/{number}"), Stream(f"{seed}/{number}/choices")
        state, mine = game.opening(), number % game.players
        while state.node is not Node.OVER:
            seat, samples = state.seat, list[Sample]()
            start = state
            for _ in range(walks if seat == mine else 1):
                state = start
                while state.node is not Node.OVER and state.seat == seat:
                    state = _step(state, me if seat == mine else others, dice, chance, samples, seat == mine)
            yield from samples


def _step(
    state: State, choose: Chooser, dice: SeededDice, chance: Stream, samples: list[Sample], studied: bool
) -> State:
    due = state.dice
    if due is not None:
        return state.play(dice.roll(due)).state
    actions = state.actions()
    if len(actions) == 1:
        return state.play(actions[0]).state
    if studied:
        seat, choices = state.seat, value(state).choices(state)
        assert seat is not None
        worth = [choices[action][seat] for action in actions]
        best = max(worth)
        samples.append(Sample(state, tuple(best - one for one in worth)))
    return state.play(choose(state, chance)).state
