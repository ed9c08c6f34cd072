"""Tournaments between bots and their statistics. ``docs/arena.md`` explains what is measured and why."""

from roost.lab.arena.chunk import BotMaker
from roost.lab.arena.result import Ended, Result, Standing
from roost.lab.arena.table import Forfeit
from roost.lab.arena.tally import Tally
from roost.lab.arena.tournament import Tournament
from roost.lab.arena.tournament_run import run
from roost.study.estimate import Estimate

__all__ = ["BotMaker", "Ended", "Estimate", "Forfeit", "Result", "Standing", "Tally", "Tournament", "run"]
