"""The loop that plays a game to its end by the rules."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from roost.core.dice import Dice, Roll
from roost.core.moves import Action, Event
from roost.core.sources import SeededDice
from roost.core.state import Move, Node, State
from roost.core.stream import Stream

Chooser: TypeAlias = Callable[[State, Stream], Action]
"""A function that chooses one of a state's actions, with randomness from the stream only."""


class PlayedMove(NamedTuple):
    """A move, the state that it led to, and its events."""

    move: Move
    state: State
    events: tuple[Event, ...]


def rolled_on(state: State, chance: Stream) -> State:
    """Roll dice until a player has to decide or the game is over."""
    while (dice := state.dice) is not None:
        state = state.play(dice.draw(chance)).state
    return state


def playthrough(
    state: State, roll: Callable[[Dice], Roll], choose: Callable[[State], Action]
) -> Iterator[tuple[State, PlayedMove]]:
    """Play until the game is over. Yield each state in turn, with the move played in it."""
    while (dice := state.dice) is not None or state.node is not Node.OVER:
        move: Move = choose(state) if dice is None else roll(dice)
        played = PlayedMove(move, *state.play(move))
        yield state, played
        state = played.state


def played_by_seed(state: State, seed: int | str, choose: Chooser) -> Iterator[tuple[State, PlayedMove]]:
    """Play with seeded dice until the game is over. ``choose`` gets the stream ``SEED/choices``."""
    chance = Stream(f"{seed}/choices")
    return playthrough(state, SeededDice(seed).roll, lambda before: choose(before, chance))
