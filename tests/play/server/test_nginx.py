"""Servers behind Debian's nginx and behind Caddy, with the very files that docs/hosting.md recommends."""

import asyncio
import json
import os
import re
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest

from patience import PATIENCE
from play.server.processes import free_port
from play.server.serving import ANNA, BEN, OPEN, choose_first, fast, serving
from roost.play.client import Client, new_http
from roost.study.bots import bot
from soak import SOAKING

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
SITE, CADDYFILE = (Path(__file__).parents[3] / "deploy" / name for name in ("nginx.conf", "Caddyfile"))

_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")

pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")


@asynccontextmanager
async def nginx(*backends: str, tls: Path | None = None, path: str = "") -> AsyncIterator[str]:
    """Run nginx before servers, as in deploy/nginx.conf, with a certificate from ``tls``. Yield their address."""
    port, plain_port = free_port(), free_port()
    with TemporaryDirectory() as folder:
        temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in _TEMPORARY)
        config = Path(folder) / "nginx.conf"
        user = "user root;" if os.geteuid() == 0 else ""
        site = _adapted(SITE.read_text(encoding="utf-8"), backends, port, plain_port, tls)
        site = site.replace("location = /", f"location = {path}/")
        site = re.sub(r"location / (?=\{\s+proxy_pass)", f"location {path}/ ", site)
        config.write_text(
            f"daemon off; pid {folder}/pid; error_log stderr; {user} events {{}}\n"
            f"http {{ access_log off; {temporary}\n{site} }}\n"
        )
        assert NGINX is not None
        process = subprocess.Popen([NGINX, "-p", folder, "-c", str(config)], stderr=subprocess.PIPE)
        try:
            await _answering(port)
            yield f"{'http' if tls is None else 'https'}://127.0.0.1:{port}{path}"
        finally:
            process.terminate()
            await asyncio.to_thread(process.communicate, timeout=PATIENCE)


def _adapted(site: str, backends: Sequence[str], port: int, plain_port: int, tls: Path | None) -> str:
    """Return the site's file with the ports, backends and certificate of a test."""
    options = re.findall(r"    server 127[\d.:]+(.*\n)", site)
    servers = "".join(f"    server {backend.removeprefix('http://')}{options[0]}" for backend in backends)
    site = re.sub(r"(?:    server 127.*\n)+", servers, site)
    site = re.sub(r" +listen \[::\].*\n", "", site).replace("listen 80;", f"listen 127.0.0.1:{plain_port};")
    if tls is None:
        site = re.sub(r" +ssl_.*\n", "", site).replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};")
    else:
        site = site.replace("listen 443", f"listen 127.0.0.1:{port}")
        site = site.replace("/etc/letsencrypt/live/play.example.org", str(tls))
    return site


