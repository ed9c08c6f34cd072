"""Play many whole games at once, on one or several threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from roost.core.adapters import has_adapter
from roost.core.errors import OptionError, UnsupportedError, quote
from roost.core.game import Game
from roost.core.moves import Action
from roost.core.notation import seat_letter
from roost.core.playout import play_once
from roost.core.playthrough import Chooser
from roost.core.registry import game_type
from roost.core.state import Node, State, choose_at_random
from roost.core.stream import Stream
from roost.study.fast import game_kernel
from roost.study.fast.chance import STREAM
from roost.study.fast.packed import Packing, has_kernel, packing
from roost.study.fast.records import OVER, Records
from roost.study.fast.solved import solved_play
from roost.study.fast.turn_players import TurnPlayer, turn_player
from roost.study.frames import frame, game_columns
from roost.study.odds.adapter import odds_adapter

if TYPE_CHECKING:
    import polars

_MOST_GAMES = 10**10
_MOST_THREADS = 1024
_PLAYERS = ("chick", "hen", "rooster", "fox")
_SIDE_BY_SIDE = 1024
"""Number of games played side by side if a player solves many turns at once."""
_CHUNKS_PER_THREAD = 4
"""Number of chunks of games per thread; many small chunks balance out games of different lengths."""


@dataclass(frozen=True)
class PlayedGames:
    """Results of finished games, ordered by game number."""

    game: Game
    seed: int
    first: int
    """Number of the first game in the run."""
    decisions: NDArray[np.int64]
    winners: NDArray[np.uint8]
    """Bit mask of the winning seats in each game."""
    scores: NDArray[np.int32]
    """Final scores, with one row per game and one column per seat."""
    reasons: NDArray[np.uint8]
    """Reason why each game ended, as an index into ``game.end_reasons``."""

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """Win shares, with one row per game and one column per seat; each row sums to one."""
        won = self.winners[:, None] >> np.arange(self.game.players, dtype=np.uint8) & 1
        shares: NDArray[np.float64] = won / won.sum(axis=1, keepdims=True)
        return shares

    def __len__(self) -> int:
        return len(self.decisions)

    def to_dataframe(self) -> polars.DataFrame:
        """Return a Polars frame with one row per game; ``docs/data.md`` describes its columns.

        Needs the extra ``data``.
        """
        seats = [seat_letter(seat) for seat in range(self.game.players)]
        values = {
            "game": np.arange(self.first, self.first + len(self)),
            "decisions": self.decisions,
            "end": np.array(self.game.end_reasons)[self.reasons],
            **{f"score_{seat}": self.scores[:, i] for i, seat in enumerate(seats)},
            **{f"share_{seat}": self.shares[:, i] for i, seat in enumerate(seats)},
        }
        return frame(game_columns(self.game.players), values)

    @classmethod
    def room(cls, game: Game, seed: int, first: int, games: int) -> Self:
        """Allocate empty results for a number of games."""
        return cls(
            game,
            seed,
            first,
            np.empty(games, np.int64),
            np.empty(games, np.uint8),
            np.empty((games, game.players), np.int32),
            np.empty(games, np.uint8),
        )


def play(
    game: Game | str,
    games: int,
    *,
    seed: int = 0,
    first: int = 0,
    threads: int = 1,
    by: str | Sequence[str] = "chick",
    start: State | None = None,
) -> PlayedGames:
    """Play games between bots.

    ``by`` is ``chick``, ``hen``, ``rooster`` or ``fox`` for all seats, or lists one bot per seat.

    Game number ``i`` depends only on the seed and on ``i``, so any part of a run can be replayed: pass the number of
    the part's first game as ``first``. :mod:`roost.study.fast.chance` documents how seeds become dice.

    The chick, also called ``random``, plays any legal action; the hen plays by rules of thumb. The rooster solves every
    turn exactly. The fox solves every turn against the game's model. Some kernels lack the hen, the rooster or the fox.

    Games begin at the opening, or at ``start``. If ``game`` is a name, it is played by two players without options. A
    game without a kernel can be played only by the chick or the rooster; it runs in the reference engine on one thread,
    with the same seeds as in :mod:`roost.lab.simulation`.
    """
    if isinstance(game, str):
        game = game_type(game).make()
    _check("games", games, 0, _MOST_GAMES)
    _check("seed", seed, 0, 2**64 - 1)
    _check("first", first, 0, 2**63 - 1)
    _check("threads", threads, 1, _MOST_THREADS)
    played, seated = PlayedGames.room(game, seed, first, games), _seated(game, by)
    if start is not None and (start.game != game or start.node is Node.OVER):
        raise OptionError(f"games of {game} cannot begin at {start}", input=str(start))
    if not has_kernel(type(game)):
        if start is not None:
            raise UnsupportedError(game.name, "kernel, which is needed to start elsewhere than at the opening")
        _play_by_reference(played, [_chooser(name) for name in seated])
        return played
    packed, worker = packing(game), _worker(game, seated)
    opening = packed.opening() if start is None else packed.pack(start)

    def play_part(part: slice) -> None:
        worker(packed, opening, played, part)

    if threads == 1:
        play_part(slice(0, games))
        return played
    size = -(-games // (threads * _CHUNKS_PER_THREAD)) or 1
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(play_part, [slice(start, min(start + size, games)) for start in range(0, games, size)]):
            pass
    return played


_Worker: TypeAlias = Callable[[Packing[Any, Any], Records, PlayedGames, slice], None]


def _seated(game: Game, by: str | Sequence[str]) -> list[str]:
    names = [by] * game.players if isinstance(by, str) else list(by)
    if len(names) != game.players:
        raise OptionError(f"{game.players} players are needed, not {len(names)}", input=quote(by))
    return ["chick" if name == "random" else name for name in names]


def _worker(game: Game, seated: list[str]) -> _Worker:
    for name in seated:
        if name not in _PLAYERS:
            raise OptionError(f"whole games are played by {', '.join(_PLAYERS)}, not {quote(name)}", input=name)
    if set(seated) == {"chick"}:
        return _play_random
    if set(seated) == {"rooster"} and has_adapter(type(game), "solved_play"):
        return _play_solved
    return partial(_play_in_turns, seated)


def _play_random(packed: Packing[Any, Any], opening: Records, played: PlayedGames, part: slice) -> None:
    results = (array[part] for array in (played.decisions, played.winners, played.scores, played.reasons))
    start = np.uint64(played.first + part.start)
    game_kernel.play_random(
        packed.rules,
        opening,
        np.empty(1, packed.state_type),
        np.empty(1, STREAM),
        np.uint64(played.seed),
        start,
        *results,
    )


def _play_solved(packed: Packing[Any, Any], opening: Records, played: PlayedGames, part: slice) -> None:
    numbers = (played.decisions, np.empty_like(played.decisions), played.winners, played.scores, played.reasons)
    solved_play(packed).play(
        opening, played.seed, played.first + part.start, tuple(array[part] for array in numbers), packed.empty()[:0]
    )


def _play_in_turns(
    seated: list[str], packed: Packing[Any, Any], opening: Records, played: PlayedGames, part: slice
) -> None:
    """Play games side by side, turn by turn, so that many turns can be solved together."""
    players = {name: _turn_player(packed, name) for name in dict.fromkeys(seated)}
    for start in range(part.start, part.stop, _SIDE_BY_SIDE):
        size = min(_SIDE_BY_SIDE, part.stop - start)
        states, streams, decisions = np.zeros(size, packed.state_type), np.zeros(size, STREAM), np.zeros(size, np.int64)
        first = np.uint64(played.first + start)
        game_kernel.begin_all(packed.rules, opening, states, streams, np.uint64(played.seed), first)
        while len(unfinished := np.flatnonzero(states["node"] != OVER)):
            movers = states["seat"][unfinished]
            for name, player in players.items():
                is_mover = np.isin(movers, [seat for seat, seated_name in enumerate(seated) if seated_name == name])
                player.play_turns(states, streams, unfinished[is_mover], decisions)
        for place in range(size):
            outcome = packed.outcome(states[place : place + 1])
            assert outcome is not None
            played.winners[start + place] = sum(1 << seat for seat in outcome.winners)
            played.scores[start + place] = outcome.scores
            played.reasons[start + place] = played.game.end_reasons.index(outcome.reason)
        played.decisions[start : start + size] = decisions


def _turn_player(packed: Packing[Any, Any], name: str) -> TurnPlayer:
    if (player := turn_player(packed, name)) is None:
        raise UnsupportedError(packed.game.name, f"{name} in compiled code")
    return player


def _play_by_reference(played: PlayedGames, choosers: list[Chooser]) -> None:
    def choose(state: State, chance: Stream) -> Action:
        assert state.seat is not None
        return choosers[state.seat](state, chance)

    for place in range(len(played.decisions)):
        playout = play_once(played.game, f"{played.seed}/{played.first + place}", choose)
        outcome = playout.outcome
        played.decisions[place] = playout.decisions
        played.winners[place] = sum(1 << seat for seat in outcome.winners)
        played.scores[place] = outcome.scores
        played.reasons[place] = played.game.end_reasons.index(outcome.reason)


def _chooser(name: str) -> Chooser:
    if name == "chick":
        return choose_at_random
    if name == "rooster":
        return lambda state, chance: odds_adapter(state.game).solve(state).best(state)
    raise OptionError(f"games without a kernel are played by chick or rooster, not {quote(name)}", input=name)


def _check(name: str, value: Any, least: int, most: int) -> None:
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not least <= value <= most:
        raise OptionError(f"{name} must be a whole number from {least} to {most}, not {quote(value)}", input=value)
