"""A table on a server, played from a terminal and by other clients."""

import asyncio
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from textual.widgets import Input, Static

from command import run
from play.server.lines import bad_line
from play.server.processes import free_port
from play.server.serving import CHICK, OPEN, Serving, fast, serving
from play.terminal.screens import SIZE, is_over, panel, press_for, screen_text, until
from roost.core.errors import RoostError
from roost.core.record import read
from roost.core.state import Node
from roost.core.stream import Stream
from roost.core.words import Messages
from roost.core.words.sentences import describe_outcome
from roost.games.set_aside import SetAside
from roost.play.client import TableClient
from roost.play.dice import verify_dice
from roost.play.terminal import remote as remote_table
from roost.play.terminal.app import RoostApp
from roost.play.terminal.plain import PlainTable
from roost.play.terminal.remote import RemoteTable, SeatGoneError, go_back, read_link, sit_down
from roost.play.terminal.saves import KeptSeat, find_seat, keep_seat, newest_to_resume, read_seat
from roost.play.terminal.screens.table import TableScreen
from roost.study.bots import bot
from soak import rarely


@pytest.mark.parametrize("game", ["junior", *rarely("picnic")])
async def test_a_game_between_the_full_screen_and_another_client(game: str, server: Serving) -> None:
    """Anna plays on the screen, Ben through the API; both see the same end and then start a rematch."""
    host = await server.client.create(game, [OPEN, OPEN])
    remote = await seated(server, host)
    ben = await server.client.join(host.code, "Ben")
    app = RoostApp(Messages(), table=remote, animation=False)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: "Waiting for the game" in screen_text(app))
        await host.start()
        playing = asyncio.create_task(ben.play(bot("hen")))
        with app.batch_update():  # without drawing; test_app.py draws whole games
            while not is_over(app):
                await until(lambda: is_over(app) or getattr(app.screen, "is_asking", False))
                screen = app.screen
                if isinstance(screen, TableScreen):
                    moved = remote.moved
                    await press_for(pilot, screen)
                    await until(lambda moved=moved: remote.moved > moved)  # type: ignore[misc]
        outcome = remote.state.outcome
        shown = str(app.screen.query_one("#result", Static).content)
        assert remote.state.node is Node.OVER
        assert outcome is not None
        assert await playing == outcome.to_json()
        record = read(await host.record())
        await pilot.press("a")  # a rematch, once Ben agrees
        await until(lambda: "Waiting for the game" in screen_text(app))
        assert find_seat(server.url, remote.seat.code) == remote.seat
        await ben.rematch()
        await until(lambda: remote.status == "playing" and isinstance(app.screen, TableScreen))
        assert remote.state.outcome is None
    assert record.names == ("Anna", "Ben")
    check = verify_dice(record)
    assert check.is_proved
    assert "all computed on this device" in shown


async def two_at_a_table(
    server: Serving, *, real: bool = False, **rules: object
) -> tuple[TableClient, TableClient, RemoteTable]:
    """Start a game between Anna and Ben; return the host's and Anna's clients, and Anna's terminal."""
    host = await server.client.create("junior", [OPEN, OPEN], {"start": "A"}, rules)
    anna = await server.client.join(host.code, "Anna", real=real)
    await server.client.join(host.code, "Ben")
    await host.start()
    return host, anna, RemoteTable(server.url, anna, await anna.snapshot())


@pytest.mark.parametrize("odds", [True, False])
async def test_a_table_without_odds_shows_none_in_the_terminal(odds: bool, server: Serving) -> None:
    """The terminal obeys the house rule although it could compute the odds itself."""
    _, _, remote = await two_at_a_table(server, odds=odds)
    app = RoostApp(Messages(), table=remote, animation=False)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.is_asking)
        await pilot.press("o")
        text = "Value:" if odds else "Odds and hints are turned off"
        await until(lambda: text in panel(screen_text(app)))


