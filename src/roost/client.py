"""Play at a Roost server from a program: make tables, sit down, move, watch.

::

    async with Client("http://127.0.0.1:8321") as client:
        table = await client.join("K7MPQ2", name="my bot")
        outcome = await table.play(bot("hen"))

Whatever the network does, a move is made once: it is sent again under the same key until it is answered, and the
stream of events resumes where it broke off. What has no key and may have been done, like sitting down, is not sent
again: the lost answer is an ``httpx.TransportError``. What the server refuses is a :class:`ServerError`.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from secrets import token_bytes, token_hex
from ssl import SSLContext
from typing import Any, NamedTuple, Self

import httpx
from platformdirs import user_data_path

from roost.bots.bot import Bot
from roost.core.errors import RoostError
from roost.core.fair import Numbers
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.core.trust import Trust
from roost.evidence import new_trust, write_evidence
from roost.games import position
from roost.record import DiceCheck, read, verify_dice

__all__ = ["Client", "Seen", "ServerError", "TableClient", "UnfairDiceError", "new_http"]

Json = dict[str, Any]
_PATIENCE = 30.0
"""Seconds for which a request is tried again."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
_SILENCE = 60.0
"""Seconds without even a heartbeat, after which a stream is taken for dead."""
_UNDONE = frozenset({429})
"""Refusals after which nothing was done for certain."""
_NOT_YET = 202
_AGAIN = _UNDONE | {_NOT_YET, 502, 503, 504}
_LONGEST_WORK = 600.0
"""Seconds for which a server may answer "not yet"."""
_UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class ServerError(RoostError):
    """The server refused a request. ``kind`` is the word for programs, ``problem`` the whole answer."""

    def __init__(self, status: int, problem: Json) -> None:
        super().__init__(str(problem.get("detail", f"the server answered {status}")))
        self.status = status
        self.problem = problem
        self.kind = str(problem.get("type", "")).rpartition(":")[2]


class UnfairDiceError(RoostError):
    """The server rolled with something else than what it was given or had committed to."""


class Seen(NamedTuple):
    """One event of a table's stream."""

    kind: str
    """``snapshot`` or ``change``."""
    version: int
    data: Json

    @property
    def table(self) -> Json:
        """The table after the event."""
        table: Json = self.data["table"]
        return table


def new_http(**settings: Any) -> httpx.AsyncClient:
    """Connections that keep no cookies: several people of one program must not be taken for one."""
    jar = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    return httpx.AsyncClient(**{"timeout": 10.0, "cookies": jar, "verify": _authorities(), **settings})


@cache
def _authorities() -> SSLContext:
    """Whose word for a server's name is taken: read once, because there are many and reading them takes a while."""
    return httpx.create_ssl_context()


