"""The games by name: ours, and those that other packages bring along."""

import importlib.metadata
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from roost_pig import Pig

import roost
from roost.core import registry
from roost.games.heckmeck import Heckmeck


class Impostor(Heckmeck):
    """A game from elsewhere with the name of one of ours."""


@pytest.fixture
def outside_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two games from outside, found through entry points."""
    found = {"roost.games": [SimpleNamespace(name=kind.name, load=lambda kind=kind: kind) for kind in (Pig, Impostor)]}
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: found[group])
    monkeypatch.setenv("ROOST_PLUGINS", "on")
    registry.all_games.cache_clear()
    yield
    registry.all_games.cache_clear()


def test_our_games() -> None:
    """Four games come with the package, in this order."""
    assert list(roost.all_games()) == ["heckmeck", "junior", "barbecue", "picnic"]
    assert all(kind.name == name for name, kind in roost.all_games().items())
    assert registry.game_type("junior") is roost.all_games()["junior"]


@pytest.mark.usefixtures("outside_games")
def test_games_from_outside_are_found() -> None:
    """A game of another package is played, read and described like ours."""
    assert list(roost.all_games()) == ["heckmeck", "junior", "barbecue", "picnic", "pig"]
    assert roost.game("pig", 3).opening() == roost.position("pig A=0 B=0 C=0 turn=A")
    assert "pig" in registry.schema()["$defs"]


@pytest.mark.usefixtures("outside_games")
def test_other_packages_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With ROOST_PLUGINS=off an installed game is not there: our own tests run like this."""
    monkeypatch.setenv("ROOST_PLUGINS", "off")
    assert list(roost.all_games()) == ["heckmeck", "junior", "barbecue", "picnic"]


@pytest.mark.usefixtures("outside_games")
def test_nobody_takes_the_name_of_our_games() -> None:
    """Our own games come first: a name is not taken over by installing something."""
    assert roost.all_games()["heckmeck"] is Heckmeck
