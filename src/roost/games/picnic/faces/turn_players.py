"""The player of whole turns of Picnic Blitz in compiled code: the rooster."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.games.picnic import Picnic
from roost.games.picnic.faces.pushed_lanes import COSTS, MOST_LANES, STEPS, TRACKS
from roost.games.picnic.faces.reroll_kernel import STAGES
from roost.games.picnic.faces.solver.progress import COVERED, SHUT_OUT, ant_points, queen_points, win_points
from roost.games.picnic.faces.solver.rolls import roll_tables
from roost.games.picnic.faces.turns import dice_tables
from roost.study.fast.chance import STREAM
from roost.study.fast.packed import Packing
from roost.study.fast.records import Records
from roost.study.fast.turn_players import TurnPlayer

_HERE = np.zeros(1, np.int64)


def _worth(game: Picnic) -> tuple[NDArray[np.float64], ...]:
    """The points of ants by track, how they stand and their space; of Queen tokens by own and others'; and of a win."""
    longest = max(track.length for track in game.tracks)
    ants = np.zeros((TRACKS, 3, longest + 1))
    for place, (length, food) in enumerate(game.tracks):
        for how, part in enumerate((1.0, COVERED, SHUT_OUT)):
            ants[place, how, : length + 1] = [ant_points(food, length, space, part) for space in range(length + 1)]
    players = game.players
    tokens = [[queen_points(own, own + others, players) for others in range(players)] for own in (False, True)]
    return ants, np.array(tokens), np.array([win_points(game)])


@cache
def _dice() -> tuple[Any, ...]:
    """The dice as arrays: the counts of all choices, the attacks of the rolls, their places, what re-rolls need."""
    known, tables = roll_tables(), dice_tables()
    where = np.zeros((TRACKS + 1) ** (TRACKS - 1), np.int64)
    for place, roll in enumerate(known.rolls):
        where[int("".join(map(str, roll.counts[:-1])), TRACKS + 1)] = place
    return np.array([some.counts for some in known.dice]), tables.attacks, where, tables.tables


class RoosterTurns:
    """The rooster at one kind of table. Not to be shared between threads: they work in their own memory."""

    def __init__(self, packed: Packing[Any, Any]) -> None:
        game: Picnic = packed.game
        counts, attacks, _, _ = dice = _dice()
        rolls, lanes = len(attacks), (TRACKS, MOST_LANES)
        self._packed = packed
        self._tables = (
            dice,
            _worth(game),
            (  # what attacks and moves make of each track
                np.zeros(lanes, np.int64),
                np.zeros(TRACKS, np.int64),
                np.zeros(lanes, np.int64),
                np.zeros(lanes, np.uint64),
                np.zeros((*lanes, STEPS)),
            ),
            (  # what the best ends bring
                np.zeros((TRACKS, STEPS, COSTS)),
                np.zeros((TRACKS + 1, COSTS)),
                np.zeros((TRACKS + 1, STEPS, TRACKS + 1, STEPS, COSTS)),
            ),
            (  # the re-rolls of a turn
                np.zeros((2, rolls)),
                np.zeros((2, STAGES, rolls)),
                np.zeros((2, STAGES, len(counts))),
                np.zeros((2, STAGES, rolls), np.int64),
                np.zeros(len(counts)),
                np.zeros(len(counts), np.int64),
            ),
        )

    def choose(self, state: Records) -> int:
        """The number of the best action at a decision."""
        from roost.games.picnic.faces.rooster import play_turns

        room = state.copy(), np.ones(1, STREAM), _HERE, np.zeros(1, np.int64)
        return int(play_turns(self._packed.rules, *room, 1, *self._tables))

    def play_turns(
        self, states: Records, streams: Records, places: NDArray[np.int64], decisions: NDArray[np.int64]
    ) -> None:
        """Play on in these states until somebody else has to decide or the game is over."""
        from roost.games.picnic.faces.rooster import play_turns

        endless = np.iinfo(np.int64).max
        play_turns(self._packed.rules, states, streams, places, decisions, endless, *self._tables)


def turn_player(packed: Packing[Any, Any], name: str) -> TurnPlayer | None:
    """The bot of this name, if there is compiled code for them."""
    return RoosterTurns(packed) if name == "rooster" else None