class Client:
    """A connection to a server."""

    def __init__(
        self,
        url: str,
        *,
        http: httpx.AsyncClient | None = None,
        patience: float = _PATIENCE,
        evidence: Path | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.patience = patience
        self.evidence = user_data_path("roost") / "evidence" if evidence is None else evidence
        """The folder where evidence against unfair tables is written."""
        self.http = new_http() if http is None else http

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def call(self, method: str, path: str, body: Json | None = None, token: str | None = None) -> Any:
        """Send a request and return the JSON of the answer.

        While the server cannot be reached, it is sent again and again. So is one whose answer was lost, if it only
        asks or has a ``key``: anything else might be done twice. And so is a question that the server answers with
        "not yet": the first odds of a fresh installation take it a while.
        """
        return (await self.answer(method, path, body, token)).json()

    async def answer(
        self, method: str, path: str, body: Json | None = None, token: str | None = None
    ) -> httpx.Response:
        """The same, with the whole answer."""
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        is_repeatable = method == "GET" or "key" in (body or {})
        begun, pause = asyncio.get_running_loop().time(), _FIRST_PAUSE
        while True:
            waited = asyncio.get_running_loop().time() - begun
            is_late = waited > self.patience
            try:
                response = await self.http.request(method, self.url + path, json=body, headers=headers)
            except httpx.TransportError as error:
                if is_late or not (is_repeatable or isinstance(error, _UNSENT)):
                    raise
            else:
                if response.status_code == _NOT_YET:
                    is_late = waited > _LONGEST_WORK
                elif response.is_success:
                    return response
                if is_late or response.status_code not in (_AGAIN if is_repeatable else _UNDONE):
                    raise ServerError(response.status_code, _problem(response))
                with suppress(ValueError):
                    pause = max(pause, float(response.headers.get("retry-after", 0)))
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def create(
        self,
        game: str,
        seats: Sequence[Json],
        options: Mapping[str, object] | None = None,
        rules: Mapping[str, object] | None = None,
    ) -> TableClient:
        """Make a table and be its host. Seats look like ``{"kind": "bot", "bot": "hen"}``; see docs/api.md."""
        body = {"game": game, "seats": list(seats), "options": dict(options or {}), "rules": dict(rules or {})}
        made = await self.call("POST", "/api/tables", body)
        table = TableClient(self, made["id"], made["token"])
        table.code, table.invitations = made["code"], made["invitations"]
        await table._look(made["snapshot"])
        return table

    async def find(self, code: str) -> TableClient:
        """A table by its short code or its id, to watch."""
        if len(code) != 20:
            code = (await self.call("GET", f"/api/codes/{code}"))["id"]
        return TableClient(self, code)

    async def join(
        self, code: str, name: str, *, seat: int | None = None, invitation: str | None = None
    ) -> TableClient:
        """Sit down at a table with this short code or id."""
        table = await self.find(code)
        await table.claim(name, seat=seat, invitation=invitation)
        return table


class TableClient:
    """One table, seen by one person."""

    def __init__(self, client: Client, table_id: str, token: str | None = None) -> None:
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

    async def _post(self, what: str, body: Json) -> Json:
        change: Json = await self.client.call("POST", f"/api/tables/{self.id}/{what}", body, self.token)
        self.version = max(self.version, change.get("version", 0))
        if "table" in change:
            await self._hear(change)
        return change

    # -- trust -------------------------------------------------------------------------------------------------------

    async def _look(self, seen: Json) -> None:
        """Take in the table as it stands."""
        table, spec, you = seen["table"], seen["spec"], seen["you"]
        if self.trust is None:
            try:
                self.trust = new_trust(spec["game"], len(spec["seats"]), spec.get("options", {}))
            except RoostError:
                return  # a game that is not installed here: what is on its dice is not known
            self._about = {"game": spec["game"], "players": len(spec["seats"]), "options": spec.get("options", {})}
            self._heard = table["version"]
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
        """Our number for the next roll, for whoever sends a move without :meth:`move`."""
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

        Raises an :class:`UnfairDiceError`, or what :func:`roost.record.verify_dice` raises.
        """
        number = (await self.snapshot())["table"]["game"]["number"] if game is None else game
        check = verify_dice(read(await self.record(number)))
        trust = self.trust
        is_seen = trust is not None and trust.game == number and trust.after == check.rolls and not trust.is_old
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

    async def claim(self, name: str, *, seat: int | None = None, invitation: str | None = None) -> Json:
        """Sit down; with a token already, on a further seat."""
        body: Json = {"name": name, "seat": seat, "invitation": invitation}
        claimed = await self._post("seats", body)
        self.token = claimed["token"] or self.token
        self.version = max(self.version, claimed["change"]["version"])
        await self.snapshot()
        return claimed

    async def start(self) -> Json:
        """Begin the game."""
        return await self._give("start", {"nonce": await self._opening()})

    async def move(self, action: str | None = None, *, version: int | None = None) -> Json:
        """Choose an action, or roll without one. If the action leads to our own roll, the dice are rolled at once."""
        nonce = await self.next_number()
        body: Json = {"version": self.version if version is None else version, "key": token_hex(16)}
        return await self._give("moves", {**body, "action": action, "nonce": nonce})

    async def choose(self, action: str, *, version: int | None = None) -> Json:
        """Choose an action and do not roll yet, so that it can be taken back."""
        body: Json = {"version": self.version if version is None else version, "key": token_hex(16)}
        return await self._post("moves", {**body, "action": action})

    async def undo(self) -> Json:
        """Take back the latest choice."""
        return await self._post("undo", {"version": self.version, "key": token_hex(16)})

    async def react(self, reaction: str) -> Json:
        """Clap, or the like."""
        return await self._post("reactions", {"reaction": reaction})

    async def rematch(self) -> Json:
        """Offer to play again."""
        return await self._give("rematch", {"nonce": await self._opening()})

    async def leave(self) -> Json:
        """Get up."""
        return await self._post("leave", {})

    async def come_back(self) -> Json:
        """Take one's seat again."""
        return await self._post("return", {})

    async def close(self) -> Json:
        """Close the table, as its host."""
        return await self._post("close", {})

    async def record(self, game: int | None = None) -> str:
        """The record of a game; the latest without a number."""
        query = "" if game is None else f"?game={game}"
        return (await self.client.answer("GET", f"/api/tables/{self.id}/record{query}", None, self.token)).text

    async def events(self, after: int | None = None) -> AsyncIterator[Seen]:
        """What happens at the table: a snapshot first, or what came ``after`` a version. Resumes by itself."""
        clock = asyncio.get_running_loop().time
        last, give_up, pause = after, math.inf, _FIRST_PAUSE
        while True:
            try:
                async with self._listen(last) as response:
                    give_up, pause = math.inf, _FIRST_PAUSE
                    async for seen in _read_events(response):
                        last = seen.version
                        self.version = max(self.version, last)
                        if seen.kind == "snapshot":
                            await self._look(seen.data)
                        else:
                            await self._hear(seen.data)
                        yield seen
            except (httpx.TransportError, ServerError) as error:
                give_up = min(give_up, clock() + self.client.patience)
                is_final = isinstance(error, ServerError) and error.status not in _AGAIN
                if is_final or clock() >= give_up:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    @asynccontextmanager
    async def _listen(self, last: int | None) -> AsyncIterator[httpx.Response]:
        """The stream of what happens after a version, once the server has begun it."""
        headers = {"accept": "text/event-stream"} | ({} if last is None else {"last-event-id": str(last)})
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        url, timeout = f"{self.client.url}/api/tables/{self.id}/events", httpx.Timeout(10.0, read=_SILENCE)
        async with self.client.http.stream("GET", url, headers=headers, timeout=timeout) as response:
            if not response.is_success:
                await response.aread()
                raise ServerError(response.status_code, _problem(response))
            yield response

    async def play(self, bot: Bot | Callable[[State], Action], *, seed: str | None = None) -> Json:
        """Play our seats with a bot until the game is over, and return its outcome."""
        rng = Stream(token_hex(16) if seed is None else seed)
        choose = bot if callable(bot) else lambda state: bot.choose(state, rng)
        mine = set((await self.snapshot())["you"]["seats"])
        async for seen in self.events():
            game = seen.table["game"]
            if seen.version < self.version and (game is None or game["node"] != "over"):
                continue  # we know better
            while game is not None and game["node"] != "over" and game["seat"] in mine:
                action = None if game["node"] == "roll" else str(choose(position(game["position"])))
                try:
                    game = (await self.move(action, version=game["moved"]))["table"]["game"]
                except ServerError as error:
                    if error.kind not in ("stale", "out-of-turn", "not-now"):
                        raise
                    break  # the event that tells why is on its way
            if game is not None and game["node"] == "over":
                outcome: Json = game["outcome"]
                return outcome
        raise AssertionError("events end only by an exception")


async def _read_events(response: httpx.Response) -> AsyncIterator[Seen]:
    fields: dict[str, str] = {}
    async for line in response.aiter_lines():
        name, _, value = line.partition(":")
        if not line and "data" in fields:
            yield Seen(fields.get("event", ""), int(fields["id"]), json.loads(fields["data"]))
            fields = {}
        elif name:
            fields[name] = value.removeprefix(" ")


def _problem(response: httpx.Response) -> Json:
    try:
        found = response.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
