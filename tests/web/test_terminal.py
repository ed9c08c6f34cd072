"""A browser and a terminal at one table."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from patience import PATIENCE
from web.browsing import Visits
from web.playing import ANNA, OPEN, at_once, make_table, play_on

ANSWERS = "\n1\n" * 4_000
"""More than a game takes: Enter rolls, and Ben always makes the first choice."""


@pytest.mark.parametrize("game", ["junior", "picnic"])
def test_a_terminal_player_and_a_browser_player_finish_a_game(
    visits: Visits, server: str, game: str, tmp_path: Path
) -> None:
    """Anna plays on the page, Ben in a terminal of his own, and both are told the same result."""
    anna = at_once(visits.visitor())
    made = make_table(anna, game, ANNA, OPEN, options={"start": "A"})
    page = visits.open(f"/table/{made['id']}", visitor=anna)
    terminal = subprocess.Popen(
        [sys.executable, "-m", "roost", "play", "--plain", "--seat", "Ben", "--table", f"{server}/t/{made['code']}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "ROOST_LANG": "en"},
    )
    try:
        expect(page.locator(".lobby")).to_contain_text("Ben")
        page.get_by_role("button", name="Begin").click()
        play_on(page)
        told, _ = terminal.communicate(ANSWERS, timeout=PATIENCE)
    finally:
        terminal.kill()
    expect(page.locator(".finale")).to_be_visible()
    result = page.locator(".finale__told").inner_text()
    assert re.search(r"\b(Anna|Ben)\b", result)
    assert result.split(".")[0] in told
    expect(page.locator(".shield")).to_have_attribute("data-state", "good")
