"""The loop that plays a game to its end through the rules engine."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from roost.core.dice import Dice, Roll
from roost.core.moves import Action, Event
from roost.core.sources import SeededDice
from roost.core.state import Move, Node, State
from roost.core.stream import Stream

Chooser: TypeAlias = Callable[[State, Stream], Action]
"""Chooses one of a state's actions."""


class PlayedMove(NamedTuple):
    """One move, the state that it led to, and the events on the way."""

    move: Move
    state: State
    events: tuple[Event, ...]


def playthrough(
    state: State, roll: Callable[[Dice], Roll], choose: Callable[[State], Action]
) -> Iterator[tuple[State, PlayedMove]]:
    """Play until the game is over; yield every state with the move played there."""
    while state.node is not Node.OVER:
        dice = state.dice
        move: Move = choose(state) if dice is None else roll(dice)
        played = PlayedMove(move, *state.play(move))
        yield state, played
        state = played.state


def played_by_seed(state: State, seed: int | str, choose: Chooser) -> Iterator[tuple[State, PlayedMove]]:
    """Play until the game is over with seeded dice; ``choose`` gets the stream ``SEED/choices``."""
    chance = Stream(f"{seed}/choices")
    return playthrough(state, SeededDice(seed).roll, lambda before: choose(before, chance))
