"""The worth of positions: each seat's share of the win, at the start of a turn and anywhere inside one.

``model(game)`` estimates it at the start of a turn, with a small network that was trained by self-play and ships with
the package. ``value(state)`` solves the turn under way exactly against that estimate, and so knows the share of every
seat at every roll and after every choice. How the models are made, and how good they are: ``docs/models.md``.

Importing this package loads NumPy, and asking it anything loads Numba: import it when it is needed.
"""

from roost.study.models.model import Model, model
from roost.study.models.turn_value import value
from roost.study.models.valuation import Valuation

__all__ = ["Model", "Valuation", "model", "value"]
