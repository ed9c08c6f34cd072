"""Models that estimate win shares, at the start of a turn and anywhere within it.

``model(game)`` estimates shares at the start of a turn with a small network, trained by self-play and shipped with the
package. ``value(state)`` uses these estimates to solve the current turn exactly, which gives every seat's win share at
every roll and after every choice. ``docs/models.md`` explains how the models are made and how good they are.

Importing this package loads NumPy, and its functions load Numba, so import it only where needed.
"""

from roost.core.extras import needing

with needing("fast", "estimating who wins"):
    from roost.study.models.model import Model, model
    from roost.study.models.solved_turn import value
    from roost.study.models.valuation import Valuation

__all__ = ["Model", "Valuation", "model", "value"]
