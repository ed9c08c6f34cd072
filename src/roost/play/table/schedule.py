"""Schedule a table's automatic steps: a bot's move, the end of a clock, a takeover, a new dice list."""

from enum import Enum
from typing import NamedTuple

from roost.play.table.play import Play
from roost.play.table.table import Table

_LOOK_AGAIN = 4.0
"""Seconds that players have to notice a wrongly entered roll before a bot moves on."""
_AGREE = 30.0
"""Seconds that the other players have to answer a proposed correction."""


ANSWER = 5.0
"""Seconds that a listed device has to reveal its number."""


class Task(Enum):
    """A kind of scheduled task."""

    BOT = "bot"
    """The bot that plays this seat rolls or chooses."""
    STAND_IN = "stand-in"
    """The player's time is up, so a bot rolls or chooses for the rest of this turn."""
    TAKE_OVER = "take-over"
    """A bot takes over the seat until its player returns."""
    LIST = "list"
    """A new dice list is published without the devices that did not answer."""


class ScheduledTask(NamedTuple):
    """A scheduled task with its time, seat and bot."""

    at: float
    task: Task
    seat: int
    bot: str


def next_task(table: Table, pace: float) -> ScheduledTask | None:
    """Return the next scheduled task; None if there is none. ``pace`` is the delay before each bot step, in seconds."""
    seat, play = table.seat, table.play
    if not table.is_closed and table.opening is not None:
        return ScheduledTask(table.opening.at + ANSWER, Task.LIST, 0, "")
    if seat is None or play is None:
        return None
    chair, rules = table.chairs[seat], table.spec.rules
    soon = play.moved_at + pace
    if play.last_entered is not None:
        soon = max(soon, play.moved_at + (_AGREE if play.last_entered.proposed else _LOOK_AGAIN))
    if chair.bot is not None:
        return ScheduledTask(soon, Task.BOT, seat, chair.bot)
    if rules.takeover_after is None and rules.turn_seconds is None:
        return None
    bot = table.spec.takeover_bot
    tasks = []
    if rules.takeover_after is not None:
        at = soon if chair.is_away else play.waits_since + rules.takeover_after
        tasks.append(ScheduledTask(at, Task.TAKE_OVER, seat, bot))
    if rules.turn_seconds is not None:
        tasks.append(_out_of_time(play, seat, rules.turn_seconds, rules.at_zero, bot, soon))
    return min(tasks, default=None)


def _out_of_time(play: Play, seat: int, seconds: int, at_zero: str, bot: str, soon: float) -> ScheduledTask:
    at = play.turn_at + seconds
    if at_zero == "takeover":
        return ScheduledTask(at, Task.TAKE_OVER, seat, bot)
    return ScheduledTask(max(at, soon) if play.moved_at > at else at, Task.STAND_IN, seat, bot)