async def test_a_bot_without_a_name_is_called_by_its_kind(server: Serving) -> None:
    """The name is in the terminal's language; an empty seat is called by its letter."""
    host = await server.client.create("junior", [OPEN, CHICK, OPEN])
    remote = await seated(server, host)
    assert remote.names == ["Anna", "Chick", "C"]
    PlainTable(remote, messages=Messages("de"), console=Console(file=StringIO()), ask=str)
    assert remote.names == ["Anna", "Küken", "C"]


async def test_a_player_whose_seat_a_bot_plays_can_return(tmp_path: Path) -> None:
    """Anna left and the chick plays for her; the terminal says so and offers to come back."""
    async with serving(fast(tmp_path / "tables.db", bot_delay=1000)) as server:
        host, anna, remote = await two_at_a_table(server)
        app = RoostApp(Messages(), table=remote, animation=False)
        async with app.run_test(size=SIZE) as pilot:
            await until(lambda: "Anna, it's your turn" in screen_text(app))
            await anna.leave()
            await until(lambda: "You left the table." in screen_text(app))
            await server.client.call("POST", f"/api/tables/{host.id}/seats/0/bot", {"bot": "chick"}, host.token)
            await until(lambda: "Chick plays for you." in screen_text(app))
            assert "come back" in screen_text(app)
            await pilot.press("enter")
            await until(lambda: "Anna, it's your turn" in screen_text(app))


async def test_a_player_whose_seat_a_bot_plays_can_return_line_by_line(tmp_path: Path) -> None:
    async with serving(fast(tmp_path / "tables.db", bot_delay=1000)) as server:
        host, anna, remote = await two_at_a_table(server)
        await anna.leave()
        await server.client.call("POST", f"/api/tables/{host.id}/seats/0/bot", {"bot": "chick"}, host.token)
        remote.take((await anna.snapshot())["table"])
        output, prompts = StringIO(), list[str]()

        def ask(prompt: str) -> str:
            prompts.append(prompt)
            return ("u", "", "q")[len(prompts) - 1]

        await plain(remote, output, ask).play()
        assert output.getvalue().count("Chick plays for you.") == 2
        assert prompts == ["Enter: come back ", "Enter: come back ", "Enter: roll 6 dice "]


async def test_a_series_can_be_played_line_by_line(saved_games: Path, server: Serving) -> None:
    """The standings are shown after each game, and the seat is remembered until the last game is over."""
    short = {"short_game": True, "always_turn": True}
    plan = {"kind": "games", "count": 2, "games": [{"game": "junior"}, {"game": "heckmeck", "options": short}]}
    host = await server.client.create("junior", [OPEN, CHICK], series=plan)
    remote = await sit_down(f"{server.url}/t/{host.code}", "Anna")
    output, games, is_remembered = StringIO(), list[str](), list[bool]()
    play = anna_s_answers([], remote)

    def ask(prompt: str) -> str:
        if not prompt.startswith("a: play again"):
            return play(prompt)
        games.append(remote.state.game.name)
        is_remembered.append(find_seat(server.url, remote.seat.code) == remote.seat)
        return ("u", "a", "q")[len(games) - 1]

    playing = asyncio.create_task(plain(remote, output, ask).play())
    await until(lambda: "Waiting for the game" in output.getvalue())
    await host.start()
    await playing
    assert games == ["junior", "junior", "heckmeck"]
    standings = (await host.series())["series"]["standings"]
    last = ", ".join(f"{line['rank']}. {line['name']} {line['points']}" for line in standings)
    assert output.getvalue().count("Standings: ") == 2
    assert f"Standings: {last}." in output.getvalue()
    assert is_remembered == [True, True, False]
    assert not list(saved_games.glob("*.seat"))


async def test_a_player_whose_seat_was_freed_watches(server: Serving) -> None:
    """The host has freed Anna's seat, so the terminal no longer asks for her moves."""
    host, anna, remote = await two_at_a_table(server)
    assert remote.is_ours
    await anna.leave()
    await server.client.call("DELETE", f"/api/tables/{host.id}/seats/0", None, host.token)
    remote.take((await anna.snapshot())["table"])
    assert (remote.seats, remote.is_ours, remote.is_replaced) == (frozenset(), False, False)


