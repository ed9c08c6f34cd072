"""A benchmark that measures policies against exact solutions and, with luck taken out, against strong bots.

:mod:`roost.lab.benchmark.protocol` defines the fixed protocol; ``docs/benchmark.md`` describes what is measured.
"""

from roost.lab.benchmark.exact_play import ExactPlay, evaluate
from roost.lab.benchmark.policy import ByChance, chances
from roost.lab.benchmark.protocol import PROTOCOL, TASKS, Policy, TaskMeasurements
from roost.lab.benchmark.results import measure, read_results, table
from roost.lab.benchmark.sample_efficiency import BenchmarkLearner, learning_curve
from roost.lab.benchmark.true_losses import TrueLosses, true_losses

__all__ = [
    "PROTOCOL",
    "TASKS",
    "BenchmarkLearner",
    "ByChance",
    "ExactPlay",
    "Policy",
    "TaskMeasurements",
    "TrueLosses",
    "chances",
    "evaluate",
    "learning_curve",
    "measure",
    "read_results",
    "table",
    "true_losses",
]
