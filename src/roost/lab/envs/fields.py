"""The parts of observations."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ObservationField:
    """A run of neighbouring places of an observation."""

    name: str
    size: int
    most: int
    """Largest possible value; the smallest is 0."""
    meaning: str