@asynccontextmanager
async def caddy(*backends: str, path: str = "") -> AsyncIterator[str]:
    """Run Caddy before servers, as in deploy/Caddyfile, without TLS. Yield their address."""
    port = free_port()
    with TemporaryDirectory() as folder:
        config = Path(folder) / "Caddyfile"
        config.write_text("{\n\tadmin off\n}\n" + CADDYFILE.read_text(encoding="utf-8"))
        settings = {"ROOST_SITE": f"http://127.0.0.1:{port}", "ROOST_SERVERS": " ".join(backends), "ROOST_PATH": path}
        environment = {**os.environ, **settings, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
        process = subprocess.Popen(
            ["caddy", "run", "--config", str(config)], env=environment, stderr=subprocess.DEVNULL
        )
        try:
            await _answering(port)
            yield f"http://127.0.0.1:{port}{path}"
        finally:
            process.terminate()
            await asyncio.to_thread(process.wait, timeout=PATIENCE)


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


async def test_nginx_passes_events_on_without_buffering(database: Path) -> None:
    """Each change arrives while the stream is open, and Last-Event-ID reaches the server."""
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
        resumed = table.events(after=1)
        assert [(await anext(resumed)).version for _ in range(1, version)] == list(range(2, version + 1))
        for stream in (events, resumed):
            await stream.aclose()


async def test_a_whole_game_is_played_through_the_proxy(database: Path) -> None:
    """Two players stream events and move below a path prefix, and can then download the record with its proofs."""
    settings = fast(database, public_url="/games/roost")
    async with serving(settings) as server, nginx(server.url, path="/games/roost") as url, Client(url) as client:
        anna = await client.create("junior", [ANNA, OPEN])
        ben = await client.join(anna.code, "Ben")
        await ben.start()
        first, second = await asyncio.gather(anna.play(bot("hen")), ben.play(bot("pullet")))
        assert first == second
        assert (await ben.check_dice()).is_proved


@pytest.mark.parametrize(
    "proxy",
    [nginx, pytest.param(caddy, marks=pytest.mark.skipif(shutil.which("caddy") is None, reason="no Caddy here"))],
)
async def test_everything_works_below_a_path(proxy: Callable[..., Any], database: Path) -> None:
    """Pages, files, manifest, service worker, cookies, links and events are all below the path of the public URL."""
    public = "https://example.org/roost"
    async with (
        serving(fast(database, public_url=f"{public}/")) as server,
        proxy(server.url.removeprefix("http://"), path="/roost") as url,
        httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as http,
    ):
        for page in ("/", "/tv/K7MPQ2", "/rules/junior"):
            document = await http.get(f"{url}{page}?lang=de")
            assert f'data-origin="{public}"' in document.text
            assert "path=/roost/;" in document.headers["set-cookie"].lower()
            linked = set(re.findall(r'(?:href|src)="([^"#]+)"', document.text))
            assert len(linked) > 5
            for address in linked:
                assert address.startswith("/roost/"), address
                assert (await http.get(url.removesuffix("/roost") + address)).status_code == 200, address
        manifest = (await http.get(f"{url}/manifest.webmanifest")).json()
        assert {manifest[key] for key in ("id", "scope", "start_url")} == {"/roost/"}
        assert all(icon["src"].startswith("/roost/assets/") for icon in manifest["icons"])
        worker = (await http.get(f"{url}/worker.js")).text
        assert 'self.BASE = "/roost"' in worker
        for address in json.loads(worker.split("self.FILES = ")[1].split(";\n")[0])[:20]:
            assert (await http.get(url.removesuffix("/roost") + address)).status_code == 200, address
        created = await http.post(f"{url}/api/tables", json={"game": "junior", "seats": [ANNA, BEN]})
        table = created.json()
        assert table["link"] == f"{public}/t/{table['code']}"
        own = f"/api/tables/{table['id']}"
        assert f"path=/roost{own};" in created.headers["set-cookie"].lower()
        cookie = {"cookie": created.headers["set-cookie"].partition(";")[0]}
        begun = (await http.post(f"{url}{own}/start", json={}, headers=cookie)).json()
        move = {"version": begun["table"]["game"]["moved"], "key": "k" * 16, "throw": True}
        assert (await http.post(f"{url}{own}/moves", json=move, headers=cookie)).status_code == 200
        assert (await http.get(f"{url}{own}/qr")).headers["content-type"] == "image/svg+xml"
        async with http.stream("GET", f"{url}{own}/events") as events:
            assert await anext(events.aiter_lines()) == "retry: 2000"
        assert (await http.get(f"{url}/metrics")).status_code == 403
        for direct in (server.url, f"{server.url}/roost", f"{server.url}/roost/"):  # a proxy may remove the path
            assert (await http.get(direct)).text.startswith("<!doctype html>")
            assert "frame-ancestors 'self'" in (await http.get(direct)).headers["content-security-policy"]


async def test_rate_limits_count_each_client_behind_the_proxy(database: Path) -> None:
    """A client that asks too often does not use up another client's requests."""
    async with serving(fast(database, rate=0.1, burst=3)) as server, nginx(server.url) as url:

        async def ask(client: str) -> int:
            async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=client)) as http:
                return (await http.get(f"{url}/api/games")).status_code

        assert [await ask("127.0.0.2") for _ in range(5)] == [200, 200, 200, 429, 429]
        assert await ask("127.0.0.3") == 200
        async with httpx.AsyncClient(trust_env=False) as http:
            assert (await http.get(f"{url}/metrics")).status_code == 403
            assert (await http.get(f"{url}/ready")).status_code == 200


PROXIES: list[Any] = [nginx]
if SOAKING and shutil.which("caddy"):
    PROXIES.append(pytest.param(caddy, marks=pytest.mark.soak))


@pytest.mark.parametrize("proxy", PROXIES, ids=lambda proxy: proxy.__name__)
async def test_a_rolling_restart_causes_no_error(
    proxy: Callable[..., AbstractAsyncContextManager[str]], database: Path
) -> None:
    """While each server restarts in turn, moves succeed and a stream misses no change."""
    settings = [fast(database, port=free_port(), workers=2) for _ in range(2)]
    statuses: list[int] = []

    async def note(response: httpx.Response) -> None:
        statuses.append(response.status_code)

    async with AsyncExitStack() as first, AsyncExitStack() as second:
        for stack, setting in ((first, settings[0]), (second, settings[1])):
            await stack.enter_async_context(serving(setting))
        backends = [f"127.0.0.1:{setting.port}" for setting in settings]
        async with proxy(*backends) as url, new_http(event_hooks={"response": [note]}, timeout=PATIENCE) as http:
            table = await Client(url, http=http).create("heckmeck", [ANNA, BEN])
            versions: asyncio.Queue[int] = asyncio.Queue()

            async def watch() -> None:
                async for event in table.events():
                    versions.put_nowait(event.version)

            watching = asyncio.create_task(watch())
            game = (await table.start())["table"]["game"]
            for stack, setting in ((first, settings[0]), (second, settings[1])):
                game = await choose_first(table, game)
                await stack.aclose()
                await table.snapshot()  # by now the proxy has noticed that its idle connections are closed
                game = await choose_first(table, game)
                await stack.enter_async_context(serving(setting))
            game = await choose_first(table, game)
            last = (await table.snapshot())["table"]["version"]
            received: list[int] = []
            async with asyncio.timeout(PATIENCE):
                while not received or received[-1] < last:
                    received.append(await versions.get())
            watching.cancel()
    assert received == list(range(received[0], last + 1))
    assert set(statuses) <= {200, 201}


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
async def test_the_server_knows_that_the_proxy_uses_tls(database: Path, tmp_path: Path) -> None:
    """The server answers with Strict-Transport-Security."""
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    subprocess.run([*make, *names, "-keyout", str(key), "-out", str(certificate)], capture_output=True, check=True)
    trusted = ssl.create_default_context(cafile=str(certificate))
    async with (
        serving(fast(database)) as server,
        nginx(server.url, tls=tmp_path) as url,
        httpx.AsyncClient(verify=trusted, trust_env=False) as http,
    ):
        answer = await http.get(f"{url}/api/games")
        assert answer.status_code == 200
        assert "strict-transport-security" in answer.headers
