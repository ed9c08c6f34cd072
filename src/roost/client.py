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
from secrets import token_hex
from ssl import SSLContext
from typing import Any, NamedTuple, Self

import httpx

from roost.bots.bot import Bot
from roost.core.errors import RoostError
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
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

    def __init__(self, url: str, *, http: httpx.AsyncClient | None = None, patience: float = _PATIENCE) -> None:
        self.url = url.rstrip("/")
        self.patience = patience
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
        self._commitments: dict[int, str] = {}
        """What the server had committed to when each game was first seen."""

    async def _post(self, what: str, body: Json) -> Json:
        change: Json = await self.client.call("POST", f"/api/tables/{self.id}/{what}", body, self.token)
        self.version = max(self.version, change.get("version", 0))
        if "table" in change:
            self._check_fairness(change, body.get("nonce"))
        return change

    def _check_fairness(self, change: Json, nonce: str | None) -> None:
        """Dice that we roll hold our nonce and use up the very next link: else the server would have had a choice."""
        game = change["table"]["game"]
        self._note_commitment(game)
        for entry in change["entries"]:
            if entry["type"] == "rolled":
                number, _, used, _ = entry["proof"].split(" ")
                if nonce is not None and used != nonce:
                    raise UnfairDiceError(f"roll {number} was made with another nonce than ours")
                if int(number) != game["dice"]["rolls"]:
                    raise UnfairDiceError(f"roll {game['dice']['rolls']} uses up the link of roll {number}")

    def _note_commitment(self, game: Json | None) -> None:
        if game is not None:
            told = game["dice"]["commitment"]
            if self._commitments.setdefault(game["number"], told) != told:
                raise UnfairDiceError(f"the server has changed its commitment to the dice of game {game['number']}")

    async def check_dice(self, game: int | None = None) -> DiceCheck:
        """Check every roll of a game, the latest without a number, against what the server had committed to.

        Raises an :class:`UnfairDiceError`, or what :func:`roost.record.verify_dice` raises.
        """
        number = (await self.snapshot())["table"]["game"]["number"] if game is None else game
        record = read(await self.record(number))
        if record.headers.get("Commitment") != self._commitments.get(number, record.headers.get("Commitment")):
            raise UnfairDiceError(f"the record of game {number} names another commitment than the table did")
        return verify_dice(record)

    async def snapshot(self) -> Json:
        """The table as it stands, what it was made with, and who we are."""
        seen: Json = await self.client.call("GET", f"/api/tables/{self.id}", None, self.token)
        self._note_commitment(seen["table"]["game"])
        self.version = max(self.version, seen["table"]["version"])
        return seen

    async def claim(self, name: str, *, seat: int | None = None, invitation: str | None = None) -> Json:
        """Sit down; with a token already, on a further seat."""
        body: Json = {"name": name, "seat": seat, "invitation": invitation}
        claimed = await self._post("seats", body)
        self.token = claimed["token"] or self.token
        self.version = max(self.version, claimed["change"]["version"])
        return claimed

    async def start(self) -> Json:
        """Begin the game."""
        return await self._post("start", {"nonce": token_hex(16)})

    async def move(self, action: str | None = None, *, version: int | None = None) -> Json:
        """Choose an action, or roll without one. If the action leads to our own roll, the dice are rolled at once."""
        body: Json = {"version": self.version if version is None else version, "key": token_hex(16)}
        return await self._post("moves", {**body, "action": action, "nonce": token_hex(16)})

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
        return await self._post("rematch", {"nonce": token_hex(16)})

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
                        self._note_commitment(seen.table["game"])
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
