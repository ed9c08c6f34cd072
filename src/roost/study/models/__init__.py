"""Models that estimate win shares, at the start of a turn and anywhere within it.

``model(game)`` in :mod:`.model` estimates shares at the start of a turn with a small network, trained by self-play and
shipped with the package. ``value(state)`` uses these estimates to solve the current turn exactly, which gives every
seat's win share at every roll and after every choice. ``docs/models.md`` explains how the models are made and how good
they are.

``model`` needs NumPy and Numba. Without them, ``value`` works in some games.
"""

from roost.study.models.solved_turn import value
from roost.study.models.valuation import Valuation

__all__ = ["Valuation", "value"]
