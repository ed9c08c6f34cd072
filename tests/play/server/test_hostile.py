"""Hostile and malformed requests: each gets a clear problem and changes nothing."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from patience import PATIENCE
from play.server.serving import ANNA, BEN, CHICK, OPEN, Clock, Serving, choose_first, fast, serving, sql_store
from roost.play.client import ServerError
from roost.play.server.live.hub import Watcher
from roost.play.server.platform import purge, server_services
from roost.play.server.storage.database import log
from roost.play.table.refusals import RefusedError

SEATS = [OPEN, OPEN]
JUNIOR, PICNIC, FAR = {"game": "junior"}, {"game": "picnic"}, {"game": "picnic", "options": {"goal": 99}}

BAD_TABLES: dict[str, Any] = {
    "no object": [1, 2],
    "nothing": None,
    "no game": {"seats": SEATS},
    "unknown game": {"game": "chess", "seats": SEATS},
    "a game that is a number": {"game": 7, "seats": SEATS},
    "a path as the game": {"game": "../../etc/passwd", "seats": SEATS},
    "no seats": {"game": "heckmeck", "seats": []},
    "one seat": {"game": "heckmeck", "seats": [OPEN]},
    "a thousand seats": {"game": "heckmeck", "seats": [OPEN] * 1000},
    "an unknown kind of seat": {"game": "heckmeck", "seats": [OPEN, {"kind": "throne"}]},
    "an unknown field": {"game": "heckmeck", "seats": SEATS, "admin": True},
    "an unknown option": {"game": "heckmeck", "seats": SEATS, "options": {"cheat": True}},
    "an option's value of the wrong type": {"game": "heckmeck", "seats": SEATS, "options": {"start": [1]}},
    "an option's value out of range": {"game": "heckmeck", "seats": SEATS, "options": {"start": 6}},
    "a huge number": {"game": "heckmeck", "seats": SEATS, "options": {"start": 10**30}},
    "a long option": {"game": "heckmeck", "seats": SEATS, "options": {"x" * 1000: 1}},
    "a timer of no time": {"game": "heckmeck", "seats": SEATS, "rules": {"turn_seconds": 0}},
    "a timer of a fraction": {"game": "heckmeck", "seats": SEATS, "rules": {"turn_seconds": 7.5}},
    "an unknown rule": {"game": "heckmeck", "seats": SEATS, "rules": {"loaded_dice": True}},
    "a bot with settings": {"game": "heckmeck", "seats": [OPEN, {"kind": "bot", "bot": "ev:beta=0"}]},
    "an empty name": {"game": "heckmeck", "seats": [OPEN, {"kind": "here", "name": ""}]},
    "an invisible name": {"game": "heckmeck", "seats": [OPEN, {"kind": "here", "name": "\u200b\u202e\x07"}]},
    "a long name": {"game": "heckmeck", "seats": [OPEN, {"kind": "here", "name": "x" * 21}]},
    "a coach who may not tell odds": {"game": "junior", "seats": SEATS, "rules": {"coach": 2, "odds": False}},
    "a series that begins with another game": {"game": "junior", "seats": SEATS, "series": {"games": [PICNIC]}},
    "a series with an unknown game": {
        "game": "junior",
        "seats": SEATS,
        "series": {"games": [JUNIOR, {"game": "chess"}]},
    },
    "a series with an option out of range": {"game": "junior", "seats": SEATS, "series": {"games": [JUNIOR, FAR]}},
}


@pytest.mark.parametrize("body", BAD_TABLES.values(), ids=BAD_TABLES.keys())
def test_a_malformed_table_is_refused(body: Any, http: httpx.Client) -> None:
    """The refusal has status 400 or 422, a kind and a sentence."""
    answer = http.post("/api/tables", json=body)
    problem = answer.json()
    assert answer.status_code in (400, 422), problem
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["status"] == answer.status_code
    assert problem["type"] in ("urn:roost:problem:unreadable", "urn:roost:problem:bad-value")
    assert problem["detail"].endswith((".", "?"))
    assert "Traceback" not in answer.text


BAD_BODIES: dict[str, tuple[int, bytes | list[bytes], dict[str, str]]] = {
    "no JSON": (400, b"{", {}),
    "bytes that are no UTF-8": (400, b'{"game": "\xff\xfe"}', {}),
    "a lone surrogate": (400, b'{"game": "\\ud800", "seats": []}', {}),
    "deep nesting": (400, b"[" * 8000, {}),
    "no number": (400, b'{"game": NaN}', {}),
    "an empty body": (400, b"", {}),
    "a form": (415, b"game=heckmeck", {"content-type": "application/x-www-form-urlencoded"}),
    "plain text, as a page of another site could send": (415, b"hello", {"content-type": "text/plain"}),
    "too large a body": (413, b" " * 20_000, {}),
    "a body without a length that does not end": (413, [b" " * 1024] * 40, {}),
    "another site's page": (403, b"{}", {"origin": "https://evil.example"}),
    "a page without an origin": (403, b"{}", {"origin": "null"}),
    "an origin that is none": (403, b"{}", {"origin": "http://[broken"}),
    "a cross-site request by its own word": (403, b"{}", {"sec-fetch-site": "cross-site"}),
}


@pytest.mark.parametrize(("status", "body", "headers"), BAD_BODIES.values(), ids=BAD_BODIES.keys())
def test_a_malformed_request_gets_a_problem_with_the_right_status(
    status: int, body: bytes | list[bytes], headers: dict[str, str], http: httpx.Client
) -> None:
    all_headers = {"content-type": "application/json", **headers}
    answer = http.post("/api/tables", content=body, headers=all_headers)
    assert (answer.status_code, answer.json()["status"]) == (status, status), answer.text


PATHS = {
    "/nowhere": 404,
    "/api": 404,
    "/api/nothing": 404,
    "/api/tables/short": 400,
    "/api/tables/" + "g" * 20: 400,
    "/api/tables/" + "0" * 20: 404,
    "/api/tables/" + "0" * 20 + "/record": 404,
    "/api/tables/" + "0" * 20 + "/events": 404,
    "/api/tables/%2e%2e%2f%2e%2e%2fetc%2fpasswd": 404,
    "/api/tables/' OR 1=1 --": 400,
    "/api/codes/AAAAAA": 404,
    "/api/codes/'%00\"": 404,
    "/api/codes/" + "A" * 400: 400,
    "/api/games/chess": 404,
    "/api/games?lang=xx": 400,
    "/api/rules/chess": 404,
    "/api/rules/..%2f..%2fpyproject.toml": 404,
    "/api/rules/" + "x" * 41: 400,
    "/api/positions": 400,
    "/api/positions?position=chess": 422,
    "/api/positions?position=" + "x" * 2001: 400,
    "/api/positions?position=heckmeck%20grill=1-99999999999": 422,
    "/api/positions/odds?position=heckmeck%20start=random%20grill=21-36%20A=-%20B=-%20turn=draw": 409,
    "/api/positions/hint?position=junior%20grill=4%20A=-%20B=-%20turn=A": 409,
}


@pytest.mark.parametrize(("path", "status"), PATHS.items(), ids=[path[:60] for path in PATHS])
def test_an_unknown_or_malformed_url_gets_a_problem_response(path: str, status: int, http: httpx.Client) -> None:
    """No part of the URL is executed."""
    answer = http.get(path)
    assert (answer.status_code, answer.json()["status"]) == (status, status), answer.text


async def test_head_requests_work_wherever_get_does(server: Serving) -> None:
    """Streams are an exception. A method that a route does not support gets 405 with the supported methods."""
    table = await server.client.create("junior", [ANNA, BEN])
    for path in ("/", "/worker.js", "/api/games", "/health", "/ready", f"/api/tables/{table.id}"):
        head, full = [await server.http.request(method, f"{server.url}{path}") for method in ("HEAD", "GET")]
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == full.headers["content-length"]
    refused = [("HEAD", "/events", "GET"), *((method, "", "GET, HEAD") for method in ("PUT", "PATCH", "DELETE"))]
    for method, path, allowed in refused:
        answer = await server.http.request(method, f"{server.url}/api/tables/{table.id}{path}")
        assert (answer.status_code, answer.headers["allow"]) == (405, f"{allowed}, OPTIONS")


BAD_MOVES: dict[str, dict[str, Any]] = {
    "no version": {"version": None},
    "a negative version": {"version": -1},
    "a version of the future": {"version": 2**52},
    "a version that is no number": {"version": "two"},
    "no key": {"key": None},
    "an empty key": {"key": ""},
    "a key with spaces": {"key": "a b"},
    "a long key": {"key": "k" * 65},
    "a throw that is no truth": {"throw": "yes"},
    "a number of an older version": {"number": ""},
    "a chosen roll": {"roll": "wwwwwwww"},
    "a chosen seat": {"seat": 1},
    "an empty action": {"action": ""},
    "a long action": {"action": "w" * 41},
    "an action with a null character": {"action": "w\x00"},
}


@pytest.mark.parametrize("changed", BAD_MOVES.values(), ids=BAD_MOVES.keys())
def test_a_malformed_move_is_refused(changed: dict[str, Any], http: httpx.Client) -> None:
    """The table stays at its version."""
    created = http.post("/api/tables", json={"game": "heckmeck", "seats": [ANNA, BEN]}).json()
    url, headers = f"/api/tables/{created['id']}", {"authorization": f"Bearer {created['token']}"}
    version = http.post(f"{url}/start", json={}, headers=headers).json()["version"]
    body = {"version": version, "key": "k", "throw": True, **changed}
    answer = http.post(f"{url}/moves", json=body, headers=headers)
    assert answer.status_code in (400, 409, 422), answer.text
    assert http.get(url).json()["table"]["version"] == version


@pytest.mark.parametrize(
    "token",
    ["x", "x" * 10_000, "../..", "' OR ''='", "\u00ff", "null", "undefined", "0", "-1"],
    ids=["short", "long", "path", "sql", "latin-1", "null", "undefined", "0", "-1"],
)
def test_a_guessed_token_is_refused(token: str, http: httpx.Client) -> None:
    """A wrong token is refused in the header as well as in the cookie."""
    created = http.post("/api/tables", json={"game": "heckmeck", "seats": [ANNA, BEN]}).json()
    http.cookies.clear()
    for name, value in (("authorization", f"Bearer {token}"), ("cookie", f"roost-{created['id']}={token}")):
        headers = [(name.encode(), value.encode("latin-1")), (b"content-type", b"application/json")]
        body = json.dumps({})
        answer = http.post(f"/api/tables/{created['id']}/start", content=body, headers=headers)
        assert answer.status_code == 401


async def test_too_many_requests_get_429_with_retry_after(database: Path, caplog: pytest.LogCaptureFixture) -> None:
    """One of the refusals is logged; health checks are exempt."""
    caplog.set_level("INFO", logger="roost.server.requests")
    async with serving(fast(database, rate=1.0, burst=5)) as server:
        answers = [await server.http.get(f"{server.url}/api/games/junior") for _ in range(8)]
        assert [answer.status_code for answer in answers[:5]] == [200] * 5
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert "wait" in answers[-1].json()["detail"]
        assert [record.__dict__["status"] for record in caplog.records].count(429) == 1
        assert (await server.http.get(f"{server.url}/health")).status_code == 200


async def test_the_number_of_tables_is_limited(database: Path) -> None:
    """There is a limit for each client and hour, and one for the whole server."""
    async with serving(fast(database, max_tables_per_client=2)) as server:
        for _ in range(2):
            await server.client.create("heckmeck", [OPEN, OPEN])
        with pytest.raises(ServerError, match="2 tables an hour"):
            await server.client.create("heckmeck", [OPEN, OPEN])
    async with serving(fast(database, max_tables=2)) as server:
        with pytest.raises(ServerError, match="maximum number of tables"):
            await server.client.create("heckmeck", [OPEN, OPEN])


async def test_a_full_server_counts_its_tables_again_after_some_seconds(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused and unfinished requests for a table do not count."""
    seconds = 100.0
    monkeypatch.setattr("roost.play.server.live.services.monotonic", lambda: seconds)
    services = server_services(fast(database, max_tables=8))
    async with services.running():
        for _ in range(20):
            seconds += 1
            await services.check_new_table("somebody")  # a request that makes no table
        seconds += 10
        for _ in range(8):
            await services.check_new_table("somebody")
        for _ in range(5):
            seconds += 1
            with pytest.raises(RefusedError, match="maximum number of tables"):
                await services.check_new_table("somebody")
        seconds += 1
        await services.check_new_table("somebody")


