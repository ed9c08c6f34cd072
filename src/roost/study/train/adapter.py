"""The adapter for the training of a game's model."""

from collections.abc import Mapping
from typing import Any, Protocol, cast

from roost.core.adapters import require_adapter
from roost.core.game import Game


class TrainingAdapter(Protocol):
    """Settings for the training of a game's model."""

    VARIANTS: tuple[Mapping[str, Any], ...]
    """Sets of options that change the game's course and that the network's inputs show."""
    SHIPPED: Mapping[str, Any]
    """Settings of the plan that made the shipped model."""
    LOCKSTEP: int
    """Number of games played in lockstep: enough to fill a batch, few enough to distribute."""


def training_adapter(kind: type[Game]) -> TrainingAdapter:
    """Return the game's adapter for training."""
    return cast("TrainingAdapter", require_adapter(kind, "training", "features for a network"))
