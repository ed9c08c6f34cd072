"""Play one game of a tournament, from the first roll to the result, including forfeits."""

from collections.abc import Sequence
from math import lcm
from typing import NamedTuple

from roost.core.errors import OptionError, RoostError
from roost.core.game import Game
from roost.core.notation import SEATS, seat_letter
from roost.core.record.record import MOST_MOVES, PlayedMove
from roost.core.sources import SeededDice
from roost.core.state import Move, Node, State, choose_at_random
from roost.core.stream import Stream
from roost.lab.arena.lineup import Match
from roost.study.bots import Bot
from roost.study.bots.external import BotError

WHOLE_WIN = lcm(*range(1, len(SEATS) + 1))
"""Number of units in a win. Any number of seats can share a win evenly, so all sums are integers."""

LUCK_PARTS = 1_000_000
"""Number of units of luck per unit of a win. Luck is rounded to these units, so its sums are integers."""

LAST_LEFT = "forfeit"
"""End reason of a game in which all seats but one forfeited."""

BROKEN_OFF = "broken-off"
"""End reason of a game cut off after :data:`~roost.core.record.record.MOST_MOVES` moves."""

_LONGEST_REASON = 300


class Forfeit(NamedTuple):
    """A bot's failure to move: the place, time and reason, and the bot's last lines on standard error."""

    bot: str
    deal: int
    order: int
    seat: int
    turn: int
    reason: str
    stderr: str = ""

    def __str__(self) -> str:
        return f"{seat_letter(self.seat)}, turn {self.turn}: {self.reason}"


class Settled(NamedTuple):
    """The result of a finished game, by seat."""

    shares: tuple[int, ...]
    """Each seat's win share, in units of ``1 / WHOLE_WIN``."""
    scores: tuple[int, ...]
    ranks: tuple[tuple[bool, bool, int], ...]
    """Sort key for each seat (greater is better): whether it stayed in the game, whether it won, and its points."""
    turns: int
    reason: str
    forfeits: tuple[Forfeit, ...]
    luck: tuple[int, ...] = ()
    """Each seat's luck, if measured, in units of ``1 / (WHOLE_WIN * LUCK_PARTS)`` win."""


def play_game(
    game: Game, match: Match, bots: Sequence[Bot], seed: int | str, played: list[PlayedMove] | None = None
) -> Settled:
    """Play one game of a tournament; append every move to ``played`` if given.

    A bot forfeits when it raises an error or chooses an illegal action. From then on, a chick plays for its seat, so
    that the other bots play on at a full table. When all bots but one have forfeited, the last one wins.
    """
    deal = f"{seed}/{match.deal}"
    roll = SeededDice(deal).roll
    streams = [Stream(f"{deal}/{match.order}/{seat}") for seat in range(game.players)]
    choose = [player.choose for player in bots]
    state, reason, turns, last = game.opening(), BROKEN_OFF, 0, None
    forfeits: dict[int, Forfeit] = {}
    rolling, over = Node.ROLL, Node.OVER  # local names, because this is the arena's inner loop
    for _ in range(MOST_MOVES):
        node, seat = state.node, state.seat
        move: Move
        if node is over:
            break
        if seat != last:
            turns, last = turns + 1, seat
        if node is rolling:
            dice = state.dice
            assert dice is not None
            move = roll(dice)
            step = state.play(move)
        else:
            assert seat is not None
            fault: Exception | None = None
            try:
                move = choose[seat](state, streams[seat])
            except OptionError:
                raise  # user error: the bot does not support this game
            except Exception as error:
                fault = error
            else:
                try:
                    step = state.play(move)
                except RoostError as error:  # other error types indicate a bug in the rules engine, not in the bot
                    fault = error
            if fault is not None:
                stderr = fault.stderr if isinstance(fault, BotError) else ""
                place = (match.seating[seat], match.deal, match.order, seat, turns)
                forfeits[seat] = Forfeit(*place, _reason(fault), stderr)
                if len(forfeits) == game.players - 1:
                    reason = LAST_LEFT
                    break
                choose[seat] = choose_at_random
                continue
        if played is not None:
            played.append(PlayedMove(move, *step))
        state = step.state
    return _settled(state, reason, turns, forfeits)


def _reason(fault: Exception) -> str:
    """Describe in one line why a bot forfeited."""
    match fault:
        case BotError():
            text = fault.reason
        case RoostError():
            text = str(fault)
        case _:
            text = f"{type(fault).__name__}: {fault}"
    shown = "".join(char if char.isprintable() else " " for char in text)
    return shown if len(shown) <= _LONGEST_REASON else f"{shown[: _LONGEST_REASON - 1]}…"


def _settled(state: State, reason: str, turns: int, forfeits: dict[int, Forfeit]) -> Settled:
    outcome = state.outcome
    scores = tuple(0 if seat in forfeits else score for seat, score in enumerate(state.scores()))
    stayed = [seat for seat in range(len(scores)) if seat not in forfeits]
    winners = [seat for seat in stayed if outcome is not None and seat in outcome.winners]
    if not winners:  # the game was cut off, or a seat that had forfeited won it
        best = max((scores[seat] for seat in stayed), key=state.game.merit)
        winners = [seat for seat in stayed if scores[seat] == best]
    share = WHOLE_WIN // len(winners)
    shares = tuple(share if seat in winners else 0 for seat in range(len(scores)))
    ranks = tuple((seat in stayed, seat in winners, state.game.merit(score)) for seat, score in enumerate(scores))
    reason = reason if outcome is None else outcome.reason
    return Settled(shares, scores, ranks, turns, reason, tuple(forfeits.values()))
