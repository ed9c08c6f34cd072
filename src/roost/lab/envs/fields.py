"""Fields of observations."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ObservationField:
    """A field of an observation: consecutive entries of the row."""

    name: str
    size: int
    most: int
    """Largest possible value; the smallest is 0."""
    meaning: str
