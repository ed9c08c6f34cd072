"""Hosts that cheat: parts of the real server, replaced by others that would like to choose the dice."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import pytest
from msgspec.structs import replace

from roost.core.dice import Dice
from roost.play.dice.fair import FairDice, FairRoll
from roost.play.server.live.rooms import Rooms
from roost.play.table import commands
from roost.play.table.commands import Dealer
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft
from roost.play.table.log import Rolled, Started
from roost.play.table.play import Play
from roost.play.table.refusals import Kind, RefusedError
from roost.play.table.table import Table

__all__ = ["CHEATS", "Cheat"]

Patch = pytest.MonkeyPatch
_honest_roll = TableDealer.roll
_honest_move = commands.move
_honest_bot = commands.bot_roll
_honest_add = Draft.add


@dataclass(frozen=True)
class Cheat:
    """A way to cheat, and the rule that it breaks."""

    begin: Callable[[Patch], None]
    reason: str
    is_in_the_record: bool = False
    """Whether the record alone shows it."""
    is_from_the_start: bool = False

    def __repr__(self) -> str:
        return self.begin.__name__.lstrip("_")


def _rolls(cheat: Callable[[FairDice, Play, Dice, bytes], FairRoll]) -> Callable[[Patch], None]:
    """A host that rolls in its own way."""

    def begin(patch: Patch) -> None:
        def roll(self: TableDealer, play: Play, dice: Dice, nonce: bytes) -> FairRoll:
            chain = self._chain_of(play.dice)
            chain.rolled = play.rolls
            return cheat(chain, play, dice, nonce)

        patch.setattr(TableDealer, "roll", roll)

    begin.__name__ = cheat.__name__
    return begin


def _is_good(rolled: FairRoll) -> bool:
    return "w" not in str(rolled.roll)


def _another_link(chain: FairDice, play: Play, dice: Dice, nonce: bytes) -> FairRoll:
    """Roll from other chains until the dice are to the host's liking."""
    while True:
        other = FairDice(secrets.token_bytes(32), play.dice, length=play.rolls + 1, rolled=play.rolls)
        if _is_good(found := other.roll_with(nonce, dice, play.story)):
            return found


def _a_later_link(chain: FairDice, play: Play, dice: Dice, nonce: bytes) -> FairRoll:
    """Pass over the links that are not to the host's liking; the first one in any case."""
    chain.rolled = play.rolls + 1
    while not _is_good(found := chain.roll_with(nonce, dice, play.story)):
        pass
    return found


def _another_number(chain: FairDice, play: Play, dice: Dice, nonce: bytes) -> FairRoll:
    """Put numbers of the host's own in the place of the roller's."""
    while nonce:
        chain.rolled = play.rolls
        if _is_good(found := chain.roll_with(secrets.token_bytes(32), dice, play.story)):
            return found
    return chain.roll_with(nonce, dice, play.story)


def _a_bot_s_number(chain: FairDice, play: Play, dice: Dice, nonce: bytes) -> FairRoll:
    """Choose a number for the bot."""
    return chain.roll_with(nonce or secrets.token_bytes(32), dice, play.story)


def _other_dice(chain: FairDice, play: Play, dice: Dice, nonce: bytes) -> FairRoll:
    """Show other dice than those of an honest proof."""
    honest = chain.roll_with(nonce, dice, play.story)
    return next(FairRoll(roll, honest.proof) for roll, _ in dice.rolls if roll != honest.roll)


def _stream_only(patch: Patch) -> None:
    """Roll with a number of the host's own, tell it by the stream, and answer the player that they came too late."""
    run = Rooms.run_in

    async def run_in(
        self: Rooms, room: Any, command: Any, key: str | None = None, newcomer: bytes | None = None
    ) -> Any:
        happened = await run(self, room, command, key, newcomer)
        if any(isinstance(entry, Rolled) and entry.by is None for entry in happened.change.entries):
            raise RefusedError(Kind.STALE, "Somebody was faster.", version=happened.change.version)
        return happened

    def move(
        table: Table, person: int, version: int, action: str | None, nonce: bytes | None, dealer: Dealer, now: float
    ) -> Draft:
        chosen = None if nonce is None else secrets.token_bytes(32)
        blind = table if table.play is None else replace(table, play=replace(table.play, numbers=()))
        return _honest_move(blind, person, version, action, chosen, dealer, now)

    patch.setattr(Rooms, "run_in", run_in)
    patch.setattr(commands, "move", move)


def _substitute(patch: Patch) -> None:
    """See the player's number, and let a bot roll for them instead."""

    def move(
        table: Table, person: int, version: int, action: str | None, nonce: bytes | None, dealer: Dealer, now: float
    ) -> Draft:
        if action is None and nonce is not None:
            return _honest_bot(table, "chick", dealer, now)
        return _honest_move(table, person, version, action, nonce, dealer, now)

    patch.setattr(commands, "move", move)


def _swapped_chain(patch: Patch) -> None:
    """Go on with another chain in the middle of a game, and tell its commitment with every view of the table."""
    other: dict[str, FairDice] = {}

    def swapped(play: Play) -> FairDice:
        if play.dice not in other:
            other[play.dice] = FairDice(sha256(b"another secret").digest(), play.dice)
        other[play.dice].rolled = play.rolls
        return other[play.dice]

    def roll(self: TableDealer, play: Play, dice: Dice, nonce: bytes) -> FairRoll:
        return swapped(play).roll_with(nonce, dice, play.story)

    def add(self: Draft, entry: Any, move: Any = None) -> None:
        _honest_add(self, entry, move)
        if isinstance(entry, Rolled) and self._table is not None and self._table.play is not None:
            play = self._table.play
            self._table = replace(self._table, play=replace(play, commitment=swapped(play).commitment.hex()))

    patch.setattr(TableDealer, "roll", roll)
    patch.setattr(Draft, "add", add)


def _another_start(patch: Patch) -> None:
    """Begin with another chain than the one that was published with the table."""

    def add(self: Draft, entry: Any, move: Any = None) -> None:
        if isinstance(entry, Started):
            entry = replace(entry, commitment=FairDice(secrets.token_bytes(32), entry.dice).commitment.hex())
        _honest_add(self, entry, move)

    patch.setattr(Draft, "add", add)


CHEATS = [
    Cheat(_rolls(_another_link), "chain", is_in_the_record=True),
    Cheat(_rolls(_a_later_link), "order"),
    Cheat(_rolls(_another_number), "nonce", is_in_the_record=True),
    Cheat(_rolls(_a_bot_s_number), "bot", is_in_the_record=True),
    Cheat(_rolls(_other_dice), "dice", is_in_the_record=True),
    Cheat(_stream_only, "nonce", is_in_the_record=True),
    Cheat(_substitute, "nonce"),
    Cheat(_swapped_chain, "chain", is_in_the_record=True),
    Cheat(_another_start, "commitment", is_from_the_start=True),
]
