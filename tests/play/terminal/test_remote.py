"""A table on a server, played from a terminal and from elsewhere."""

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
from roost.core.words.sentences import tell_outcome
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
async def test_a_terminal_and_somebody_elsewhere_finish_a_game(game: str, server: Serving) -> None:
    """Anna plays on the screen, Ben through the API that the page uses; both see the same end, then begin anew."""
    host = await server.client.create(game, [OPEN, OPEN])
    remote = await seated(server, host)
    ben = await server.client.join(host.code, "Ben")
    app = RoostApp(Messages(), table=remote, animation=False)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: "Waiting for the table" in screen_text(app))
        await host.start()
        playing = asyncio.create_task(ben.play(bot("hen")))
        with app.batch_update():  # nobody looks; test_app.py draws whole games
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
        await pilot.press("a")  # another one, once Ben wants to
        await until(lambda: "Waiting for the table" in screen_text(app))
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
    """A table as its host and as Anna, who begins, see it, and as she sees it at her terminal; Ben sits there, too."""
    host = await server.client.create("junior", [OPEN, OPEN], {"start": "A"}, rules)
    anna = await server.client.join(host.code, "Anna", real=real)
    await server.client.join(host.code, "Ben")
    await host.start()
    return host, anna, RemoteTable(server.url, anna, await anna.snapshot())


@pytest.mark.parametrize("odds", [True, False])
async def test_a_table_without_odds_gives_no_hints(odds: bool, server: Serving) -> None:
    """The rule of the house holds at the terminal, too, though the terminal could calculate for itself."""
    _, _, remote = await two_at_a_table(server, odds=odds)
    app = RoostApp(Messages(), table=remote, animation=False)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.is_asking)
        await pilot.press("o")
        told = "Value:" if odds else "nobody is told odds or given hints."
        await until(lambda: told in panel(screen_text(app)))


async def test_a_bot_is_called_by_its_kind(server: Serving) -> None:
    """In the language of the terminal; an empty seat by its letter."""
    host = await server.client.create("junior", [OPEN, CHICK, OPEN])
    remote = await seated(server, host)
    assert remote.names == ["Anna", "Chick", "C"]
    PlainTable(remote, messages=Messages("de"), console=Console(file=StringIO()), ask=str)
    assert remote.names == ["Anna", "Küken", "C"]


async def test_whose_seat_a_bot_plays_is_told_so_and_comes_back(tmp_path: Path) -> None:
    """Anna is not asked for moves that the server would refuse: she left, the chick plays for her, she returns."""
    async with serving(fast(tmp_path / "tables.db", bot_delay=1000)) as server:
        host, anna, remote = await two_at_a_table(server)
        app = RoostApp(Messages(), table=remote, animation=False)
        async with app.run_test(size=SIZE) as pilot:
            await until(lambda: "Anna, it is your turn" in screen_text(app))
            await anna.leave()
            await until(lambda: "You have left." in screen_text(app))
            await server.client.call("POST", f"/api/tables/{host.id}/seats/0/bot", {"bot": "chick"}, host.token)
            await until(lambda: "Chick plays for you." in screen_text(app))
            assert "come back" in screen_text(app)
            await pilot.press("enter")
            await until(lambda: "Anna, it is your turn" in screen_text(app))


async def test_whose_seat_a_bot_plays_comes_back_line_by_line(tmp_path: Path) -> None:
    """The same without a screen."""
    async with serving(fast(tmp_path / "tables.db", bot_delay=1000)) as server:
        host, anna, remote = await two_at_a_table(server)
        await anna.leave()
        await server.client.call("POST", f"/api/tables/{host.id}/seats/0/bot", {"bot": "chick"}, host.token)
        remote.take((await anna.snapshot())["table"])
        told, prompts = StringIO(), list[str]()

        def ask(prompt: str) -> str:
            prompts.append(prompt)
            return ("u", "", "q")[len(prompts) - 1]

        await plain(remote, told, ask).play()
        assert told.getvalue().count("Chick plays for you.") == 2
        assert prompts == ["Enter: come back ", "Enter: come back ", "Enter: roll 6 dice "]


