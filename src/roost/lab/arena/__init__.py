"""Run tournaments between bots and compute statistics of the results.

``docs/arena.md`` explains what is measured and why.
"""

from roost.lab.arena.chunk import BotMaker
from roost.lab.arena.result import BotStanding, EndReason, TournamentResult
from roost.lab.arena.table import Forfeit
from roost.lab.arena.tally import DealTally
from roost.lab.arena.tournament import Tournament
from roost.lab.arena.tournament_run import run
from roost.study.estimate import Estimate

__all__ = [
    "BotMaker",
    "BotStanding",
    "DealTally",
    "EndReason",
    "Estimate",
    "Forfeit",
    "Tournament",
    "TournamentResult",
    "run",
]
