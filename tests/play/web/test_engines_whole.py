"""Whole games in the engines of iPhones and of Firefox, on every kind of screen."""

import pytest

from play.web.engines import Engine
from play.web.other_tables import begin, ended
from play.web.playing import PILOT, REFEREED
from play.web.test_real_dice import SHORT
from roost.core.registry import all_games

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("game", all_games())
def test_whole_games_are_played(engine: Engine, server: str, game: str) -> None:
    """To the end, with its screen, the review behind it, and the television's view of it."""
    made = begin(engine, server, game)
    engine.run(PILOT)
    assert ended(engine)
    assert engine.run("() => document.querySelector('.shield').dataset.state") == "good"
    assert engine.until("() => document.querySelector('.finale__mine')?.innerText")
    engine.open(f"{server}/tv/{made['code']}")
    assert engine.until("() => document.querySelectorAll('roost-board .board, .finale__seat').length")
    engine.open(f"{server}/review?table={made['id']}")
    assert engine.until("() => document.querySelector('main h1, main h2')?.innerText")


@pytest.mark.parametrize("game", all_games())
def test_whole_games_are_played_with_real_dice(engine: Engine, server: str, game: str) -> None:
    """Every roll is tapped in."""
    begin(engine, server, game, rules={"dice": "real"}, options=SHORT.get(game, {}))
    engine.run(REFEREED, -1)
    engine.run(PILOT)
    assert ended(engine)
