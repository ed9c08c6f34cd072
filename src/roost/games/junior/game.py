"""Heckmeck Junior (rules JR-1 to JR-8)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from roost.core.dice import Die, Symbol
from roost.core.game import option
from roost.core.moves import Event
from roost.core.notation import Choice, Flag, Numbers
from roost.core.outcome import Outcome
from roost.core.state import Step
from roost.games.set_aside import TurnDice, shared_turn_dice
from roost.games.tiles import GRILL_EMPTY, FacedDown, TileGame, TileState

# SA-3: every filling counts 1, a bun 2. The cucumber's letter is g, for gherkin, because c stands for cheese.
_SYMBOLS = (
    Symbol("w", "worm", 1),
    Symbol("g", "cucumber", 1),
    Symbol("c", "cheese", 1),
    Symbol("k", "ketchup", 1),
    Symbol("b", "bun", 2),
)
_NAMES = tuple(symbol.name for symbol in _SYMBOLS)


@cache
def _turn_dice(double_face: str) -> TurnDice:
    """Return JR-1's turn dice: six dice with five symbols, one of which is printed twice."""
    return shared_turn_dice(Die(_SYMBOLS, tuple(2 if name == double_face else 1 for name in _NAMES)), 6)


class JuniorState(TileState):
    """A position of Junior."""

    __slots__ = ()

    game: Junior

    def _failed(self, events: tuple[Event, ...]) -> Step:
        """Turn the highest tile on the grill face down; no tile is returned (JR-7)."""
        *grill, highest = self.grill
        return self.next_turn((*events, FacedDown(highest)), tuple(grill), self.stacks)

    @property
    def outcome(self) -> Outcome | None:
        return None if self.grill else Outcome.of(self.scores(), GRILL_EMPTY)  # JR-8


@dataclass(frozen=True)
class Junior(TileGame):
    """Heckmeck Junior for 2 to 5 players."""

    name: ClassVar[str] = "junior"
    title: ClassVar[str] = "Heckmeck Junior"
    player_range: ClassVar[range] = range(2, 6)
    adapters: ClassVar[tuple[str, ...]] = (
        "roost.games.junior.adapters",
        "roost.games.tiles.adapters",
        "roost.games.set_aside.adapters",
    )
    start_rule: ClassVar[str] = "JR-2"
    dice_count: ClassVar[int] = 6
    dead_roll_counts: ClassVar[bool] = True  # SA-5, JR-3
    symbols: ClassVar[str] = "wgckb"
    tiles: ClassVar[tuple[int, ...]] = tuple(tile for tile in range(4, 10) for _ in range(2))  # JR-2
    state_type: ClassVar[type[TileState]] = JuniorState

    double_face: str = option("worm", Choice(_NAMES), "JR-1", "The symbol printed on two faces of each die.")
    worms: tuple[int, ...] = option(
        (1, 1, 2, 2, 3, 4), Numbers(0, 9, 6, 6), "JR-2", "The worms on the tiles 4, 5, 6, 7, 8 and 9."
    )
    must_pinch: bool = option(
        False, Flag(), "JR-6", "A player who can pinch the tile with their number may not take a lower one instead."
    )

    @property
    def turn_dice(self) -> TurnDice:
        return _turn_dice(self.double_face)

    def worms_on(self, tile: int) -> int:
        return self.worms[tile - 4]

    @property
    def must_snatch(self) -> bool:
        return self.must_pinch  # JR-6
