"""Models that estimate win shares, at the start of a turn and anywhere within it.

``model(game)`` estimates shares at the start of a turn with a small network, trained by self-play and shipped with the
package. ``value(state)`` uses these estimates to solve the current turn exactly, which gives every seat's win share at
every roll and after every choice. ``docs/models.md`` explains how the models are made and how good they are.

Where NumPy and Numba are installed, importing this package loads NumPy, and its functions load Numba, so import it only
where needed. Elsewhere there is no ``model``, and ``value`` works in some games.
"""

from typing import TYPE_CHECKING

from roost.core.extras import has_fast, missing_extra
from roost.study.models.solved_turn import value
from roost.study.models.valuation import Valuation

__all__ = ["Model", "Valuation", "model", "value"]

if TYPE_CHECKING or has_fast():
    from roost.study.models.model import Model, model
else:

    def __getattr__(name: str) -> object:
        """Raise an error that says what a model needs."""
        if name in __all__:
            raise missing_extra("fast", "A game's model", "NumPy")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
