"""A table whose dice are computed on this device: :mod:`roost.play.dice.device` hears all that is told of it."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from roost.core.errors import RoostError
from roost.core.record import Record, read
from roost.play.client.connection import Connection, Json, ServerError
from roost.play.dice import DiceCheck, verify_dice
from roost.play.dice.device import Device
from roost.play.dice.evidence import write_evidence
from roost.study.folders import data_folder


class UnfairDiceError(RoostError):
    """The server told other dice than those that this device computed."""


class CheckedTable:
    """One person's view of a table. Nothing is told of it before its dice were computed here."""

    def __init__(self, client: Connection, table_id: str, token: str | None = None) -> None:
        self.use(client)
        self.id = table_id
        self.token = token
        """The secret of this person; without it one can only watch."""
        self.code = ""
        self.invitations: dict[str, str] = {}
        self.version = 0
        """The latest version that was seen."""
        self.device: Device | None = None
        """What is known of the table's dice, once we have seen the table. A challenge's dice prove nothing."""
        self.evidence: Path | None = None
        """The file of the evidence, if the dice were not fair."""
        self._heard = 0
        """The version up to which the log was heard."""
        self._positions: dict[int, str] = {}
        """The computed position after each version of the log."""
        self._change: Json = {}
        """The latest change that was heard as it happened."""
        self._is_real = False
        """Whether real dice are rolled next, which are entered."""

    def use(self, client: Connection) -> None:
        """Ask by this connection from now on."""
        self.client = client
        client.tables.add(self)

    async def _post(self, what: str, body: Json) -> Json:
        change: Json = await self.client.call("POST", f"/api/tables/{self.id}/{what}", body, self.token)
        self.version = max(self.version, change.get("version", 0))
        if "table" in change:
            await self._hear(change)
        return change

    async def _look(self, seen: Json) -> None:
        """Take in the table as it stands: what led to it is read in its log."""
        table, spec, you = seen["table"], seen["spec"], seen["you"]
        if self.device is None and not spec.get("challenge"):
            self.device = Device(self.id)
        if self.device is None:
            return
        if you is not None:
            self.device.person = you["person"]
        if table["version"] < self._heard:
            table = (await self._ask())["table"]  # the first answer may have been overtaken by a later change
        if table["version"] < self._heard:
            await self._hear_again(table["version"])
        await self._catch_up(table["version"])
        await self._take(table)

    async def _hear(self, change: Json) -> None:
        """Take in a change, and what came before it if that has not been heard."""
        if self.device is None:
            await self.snapshot()
            return
        await self._catch_up(change["version"] - 1)
        if change["version"] == self._heard + 1:
            self._change = change
            self._hear_next(change)
        if "table" in change:
            rolls = [event["roll"] for event in change.get("events", []) if event.get("type") == "rolled"]
            await self._take(change["table"], rolls)

    async def _take(self, table: Json, rolls: Sequence[str] = ()) -> None:
        """Compare a table, and the rolls of its events, with the computed positions before anyone sees it."""
        device, version, game = self.device, table["version"], table["game"]
        assert device is not None
        seat = None if game is None else game["seat"]
        self._is_real = seat is not None and table["seats"][seat].get("real", False)
        if game is not None and version < self._heard and self._positions.get(version) != game["position"]:
            await self._hear_again(version)
        self._compare(table, rolls)
        if device.broken is not None and not device.is_restored:
            await self._hear_again(version)
            self._compare(table, rolls)
        self._check_device()
        await self._take_part()

    def _compare(self, table: Json, rolls: Sequence[str]) -> None:
        if self.device is not None and table["version"] == self._heard and table["game"] is not None:
            self.device.hear({"position": table["game"]["position"], "rolls": list(rolls)})

    async def _hear_again(self, version: int) -> None:
        """Hear the log again from its beginning, because the host may have restored a backup."""
        assert self.device is not None
        self.device.restart()
        self._heard, self.version = 0, version
        self._positions.clear()
        await self._catch_up(version)

    def _hear_next(self, change: Json) -> None:
        assert self.device is not None
        self._heard = change["version"]
        for entry in change["entries"]:
            self.device.hear(entry)
        self._positions[self._heard] = str(self.device.state)

    async def _catch_up(self, version: int) -> None:
        """Read what happened up to a version that we have not been told of."""
        assert self.device is not None
        while (heard := self._heard) < version:
            path = f"/api/tables/{self.id}/changes?after={heard}"
            for change in await self.client.call("GET", path, None, self.token):
                if change["version"] == self._heard + 1 <= version:
                    self._hear_next(change)
            if self._heard == heard:
                raise UnfairDiceError(f"the host does not tell version {heard + 1} of the table")

    def _check_device(self) -> None:
        device = self.device
        if device is None or device.broken is None:
            return
        if self.evidence is None:
            folder = self.client.evidence or data_folder() / "evidence"
            self.evidence = folder / f"{self.id}-{device.broken.game}.json"
            write_evidence(self.evidence, device)
        rule, game, roll = device.broken
        where = f"roll {roll} of game {game}"
        raise UnfairDiceError(f"{where} breaks the rule {rule!r}; the evidence is in {self.evidence}")

    def _own_seal(self) -> Json:
        """The seal of our number when we sit down, or want to play, unless it was sent."""
        device = self.device
        return {"seal": device.seal()} if device is not None and device.wants_to_seal else {}

    async def seal(self) -> None:
        """Seal a number for the next game, unless that was done."""
        if own := self._own_seal():
            with suppress(ServerError):  # the game is about to begin: without us
                await self._post("seal", {**own, "key": token_hex(16)})

    async def _take_part(self) -> None:
        """Open our number if a list asks for it."""
        device = self.device
        if device is not None and device.person >= 0 and device.asked is not None:
            attempt, number = device.answer()
            with suppress(ServerError):  # too late: the game begins without us
                await self._post("open", {"attempt": attempt, "number": number, "key": token_hex(16)})

    async def check_dice(self, game: int | None = None) -> DiceCheck:
        """Check every roll of a game, the latest without a number, and compare its record with what we were told.

        Raises an :class:`UnfairDiceError`, or what :func:`roost.play.dice.verify_dice` raises.
        """
        number = (await self.snapshot())["table"]["game"]["number"] if game is None else game
        record = read(await self.record(number))
        check = verify_dice(record)
        device = self.device
        if device is not None and device.game == number and not _is_same(record, device):
            raise UnfairDiceError(f"the record of game {number} is not the game that was told")
        return check

    async def snapshot(self) -> Json:
        """The table as it stands, what it was made with, and who we are."""
        seen = await self._ask()
        self.version = max(self.version, seen["table"]["version"])
        await self._look(seen)
        return seen

    async def _ask(self) -> Json:
        seen: Json = await self.client.call("GET", f"/api/tables/{self.id}", None, self.token)
        return seen

    async def series(self) -> Json:
        """The standing of a series, and what each of its games came to."""
        report: Json = await self.client.call("GET", f"/api/tables/{self.id}/series", None, self.token)
        return report

    async def records(self) -> str:
        """The records of all finished games of a series in one text."""
        return (await self.client.answer("GET", f"/api/tables/{self.id}/records", None, self.token)).text

    async def record(self, game: int | None = None) -> str:
        """The record of a game; the latest without a number."""
        query = "" if game is None else f"?game={game}"
        return (await self.client.answer("GET", f"/api/tables/{self.id}/record{query}", None, self.token)).text


def _is_same(record: Record, device: Device) -> bool:
    """Whether a record tells the moves that a device has heard of, and the list of their dice."""
    listed = device.listed
    return device.state == record.state and (listed is None or record.headers.get("List") == str(listed))
