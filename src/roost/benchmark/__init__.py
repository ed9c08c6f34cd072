"""A benchmark with truth: policies against exact solutions, and against strong bots with the luck taken out.

The protocol is fixed (:mod:`roost.benchmark.protocol`). ``docs/benchmark.md`` tells what is measured.
"""

from roost.benchmark.exact_play import ExactPlay, evaluate
from roost.benchmark.learning import Learner, learning_curve
from roost.benchmark.policy import ByChance, chances
from roost.benchmark.protocol import PROTOCOL, TASKS, Measured, Policy
from roost.benchmark.results import measure, read_results, table
from roost.benchmark.true_losses import TrueLosses, true_losses

__all__ = [
    "PROTOCOL",
    "TASKS",
    "ByChance",
    "ExactPlay",
    "Learner",
    "Measured",
    "Policy",
    "TrueLosses",
    "chances",
    "evaluate",
    "learning_curve",
    "measure",
    "read_results",
    "table",
    "true_losses",
]