async def test_the_next_game_of_a_series_is_played_line_by_line(folder: Path, server: Serving) -> None:
    """A player who wants to go on says so, and plays on; the next game is another one.

    The standings are told after each; the seat is kept for the next one, and not after the last.
    """
    short = {"short_game": True, "always_turn": True}
    plan = {"kind": "games", "count": 2, "games": [{"game": "junior"}, {"game": "heckmeck", "options": short}]}
    host = await server.client.create("junior", [OPEN, CHICK], series=plan)
    remote = await sit_down(f"{server.url}/t/{host.code}", "Anna")
    told, games, is_kept = StringIO(), list[str](), list[bool]()
    play = anna_s_answers([], remote)

    def ask(prompt: str) -> str:
        if not prompt.startswith("a: play again"):
            return play(prompt)
        games.append(remote.state.game.name)
        is_kept.append(find_seat(server.url, remote.seat.code) == remote.seat)
        return ("u", "a", "q")[len(games) - 1]

    playing = asyncio.create_task(plain(remote, told, ask).play())
    await until(lambda: "Waiting for the table" in told.getvalue())
    await host.start()
    await playing
    assert games == ["junior", "junior", "heckmeck"]
    found = (await host.series())["series"]["standings"]
    last = ", ".join(f"{one['rank']}. {one['name']} {one['points']}" for one in found)
    assert told.getvalue().count("Standings: ") == 2
    assert f"Standings: {last}." in told.getvalue()
    assert is_kept == [True, True, False]
    assert not list(folder.glob("*.seat"))


async def test_a_seat_that_was_given_away_is_not_asked(server: Serving) -> None:
    """The host has let somebody else sit down on Anna's seat: she watches."""
    host, anna, remote = await two_at_a_table(server)
    assert remote.is_ours
    await anna.leave()
    await server.client.call("DELETE", f"/api/tables/{host.id}/seats/0", None, host.token)
    remote.take((await anna.snapshot())["table"])
    assert (remote.seats, remote.is_ours, remote.is_replaced) == (frozenset(), False, False)


async def test_who_could_not_be_heard_is_asked_again(tmp_path: Path) -> None:
    """A move that does not get through is told, and the same choices are offered again; so it is with the table."""
    async with serving(fast(tmp_path / "tables.db")) as server, bad_line(server.url) as line:
        _, anna, _ = await two_at_a_table(server)
        remote = RemoteTable(line.url, anna, await anna.snapshot())
        app = RoostApp(Messages(), table=remote, animation=False)
        line.refuse("GET ")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await until(lambda: "try again" in screen_text(app))
            await pilot.press("enter")
            await until(lambda: "Anna, it is your turn" in screen_text(app))
            before = remote.moved
            line.refuse("POST ")
            await pilot.press("enter")
            await until(lambda: "the server answered 500" in screen_text(app))
            assert remote.moved == before
            await until(lambda: isinstance(app.screen, TableScreen) and app.screen.is_asking)
            await pilot.press("enter")
            await until(lambda: remote.moved > before)


async def test_who_could_not_be_heard_is_asked_again_line_by_line(tmp_path: Path) -> None:
    """The same without a screen."""
    async with serving(fast(tmp_path / "tables.db")) as server, bad_line(server.url) as line:
        _, anna, _ = await two_at_a_table(server)
        remote, told = RemoteTable(line.url, anna, await anna.snapshot()), StringIO()
        line.refuse("POST ")
        await plain(remote, told, anna_s_answers([], remote, most=2)).play()
        assert "the server answered 500" in told.getvalue()
        anna.use(server.client)
        assert (await anna.snapshot())["table"]["game"]["dice"]["rolls"] == 1


@pytest.mark.parametrize(
    ("link", "server", "code"),
    [
        ("http://127.0.0.1:8321/t/K7MPQ2", "http://127.0.0.1:8321", "K7MPQ2"),
        ("https://example.org/roost/t/K7MPQ2/", "https://example.org/roost", "K7MPQ2"),
    ],
)
def test_links_are_read(link: str, server: str, code: str) -> None:
    """A link names its server, which may live in a folder, and the code of the table."""
    assert read_link(link) == (server, code)


