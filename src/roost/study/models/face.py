"""What a game brings so that its turns can be valued: solved exactly against what a model says of what comes after."""

from __future__ import annotations

from typing import Any, Protocol, cast

from roost.core.faces import face_files, has_face, need_face
from roost.core.game import Game
from roost.core.state import State
from roost.study.fast.packed import Packing
from roost.study.fast.records import Records
from roost.study.models.turns import Leaf, Turns
from roost.study.models.valuation import Valuation
from roost.study.solve.exact import Exact

__all__ = ["ValuationFace", "has_model", "solve_turns", "valuation_face"]


class ValuationFace(Protocol):
    """A game's turns, valued."""

    def turn_start(self, state: Any) -> State:
        """The position that the turn under way is valued from: the table as it is now, at the start of the turn."""

    def value_turn(self, start: Any, leaf: Leaf) -> Valuation:
        """Value a turn against ``leaf``, which tells what packed positions after it are worth."""

    def value_exactly(self, start: Any, known: Exact) -> Valuation:
        """Value a turn where all that comes after it is solved."""

    def solve_turns(self, packed: Packing[Any, Any], states: Records, leaf: Leaf) -> Turns:
        """Solve many turns of one game, given by packed positions at their starts."""


def has_model(kind: type[Game]) -> bool:
    """Whether a game brings a model, and what it takes to value turns with it; others are searched."""
    return has_face(kind, "valuation") and bool(face_files(kind, "model.npz"))


def valuation_face(game: Game) -> ValuationFace:
    """What a game brings."""
    return cast("ValuationFace", need_face(type(game), "valuation", "model of who is going to win"))


def solve_turns(packed: Packing[Any, Any], states: Records, leaf: Leaf) -> Turns:
    """Solve turns of one game, given by packed positions at their starts, when ``leaf`` values what comes after."""
    return valuation_face(packed.game).solve_turns(packed, states, leaf)
