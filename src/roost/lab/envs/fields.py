"""The parts of observations."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Field:
    """Some neighbouring places of an observation."""

    name: str
    size: int
    most: int
    """The greatest value that can stand there; the least is 0."""
    meaning: str
