"""The same requests lead to the same logs on a server and on a device, because the same functions answer them."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, cast

import httpx

from patience import PATIENCE
from play.local.device import ANNA, HEN, Bridge
from play.server.serving import fast
from roost.core.stream import Stream
from roost.play.local import LocalService, start
from roost.play.local.service import routes
from roost.play.server.http.app import create_app, make_litestar
from same_dice import same_dice
from soak import tries

Json = dict[str, Any]
_Ask = Callable[[str, str, Mapping[str, object] | None], Awaitable[Any]]
_GAMES = [("junior", {}), ("picnic", {}), ("heckmeck", {"short_game": True}), ("barbecue", {})]
_COUNT = tries(2, 1_000)
"""Number of seeded games."""


async def test_seeded_games_have_the_same_logs_as_on_a_server(database: Path) -> None:
    app, service = create_app(fast(database)), await start(Bridge())
    transport = httpx.ASGITransport(cast("Any", app))
    async with app.services.running(), httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
        for number in range(_COUNT):
            game, options = _GAMES[number % len(_GAMES)]
            with same_dice(f"game {number}"):
                on_server = await _log(_asking_server(http), game, options, number)
            with same_dice(f"game {number}"):
                on_device = await _log(_asking_device(service), game, options, number)
            assert on_device[0]["entries"][0].pop("on_device")
            for log in (on_device, on_server):
                del log[0]["entries"][0]["code"]  # the only part that no test seeds
            assert on_device == on_server
    await service.close()


async def _log(ask: _Ask, game: str, options: Json, seed: int) -> list[Json]:
    """Play a game with seeded choices, and return its log without times."""
    seats = [ANNA, HEN, ANNA] if seed % 3 == 2 else [ANNA, HEN]
    path = f"/api/tables/{(await ask('POST', '/api/tables', {'game': game, 'seats': seats, 'options': options}))['id']}"
    await ask("POST", f"{path}/start", {})
    choices, number = Stream(f"choices {seed}"), 0
    async with asyncio.timeout(PATIENCE):
        while (table := (await ask("GET", path, None))["table"])["status"] != "over":
            state = table["game"]
            if state["seat"] is None or table["seats"][state["seat"]]["kind"] != "person":
                await asyncio.sleep(0)
                continue
            number += 1
            move: Json = {"version": state["moved"], "key": f"key{number}", "throw": True}
            if state["node"] == "decide":
                move["action"] = choices.choice(state["actions"])["action"]
            await ask("POST", f"{path}/moves", move)
    changes: list[Json] = []
    while page := await ask("GET", f"{path}/changes?after={len(changes)}", None):
        changes += page
    return [{"version": change["version"], "entries": change["entries"]} for change in changes]


def _asking_server(http: httpx.AsyncClient) -> _Ask:
    async def ask(method: str, path: str, body: Mapping[str, object] | None) -> Any:
        return (await http.request(method, path, json=body)).raise_for_status().json()

    return ask


def _asking_device(service: LocalService) -> _Ask:
    async def ask(method: str, path: str, body: Mapping[str, object] | None) -> Any:
        place, _, query = path.partition("?")
        answer = await service.request(method, place, query, body="" if body is None else json.dumps(body))
        assert answer.status < 300, answer
        return json.loads(answer.text)

    return ask


def test_both_transports_bind_the_same_functions() -> None:
    """Every operation of the server's API is one of the device's, but for those of the server's host."""
    described = make_litestar(16_384).openapi_schema.to_schema()["paths"]
    on_server = {f"{method.upper()} {path}" for path, methods in described.items() for method in methods}
    of_hosts = {"GET /health", "GET /ready", "GET /metrics"} | {route for route in on_server if "/api/host" in route}
    on_device = {f"{route.operation.method} {route.address}" for route in routes()}
    assert on_server - of_hosts == {route for route in on_device if "/api/device" not in route}
