"""Compute a game's statistics as plain data, for one or all numbers of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt

from roost.core.adapters import has_adapter
from roost.core.errors import OptionError, quote
from roost.core.game import Game
from roost.core.notation import Json
from roost.core.playout import play_once
from roost.study.bots import bot
from roost.study.stats.adapter import ExactFacts, stats_adapter
from roost.study.stats.counts import Counts

_NORMAL_95 = 1.959964
_MOST_GAMES = 10**9
_MOST_THREADS = 256
_PART = 500
"""Number of games in each piece of work."""

Watcher = Callable[[int], None]
"""Callback for progress; receives the number of games played since the last call."""


@dataclass(frozen=True)
class FrequencyEstimate:
    """An observed frequency and the half-width of its 95 % interval."""

    value: float
    error: float

    @classmethod
    def of(cls, share: float, count: int) -> FrequencyEstimate:
        """Estimate a frequency observed in ``count`` cases."""
        return cls(share, _NORMAL_95 * sqrt(share * (1 - share) / count))

    def to_json(self) -> dict[str, Json]:
        return {"value": self.value, "error": self.error}


@dataclass(frozen=True)
class Length:
    """Distribution of the number of turns per game."""

    mean: float
    short: int
    """5th percentile."""
    median: int
    long: int
    """95th percentile."""


@dataclass(frozen=True)
class Situation:
    """The share of failed turns, by the number of face-up tiles or free spots at their start."""

    left: int
    turns: int
    fails: FrequencyEstimate


@dataclass(frozen=True)
class Piece:
    """Mean number of events per game for one tile or spot, by kind of event."""

    number: int
    what: dict[str, float]


@dataclass(frozen=True)
class AtTable:
    """Statistics for one number of players."""

    players: int
    games: int
    seats: tuple[FrequencyEstimate, ...]
    """Each seat's share of the wins; seat A begins."""
    shared: FrequencyEstimate
    """Fraction of games with several winners."""
    length: Length
    lengths: dict[int, float]
    """Fraction of games, by number of turns."""
    best_score: float
    """Mean of the winner's score."""
    fails: FrequencyEstimate | None
    """Fraction of turns that fail; None if failures are not counted."""
    situations: tuple[Situation, ...]
    pieces: tuple[Piece, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "players": self.players,
            "games": self.games,
            "seats": [seat.to_json() for seat in self.seats],
            "shared": self.shared.to_json(),
            "turns": dict(vars(self.length)),
            "best_score": self.best_score,
            "fails": None if self.fails is None else self.fails.to_json(),
            "situations": [{"left": s.left, "turns": s.turns, "fails": s.fails.to_json()} for s in self.situations],
            "pieces": [{"number": piece.number, **piece.what} for piece in self.pieces],
        }


@dataclass(frozen=True)
class Statistics:
    """All statistics of one game."""

    game: Game
    player: str
    """Name of the bot that played every seat."""
    seed: int
    exact: ExactFacts
    tables: tuple[AtTable, ...]

    def to_json(self) -> dict[str, Json]:
        """Return the statistics as JSON. It contains no timings, so it is reproducible."""
        return {
            "game": self.game.name,
            "player": self.player,
            "seed": self.seed,
            "exact": {
                "fails_first": self.exact.fails_first,
                "fails_by_lowest": {str(tile): chance for tile, chance in self.exact.fails_by_lowest.items()},
                "dead_rolls": {str(faces): list(chances) for faces, chances in self.exact.dead_rolls.items()},
            },
            "tables": [table.to_json() for table in self.tables],
        }


def statistics(
    games: Sequence[Game], number: int, *, seed: int = 1, threads: int = 1, watcher: Watcher | None = None
) -> Statistics:
    """Play ``number`` games for each of ``games``, which differ in the number of players, and collect statistics.

    The game's adapter for statistics names the bot that plays all seats; without an adapter, the chick plays. More
    threads speed up compiled games and never change the results.
    """
    for name, value, least, most in (("games", number, 1, _MOST_GAMES), ("threads", threads, 1, _MOST_THREADS)):
        if not least <= value <= most:
            raise OptionError(f"{name} must be {least} to {most}, not {quote(value)}", input=value)
    first = games[0]
    adapter = stats_adapter(first)
    player, kinds, exact = (
        ("chick", (), ExactFacts()) if adapter is None else (adapter.PLAYER, adapter.KINDS, adapter.exact(first))
    )
    counted = [_counted(game, player, number, seed, threads, watcher) for game in games]
    return Statistics(first, player, seed, exact, tuple(_at_table(counts, kinds) for counts in counted))


def _counted(game: Game, player: str, number: int, seed: int, threads: int, watcher: Watcher | None) -> Counts:
    """Play and count games on several threads, in compiled code if the game's kernel has the bot."""
    count = _by_rooster if player == "rooster" and has_adapter(type(game), "solved_play") else partial(_by_bot, player)
    counts = Counts(game.players)
    with ThreadPoolExecutor(threads) as pool:
        for part in pool.map(lambda at: count(game, seed, at, min(_PART, number - at)), range(0, number, _PART)):
            counts.add(part)
            if watcher is not None:
                watcher(part.games)
    return counts


def _by_rooster(game: Game, seed: int, first: int, games: int) -> Counts:
    """Count ``games`` games played by the rooster in compiled code, beginning with game ``first``."""
    from roost.study.fast import histories  # imported late, because it loads slowly
    from roost.study.stats.turns import count

    counts = Counts(game.players)
    for history in histories(game, games, seed=seed, first=first):
        counts.add(count(history))
    return counts


def _by_bot(player: str, game: Game, seed: int, first: int, games: int) -> Counts:
    """Count ``games`` games played by a bot on the rules engine, beginning with game ``first``.

    Game ``i`` has the seed ``SEED/i``.
    """
    counts, chooser = Counts(game.players), bot(player)
    for number in range(first, first + games):
        playout = play_once(game, f"{seed}/{number}", chooser.choose)
        outcome = playout.outcome
        won = sum(1 << winner for winner in outcome.winners)
        counts.add(
            Counts(
                game.players,
                1,
                Counter([playout.turns]),
                Counter([won]),
                Counter([max(outcome.scores, key=game.merit)]),
            )
        )
    return counts


def _at_table(counts: Counts, kinds: Sequence[str]) -> AtTable:
    games, turns = counts.games, sum(counts.faced.values())
    numbers = sorted({number for number, _ in counts.pieces})
    observed = {kind for _, kind in counts.pieces}
    return AtTable(
        players=counts.players,
        games=games,
        seats=tuple(FrequencyEstimate.of(counts.share(seat), games) for seat in range(counts.players)),
        shared=FrequencyEstimate.of(counts.shared / games, games),
        length=Length(
            sum(length * times for length, times in counts.turns.items()) / games,
            counts.turns_within(0.05),
            counts.turns_within(0.5),
            counts.turns_within(0.95),
        ),
        lengths={length: counts.turns[length] / games for length in sorted(counts.turns)},
        best_score=sum(score * times for score, times in counts.best_scores.items()) / games,
        fails=FrequencyEstimate.of(sum(counts.failed.values()) / turns, turns) if turns else None,
        situations=tuple(
            Situation(left, faced, FrequencyEstimate.of(counts.failed[left] / faced, faced))
            for left, faced in sorted(counts.faced.items())
        ),
        pieces=tuple(
            Piece(number, {kind: counts.pieces[number, kind] / games for kind in kinds if kind in observed})
            for number in numbers
        ),
    )
