"""Every route of the API with its cost, its limits, and the worst request known for it.

``ROUTES`` is the only such table. ``test_routes.py`` checks the server against it, and fails if a route has no row;
``tools/attacks/routes.py`` sends all the worst requests at once.
"""

from typing import Any, Literal, NamedTuple
from urllib.parse import quote

from play.server.long_history import CHALLENGE, TABLE

Where = Literal["loop", "database", "desk", "calculator"]
"""Where a request is answered: on the event loop alone, also in threads for short database work, in the job pool for
whole games and pictures, or in the pool that calculates."""


class Row(NamedTuple):
    """One route."""

    cost: float
    """Cost in ordinary requests; a client may spend 200 at once, and 40 a second."""
    where: Where
    most: float
    """Maximum work on the event loop in milliseconds, because all other requests wait for it."""
    bound: str
    """Bound on the work outside the event loop."""
    worst: str = ""
    """Address of the worst known request, if it differs from the route; ``{n}`` is a number that changes each time."""
    body: dict[str, Any] | None = None


_TRACKS = "tracks=20:1,20:2,20:3,20:4,20:5,20:6 goal=11"
_CROWDED = "/".join(["1A,2B,3C,4D"] * 6)
_POSITION = quote(f"picnic {_TRACKS} board={_CROWDED} A=queen B=queen C=queen D=queen turn=A dice=123456")
_REROLLS = f"{_POSITION}{quote(' rerolls=1/1')}"
_ROLL = quote("heckmeck grill=21-36 A=- B=- turn=A")
_NAMES = "&".join(["names=" + "x" * 80] * 7)
_SEAL = {"seal": "0" * 64}
_KEY = {"version": 1, "key": "0123456789abcdef"}
_GAME: dict[str, Any] = {
    "date": "2026-11-16", "game": "heckmeck", "players": 2, "name": "Anna", "opponents": ["Ben"], "start": 0.5,
    "result": 1.0, "luck": 0.1, "decisions": {"stop": [3, 0.1], "dice": [9, 0.2]},
}  # fmt: skip
_HISTORY = {"games": [_GAME | {"id": str(number), "opponents": [f"B{number}"]} for number in range(2_000)]}
_SEATS = [{"kind": "here", "name": "Anna"}] * 4
_LONGEST = {"game": "picnic", "seats": _SEATS, "options": {"tracks": _TRACKS.split()[0][7:], "goal": "11"}}

_FEW = "a few values of the rules"
_ONE_POSITION = "a position of at most 2,000 characters"
_QUESTION = "5 s of work, one calculation of a client at a time, 50 wait, else 503"
_READING = "5 s of work, one job of a client at a time, 20 of a client wait for at most 10 s, else 503"
_CACHED = "made once and cached; otherwise like all reading"
_CHANGE = "one change; a table has 50,000"
_MEMORY = "in memory"
_HOST = "refused in memory without the host's token"

