"""Play many games: the arena, environments for learners, benchmarks, datasets and simulation."""

from roost.core.extras import needing

with needing("fast", "The lab"):
    import numpy  # noqa: F401 - every package of the lab needs it
