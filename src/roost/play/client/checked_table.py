"""A table whose dice are checked while it is played: :mod:`roost.play.dice.trust` hears all that is heard of it."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from secrets import token_bytes, token_hex

from roost.core.errors import RoostError
from roost.core.record import read
from roost.play.client.connection import Connection, Json, ServerError
from roost.play.dice import DiceCheck, verify_dice
from roost.play.dice.evidence import new_trust, write_evidence
from roost.play.dice.fair import Chain, numbers
from roost.play.dice.trust import Trust
from roost.study.folders import data_folder


class UnfairDiceError(RoostError):
    """The server rolled with something else than what it was given or had committed to."""


class CheckedTable:
    """One person's view of a table, checked, and the numbers that their device gives for its dice."""

    def __init__(self, client: Connection, table_id: str, token: str | None = None) -> None:
        self.use(client)
        self.id = table_id
        self.token = token
        """The secret of this person; without it one can only watch."""
        self.code = ""
        self.invitations: dict[str, str] = {}
        self.version = 0
        """The latest version that was seen."""
        self.trust: Trust | None = None
        """The knowledge of the table's dice, once we have seen the table."""
        self.evidence: Path | None = None
        """The file of the evidence, if the dice were not fair."""
        self._about: Json = {}
        self._heard = 0
        """The version up to which everything that happened was checked."""
        self._change: Json = {}
        """The latest change that came with the table after it."""
        self._renewal: Json | None = None
        self._numbers: dict[str, Chain] = {}
        """Our numbers, by their seals."""
        self._answered: set[str] = set()
        """Those of which we have opened number 1."""
        self._turn: int | None = None
        """The one of our seats that has its turn, as far as was heard."""
        self._is_real = False
        """Whether whoever has their turn rolls real dice, which are entered."""

    def use(self, client: Connection) -> None:
        """Ask by this connection from now on."""
        self.client = client
        client.tables.add(self)

    async def _post(self, what: str, body: Json, refused: Callable[[], object] = bool) -> Json:
        change: Json = await self.client.call("POST", f"/api/tables/{self.id}/{what}", body, self.token, refused)
        self.version = max(self.version, change.get("version", 0))
        if "table" in change:
            await self._hear(change)
        return change

    async def _look(self, seen: Json) -> None:
        """Take in the table as it stands: what led to it is read in its log."""
        table, spec, you = seen["table"], seen["spec"], seen["you"]
        if spec.get("challenge"):
            return  # everybody can look its dice up: there is nothing to prove
        if self.trust is None:
            self._about = {"table": self.id, "game": spec["game"], "players": len(spec["seats"])}
            self._about["options"] = spec.get("options", {})
            try:
                self.trust = new_trust(**self._about)
            except RoostError:
                return  # a game that is not installed here: what is on its dice is not known
        if not self._is_restored(table) and table["version"] < self._heard:
            table = (await self._ask())[
                "table"
            ]  # old news, or a host that takes something back: whoever is asked knows
            if table["version"] < self._heard and not self._is_restored(table):
                self._heard = table["version"]  # what it says is no longer what we know
        if you is not None:
            self.trust.you(you["person"])
        await self._catch_up(table["version"])
        await self._take(table)

    def _is_restored(self, table: Json) -> bool:
        """Whether the host has restored a backup from before what we heard: then we hear its log again."""
        renewal, trust = table.get("renewal"), self.trust
        if renewal is None or trust is None or renewal == self._renewal or renewal["version"] > self._heard:
            return False
        trust.restored()
        self.version, self._heard, self._renewal = table["version"], 0, renewal
        return True

    async def _take(self, table: Json) -> None:
        """Take in how a table stands after what was heard."""
        trust, game = self.trust, table["game"]
        assert trust is not None
        self._renewal = table.get("renewal")
        seat = None if game is None else game["seat"]
        is_ours = seat is not None and table["seats"][seat]["person"] == trust.person
        self._turn = seat if is_ours else None
        self._is_real = seat is not None and table["seats"][seat].get("real", False)
        if table["version"] == self._heard:
            number, dice = (None, None) if game is None else (game["number"], game["dice"])
            trust.snapshot(number, dice, table.get("coming"))
        self._check_trust()
        await self._take_part()

    async def _hear(self, change: Json) -> None:
        """Take in a change, and what came before it if that has not been heard."""
        if self.trust is None:
            await self.snapshot()
            return
        version, table = change["version"], change.get("table")
        if table is not None:
            self._change = change
            self._is_restored(table)
        if version <= self._heard:
            return
        if version > self._heard + 1:
            await self._catch_up(version - 1)
        if version == self._heard + 1:
            self._heard = version
            for entry in change["entries"]:
                self.trust.entry(entry)
        self._check_trust()
        if table is not None:
            await self._take(table)

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
            self.evidence = (self.client.evidence or data_folder() / "evidence") / f"{self.id}-{trust.game}.json"
            write_evidence(self.evidence, self._about, trust.steps)
        reason, number = trust.broken
        raise UnfairDiceError(f"roll {number} is not to be trusted ({reason}); the evidence is in {self.evidence}")

    def _own_seal(self) -> Json:
        """The seal of our numbers when we sit down, or want to play, unless they are sealed."""
        return {"seal": self._new_seal()} if self.trust is not None and self.trust.can_seal else {}

    def _new_seal(self) -> str:
        """Numbers that nobody has seen, sealed."""
        assert self.trust is not None
        chain = numbers(token_bytes(32))
        self._numbers[chain.top.hex()] = chain
        self.trust.sealed(chain.top.hex())
        return chain.top.hex()

    async def _seal(self) -> None:
        """Seal numbers for the next round, if ours are not."""
        if own := self._own_seal():
            with suppress(ServerError):  # a list is out already, or there are no dice to seal for: we are not listed
                await self._post("seal", {**own, "key": token_hex(16)})

    async def _take_part(self) -> None:
        """Answer a list that waits for us, and seal anew if the game under way needs it."""
        trust = self.trust
        assert trust is not None
        if (seal := trust.asked) and seal not in self._answered:
            self._answered.add(seal)
            trust.answered(seal)
            answer = {"number": self._numbers[seal].link(1).hex(), "seal": self._new_seal(), "key": token_hex(16)}
            with suppress(ServerError):  # too late: the game begins without us
                await self._give("answer", answer)
        elif trust.is_closed and trust.is_seated:
            await self._seal()

    async def next_number(self) -> str:
        """Our number for the next roll, to send a move without :meth:`move`; an empty one if we are not listed."""
        if self._turn is None:
            await self.snapshot()
        trust = self.trust
        if trust is None or self._turn is None:
            return ""  # it is not our turn, and no number of ours is to be told in vain
        seal, which = trust.next_number()
        self._check_trust()
        if not seal:
            return ""
        number = self._numbers[seal].link(which).hex()
        trust.sent(which - 1, number, self._turn)
        return number

    async def _give(self, what: str, body: Json) -> Json:
        """Send what holds a number of ours; each time that it is refused, note that the number was seen."""
        trust = self.trust
        if trust is None or not body.get("number"):
            return await self._post(what, body)
        roll = 0 if what == "answer" else trust.rolls + 1
        return await self._post(what, body, lambda: trust.refused(roll))

    @property
    def fingerprint(self) -> str:
        """The game's dice as we heard of them, in short, to compare with others."""
        return "" if self.trust is None else self.trust.fingerprint

    async def check_dice(self, game: int | None = None) -> DiceCheck:
        """Check every roll of a game, the latest without a number, against what the server had committed to.

        Raises an :class:`UnfairDiceError`, or what :func:`roost.play.dice.verify_dice` raises.
        """
        number = (await self.snapshot())["table"]["game"]["number"] if game is None else game
        check = verify_dice(read(await self.record(number)))
        trust = self.trust
        is_seen = trust is not None and trust.game == number and trust.rolls == check.rolls - check.entered
        if is_seen and check.fingerprint != self.fingerprint:
            raise UnfairDiceError(f"the record of game {number} tells other dice than the table did")
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
