"""Gather positions for fitting a card: decisions in real games, with the cost of every choice in win share."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from roost.core.game import Game
from roost.core.playthrough import Chooser
from roost.core.sources import SeededDice
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.study.models import value


class Sample(NamedTuple):
    """A decision, and how much each of its actions costs compared with the best one."""

    state: State
    costs: Sequence[float]


def gather(game: Game, me: Chooser, others: Chooser, seed: str, first: int, games: int, walks: int) -> Iterator[Sample]:
    """Yield one player's decisions in ``games`` games, beginning with game ``first``.

    Every turn of the player is played ``walks`` times with different dice; the game continues after the last time.
    """
    for number in range(first, first + games):
        dice, chance = SeededDice(f"{seed}/{number}"), Stream(f"{seed}/{number}/choices")
        state, mine = game.opening(), number % game.players
        while state.node is not Node.OVER:
            start, seat, samples = state, state.seat, list[Sample]()
            for _ in range(walks if seat == mine else 1):
                state = start
                while state.node is not Node.OVER and state.seat == seat:
                    state = _step(state, me if seat == mine else others, dice, chance, samples, seat == mine)
            yield from samples


def _step(
    state: State, choose: Chooser, dice: SeededDice, chance: Stream, samples: list[Sample], is_studied: bool
) -> State:
    if state.dice is not None:
        return state.play(dice.roll(state.dice)).state
    actions = state.actions()
    if len(actions) == 1:
        return state.play(actions[0]).state
    if is_studied:
        seat, choices = state.seat, value(state).choices(state)
        assert seat is not None
        shares = [choices[action][seat] for action in actions]
        best = max(shares)
        samples.append(Sample(state, tuple(best - share for share in shares)))
    return state.play(choose(state, chance)).state
