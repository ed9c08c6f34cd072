"""A table whose dice are checked on this device: :mod:`roost.play.dice.device` recomputes every roll in the log."""

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
from roost.play.dice.fair import hashed
from roost.study.folders import data_folder


class UnfairDiceError(RoostError):
    """The server reported dice that differ from those this device computed."""


class CheckedTable:
    """One player's view of a table. Each state is shown only after this device has recomputed its dice."""

    def __init__(self, client: Connection, table_id: str, token: str | None = None) -> None:
        self.use(client)
        self.id = table_id
        self.token = token
        """The player's secret token; None for a spectator."""
        self.code = ""
        self.invitations: dict[str, str] = {}
        self.version = 0
        """The latest version of the table seen so far."""
        self.device: Device | None = None
        """Recomputes the dice. None before the first snapshot, and for challenges, whose dice prove nothing."""
        self.evidence: Path | None = None
        """File with the evidence, if the dice were found to be unfair."""
        self._verified = 0
        """The version up to which this device has recomputed the log."""
        self._positions: dict[int, str] = {}
        """The recomputed position at each version of the table."""
        self._change: Json = {}
        """The latest change that this client received live."""
        self._is_real = False
        """Whether the next roll is made with real dice and entered by the player."""

    def use(self, client: Connection) -> None:
        self.client = client
        client.tables.add(self)

    async def _post(self, command: str, body: Json) -> Json:
        change: Json = await self.client.call("POST", f"/api/tables/{self.id}/{command}", body, self.token)
        self.version = max(self.version, change.get("version", 0))
        if "table" in change:
            await self._apply_new(change)
        return change

    async def _apply_snapshot(self, snapshot: Json) -> None:
        """Check a snapshot against the log up to the snapshot's version."""
        table, spec, you = snapshot["table"], snapshot["spec"], snapshot["you"]
        if self.device is None and not spec.get("challenge"):
            self.device = Device(self.id)
        if self.device is None:
            return
        if you is not None:
            self.device.person = you["person"]
        if table["version"] < self._verified:
            table = (await self._ask())["table"]  # a later change may have overtaken the first response
        if table["version"] < self._verified:
            await self._recompute(table["version"])
        await self._catch_up(table["version"])
        await self._compare_and_answer(table)

    async def _apply_new(self, change: Json) -> None:
        """Apply a change. Missing earlier changes are fetched and applied first."""
        if self.device is None:
            await self.snapshot()
            return
        await self._catch_up(change["version"] - 1)
        if change["version"] == self._verified + 1:
            self._change = change
            self._apply(change)
        if "table" in change:
            rolls = [event["roll"] for event in change.get("events", []) if event.get("type") == "rolled"]
            await self._compare_and_answer(change["table"], rolls)

    async def _compare_and_answer(self, table: Json, rolls: Sequence[str] = ()) -> None:
        """Compare a table and its latest rolls with the recomputed ones, then reveal the number if asked."""
        device, version, game = self.device, table["version"], table["game"]
        assert device is not None
        seat = None if game is None else game["seat"]
        self._is_real = seat is not None and table["seats"][seat].get("real", False)
        if game is not None and version < self._verified and self._positions.get(version) != game["position"]:
            await self._recompute(version)
        self._compare(table, rolls)
        if device.broken is not None and not device.is_restored:
            await self._recompute(version)
            self._compare(table, rolls)
        self._check_device()
        await self._take_part()

    def _compare(self, table: Json, rolls: Sequence[str]) -> None:
        if self.device is not None and table["version"] == self._verified and table["game"] is not None:
            self.device.hear({"position": table["game"]["position"], "rolls": list(rolls)})

    async def _recompute(self, version: int) -> None:
        """Recompute the log from the beginning, because the host may have restored a backup."""
        assert self.device is not None
        self.device.restart()
        self._verified, self.version = 0, version
        self._positions.clear()
        await self._catch_up(version)

    def _apply(self, change: Json) -> None:
        assert self.device is not None
        self._verified = change["version"]
        for entry in change["entries"]:
            self.device.hear(entry)
        self._positions[self._verified] = str(self.device.state)

    async def _catch_up(self, version: int) -> None:
        """Fetch and apply all changes up to ``version``."""
        assert self.device is not None
        while (verified := self._verified) < version:
            path = f"/api/tables/{self.id}/changes?after={verified}"
            for change in await self.client.call("GET", path, None, self.token):
                if change["version"] == self._verified + 1 <= version:
                    self._apply(change)
            if self._verified == verified:
                raise UnfairDiceError(f"the server did not send version {verified + 1} of the table")

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

    def _seal_field(self) -> Json:
        """Return this device's seal as a field for a request; empty if the seal was already sent."""
        device = self.device
        return {"seal": device.seal()} if device is not None and device.wants_to_seal else {}

    async def seal(self) -> None:
        """Seal a number for the next game, unless this device has already done so."""
        if seal := self._seal_field():
            with suppress(ServerError):  # refused if the game is about to begin without this device's number
                await self._post("seal", {**seal, "key": token_hex(16)})

    async def _take_part(self) -> None:
        """Reveal this device's number if the table asks for it."""
        device = self.device
        if device is not None and device.person >= 0 and device.asked is not None:
            attempt, number = device.answer()
            key = hashed(str(device.listed).encode()).hex()[:32]  # the same key for the same list: it is answered once
            with suppress(ServerError):  # refused if it is too late: the game begins without this device's number
                await self._post("open", {"attempt": attempt, "number": number, "key": key})

    async def check_dice(self, game: int | None = None) -> DiceCheck:
        """Check every roll of a game (default: the latest), and compare its record with the events received.

        Raises :class:`UnfairDiceError`, or an error of :func:`roost.play.dice.verify_dice`.
        """
        number = (await self.snapshot())["table"]["game"]["number"] if game is None else game
        record = read(await self.record(number))
        check = verify_dice(record)
        device = self.device
        if device is not None and device.game == number and not _is_same(record, device):
            raise UnfairDiceError(f"the record of game {number} differs from the game as it was played here")
        return check

    async def snapshot(self) -> Json:
        """Return the table's current state, its original settings, and this client's seats."""
        snapshot = await self._ask()
        self.version = max(self.version, snapshot["table"]["version"])
        await self._apply_snapshot(snapshot)
        return snapshot

    async def _ask(self) -> Json:
        snapshot: Json = await self.client.call("GET", f"/api/tables/{self.id}", None, self.token)
        return snapshot

    async def series(self) -> Json:
        """Return the standings of the series, and the result of each game."""
        report: Json = await self.client.call("GET", f"/api/tables/{self.id}/series", None, self.token)
        return report

    async def records(self) -> str:
        """Return the records of all finished games of the series, as one text."""
        return (await self.client.answer("GET", f"/api/tables/{self.id}/records", None, self.token)).text

    async def record(self, game: int | None = None) -> str:
        """Return the record of a game; by default, of the latest one."""
        query = "" if game is None else f"?game={game}"
        return (await self.client.answer("GET", f"/api/tables/{self.id}/record{query}", None, self.token)).text


def _is_same(record: Record, device: Device) -> bool:
    """Whether a record has the same position and dice list as this device."""
    listed = device.listed
    return device.state == record.state and (listed is None or record.headers.get("List") == str(listed))