ROUTES: dict[str, Row] = {
    # -- without a table ---------------------------------------------------------------------------------------------
    "GET /api/games": Row(1, "loop", 5, "made once for a language", "/api/games?lang=de"),
    "GET /api/games/{name}": Row(1, "loop", 10, _FEW, "/api/games/picnic?lang=de"),
    "GET /api/house-rules": Row(1, "loop", 10, _FEW, "/api/house-rules?lang=de"),
    "GET /api/schema": Row(1, "loop", 10, _FEW),
    "GET /api/bots": Row(1, "desk", 5, "the bots that are installed", "/api/bots?game=picnic"),
    "GET /api/rules/{name}": Row(1, "desk", 5, _CACHED, "/api/rules/heckmeck?lang=de"),
    "GET /api/puzzles/{name}": Row(1, "desk", 5, _CACHED, "/api/puzzles/picnic"),
    "GET /api/puzzles/{name}/{number}": Row(1, "desk", 5, _READING, "/api/puzzles/picnic/{n}?lang=de"),
    "GET /api/cards/{name}": Row(1, "desk", 5, _CACHED, "/api/cards/picnic?size=expert&lang=de"),
    "GET /api/positions": Row(1, "loop", 10, _ONE_POSITION, f"/api/positions?position={_POSITION}&lang=de&{_NAMES}"),
    "GET /api/positions/why": Row(
        1, "loop", 10, _ONE_POSITION, f"/api/positions/why?position={_POSITION}&action=pushB1&lang=de"
    ),
    "GET /api/positions/play": Row(
        1, "loop", 10, _ONE_POSITION, f"/api/positions/play?position={_ROLL}&seed={{n}}&lang=de&{_NAMES}"
    ),
    "GET /api/positions/card": Row(2, "desk", 10, _READING, f"/api/positions/card?position={_POSITION}&lang=de"),
    "GET /api/positions/odds": Row(
        2, "calculator", 10, _QUESTION, f"/api/positions/odds?position={_REROLLS}&hint=true&lang=de&names=A{{n}}"
    ),
    "GET /api/positions/hint": Row(10, "calculator", 10, _QUESTION, f"/api/positions/hint?position={_REROLLS}"),
    "POST /api/replays": Row(
        10, "desk", 10, f"300,000 bytes and 4,000 moves; {_READING}", body={"record": "x " * 124_000}
    ),
    "POST /api/progress": Row(10, "desk", 40, f"a megabyte and 2,000 games; {_READING}", body=_HISTORY),
    "GET /api/challenges/{name}": Row(
        10, "desk", 20, f"50 results, each {_CACHED}; one review is begun", f"/api/challenges/{CHALLENGE}?lang=de"
    ),
    "GET /api/dice": Row(5, "database", 5, "200 tables of 1,000 changes, counted once in 30 s"),
    # -- tables and seats --------------------------------------------------------------------------------------------
    "POST /api/tables": Row(1, "desk", 10, "60 tables of a client in an hour", body=_LONGEST),
    "POST /api/challenges/{name}/take": Row(
        10, "desk", 10, "60 tables of a client in an hour", f"/api/challenges/{CHALLENGE}/take", {"name": "Anna"}
    ),
    "GET /api/codes/{code}": Row(
        1, "database", 5, "100 codes of a client, then one in four minutes", "/api/codes/ABCDE{n}"
    ),
    "GET /api/tables/{table_id}": Row(1, "loop", 10, "one table", f"/api/tables/{TABLE}?lang=de"),
    "GET /api/tables/{table_id}/qr": Row(5, "desk", 5, f"a name of 255 characters; {_CACHED}"),
    "POST /api/tables/{table_id}/seats": Row(1, "database", 10, _CHANGE, body={"name": "x" * 200}),
    "POST /api/tables/{table_id}/name": Row(1, "database", 10, _CHANGE, body={"name": "x" * 200}),
    "POST /api/tables/{table_id}/leave": Row(1, "database", 10, _CHANGE, body={"seat": 5}),
    "POST /api/tables/{table_id}/return": Row(1, "database", 10, _CHANGE, body={"seat": 5}),
    "POST /api/tables/{table_id}/seats/{seat}/bot": Row(
        1, "database", 10, _CHANGE, f"/api/tables/{TABLE}/seats/1/bot", {"bot": "fox"}
    ),
    "DELETE /api/tables/{table_id}/seats/{seat}": Row(1, "database", 10, _CHANGE, f"/api/tables/{TABLE}/seats/1"),
    "POST /api/tables/{table_id}/close": Row(1, "database", 10, _CHANGE, f"/api/tables/{TABLE}/close?lang=xx"),
    # -- play --------------------------------------------------------------------------------------------------------
    "POST /api/tables/{table_id}/start": Row(1, "database", 10, _CHANGE, body=_SEAL),
    "POST /api/tables/{table_id}/seal": Row(1, "database", 10, _CHANGE, body=_SEAL),
    "POST /api/tables/{table_id}/open": Row(1, "database", 10, _CHANGE, body={"attempt": 1, "number": "0" * 64}),
    "POST /api/tables/{table_id}/moves": Row(1, "database", 10, _CHANGE, body={**_KEY, "action": "roll"}),
    "POST /api/tables/{table_id}/correction": Row(1, "database", 10, _CHANGE, body=_KEY),
    "POST /api/tables/{table_id}/undo": Row(1, "database", 10, _CHANGE, body=_KEY),
    "POST /api/tables/{table_id}/reactions": Row(
        1, "database", 10, f"{_CHANGE}; ten at once, then one a second", body={"reaction": "clap"}
    ),
    "POST /api/tables/{table_id}/cheers": Row(
        1, "loop", 10, "six at a table at once, then two a second", body={"reaction": "clap"}
    ),
    "POST /api/tables/{table_id}/shown": Row(1, "loop", 10, "two numbers", body={"version": 1}),
    "POST /api/tables/{table_id}/screens": Row(1, "loop", 10, "a name", body={"screen": "0" * 32}),
    "POST /api/tables/{table_id}/wait": Row(1, "loop", 10, "a number", body={"game": 2}),
    "POST /api/tables/{table_id}/rematch": Row(1, "database", 10, _CHANGE, body=_SEAL),
    "POST /api/tables/{table_id}/next": Row(1, "database", 10, _CHANGE, body={"game": "picnic"}),
    "GET /api/tables/{table_id}/series": Row(
        1, "loop", 10, "99 games of 12 people", f"/api/tables/{TABLE}/series?lang=de"
    ),
    "GET /api/tables/{table_id}/why": Row(
        1, "loop", 10, "one position", f"/api/tables/{TABLE}/why?action=roll&lang=de"
    ),
    "GET /api/tables/{table_id}/odds": Row(
        2, "calculator", 10, _QUESTION, f"/api/tables/{TABLE}/odds?hint=true&aim=win&lang=de"
    ),
    "GET /api/tables/{table_id}/hint": Row(10, "calculator", 10, _QUESTION),
    # -- the host of the server --------------------------------------------------------------------------------------
    "GET /api/host": Row(1, "loop", 5, _HOST),
    "POST /api/host/enter": Row(1, "loop", 5, _HOST, body={"token": "x" * 100}),
    "POST /api/host/notice": Row(1, "loop", 5, _HOST, body={"text": "x" * 200}),
    "POST /api/host/code": Row(1, "loop", 5, _HOST, body={"code": "x" * 40}),
    "POST /api/host/tables/{table_id}/close": Row(1, "loop", 5, _HOST),
    "POST /api/host/tables/{table_id}/forget": Row(1, "loop", 5, _HOST, body={"name": "x" * 100}),
    "DELETE /api/host/tables/{table_id}": Row(1, "loop", 5, _HOST),
    # -- looking back ------------------------------------------------------------------------------------------------
    "GET /api/tables/{table_id}/changes": Row(
        5, "desk", 10, f"500 changes; {_READING}", f"/api/tables/{TABLE}/changes?lang=de&after={{n}}"
    ),
    "GET /api/tables/{table_id}/events": Row(
        2,
        "desk",
        10,
        f"500 changes, else a snapshot; {_READING}; 200 streams of a client",
        f"/api/tables/{TABLE}/events?lang=de&after=600",
    ),
    "GET /api/tables/{table_id}/record": Row(5, "desk", 5, _READING, f"/api/tables/{TABLE}/record?game=2"),
    "GET /api/tables/{table_id}/records": Row(20, "desk", 20, f"sent one by one, until the reader goes; {_READING}"),
    "GET /api/tables/{table_id}/replay": Row(
        10, "desk", 5, f"4,000 moves; {_READING}", f"/api/tables/{TABLE}/replay?game=2&lang=de"
    ),
    "GET /api/tables/{table_id}/review": Row(
        10, "calculator", 10, f"one review of a client at a time; {_READING}", f"/api/tables/{TABLE}/review?game={{n}}"
    ),
    "GET /api/tables/{table_id}/review/picture": Row(
        10,
        "calculator",
        10,
        f"one review of a client at a time; {_READING}",
        f"/api/tables/{TABLE}/review/picture?game={{n}}",
    ),
    # -- the page and the service ------------------------------------------------------------------------------------
    "GET /api/openapi.json": Row(10, "desk", 5, _CACHED),
    "GET /health": Row(0.1, "loop", 5, _MEMORY),
    "GET /ready": Row(0.1, "database", 5, "one look at the database"),
    "GET /metrics": Row(0.1, "database", 5, "three numbers of rows, counted once in 5 s"),
    "GET /": Row(1, "loop", 10, "made once for a page and a language", "/?lang=de"),
    "GET /assets/{build}/{name}": Row(0.1, "loop", 5, _MEMORY, "/assets/another/app.js"),
    "GET /manifest.webmanifest": Row(1, "loop", 5, _MEMORY),
    "GET /worker.js": Row(1, "loop", 5, "made once for a language"),
    "GET /favicon.ico": Row(1, "loop", 5, _MEMORY),
}
"""The routes by method and path. Every other page is answered like ``/``."""