async def test_the_screen_offers_a_failed_request_again(tmp_path: Path) -> None:
    """A move or a table that does not get through is reported, and the same choice is offered again."""
    async with serving(fast(tmp_path / "tables.db")) as server, bad_line(server.url) as line:
        _, anna, _ = await two_at_a_table(server)
        remote = RemoteTable(line.url, anna, await anna.snapshot())
        app = RoostApp(Messages(), table=remote, animation=False)
        line.refuse("GET ")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await until(lambda: "try again" in screen_text(app))
            await pilot.press("enter")
            await until(lambda: "Anna, it's your turn" in screen_text(app))
            before = remote.moved
            line.refuse("POST ")
            await pilot.press("enter")
            await until(lambda: "the server answered 500" in screen_text(app))
            assert remote.moved == before
            await until(lambda: isinstance(app.screen, TableScreen) and app.screen.is_asking)
            await pilot.press("enter")
            await until(lambda: remote.moved > before)


async def test_a_failed_move_can_be_repeated_line_by_line(tmp_path: Path) -> None:
    async with serving(fast(tmp_path / "tables.db")) as server, bad_line(server.url) as line:
        _, anna, _ = await two_at_a_table(server)
        remote, output = RemoteTable(line.url, anna, await anna.snapshot()), StringIO()
        line.refuse("POST ")
        await plain(remote, output, anna_s_answers([], remote, most=2)).play()
        assert "the server answered 500" in output.getvalue()
        anna.use(server.client)
        assert (await anna.snapshot())["table"]["game"]["dice"]["rolls"] == 1


@pytest.mark.parametrize(
    ("link", "server", "code"),
    [
        ("http://127.0.0.1:8321/t/K7MPQ2", "http://127.0.0.1:8321", "K7MPQ2"),
        ("https://example.org/roost/t/K7MPQ2/", "https://example.org/roost", "K7MPQ2"),
    ],
)
def test_a_link_names_the_server_and_the_table_code(link: str, server: str, code: str) -> None:
    """The server may be in a folder of its host."""
    assert read_link(link) == (server, code)


@pytest.mark.parametrize("link", ["K7MPQ2", "ftp://example.org/t/K7MPQ2", "https://example.org/", "http:///t/K7"])
def test_a_malformed_link_is_refused_with_an_example(link: str) -> None:
    with pytest.raises(RoostError, match="a table's link is like"):
        read_link(link)


def anna_s_answers(lines: list[str], remote: RemoteTable, *, most: int = 10**6) -> Callable[[str], str]:
    """Return a player who types the hen's choices, at most ``most`` times, and then closes the terminal."""

    def ask(prompt: str) -> str:
        lines.append(prompt)
        if len(lines) > most:
            raise EOFError
        state = remote.state
        return str(bot("hen").choose(state, Stream("Anna"))) if state.node is Node.DECIDE else ""

    return ask


async def seated(server: Serving, host: TableClient) -> RemoteTable:
    """Anna at a terminal, whose device takes part when the host starts the game."""
    anna = await server.client.join(host.code, "Anna")
    return RemoteTable(server.url, anna, await anna.snapshot())


def plain(remote: RemoteTable, output: StringIO, ask: Callable[[str], str]) -> PlainTable:
    """Return the table played line by line, printed to a text."""
    return PlainTable(remote, messages=Messages(), console=Console(file=output, width=100), ask=ask)


