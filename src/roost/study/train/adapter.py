"""The adapter for training a game's model."""

from collections.abc import Mapping
from typing import Any, Protocol, cast

from roost.core.adapters import require_adapter
from roost.core.game import Game


class TrainingAdapter(Protocol):
    """A game's settings for training its model."""

    VARIANTS: tuple[Mapping[str, Any], ...]
    """Sets of options that change how the game goes and that the network can see in its inputs."""
    SHIPPED: Mapping[str, Any]
    """Settings of the training plan that made the model that comes with the package."""
    LOCKSTEP: int
    """Number of games played in lockstep: enough to fill a batch, but few enough to share out among processes."""


def training_adapter(kind: type[Game]) -> TrainingAdapter:
    """Return the game's adapter for training its model."""
    return cast("TrainingAdapter", require_adapter(kind, "training", "features for a network"))
