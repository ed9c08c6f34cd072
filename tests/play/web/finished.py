"""Finished games for tests: tables where bots have played to the end, and records without a table."""

import random
from collections.abc import Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import urljoin

import httpx
from playwright.sync_api import BrowserContext

import roost
from play.server.serving import wait_for_the_end
from play.web.fair_table import FairTable
from play.web.playing import CHICK, make_table
from roost.core.game import Game
from roost.core.record import Recorder, dice_headers, write
from roost.core.sources import SeededDice
from roost.core.state import State
from roost.play.dice.fair import hashed


def finished_table(visitor: BrowserContext, game: str = "junior", *bots: dict[str, str], **more: Any) -> str:
    """Return the id of a table of this visitor where bots, by default two chicks, have played a whole game."""
    table: str = make_table(visitor, game, *(bots or (CHICK, CHICK)), **more)["id"]
    _begin(visitor, table, "start", f"{table} 1")
    _watch(visitor, table)
    return table


def own_table(visitor: BrowserContext, game: str, person: str = "Anna", bot: str = "chick") -> str:
    """Return the id of a table where a bot has played this person's game against a hen."""
    seats = ({"kind": "here", "name": person}, {"kind": "bot", "bot": "hen"})
    table: str = make_table(visitor, game, *seats, options={"start": "A"})["id"]
    _begin(visitor, table, "start", f"{table} 1")
    _post(visitor, table, "leave", {})
    _post(visitor, table, "seats/0/bot", {"bot": bot})
    _watch(visitor, table)
    return table


def series_table(visitor: BrowserContext, games: int, *people: str, game: str = "junior", **series: object) -> str:
    """Return the id of a table whose series has had some games, each played by bots for these people."""
    seats = [{"kind": "here", "name": name} for name in people]
    table: str = make_table(visitor, game, *seats, series=series)["id"]
    for number in range(1, games + 1):
        begun = _begin(visitor, table, "start" if number == 1 else "rematch", f"{table} {number}")
        for seat in begun["table"]["seats"]:
            _post(visitor, table, "leave", {"seat": seat["seat"]})
            _post(visitor, table, f"seats/{seat['seat']}/bot", {"bot": "pullet"})
        _watch(visitor, table)
        _post(visitor, table, "return", {})
    return table


def taken_challenge(visitor: BrowserContext, name: str, person: str, bot: str) -> str:
    """Return the id of a table where a bot has played a challenge for this person."""
    answer = visitor.request.post(f"/api/challenges/{name}/take", data={"name": person})
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    _post(visitor, table, "start", {})
    _post(visitor, table, "leave", {})
    _post(visitor, table, "seats/0/bot", {"bot": bot})
    _watch(visitor, table)
    return table


def _begin(visitor: BrowserContext, table: str, command: str, secret: str) -> Any:
    """Begin a game with the secret number of one device."""
    number = sha256(secret.encode()).digest()
    _post(visitor, table, command, {"seal": hashed(number).hex()})
    return _post(visitor, table, "open", {"attempt": 1, "number": number.hex()})


def _watch(visitor: BrowserContext, table: str) -> None:
    """Wait until the game is over."""
    with httpx.Client(base_url=urljoin(visitor.request.get("/health").url, "/"), verify=False) as http:
        wait_for_the_end(http, table)


def _post(visitor: BrowserContext, table: str, command: str, body: dict[str, object]) -> Any:
    answer = visitor.request.post(f"/api/tables/{table}/{command}", data=body)
    assert answer.ok, answer.text()
    return answer.json()


def record_of(game: str, moves: int = 60, *, seed: int = 1, fair: bool = True) -> str:
    """Return the record of the first moves of a random game, with verifiable or seeded dice."""
    chance = random.Random(seed)
    start = roost.game(game, start="A")
    dice = FairTable(chance.randbytes(32), start) if fair else SeededDice(seed)
    return played(start, dice, chance, moves, ["Anna", "Ben"])


def played(
    start: Game | State,
    dice: FairTable | SeededDice,
    chance: random.Random,
    most: int = 10_000,
    names: Sequence[str] | None = None,
) -> str:
    """Return the record of a random game, or of its first moves."""
    players = (start.game if isinstance(start, State) else start).players
    recorder = Recorder(start, names or [f"Player {n}" for n in range(players)], dice_headers(dice))
    for _ in range(most):
        state = recorder.state
        if state.node is roost.Node.OVER:
            break
        if state.dice is None:
            recorder.add(chance.choice(state.actions()))
        else:
            roll = dice.roll(state.dice, state.seat) if isinstance(dice, FairTable) else dice.roll(state.dice)
            recorder.add(roll, dice.proof if isinstance(dice, FairTable) else None)
    return write(recorder.record())


def saved_game(number: int, *, name: str = "Anna", dice: float = 0.1) -> dict[str, Any]:
    """Return a game as the device stores it for the progress page."""
    return {
        "id": f"{name}{number}", "date": f"2026-01-{number:02}", "game": "heckmeck", "players": 2, "name": name,
        "opponents": ["Hen"], "start": 0.5, "result": number % 2, "luck": 0.1,
        "decisions": {"stop": [20, 0.02], "dice": [30, dice]},
    }  # fmt: skip