@pytest.mark.parametrize("link", ["K7MPQ2", "ftp://example.org/t/K7MPQ2", "https://example.org/", "http:///t/K7"])
def test_what_is_no_link_is_refused(link: str) -> None:
    """Any other text is answered with what a link looks like."""
    with pytest.raises(RoostError, match="a table's link looks like"):
        read_link(link)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where seats are kept."""
    monkeypatch.setenv("ROOST_GAMES", str(tmp_path / "games"))
    return tmp_path / "games"


def anna_s_answers(lines: list[str], remote: RemoteTable, *, most: int = 10**6) -> Callable[[str], str]:
    """Somebody who types what the hen would do, up to so many times, and then closes the terminal."""

    def ask(prompt: str) -> str:
        lines.append(prompt)
        if len(lines) > most:
            raise EOFError
        state = remote.state
        return str(bot("hen").choose(state, Stream("Anna"))) if state.node is Node.DECIDE else ""

    return ask


async def seated(server: Serving, host: TableClient) -> RemoteTable:
    """Anna at a terminal, whose device answers when the host begins the game."""
    anna = await server.client.join(host.code, "Anna")
    return RemoteTable(server.url, anna, await anna.snapshot())


def plain(remote: RemoteTable, told: StringIO, ask: Callable[[str], str]) -> PlainTable:
    """The table line by line, told into a text."""
    return PlainTable(remote, messages=Messages(), console=Console(file=told, width=100), ask=ask)


async def test_a_seat_is_played_line_by_line_and_found_again_after_a_crash(folder: Path, server: Serving) -> None:
    """Without a screen Anna plays by sentences; cut off in the middle, she has the same seat again until the end."""
    host = await server.client.create("junior", [OPEN, CHICK])
    remote = await sit_down(f"{server.url}/t/{host.code}", "Anna")
    told = StringIO()
    playing = asyncio.create_task(plain(remote, told, anna_s_answers([], remote, most=4)).play())
    await until(lambda: "Waiting for the table" in told.getvalue())
    await host.start()
    await playing
    assert "To continue: roost play --resume" in told.getvalue()

    (file,) = folder.glob("*.seat")
    assert newest_to_resume() == file
    assert file.stat().st_mode & 0o777 == 0o600
    back = await go_back(read_seat(file))
    assert (back.seat, back.seats, back.moved) == (remote.seat, remote.seats, remote.moved)
    assert (await sit_down(f"{server.url}/t/{host.code}", "Anna")).seat == remote.seat

    told = StringIO()
    await plain(back, told, anna_s_answers([], back)).play()
    assert back.state.outcome is not None
    assert tell_outcome(back.state.outcome, back.state.game, Messages(), back.names) in told.getvalue()
    assert not list(folder.glob("*.seat"))
    check = verify_dice(read(await host.record()))
    assert check.is_proved
    assert "all computed on this device" in " ".join(told.getvalue().split())


async def test_what_is_typed_line_by_line_can_be_taken_back(server: Serving) -> None:
    """Undo is asked of the server; what cannot be taken back is said, and the question comes again."""
    _, _, remote = await two_at_a_table(server)
    told, answers = StringIO(), iter(["u", "nonsense", "", "1", "u", "q"])
    await plain(remote, told, lambda _: next(answers)).play()
    assert "Nothing to take back" in told.getvalue()
    assert all(isinstance(action, SetAside) for action in remote.state.actions())


async def test_real_dice_are_typed_at_a_servers_table(server: Serving) -> None:
    """Where that is the rule, Anna types what her dice show; nothing proves it, and the choice is hers."""
    host, _, remote = await two_at_a_table(server, real=True, dice="real")
    told, answers = StringIO(), iter(["wwwgk", "wwwgkb", "1", "1", "q"])
    await plain(remote, told, lambda _: next(answers)).play()
    assert "That should be 6 dice" in told.getvalue()
    game = (await host.snapshot())["table"]["game"]
    assert (game["dice"]["entered"], remote.is_typed, str(remote.state)) == (1, True, game["position"])


async def test_a_seat_that_is_gone_is_forgotten(folder: Path, server: Serving) -> None:
    """A token that the server does not know any more is told, and not tried again."""
    host = await server.client.create("junior", [OPEN, OPEN])
    lost = KeptSeat(server.url, host.id, str(host.code), "no such token")
    keep_seat(lost)
    with pytest.raises(SeatGoneError, match="is not ours any more"):
        await go_back(lost)
    assert not list(folder.glob("*.seat"))
    keep_seat(lost)
    assert (await sit_down(f"{server.url}/t/{host.code}", "Anna")).seat.token != lost.token


async def test_the_start_screen_takes_a_seat_by_a_link(server: Serving) -> None:
    """With a link in the form, its table is played; a wrong one is complained about."""
    host = await server.client.create("junior", [OPEN, CHICK])
    app = RoostApp(Messages(), animation=False)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: bool(app.screen.query("#option-start")))
        app.screen.query_one("#link", Input).value = "K7MPQ2"
        await pilot.press("f5")
        await until(lambda: "a table's link looks like" in screen_text(app))
        app.screen.query_one("#link", Input).value = f"{server.url}/t/{host.code}"
        await pilot.press("f5")
        await until(lambda: "Waiting for the table" in screen_text(app))
        await host.start()
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.is_asking)
    assert "roost play --resume" in app.farewell()

    app = RoostApp(Messages(), animation=False)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: bool(app.screen.query("#option-start")))
        await pilot.press("f6")
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.is_asking)


def test_a_server_that_does_not_answer_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a server there is one line, whichever way the table was asked for; what keeps no seat is told too."""
    monkeypatch.setattr(remote_table, "_PATIENCE", 0.0)
    link = f"http://127.0.0.1:{free_port()}/t/K7MPQ2"
    assert "does not answer" in run("play", "--plain", "--table", link).err
    folder.mkdir()
    (folder / "broken.seat").write_text("{")
    assert "keeps no seat" in run("play", "--resume", str(folder / "broken.seat")).err
