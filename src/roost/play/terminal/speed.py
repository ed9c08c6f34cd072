"""The speeds at which the full-screen client shows bots' steps and rolling dice."""

from enum import StrEnum
from typing import NamedTuple


class _Times(NamedTuple):
    step: float
    """Pause before each step of a bot, in seconds, so that people can follow the game."""
    frames: int
    """Number of animation frames in which the dice tumble."""
    dead_roll: float
    """Seconds for which a roll that ended a turn stays visible."""


class Speed(StrEnum):
    """How fast a table is shown. At normal speed, a bot's turn takes two to three seconds."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    INSTANT = "instant"

    @property
    def times(self) -> _Times:
        return _TIMES[self]

    @property
    def next(self) -> "Speed":
        """The next faster speed; after the fastest, the slowest."""
        speeds = list(Speed)
        return speeds[(speeds.index(self) + 1) % len(speeds)]


_TIMES = {
    Speed.SLOW: _Times(0.7, 7, 0.9),
    Speed.NORMAL: _Times(0.1, 2, 0.5),
    Speed.FAST: _Times(0.03, 1, 0.2),
    Speed.INSTANT: _Times(0.0, 0, 0.0),
}
