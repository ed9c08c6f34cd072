"""Who is going to win, in a game that brings no model: a few numbers fitted to whole games that are played on the spot.

The games are played by players who choose at random but stop rolling with a fixed chance; the chance that wins most of
the first games is used for the others. What is learnt from them is each seat's share of the win at the start of a turn,
from the scores and the order of play. The two halves of the games, fitted apart, tell the standard error.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError
from roost.core.game import Game
from roost.core.moves import Action, Kind
from roost.core.state import Node, State
from roost.core.stream import Stream

__all__ = ["GAMES", "Estimate", "estimate"]

GAMES = 300
"""Whole games that an estimate is fitted to."""
_TRIALS = 120
"""Games before them, to find out how daring players should be."""
_STOPPING = (10, 20, 35, 50, 75, 100)
"""Chances to stop where one may, in percent."""
_LONGEST_GAME = 100_000
_RIDGE = 1.0
_STEPS = 25


class Estimate:
    """Each seat's share of the win at the start of a turn, and at the end exactly."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rollouts = GAMES
        """How many whole games it was fitted to."""
        stopping = _most_successful(game)
        starts: list[State] = []
        wins: list[NDArray[np.float64]] = []
        numbers: list[int] = []
        for number in range(GAMES):
            seen, shares = _play(game, f"estimate/{number}", (stopping,) * game.players)
            starts += seen
            wins += [shares] * len(seen)
            numbers += [number] * len(seen)
        self._scale = max(1.0, float(np.mean([max(state.scores()) for state in starts])) * 2)
        seen_by, won, half = self._look(starts), np.array(wins), np.array(numbers) % 2 == 0
        self._weights = _fit(seen_by, won)
        apart = [_shares(seen_by @ _fit(seen_by[part], won[part])) for part in (half, ~half)]
        self.error = float(np.sqrt(np.mean((apart[0] - apart[1]) ** 2))) / 2
        """The standard error of a share."""

    def __call__(self, states: Sequence[State]) -> NDArray[np.float64]:
        """The shares in some positions, a row for each."""
        found = _shares(self._look(states) @ self._weights)
        for row, state in enumerate(states):
            outcome = state.outcome
            if outcome is not None:
                found[row] = [float(share) for share in outcome.shares]
        return found

    def _look(self, states: Sequence[State]) -> NDArray[np.float64]:
        """What is seen of each seat: its score, the best score, and how soon it has its turn."""
        players = self.game.players
        scores = np.array([state.scores() for state in states], float) / self._scale
        first = np.array([state.seat or 0 for state in states])
        waits = (np.arange(players) - first[:, None]) % players / players
        best = np.broadcast_to(scores.max(axis=1, keepdims=True), scores.shape)
        return np.stack([scores, scores**2, scores**3, scores * best, scores**2 * best, waits, waits * best], axis=2)


def _most_successful(game: Game) -> int:
    """The chance to stop that wins most."""
    won, played = np.zeros(len(_STOPPING)), np.zeros(len(_STOPPING))
    for number in range(_TRIALS):
        draw = Stream(f"trial/{number}")
        drawn = [draw.below(len(_STOPPING)) for _ in range(game.players)]
        _, shares = _play(game, f"trial/{number}", [_STOPPING[place] for place in drawn])
        for place, share in zip(drawn, shares, strict=True):
            won[place] += share
            played[place] += 1
    return _STOPPING[int(np.argmax(won / np.maximum(played, 1)))]


def _play(game: Game, seed: str, stopping: Sequence[int]) -> tuple[list[State], NDArray[np.float64]]:
    """The starts of the turns of a whole game, and each seat's share of the win."""
    chance = Stream(seed)
    state, seat, starts = game.opening(), None, list[State]()
    for _ in range(_LONGEST_GAME):
        if state.node is Node.OVER:
            break
        if state.seat != seat:
            seat = state.seat
            starts.append(state)
        dice = state.dice
        if dice is not None:
            move = dice.draw(chance)
            state = state.play(move).state
        else:
            assert seat is not None
            state = state.play(_choose(state, stopping[seat], chance)).state
    outcome = state.outcome
    if outcome is None:
        raise RoostError("this game does not end", position=str(state))
    return starts, np.array([float(share) for share in outcome.shares])


def _choose(state: State, stopping: int, chance: Stream) -> Action:
    actions = state.actions()
    on = [action for action in actions if action.kind is Kind.ROLL]
    if not on or len(on) == len(actions):
        return chance.choice(actions)
    if chance.below(100) < stopping:
        return chance.choice([action for action in actions if action.kind is not Kind.ROLL])
    return chance.choice(on)


def _shares(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _fit(seen: NDArray[np.float64], won: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights with which the shares are likeliest, by Newton's method."""
    size = seen.shape[2]
    weights = np.zeros(size)
    for _ in range(_STEPS):
        shares = _shares(seen @ weights)
        centred = seen - np.einsum("np,npf->nf", shares, seen)[:, None]
        slope = np.einsum("np,npf->f", won - shares, seen) - _RIDGE * weights
        bend = np.einsum("np,npf,npg->fg", shares, centred, centred) + _RIDGE * np.eye(size)
        step = np.linalg.solve(bend, slope)
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    return weights


@lru_cache(maxsize=16)
def estimate(game: Game) -> Estimate:
    """The estimate for a game, made once."""
    return Estimate(game)
