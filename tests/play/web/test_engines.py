"""The page in the engines of iPhones and of Firefox: a turn in each. Whole games are in test_engines_whole.py."""

from play.web.engines import Engine
from play.web.other_tables import begin
from play.web.playing import PILOT


def test_a_turn_is_played(engine: Engine, server: str) -> None:
    """Dice fall and are set aside, and the shield stays good."""
    begin(engine, server, "heckmeck", options={"start": "A"})
    engine.run(PILOT)
    engine.until("() => document.querySelectorAll('.log__line').length > 3")
    assert engine.until("() => document.querySelector('.shield')?.dataset.state") == "good"
    assert engine.run("() => document.documentElement.scrollWidth <= innerWidth")
