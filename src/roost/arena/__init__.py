"""Many games between bots, with honest statistics. What is measured, and why so, is told in ``docs/arena.md``."""

from roost.arena.chunk import BotMaker
from roost.arena.estimate import Estimate
from roost.arena.result import Ended, Result, Standing
from roost.arena.running import run
from roost.arena.table import Forfeit
from roost.arena.tally import Tally
from roost.arena.tournament import Tournament

__all__ = ["BotMaker", "Ended", "Estimate", "Forfeit", "Result", "Standing", "Tally", "Tournament", "run"]
