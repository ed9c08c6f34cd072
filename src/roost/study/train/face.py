"""A game's own plan for the training of its model."""

from collections.abc import Mapping
from typing import Any, Protocol, cast

from roost.core.faces import need_face
from roost.core.game import Game


class TrainingFace(Protocol):
    """The making of a game's model."""

    VARIANTS: tuple[Mapping[str, Any], ...]
    """Options that change how the game goes, and that the network sees."""
    SHIPPED: Mapping[str, Any]
    """The settings of the plan that made the model which ships."""
    LOCKSTEP: int
    """How many games are played in lock-step: enough to fill a batch, few enough to share out."""


def training_face(kind: type[Game]) -> TrainingFace:
    """The training face of a game."""
    return cast("TrainingFace", need_face(kind, "training", "features that a network could learn from"))
