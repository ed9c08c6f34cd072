"""The layout of an observation, field by field.

An observation is a row of ``uint8`` from the view of the seat to move. Players' fields are in seat order, starting with
the seat to move. Each game has a fixed list of fields; :func:`layout_of` returns the fields with their places in the
row. The version is raised whenever a field of any game changes, so that a trained policy can refuse a layout that it
was not trained on.
"""

from dataclasses import dataclass
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from roost.core.adapters import find_adapter
from roost.core.game import Game
from roost.lab.envs import plain_layout
from roost.lab.envs.fields import ObservationField

__all__ = ["LAYOUT_VERSION", "Layout", "ObservationAdapter", "ObservationField", "layout_of"]

LAYOUT_VERSION = 1
"""Version of all layouts, raised whenever the observation of some position changes."""


@dataclass(frozen=True)
class Layout:
    """The fields of a game's observations, in order."""

    fields: tuple[ObservationField, ...]
    version: int = LAYOUT_VERSION

    @property
    def size(self) -> int:
        return sum(field.size for field in self.fields)

    @property
    def places(self) -> dict[str, slice]:
        """Slice of the row that each field occupies, by field name."""
        places, at = {}, 0
        for field in self.fields:
            places[field.name] = slice(at, at + field.size)
            at += field.size
        return places

    @property
    def most(self) -> NDArray[np.uint8]:
        """Maximum value of each entry of the row."""
        return np.repeat([field.most for field in self.fields], [field.size for field in self.fields]).astype(np.uint8)

    def __str__(self) -> str:
        lines = [f"version {self.version}, {self.size} places"]
        for field in self.fields:
            place = self.places[field.name]
            span = f"{place.start}" if field.size == 1 else f"{place.start}–{place.stop - 1}"
            lines.append(f"{span:>7}  {field.name:<10} 0–{field.most:<3}  {field.meaning}")
        return "\n".join(lines)


class ObservationAdapter(Protocol):
    """A game's observation adapter: the list of fields, and the compiled function ``observe`` that fills them in."""

    def fields(self, game: Any) -> tuple[ObservationField, ...]:
        """Return the fields of an observation in order."""


def layout_of(game: Game) -> Layout:
    """Return the layout of a game's observations."""
    adapter = find_adapter(type(game), "observation")
    if adapter is None:
        return Layout(plain_layout.fields(game))
    return Layout(cast("ObservationAdapter", adapter).fields(game))