async def test_the_log_growth_of_one_clients_tables_is_limited(database: Path) -> None:
    """The bound includes bots that the client watches; at the bound games are paused, not ended."""
    half = 10_000
    async with serving(fast(database, max_log_per_client=2 * half / 1e6)) as server:
        store, read = sql_store(server.app.services), select(func.sum(func.length(log.c.entries) + 150))
        waiting = await server.client.create("junior", [ANNA, CHICK])
        table = await server.client.create("heckmeck", [CHICK, CHICK])
        with store.engine.connect() as connection:
            before = connection.execute(read).scalar_one()
        await table.start()
        async with asyncio.timeout(PATIENCE):
            async for _ in table.events():
                with store.engine.connect() as connection:
                    written = connection.execute(read).scalar_one() - before
                if written > half - 250:
                    break
        error = await server.refused("POST", f"/api/tables/{waiting.id}/start", {}, waiting.token)
        assert (error.status, error.kind) == (429, "too-many")
        assert "may grow by" in str(error)
        assert (await table.snapshot())["table"]["status"] == "playing"
        with store.engine.connect() as connection:
            assert connection.execute(read).scalar_one() - before < half + 250


async def test_tables_that_were_never_used_are_deleted(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table with a seated person, an invitation or a watcher stays."""
    clock = Clock(monkeypatch)
    async with serving(fast(database)) as server:
        client = server.client
        bots, empty, with_anna, claimed, invited = [
            await client.create("junior", seats)
            for seats in ([CHICK, CHICK], [OPEN, CHICK], [ANNA, CHICK], [OPEN, CHICK],
                          [{"kind": "guest", "name": "Ben"}, CHICK])
        ]  # fmt: skip
        await bots.start()
        await client.call("POST", f"/api/tables/{claimed.id}/seats", {"name": "Anna"}, claimed.token)
        clock.ahead = 6 * 86_400.0
        late = await client.create("junior", [CHICK, CHICK])
    clock.ahead = 8 * 86_400.0
    async with serving(fast(database)) as server:
        store = sql_store(server.app.services)
        async with asyncio.timeout(PATIENCE):
            while store.last_version(bots.id) or store.last_version(empty.id):
                await asyncio.sleep(0)
        assert all(store.last_version(table.id) for table in (with_anna, claimed, invited, late))
        assert (await server.refused("GET", f"/api/tables/{bots.id}")).status == 404
        clock.ahead = 16 * 86_400.0
        watcher = Watcher("somebody", None)
        server.app.services.hub.add(late.id, watcher)
        await purge(server.app.services.rooms, sql_store(server.app.services))
        assert store.last_version(late.id)
        server.app.services.hub.remove(late.id, watcher)
        await purge(server.app.services.rooms, sql_store(server.app.services))
        assert not store.last_version(late.id)


async def test_the_reactions_of_one_person_are_limited(server: Serving) -> None:
    """Others may still react, and a person over the limit may still move."""
    anna = await server.client.create("heckmeck", [ANNA, OPEN])
    ben = await server.client.join(anna.code, "Ben")
    await anna.start()
    answers = await asyncio.gather(*(anna.react("clap") for _ in range(30)), return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, ServerError)]
    assert 10 <= len(refused) <= 20
    assert {(error.status, error.kind) for error in refused} == {(429, "too-many")}
    await ben.react("hurry")
    await anna.move()


async def test_a_table_has_a_maximum_number_of_changes(database: Path) -> None:
    """A full table refuses moves with a reason, and is closed if a bot has to move."""
    async with serving(fast(database, max_changes=12)) as server:
        anna = await server.client.create("heckmeck", [ANNA, BEN])
        game = (await anna.start())["table"]["game"]
        for _ in range(8):  # the other changes are Anna's seals and her answer to the list
            game = await choose_first(anna, game)
        with pytest.raises(ServerError, match="full after 12 changes: create a new one") as refused:
            await choose_first(anna, game)
        assert (refused.value.status, refused.value.kind, anna.version) == (409, "not-now", 12)
        assert (await anna.close())["table"]["status"] == "closed"
        bots = await server.client.create("heckmeck", [CHICK, CHICK])
        await bots.start()
        async with asyncio.timeout(PATIENCE):
            async for event in bots.events():
                if event.table["status"] == "closed":
                    break
        assert event.version == 13


async def test_rate_limits_distinguish_clients_behind_a_trusted_proxy(database: Path) -> None:
    """The two forms of an IPv4 address count as one client, and so does an IPv6 network."""
    expected = {
        "192.0.2.1": 200, "::ffff:192.0.2.1": 429, "192.0.2.2": 200, "2001:db8::1": 200, "2001:db8::2": 429,
        "2001:db8:1:1::1": 200, "fe80::1%eth0": 200, "fe80::2": 429, "a:b": 200, "?": 200,
    }  # fmt: skip
    async with serving(fast(database, rate=0.1, burst=1)) as server:
        for client, status in expected.items():
            answer = await server.http.get(f"{server.url}/api/bots", headers={"x-forwarded-for": client})
            assert answer.status_code == status, client


async def test_every_answer_has_security_headers(server: Serving) -> None:
    """Problem responses and pages have them as well."""
    for path in ("/api/games", "/api/nothing", "/", "/health"):
        headers = (await server.http.get(server.url + path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
    forwarded = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1"}
    answer = await server.http.get(f"{server.url}/api/games", headers=forwarded)
    assert "strict-transport-security" in answer.headers


async def test_tokens_are_not_leaked(
    database: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """A token is in the answer that issues it, but not in events, records, logs or the database."""
    caplog.set_level("DEBUG", logger="roost.server")
    async with serving(fast(database, log=True)) as server:
        host = await server.client.create("junior", [{"kind": "guest", "name": "Carla"}, OPEN])
        ben = await server.client.join(host.code, "Ben")
        carla = await server.client.join(host.code, "Carla", invitation=host.invitations["0"])
        await ben.start()
        texts = [json.dumps(await table.snapshot()) for table in (host, ben, carla)]
        async for event in host.events(after=1):
            texts.append(json.dumps(event.data))
            if event.version == ben.version:
                break
        texts += [await host.record(), (await server.http.get(f"{server.url}/metrics")).text]
        await server.refused("POST", f"/api/tables/{host.id}/start", {}, ben.token)
        for table in (host, ben, carla):
            assert table.token is not None
            assert all(table.token not in text for text in texts)
            assert table.token not in caplog.text + "".join(capsys.readouterr())
            stored = b"".join(file.read_bytes() for file in database.parent.iterdir())
            assert table.token.encode() not in stored
