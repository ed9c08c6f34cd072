"""The games by name: Roost's own, and those of other packages."""

import importlib.metadata
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from roost_pig import Pig

import roost
from roost.core import registry
from roost.games.heckmeck import Heckmeck


class Impostor(Heckmeck):
    """A plug-in game with the name of one of Roost's games."""


def installed(name: str, load: Callable[[], object]) -> SimpleNamespace:
    """Return an entry point of a game."""
    return SimpleNamespace(name=name, group="roost.games", value=f"roost_{name}:{name.title()}", load=load)


@pytest.fixture
def outside_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install two plug-in games through entry points."""
    points = {"roost.games": [installed("pig", lambda: Pig), installed("heckmeck", lambda: Impostor)]}
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points[group])
    monkeypatch.setenv("ROOST_PLUGINS", "on")
    registry.all_games.cache_clear()
    yield
    registry.all_games.cache_clear()


def test_four_games_come_with_roost_in_this_order() -> None:
    assert list(roost.all_games()) == ["heckmeck", "junior", "barbecue", "picnic"]
    assert all(kind.name == name for name, kind in roost.all_games().items())
    assert registry.game_type("junior") is roost.all_games()["junior"]


@pytest.mark.usefixtures("outside_games")
def test_plug_in_games_are_found() -> None:
    assert list(roost.all_games()) == ["heckmeck", "junior", "barbecue", "picnic", "pig"]
    assert roost.game("pig", 3).opening() == roost.position("pig A=0 B=0 C=0 turn=A")
    assert "pig" in registry.schema()["$defs"]


@pytest.mark.usefixtures("outside_games")
def test_plug_in_games_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests themselves run with ROOST_PLUGINS=off."""
    monkeypatch.setenv("ROOST_PLUGINS", "off")
    assert list(roost.all_games()) == ["heckmeck", "junior", "barbecue", "picnic"]


@pytest.mark.usefixtures("outside_games")
def test_a_plug_in_cannot_take_the_name_of_one_of_roosts_games() -> None:
    assert roost.all_games()["heckmeck"] is Heckmeck


def test_a_position_may_be_given_as_an_object_a_game_or_text() -> None:
    """A game, or its name, stands for its opening; anything else is refused."""
    opening = roost.game("junior").opening()
    for source in (opening, opening.game, "junior", str(opening)):
        assert registry.state_of(source) == opening
    with pytest.raises(roost.NotationError, match="expected a position, the text of a position, a game or the name"):
        registry.state_of(7)
