"""Hosts that cheat: parts of the real server, replaced by others that would like to choose the dice."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import pytest
from msgspec.structs import replace

from roost.core.dice import Dice
from roost.core.record.proof import Proof
from roost.play.dice.fair import FairRoll, host_chain, rolled
from roost.play.server.live.rooms import Rooms
from roost.play.table import commands
from roost.play.table.commands import Dealer
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft
from roost.play.table.log import Rolled, Sealed, Started
from roost.play.table.play import Play
from roost.play.table.refusals import Kind, RefusedError
from roost.play.table.table import Table

Patch = pytest.MonkeyPatch
_honest_roll = TableDealer.roll
_honest_move = commands.move
_honest_bot = commands.bot_roll
_honest_add = Draft.add
_OTHER = sha256(b"another secret").digest()


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


def _rolls(cheat: Callable[[TableDealer, Play, Dice, bytes], FairRoll]) -> Callable[[Patch], None]:
    """A host that rolls in its own way."""

    def begin(patch: Patch) -> None:
        patch.setattr(TableDealer, "roll", cheat)

    begin.__name__ = cheat.__name__
    return begin


def _is_good(found: FairRoll) -> bool:
    return "w" not in str(found.roll)


def _rolled(play: Play, dice: Dice, number: int, link: bytes, given: bytes) -> FairRoll:
    return FairRoll(rolled(play.seed, number, link, given or play.opened, dice), Proof(number, link, given))


def _another_link(dealer: TableDealer, play: Play, dice: Dice, number: bytes) -> FairRoll:
    """Roll from other chains until the dice are to the host's liking."""
    while True:
        if _is_good(found := _rolled(play, dice, play.rolls + 1, secrets.token_bytes(32), number)):
            return found


def _a_later_link(dealer: TableDealer, play: Play, dice: Dice, number: bytes) -> FairRoll:
    """Pass over the links that are not to the host's liking; the first one in any case."""
    later, chain = play.rolls + 2, dealer._chain_of(play.dice)
    while not _is_good(found := _rolled(play, dice, later, chain.link(later), number)):
        later += 1
    return found


def _another_number(dealer: TableDealer, play: Play, dice: Dice, number: bytes) -> FairRoll:
    """Put numbers of the host's own in the place of the roller's."""
    while number:
        link = dealer._chain_of(play.dice).link(play.rolls + 1)
        if _is_good(found := _rolled(play, dice, play.rolls + 1, link, secrets.token_bytes(32))):
            return found
    return _honest_roll(dealer, play, dice, number)


def _a_bot_s_number(dealer: TableDealer, play: Play, dice: Dice, number: bytes) -> FairRoll:
    """Choose a number for the bot."""
    return _honest_roll(dealer, play, dice, number or secrets.token_bytes(32))


def _other_dice(dealer: TableDealer, play: Play, dice: Dice, number: bytes) -> FairRoll:
    """Show other dice than those of an honest proof."""
    honest = _honest_roll(dealer, play, dice, number)
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

    def roll_own(draft: Draft, person: int, number: bytes, dealer: Dealer) -> None:
        commands._roll(draft, secrets.token_bytes(32), dealer, None)

    patch.setattr(Rooms, "run_in", run_in)
    patch.setattr(commands, "_roll_own", roll_own)


def substitute(patch: Patch) -> None:
    """See the player's number, and let a bot roll for them instead."""

    def move(
        table: Table, person: int, version: int, action: str | None, number: bytes | None, dealer: Dealer, now: float
    ) -> Draft:
        if action is None and number is not None:
            return _honest_bot(table, "chick", dealer, now)
        return _honest_move(table, person, version, action, number, dealer, now)

    patch.setattr(commands, "move", move)


def _swapped_chain(patch: Patch) -> None:
    """Go on with another chain in the middle of a game, and tell its commitment with every view of the table."""

    def roll(self: TableDealer, play: Play, dice: Dice, number: bytes) -> FairRoll:
        count = play.rolls + 1
        return _rolled(play, dice, count, host_chain(_OTHER, play.dice).link(count), number)

    def add(self: Draft, entry: Any, move: Any = None) -> None:
        _honest_add(self, entry, move)
        if isinstance(entry, Rolled) and self._table is not None and self._table.play is not None:
            play = self._table.play
            self._table = replace(self._table, play=replace(play, commitment=host_chain(_OTHER, play.dice).top.hex()))

    patch.setattr(TableDealer, "roll", roll)
    patch.setattr(Draft, "add", add)


def _older_protocol(patch: Patch) -> None:
    """Call the game one of an older version, whose dice nobody checks."""

    def add(self: Draft, entry: Any, move: Any = None) -> None:
        _honest_add(self, replace(entry, protocol=1) if isinstance(entry, Started) else entry, move)

    patch.setattr(Draft, "add", add)


def _slipped_seal(patch: Patch) -> None:
    """Slip a seal of somebody who does not exist between a number and its roll."""

    def add(self: Draft, entry: Any, move: Any = None) -> None:
        if isinstance(entry, Rolled) and self.table.play is not None:
            self.entries.append(Sealed(9, self.table.play.number, secrets.token_hex(32), 1))
        _honest_add(self, entry, move)

    patch.setattr(Draft, "add", add)


def _searched_name(patch: Patch) -> None:
    """Search for a name of the dice."""

    def add(self: Draft, entry: Any, move: Any = None) -> None:
        _honest_add(self, replace(entry, dice=f"{entry.dice}:nice") if isinstance(entry, Started) else entry, move)

    patch.setattr(Draft, "add", add)


def _another_start(patch: Patch) -> None:
    """Begin with another chain than the one that was published with the table."""

    def add(self: Draft, entry: Any, move: Any = None) -> None:
        if isinstance(entry, Started):
            entry = replace(entry, commitment=host_chain(_OTHER, entry.dice).top.hex())
        _honest_add(self, entry, move)

    patch.setattr(Draft, "add", add)


CHEATS = [
    Cheat(_rolls(_another_link), "linked", is_in_the_record=True),
    Cheat(_rolls(_a_later_link), "counted"),
    Cheat(_rolls(_another_number), "number", is_in_the_record=True),
    Cheat(_rolls(_a_bot_s_number), "number", is_in_the_record=True),
    Cheat(_rolls(_other_dice), "dice", is_in_the_record=True),
    Cheat(_stream_only, "number", is_in_the_record=True),
    Cheat(_swapped_chain, "linked", is_in_the_record=True),
    Cheat(_another_start, "pinned", is_from_the_start=True),
    Cheat(_older_protocol, "pinned", is_from_the_start=True),
    Cheat(_searched_name, "pinned", is_from_the_start=True),
    Cheat(_slipped_seal, "listed"),
]
