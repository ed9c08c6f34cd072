"""Behind Debian's nginx, with the very lines that docs/hosting.md gives."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest

from patience import PATIENCE
from play.server.processes import free_port
from play.server.serving import ANNA, OPEN, fast, serving
from roost.play.client import Client
from roost.play.server.settings import Settings
from roost.study.bots import bot

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
HOSTING = Path(__file__).parents[3] / "docs" / "hosting.md"

_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")

pytestmark = [pytest.mark.anyio, pytest.mark.skipif(NGINX is None, reason="nginx is not installed")]


@asynccontextmanager
async def nginx(backend: str) -> AsyncIterator[str]:
    """Nginx in front of a server, as the page for hosts sets it up. Gives its address."""
    found = re.search(r"```nginx\n(.*?)```", HOSTING.read_text(), re.DOTALL)
    assert found is not None
    locations = found[1].replace(f"http://127.0.0.1:{Settings().port}", backend)
    port = free_port()
    with TemporaryDirectory() as folder:
        temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in _TEMPORARY)
        config = Path(folder) / "nginx.conf"
        user = "user root;" if os.geteuid() == 0 else ""
        config.write_text(
            f"daemon off; pid {folder}/pid; error_log stderr; {user} events {{}}\n"
            f"http {{ access_log off; {temporary} server {{ listen 127.0.0.1:{port};\n{locations} }} }}\n"
        )
        assert NGINX is not None
        process = subprocess.Popen([NGINX, "-p", folder, "-c", str(config)], stderr=subprocess.PIPE)
        try:
            await _answering(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            await asyncio.to_thread(process.communicate, timeout=PATIENCE)


async def _answering(port: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return


@asynccontextmanager
async def client_through_nginx(backend: str) -> AsyncIterator[Client]:
    """A client that reaches a server through nginx."""
    async with nginx(backend) as url, Client(url) as client:
        yield client


async def test_events_pass_through_at_once(database: Path) -> None:
    """Each change arrives while the stream is open, though nginx would like to gather more."""
    async with serving(fast(database)) as server, client_through_nginx(server.url) as client:
        table = await client.create("heckmeck", [ANNA, {"kind": "here", "name": "Ben"}])
        events = table.events()
        first = await anext(events)
        assert first.kind == "snapshot"
        await table.start()
        begun = (await table.snapshot())["table"]["version"]
        async with asyncio.timeout(PATIENCE):
            for version in range(first.version + 1, begun + 1):
                assert (await anext(events)).version == version
        for version in range(begun + 1, begun + 11):
            game = (await table.snapshot())["table"]["game"]
            await table.move(game["actions"][0]["action"] if game["actions"] else None)
            async with asyncio.timeout(PATIENCE):
                assert (await anext(events)).version == version
        await events.aclose()  # type: ignore[attr-defined]  # an async generator


async def test_a_whole_game_is_played_through_the_proxy(database: Path) -> None:
    """Two players, each with a stream and with moves; the record and its proofs arrive as well."""
    async with serving(fast(database)) as server, client_through_nginx(server.url) as client:
        anna = await client.create("junior", [ANNA, OPEN])
        ben = await client.join(anna.code, "Ben")
        await ben.start()
        first, second = await asyncio.gather(anna.play(bot("hen")), ben.play(bot("pullet")))
        assert first == second
        assert (await ben.check_dice()).is_proved


async def test_a_watcher_resumes_through_the_proxy(database: Path) -> None:
    """Last-Event-ID gets through."""
    async with serving(fast(database)) as server, client_through_nginx(server.url) as client:
        table = await client.create("heckmeck", [ANNA, {"kind": "here", "name": "Ben"}])
        await table.start()
        await table.move()
        now = (await table.snapshot())["table"]["version"]
        events = table.events(after=1)
        assert [(await anext(events)).version for _ in range(1, now)] == list(range(2, now + 1))
        await events.aclose()  # type: ignore[attr-defined]  # an async generator


async def test_limits_are_those_of_the_client_behind_the_proxy(database: Path) -> None:
    """One client that asks too often does not use up what others may ask."""
    async with serving(fast(database, rate=0.1, burst=3)) as server, nginx(server.url) as url:

        async def ask(client: str) -> int:
            async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=client)) as http:
                return (await http.get(f"{url}/api/games")).status_code

        assert [await ask("127.0.0.2") for _ in range(5)] == [200, 200, 200, 429, 429]
        assert await ask("127.0.0.3") == 200
        async with httpx.AsyncClient(trust_env=False) as http:
            assert (await http.get(f"{url}/metrics")).status_code == 403
            assert (await http.get(f"{url}/ready")).status_code == 200
