"""Roost's games as text, for OpenEnv."""

from .client import RoostClient
from .models import RoostAnswer, RoostObservation

__all__ = ["RoostAnswer", "RoostClient", "RoostObservation"]
