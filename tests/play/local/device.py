"""A device in memory: a bridge as a browser provides it, which can die at any moment, and a page that plays."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from patience import PATIENCE
from roost.core.stream import Stream
from roost.play.local import LocalService, start

Json = dict[str, Any]
ANNA: Json = {"kind": "here", "name": "Anna"}
HEN: Json = {"kind": "bot", "bot": "hen"}


class Bridge:
    """The storage of a browser, in memory."""

    def __init__(self) -> None:
        self.heads: dict[str, str] = {}
        self.rows: dict[str, dict[int, str]] = {}
        self.kept: dict[str, str] = {}
        self.appends = 0
        self.dies_at = -1
        """Number of the append at which the engine dies."""
        self.dies_before = False
        """Whether the engine dies before that append is stored, rather than before it is answered."""
        self.has_died = asyncio.Event()
        self.bystanders = asyncio.all_tasks()
        """Tasks that do not belong to any engine."""

    async def load(self) -> str:
        return json.dumps({"tables": self.heads, "kept": self.kept})

    async def read(self, table_id: str) -> str:
        rows = self.rows.get(table_id, {})
        assert list(rows) == list(range(1, len(rows) + 1))
        return "\n".join(rows.values())

    async def append(self, batch: str) -> None:
        self.appends += 1
        is_dying = self.appends == self.dies_at
        if not (is_dying and self.dies_before):
            for operation in json.loads(batch):
                self._do(operation)
        if is_dying:
            self.has_died.set()
            await asyncio.Event().wait()  # for ever, because no engine is left
        await asyncio.sleep(0)

    def _do(self, operation: Json) -> None:
        if "table" in operation and operation.get("remove"):
            del self.heads[operation["table"]], self.rows[operation["table"]]
        elif "table" in operation:
            rows = self.rows.setdefault(operation["table"], {})
            assert operation["number"] not in rows
            rows[operation["number"]] = operation["row"]
            if "head" in operation:
                self.heads[operation["table"]] = operation["head"]
        elif operation.get("remove"):
            del self.kept[operation["key"]]
        else:
            self.kept[operation["key"]] = operation["value"]


class Page:
    """A page that watches one table and plays every turn of its people."""

    def __init__(self, service: LocalService, table_id: str) -> None:
        self.service = service
        self.path = f"/api/tables/{table_id}"
        self.table: Json = {}
        self._has_news = asyncio.Event()
        self._rest = ""
        self._keys = 0
        self.last_request: Json | None = None
        """The latest move that was sent but not answered."""
        self._stream = service.open("GET", f"{self.path}/events", "more=true", "", "", self._hear)

    def _hear(self, kind: str, text: str) -> None:
        if kind == "part":
            *events, self._rest = (self._rest + text).split("\n\n")
            for event in events:
                fields = dict(line.split(": ", 1) for line in event.split("\n") if ": " in line)
                if fields.get("event") in ("snapshot", "change"):
                    self.table = json.loads(fields["data"])["table"]
            self._has_news.set()

    def restart(self, service: LocalService) -> None:
        """Continue with another engine."""
        self.service, self._rest = service, ""
        version = self.table.get("version", 0)
        self._stream = service.open("GET", f"{self.path}/events", f"more=true&after={version}", "", "", self._hear)

    async def post(self, place: str, body: Mapping[str, object]) -> Json:
        """Send a request and return its answer."""
        return await post(self.service, f"{self.path}/{place}", body)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.table) and self.table["status"] == "over"

    async def until(self, version: int) -> None:
        """Wait until the watched table has reached a version."""
        async with asyncio.timeout(PATIENCE):
            while self.table.get("version", 0) < version:
                self._has_news.clear()
                await self._has_news.wait()

    def next_move(self, chance: Stream) -> Json | None:
        """Return the request for the next move of a person; None if it is not their turn."""
        game = self.table["game"]
        if self.is_over or game["seat"] is None or self.table["seats"][game["seat"]]["kind"] != "person":
            return None
        self._keys += 1
        body = {"version": game["moved"], "key": f"key{self._keys}", "throw": True}
        return body | ({"action": chance.choice(game["actions"])["action"]} if game["node"] == "decide" else {})

    async def play(self, chance: Stream) -> None:
        """Play to the end of the game."""
        while not self.is_over:
            move = self.next_move(chance)
            if move is not None:
                self.last_request = move
                answer = await self.post("moves", move)
                self.last_request = None
                await self.until(answer["version"])
            else:
                await self.until(self.table["version"] + 1)


async def post(service: LocalService, path: str, body: Mapping[str, object]) -> Json:
    """Send a request that must succeed, and return its answer."""
    answer = await service.request("POST", path, body=json.dumps(body))
    assert answer.status in (200, 201, 204), answer
    answered: Json = json.loads(answer.text or "{}")
    return answered


async def get(service: LocalService, path: str, query: str = "") -> Any:
    """Return the answer to a request that must succeed."""
    answer = await service.request("GET", path, query)
    assert answer.status == 200, answer
    return json.loads(answer.text)


async def begin(service: LocalService, game: str, *seats: Json, **more: object) -> Page:
    """Create a table and start its game."""
    created = await post(service, "/api/tables", {"game": game, "seats": seats, **more})
    page = Page(service, created["id"])
    await page.until((await page.post("start", {}))["version"])
    return page


async def run_again(bridge: Bridge) -> LocalService:
    """Drop everything that an engine does, as if its worker were gone, and start another."""
    doomed = asyncio.all_tasks() - bridge.bystanders
    for task in doomed:
        task.cancel()
    await asyncio.gather(*doomed, return_exceptions=True)
    bridge.dies_at = -1
    bridge.has_died = asyncio.Event()
    return await start(bridge)
