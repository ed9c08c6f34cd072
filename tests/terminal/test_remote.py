"""A table on a server, played from a terminal and from elsewhere."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from command import run
from roost.bots import bot
from roost.core.errors import RoostError
from roost.core.state import Node
from roost.messages import Messages
from roost.record import read, verify_dice
from roost.terminal.app import RoostApp
from roost.terminal.remote import RemoteTable, read_link
from roost.terminal.screens.end import EndScreen
from roost.terminal.screens.remote import RemoteScreen
from server.serving import OPEN, fast, serving
from terminal.screens import SIZE, press_for, screen_text, until


@pytest.mark.parametrize("game", ["junior", "picnic"])
def test_a_terminal_and_somebody_elsewhere_finish_a_game(game: str, tmp_path: Path) -> None:
    """Anna plays on the screen, Ben through the API that the page uses; both see the same end, with proved dice."""

    async def evening() -> None:
        async with serving(fast(tmp_path / "tables.db")) as server:
            host = await server.client.create(game, [OPEN, OPEN])
            anna = await server.client.join(host.code, "Anna")
            ben = await server.client.join(host.code, "Ben")
            remote = RemoteTable(server.url, anna, await anna.snapshot())
            app = RoostApp(Messages(), remote=remote, animation=False)
            async with app.run_test(size=SIZE) as pilot:
                await until(lambda: "Waiting for the table" in screen_text(app))
                await host.start()
                playing = asyncio.create_task(ben.play(bot("hen")))
                while not isinstance(app.screen, EndScreen):
                    screen = app.screen
                    if isinstance(screen, RemoteScreen) and screen.is_asking:
                        moved = remote.moved
                        await press_for(pilot, screen, screen.state)
                        await until(lambda moved=moved: remote.moved > moved)  # type: ignore[misc]
                    await asyncio.sleep(0.002)
                outcome = remote.state.outcome
            assert remote.state.node is Node.OVER
            assert outcome is not None
            assert await playing == outcome.to_json()
            record = read(await host.record())
            assert record.names == ("Anna", "Ben")
            assert verify_dice(record).is_proved

    asyncio.run(asyncio.wait_for(evening(), 120))


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
    """Whatever else is given is answered with what a link looks like."""
    with pytest.raises(RoostError, match="a table's link looks like"):
        read_link(link)


def test_a_server_table_needs_a_screen() -> None:
    """Without a terminal to fill, the command says so at once."""
    assert "played on a full screen" in run("play", "--table", "http://127.0.0.1:1/t/K7MPQ2").err
