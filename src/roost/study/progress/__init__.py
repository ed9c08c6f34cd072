"""A player's progress: a summary of their decisions over many games. ``docs/progress.md`` explains the terms."""

from roost.study.progress.history import History, PlayedGame, played_game, read_history, write_history
from roost.study.progress.summary import Cost, GameSpan, Progress, progress

__all__ = [
    "Cost",
    "GameSpan",
    "History",
    "PlayedGame",
    "Progress",
    "played_game",
    "progress",
    "read_history",
    "write_history",
]
