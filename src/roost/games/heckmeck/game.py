"""Heckmeck am Bratwurmeck, also sold as Pickomino (rules HM-1 to HM-11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from roost.core.dice import Die, Symbol
from roost.core.game import option
from roost.core.moves import Event
from roost.core.notation import Flag
from roost.core.outcome import Outcome
from roost.core.state import Step
from roost.games.set_aside import TurnDice, shared_turn_dice
from roost.games.tiles import GRILL_EMPTY, FacedDown, Returned, TileGame, TileState

# SA-3, SA-8: the worm and the 5 are two symbols, both worth 5.
_SYMBOLS = (*(Symbol(str(n), str(n), n) for n in range(1, 6)), Symbol("w", "worm", 5))
_TURN_DICE = shared_turn_dice(Die(_SYMBOLS, (1,) * 6), 8)


class HeckmeckState(TileState):
    """A position of Heckmeck."""

    __slots__ = ()

    game: Heckmeck

    def _failed(self, events: tuple[Event, ...]) -> Step:
        """Return the player's top tile, then turn the grill's highest tile unless it is the returned tile (HM-7)."""
        game, seat, grill, stacks = self.game, self.seat, self.grill, self.stacks
        assert seat is not None
        stack, returned = stacks[seat], 0
        if stack:
            returned = stack[-1]
            grill = tuple(sorted((*grill, returned)))
            stacks = (*stacks[:seat], stack[:-1], *stacks[seat + 1 :])
            events = (*events, Returned(seat, returned))
        highest = grill[-1]
        # HM-8: a player without a tile to return does not turn one. HM-11: in the short game even the returned tile is
        # turned.
        if (returned or game.always_turn) and (highest != returned or game.short_game):
            grill = grill[:-1]
            events = (*events, FacedDown(highest))
        return self.next_turn(events, grill, stacks)

    @property
    def outcome(self) -> Outcome | None:
        if self.grill:  # HM-9
            return None
        highest = [max(stack, default=0) for stack in self.stacks]
        return Outcome.of(self.scores(), GRILL_EMPTY, "highest-tile", highest)  # HM-10


@dataclass(frozen=True)
class Heckmeck(TileGame):
    """Heckmeck am Bratwurmeck for 2 to 7 players."""

    name: ClassVar[str] = "heckmeck"
    title: ClassVar[str] = "Heckmeck am Bratwurmeck"
    player_range: ClassVar[range] = range(2, 8)
    adapters: ClassVar[tuple[str, ...]] = (
        "roost.games.heckmeck.adapters",
        "roost.games.tiles.adapters",
        "roost.games.set_aside.adapters",
    )
    start_rule: ClassVar[str] = "HM-1"
    dice_count: ClassVar[int] = 8
    symbols: ClassVar[str] = "12345w"
    tiles: ClassVar[tuple[int, ...]] = tuple(range(21, 37))
    state_type: ClassVar[type[TileState]] = HeckmeckState

    short_game: bool = option(
        False, Flag(), "HM-11", "A returned tile that is the highest on the grill is turned face down too."
    )
    always_turn: bool = option(
        False,
        Flag(),
        "HM-8",
        "The highest tile is turned after every failed turn, also of a player without a tile.",
    )

    @property
    def turn_dice(self) -> TurnDice:
        return _TURN_DICE

    def worms_on(self, tile: int) -> int:
        return (tile - 17) // 4  # HM-1: one worm on 21–24, two on 25–28, three on 29–32, four on 33–36
