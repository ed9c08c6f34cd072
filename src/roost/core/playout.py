"""Whole games with seeded dice, in which one policy plays every seat."""

from typing import NamedTuple

from roost.core.dice import Roll
from roost.core.game import Game
from roost.core.notation import SEATS
from roost.core.outcome import Outcome
from roost.core.playthrough import Chooser, played_by_seed
from roost.core.record import Record, Recorder, dice_headers
from roost.core.sources import SeededDice
from roost.core.state import Move


class Playout(NamedTuple):
    """A finished game: its moves, and its numbers of decisions and turns."""

    game: Game
    seed: str
    moves: tuple[Move, ...]
    decisions: int
    turns: int
    outcome: Outcome

    def record(self) -> Record:
        """Make the game's record by replaying every move, so that the record is valid by construction."""
        names = [f"random {letter}" for letter in SEATS[: self.game.players]]
        recorder = Recorder(self.game, names, dice_headers(SeededDice(self.seed)))
        for move in self.moves:
            recorder.add(move)
        return recorder.record()


def play_once(game: Game, seed: str, choose: Chooser) -> Playout:
    """Play one game with seeded dice; ``choose`` plays every seat."""
    moves, decisions, turns, seat = list[Move](), 0, 0, None
    state = game.opening()
    for before, played in played_by_seed(state, seed, choose):
        turns, seat = turns + (before.seat != seat), before.seat
        decisions += not isinstance(played.move, Roll)
        moves.append(played.move)
        state = played.state
    outcome = state.outcome
    assert outcome is not None
    return Playout(game, seed, tuple(moves), decisions, turns, outcome)
