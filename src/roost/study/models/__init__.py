"""Models of win shares, at the start of a turn and anywhere inside one.

``model(game)`` estimates shares at the start of a turn with a small network, trained by self-play and shipped with the
package. ``value(state)`` solves the current turn exactly against that estimate, which gives every seat's share at every
roll and after every choice. ``docs/models.md`` explains how the models are made and how good they are.

Importing this package loads NumPy, and its functions load Numba, so import it only where needed.
"""

from roost.study.models.model import Model, model
from roost.study.models.turn_value import value
from roost.study.models.valuation import Valuation

__all__ = ["Model", "Valuation", "model", "value"]
