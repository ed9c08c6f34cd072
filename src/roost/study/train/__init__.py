"""Train the models that come with the package: self-play with the exact solver, and a network that learns from it.

``roost train heckmeck`` runs a whole training; ``docs/models.md`` explains it. None of this is needed to play.
"""

from roost.core.extras import needing

with needing("fast", "Training"):
    import numba  # noqa: F401 - every module of this package needs it
