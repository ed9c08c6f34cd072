"""Models that estimate win shares, at the start of a turn and anywhere within it.

``model(game)`` estimates shares at the start of a turn with a small network, trained by self-play and shipped with the
package. ``value(state)`` uses these estimates to solve the current turn exactly, which gives every seat's win share at
every roll and after every choice. ``docs/models.md`` explains how the models are made and how good they are.

Where NumPy and Numba are installed, ``model`` loads NumPy and ``value`` loads Numba, so use them only where needed.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from roost.core.extras import needing
from roost.study.models.solved_turn import value
from roost.study.models.valuation import Valuation

if TYPE_CHECKING:
    from roost.study.models.model import Model, model

__all__ = ["Model", "Valuation", "model", "value"]


def __getattr__(name: str) -> object:
    """Import what needs NumPy on first use."""
    if name not in ("Model", "model"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with needing("fast", "a game's model"):
        module = import_module("roost.study.models.model")
    # The import has made the module an attribute of the package, which the function of the same name replaces.
    globals().update(Model=module.Model, model=module.model)
    return globals()[name]
