"""``roost mcp``: an assistant's client plays a whole game, asks for advice, and takes a seat at a table."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed")

from mcp import Client, StdioServerParameters

from play.server.serving import CHICK, OPEN, fast, serving
from roost.cli.mcp import http_server, make_server
from roost.core.registry import position
from roost.study.review.hints import hint_at
from same_dice import same_dice

pytestmark = pytest.mark.slow

NO_TABLES = "http://127.0.0.1:9"
JUNIOR = "junior grill=4,4,5,5 A=- B=- turn=A"
TOOLS = "games new_game join_table leave position legal_moves play odds hint review rules"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def ask(client: Client, tool: str, **arguments: Any) -> Any:
    """Call a tool and return its result; fail if it is an error."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    structured: Any = answer.structured_content
    return structured.get("result", structured) if set(structured) == {"result"} else structured


async def refusal(client: Client, tool: str, **arguments: Any) -> str:
    """Call a tool that must refuse, and return its sentence."""
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    return str(getattr(answer.content[0], "text", ""))


@asynccontextmanager
async def assistant(tables: str = NO_TABLES) -> AsyncIterator[Client]:
    async with Client(make_server(tables)) as client:
        yield client


async def play_a_whole_game(client: Client) -> None:
    assert [tool.name for tool in (await client.list_tools()).tools] == TOOLS.split()
    game = await ask(client, "new_game", game="junior", opponent="chick", seed="3", from_position=JUNIOR)
    step: dict[str, Any] = {"done": False, "regret": 0.0}
    while not step["done"]:
        assert 0 <= step["regret"] <= 1
        move = (await ask(client, "legal_moves", game=game["id"]))[0]
        step = await ask(client, "play", game=game["id"], move=move)
    assert step["result"] in (0, 0.5, 1)
    assert step["kind"] == "exact"
    assert "new_game" in await refusal(client, "play", game=game["id"], move="roll")


@pytest.mark.anyio
async def test_a_client_plays_a_whole_game_over_standard_input_and_output() -> None:
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "roost", "mcp"], env={**os.environ, "ROOST_PLUGINS": "off"}
    )
    async with Client(command) as client:
        await play_a_whole_game(client)


@pytest.mark.anyio
async def test_a_client_plays_a_whole_game_over_http_on_this_machine_alone() -> None:
    """Other addresses of the machine are closed, and a web page of another host is refused."""
    server = http_server(NO_TABLES, 0)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with Client(f"http://127.0.0.1:{port}/mcp") as client:
        await play_a_whole_game(client)
    async with httpx.AsyncClient(headers={"Accept": "application/json, text/event-stream"}) as http:
        with pytest.raises(httpx.ConnectError):
            await http.get(f"http://127.0.0.2:{port}/mcp")
        for header, refusal in ({"Host": "dice.example.org"}, 421), ({"Origin": "https://dice.example.org"}, 403):
            answer = await http.post(f"http://127.0.0.1:{port}/mcp", json={}, headers=header)
            assert answer.status_code == refusal, answer.text
    server.should_exit = True
    await serving


@pytest.mark.anyio
async def test_advice_is_the_same_as_in_python() -> None:
    async with assistant() as client:
        game = await ask(client, "new_game", from_position=f"{JUNIOR} roll=wwgckb", opponent="chick")
        legal = await ask(client, "legal_moves", game=game["id"])
        hint = await ask(client, "hint", where=f"{JUNIOR} roll=wwgckb")
        odds = await ask(client, "odds", where=game["id"])
        assert sorted(legal) == sorted(choice["action"] for choice in hint["choices"])
        assert sorted(legal) == sorted(choice["token"] for choice in odds["choices"])
        assert hint["best"] == str(hint_at(position(f"{JUNIOR} roll=wwgckb")).best.action)
        assert "JR-5" in await ask(client, "rules", game="junior", rule="JR-5")
        await ask(client, "play", game=game["id"], move=hint["best"])
        assert (await ask(client, "review", game=game["id"]))["accounts"]
        assert {entry["game"] for entry in await ask(client, "games")} >= {"junior", "picnic"}


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("new_game", {"game": "chess"}, "no game is called 'chess'"),
        ("new_game", {"opponent": "exec:sh"}, "no bot is called 'exec:sh'"),
        ("new_game", {"players": 9}, "less than or equal to 7"),
        ("new_game", {"from_position": "x" * 3_000}, "at most 2000 characters"),
        ("play", {"game": "g7", "move": "roll"}, "no game has the id 'g7'"),
        ("odds", {"where": "junior grill=99 A=- B=- turn=A"}, "'99' must be within 4 to 9"),
        ("rules", {"game": "junior", "rule": "JR-99"}, "there is no rule 'JR-99'"),
        ("join_table", {"code": "ABCDEF"}, "cannot be reached"),
    ],
)
async def test_invalid_input_is_refused_with_a_reason(tool: str, arguments: dict[str, Any], sentence: str) -> None:
    async with assistant() as client:
        assert sentence in await refusal(client, tool, **arguments)


@pytest.mark.anyio
async def test_an_unreadable_move_changes_nothing() -> None:
    async with assistant() as client:
        game = await ask(client, "new_game", from_position=JUNIOR, opponent="chick", seed="1")
        before = await ask(client, "position", game=game["id"])
        assert "names no legal move" in await refusal(client, "play", game=game["id"], move="hello")
        assert await ask(client, "position", game=game["id"]) == before


@pytest.mark.anyio
async def test_an_assistant_joins_a_table_by_code_and_obeys_its_house_rules(tmp_path: Path) -> None:
    with same_dice("assistant"):
        async with serving(fast(tmp_path / "roost.db")) as server, assistant(server.url) as client:
            table = await server.client.create("junior", [OPEN, CHICK], rules={"odds": False})
            seat = await ask(client, "join_table", code=table.code, name="Coach")
            assert "has not begun" in await refusal(client, "legal_moves", game=seat["id"])
            await table.start()
            done = False
            while not done:
                shown = await ask(client, "position", game=seat["id"])
                if "It is your turn" not in shown:
                    assert "The game is over" in shown
                    break
                move = (await ask(client, "legal_moves", game=seat["id"]))[0]
                done = (await ask(client, "play", game=seat["id"], move=move))["done"]
            assert "odds and hints are turned off" in await refusal(client, "hint", where=seat["id"])
            assert json.dumps((await table.snapshot())["table"]["seats"]).count("Coach") == 1
            assert await ask(client, "leave", game=seat["id"]) == f"left {seat['id']}"