async def test_a_seat_can_be_resumed_in_line_mode_after_a_crash(saved_games: Path, server: Serving) -> None:
    """The seat's file is private, and it is deleted at the end of the game."""
    host = await server.client.create("junior", [OPEN, CHICK])
    remote = await sit_down(f"{server.url}/t/{host.code}", "Anna")
    output = StringIO()
    playing = asyncio.create_task(plain(remote, output, anna_s_answers([], remote, most=4)).play())
    await until(lambda: "Waiting for the game" in output.getvalue())
    await host.start()
    await playing
    assert "To continue: roost play --resume" in output.getvalue()

    (file,) = saved_games.glob("*.seat")
    assert newest_to_resume() == file
    assert file.stat().st_mode & 0o777 == 0o600
    back = await go_back(read_seat(file))
    assert (back.seat, back.seats, back.moved) == (remote.seat, remote.seats, remote.moved)
    assert (await sit_down(f"{server.url}/t/{host.code}", "Anna")).seat == remote.seat

    output = StringIO()
    await plain(back, output, anna_s_answers([], back)).play()
    assert back.state.outcome is not None
    assert describe_outcome(back.state.outcome, back.state.game, Messages(), back.names) in output.getvalue()
    assert not list(saved_games.glob("*.seat"))
    check = verify_dice(read(await host.record()))
    assert check.is_proved
    assert "all computed on this device" in " ".join(output.getvalue().split())


async def test_undo_at_a_servers_table_line_by_line(server: Serving) -> None:
    """A player with nothing to undo gets a message and is asked again."""
    _, _, remote = await two_at_a_table(server)
    output, answers = StringIO(), iter(["u", "nonsense", "", "first", "u", "q"])

    def ask(_: str) -> str:
        return next(answers).replace("first", str(next(iter(remote.state.actions()), "")))

    await plain(remote, output, ask).play()
    assert "Nothing to undo" in output.getvalue()
    assert all(isinstance(action, SetAside) for action in remote.state.actions())


async def test_real_dice_can_be_typed_at_a_servers_table(server: Serving) -> None:
    """The roll counts as entered, and the player chooses as usual."""
    host, _, remote = await two_at_a_table(server, real=True, dice="real")
    output, answers = StringIO(), iter(["wwwgk", "wwwgkb", "w", "r", "q"])
    await plain(remote, output, lambda _: next(answers)).play()
    assert "Please enter 6 dice" in output.getvalue()
    game = (await host.snapshot())["table"]["game"]
    assert (game["dice"]["entered"], remote.is_typed, str(remote.state)) == (1, True, game["position"])


async def test_a_seat_unknown_to_the_server_is_forgotten(saved_games: Path, server: Serving) -> None:
    """The seat's token is not tried again."""
    host = await server.client.create("junior", [OPEN, OPEN])
    lost = KeptSeat(server.url, host.id, str(host.code), "no such token")
    keep_seat(lost)
    with pytest.raises(SeatGoneError, match="is no longer ours"):
        await go_back(lost)
    assert not list(saved_games.glob("*.seat"))
    keep_seat(lost)
    assert (await sit_down(f"{server.url}/t/{host.code}", "Anna")).seat.token != lost.token


async def test_the_start_screen_joins_a_table_by_its_link(server: Serving) -> None:
    """The start screen also explains a malformed link."""
    host = await server.client.create("junior", [OPEN, CHICK])
    app = RoostApp(Messages(), animation=False)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: bool(app.screen.query("#option-start")))
        app.screen.query_one("#link", Input).value = "K7MPQ2"
        await pilot.press("f5")
        await until(lambda: "a table's link is like" in screen_text(app))
        app.screen.query_one("#link", Input).value = f"{server.url}/t/{host.code}"
        await pilot.press("f5")
        await until(lambda: "Waiting for the game" in screen_text(app))
        await host.start()
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.is_asking)
    assert "roost play --resume" in app.farewell()

    app = RoostApp(Messages(), animation=False)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: bool(app.screen.query("#option-start")))
        await pilot.press("f6")
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.is_asking)


def test_an_unreachable_server_is_reported_in_one_line(saved_games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A saved file without a seat is reported in one line as well."""
    monkeypatch.setattr(remote_table, "_PATIENCE", 0.0)
    link = f"http://127.0.0.1:{free_port()}/t/K7MPQ2"
    assert "does not answer" in run("play", "--plain", "--table", link).err
    saved_games.mkdir()
    (saved_games / "broken.seat").write_text("{")
    assert "is not a stored seat" in run("play", "--resume", str(saved_games / "broken.seat")).err
