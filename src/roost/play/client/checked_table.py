"""A table whose dice are checked while it is played: :mod:`roost.play.dice.trust` hears all that is heard of it."""

from __future__ import annotations

from pathlib import Path
from secrets import token_bytes, token_hex

from roost.core.errors import RoostError
from roost.core.record import read
from roost.play.client.connection import Connection, Json, ServerError
from roost.play.dice import DiceCheck, verify_dice
from roost.play.dice.evidence import new_trust, write_evidence
from roost.play.dice.fair import Numbers
from roost.play.dice.trust import Trust

__all__ = ["CheckedTable", "UnfairDiceError"]


class UnfairDiceError(RoostError):
    """The server rolled with something else than what it was given or had committed to."""


class CheckedTable:
    """What one person hears of a table, checked, and the numbers that they give for its dice."""

    def __init__(self, client: Connection, table_id: str, token: str | None = None) -> None:
        self.client = client
        self.id = table_id
        self.token = token
        """The secret of this person; without it one can only watch."""
        self.code = ""
        self.invitations: dict[str, str] = {}
        self.version = 0
        """The latest version that was seen."""
        self.trust: Trust | None = None
        """What we know of the table's dice, once we have seen the table."""
        self.evidence: Path | None = None
        """Where the evidence is, if the dice were not fair."""
        self._about: Json = {}
        self._heard = 0
        """The version up to which everything that happened was checked."""
        self._secrets: dict[str, bytes] = {}
        """The secrets of our numbers, one for each time that the host committed anew."""
        self._numbers: dict[tuple[str, int], Numbers] = {}
        self._turn: int | None = None
        """Which of our seats has its turn, as far as was heard."""
        self._is_real = False
        """Whether whoever has their turn rolls real dice, which are entered."""

    async def _post(self, what: str, body: Json) -> Json:
        change: Json = await self.client.call("POST", f"/api/tables/{self.id}/{what}", body, self.token)
        self.version = max(self.version, change.get("version", 0))
        if "table" in change:
            await self._hear(change)
        return change

    async def _look(self, seen: Json) -> None:
        """Take in the table as it stands."""
        table, spec, you = seen["table"], seen["spec"], seen["you"]
        if spec.get("challenge"):
            return  # everybody can look its dice up: there is nothing to prove
        if self.trust is None:
            try:
                self.trust = new_trust(spec["game"], len(spec["seats"]), spec.get("options", {}))
            except RoostError:
                return  # a game that is not installed here: what is on its dice is not known
            self._about = {"game": spec["game"], "players": len(spec["seats"]), "options": spec.get("options", {})}
            self._heard = table["version"]
            if real := [seat["seat"] for seat in table["seats"] if seat.get("real")]:
                self.trust.real(*real)
        elif not self._is_void(table):
            heard = self._heard
            if table["version"] < heard:  # old news, or a host that takes something back: whoever is asked now knows
                table = (await self._ask())["table"]
            if table["version"] < heard and not self._is_void(table):
                self._heard = table["version"]
            await self._catch_up(table["version"])
        if you is not None:
            self.trust.person = you["person"]
        if table["version"] == self._heard:
            self._take(table)

    def _is_void(self, table: Json) -> bool:
        """Whether the host has restored a backup from before what we heard: we begin anew with what it says now."""
        renewal, trust = table.get("renewal"), self.trust
        if renewal is None or trust is None or renewal["id"] == trust.renewal or renewal["version"] > self._heard:
            return False
        trust.restored(renewal["id"])
        self.version = self._heard = table["version"]
        return True

    def _take(self, table: Json) -> None:
        """Take in how a table stands after what was heard."""
        assert self.trust is not None
        if table.get("renewal") is not None and table["renewal"]["id"] != self.trust.renewal:
            self.trust.restored(table["renewal"]["id"])
        if table.get("coming") is not None:
            coming = table["coming"]
            self.trust.pin(coming["game"], coming["commitment"], coming["seals"])
        seat = None if table["game"] is None else table["game"]["seat"]
        is_ours = seat is not None and table["seats"][seat]["person"] == self.trust.person
        self._turn = seat if is_ours else None
        self._is_real = seat is not None and table["seats"][seat].get("real", False)
        if table["game"] is not None:
            self.trust.snapshot(table["game"]["number"], table["game"]["dice"])
        self._check_trust()

    async def _hear(self, change: Json) -> None:
        """Take in a change, and what came before it if that has not been heard."""
        if self.trust is None:
            await self.snapshot()
            return
        version = change["version"]
        if "table" in change and self._is_void(change["table"]):
            self._take(change["table"])
            return
        if version <= self._heard:
            return
        if version > self._heard + 1:
            await self._catch_up(version - 1)
        for entry in change["entries"]:
            self.trust.entry(entry)
        self._heard = version
        if "table" in change:
            self._take(change["table"])
        self._check_trust()

    async def _catch_up(self, version: int) -> None:
        """Read what happened up to a version that we have not been told of."""
        while self._heard < version:
            path = f"/api/tables/{self.id}/changes?after={self._heard}"
            missed = await self.client.call("GET", path, None, self.token)
            for change in missed:
                if change["version"] > version:
                    break
                if change["version"] > self._heard + 1:
                    raise UnfairDiceError(f"the host leaves out version {self._heard + 1} of the table")
                await self._hear(change)
            if not missed:
                return

    def _check_trust(self) -> None:
        trust = self.trust
        if trust is None or trust.broken is None:
            return
        if self.evidence is None:
            self.evidence = self.client.evidence / f"{self.id}-{trust.game}.json"
            write_evidence(self.evidence, {**self._about, "person": trust.person}, trust.steps)
        reason, number = trust.broken
        raise UnfairDiceError(f"roll {number} is not to be trusted ({reason}); the evidence is in {self.evidence}")

    async def _number(self, game: int, roll: int) -> str:
        """Our number for a roll, or for the opening of a game (roll 0). It is sealed before it is first told."""
        trust = self.trust
        assert trust is not None
        which = trust.renewal, game
        if which not in self._numbers:
            secret = self._secrets.setdefault(trust.renewal, token_bytes(32))
            numbers = Numbers(secret, f"{self.id}/{game}")
            trust.sealed(game, numbers.seal.hex())
            await self._post("seal", {"game": game, "seal": numbers.seal.hex(), "key": token_hex(16)})
            self._numbers[which] = numbers
        number = self._numbers[which].number(roll + 1).hex()
        trust.sent(game, roll, number, self._turn if roll else None)
        return number

    async def _opening(self) -> str:
        """Our number for the opening of the next game."""
        if self.trust is None:
            await self.snapshot()
        return token_hex(16) if self.trust is None else await self._number(self.trust.game + 1, 0)

    async def next_number(self) -> str:
        """Our number for the next roll, to send a move without :meth:`move`."""
        if self._turn is None:
            await self.snapshot()
        trust = self.trust
        if trust is None or trust.is_old or self._turn is None:
            return token_hex(16)  # it is not our turn, and no number of ours is to be told in vain
        return await self._number(trust.game, trust.after + 1)

    async def _give(self, what: str, body: Json) -> Json:
        """Send what holds a number of ours; if it is refused, remember that the number was seen."""
        try:
            return await self._post(what, body)
        except ServerError as error:
            if self.trust is not None and error.status != 429:
                self.trust.refused(self.trust.after + 1)
            raise

    @property
    def fingerprint(self) -> str:
        """What we saw of the game's dice, in short, to compare with others."""
        return "" if self.trust is None else self.trust.fingerprint

    async def check_dice(self, game: int | None = None) -> DiceCheck:
        """Check every roll of a game, the latest without a number, against what the server had committed to.

        Raises an :class:`UnfairDiceError`, or what :func:`roost.play.dice.verify_dice` raises.
        """
        number = (await self.snapshot())["table"]["game"]["number"] if game is None else game
        check = verify_dice(read(await self.record(number)))
        trust = self.trust
        proved = check.rolls - check.entered
        is_seen = trust is not None and trust.game == number and trust.after == proved and not trust.is_old
        if is_seen and check.fingerprint != self.fingerprint:
            raise UnfairDiceError(f"the record of game {number} tells another story than the table did")
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
        """How a series stands, and what each of its games came to."""
        report: Json = await self.client.call("GET", f"/api/tables/{self.id}/series", None, self.token)
        return report

    async def records(self) -> str:
        """The records of all finished games of a series in one text."""
        return (await self.client.answer("GET", f"/api/tables/{self.id}/records", None, self.token)).text

    async def record(self, game: int | None = None) -> str:
        """The record of a game; the latest without a number."""
        query = "" if game is None else f"?game={game}"
        return (await self.client.answer("GET", f"/api/tables/{self.id}/record{query}", None, self.token)).text
