"""Plugins that cannot be loaded are left out and named; everything else works."""

import importlib.metadata
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from roost_pig import Pig

import roost
from command import run
from roost.cli.doctor import Severity, _plugins
from roost.core import plugins, registry
from roost.core.adapters import check_message_files
from roost.core.errors import OptionError
from roost.core.words import Messages
from roost.core.words.declared import unknown_message
from roost.study.bots import all_bots, bot


@dataclass(frozen=True)
class Homeless(Pig):
    """A game whose adapter package does not exist."""

    adapters: ClassVar[tuple[str, ...]] = ("roost_homeless.adapters",)


@dataclass(frozen=True)
class Endless(Pig):
    """A game whose opening cannot be made."""

    def opening(self) -> Any:
        raise ZeroDivisionError("no opening")


def missing() -> object:
    raise ModuleNotFoundError("No module named 'lost'")


def leaving() -> object:
    return sys.exit("goodbye")


BROKEN: dict[str, tuple[Callable[[], object], str]] = {
    "missing": (missing, "ModuleNotFoundError: No module named 'lost'"),
    "leaving": (leaving, "SystemExit: goodbye"),
    "text": (lambda: "no class", "TypeError: 'no class' is not a subclass of Game"),
    "homeless": (lambda: Homeless, "ModuleNotFoundError: No module named 'roost_homeless'"),
    "endless": (lambda: Endless, "ZeroDivisionError: no opening"),
}


def entry(group: str, name: str, load: Callable[[], object]) -> SimpleNamespace:
    return SimpleNamespace(name=name, group=group, value=f"roost_{name}:It", load=load)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install five broken games, a game that works, and a broken bot."""
    games = [entry("roost.games", name, load) for name, (load, _) in BROKEN.items()]
    points = {
        "roost.games": [*games, entry("roost.games", "pig", lambda: Pig)],
        "roost.bots": [entry("roost.bots", "dodo", missing)],
    }
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points[group])
    monkeypatch.setenv("ROOST_PLUGINS", "on")
    monkeypatch.setattr(plugins, "_left_out", {})
    registry.all_games.cache_clear()
    all_bots.cache_clear()
    yield
    registry.all_games.cache_clear()
    all_bots.cache_clear()


@pytest.mark.usefixtures("broken")
def test_a_broken_plugin_leaves_all_others_working(caplog: pytest.LogCaptureFixture) -> None:
    """Games that cannot be imported or declared are left out, and a line names each and says why."""
    assert list(roost.all_games()) == ["heckmeck", "junior", "barbecue", "picnic", "pig"]
    assert "heckmeck" in run("games").out
    lines = caplog.text
    for name, (_, why) in BROKEN.items():
        assert f"the plugin {name} (roost_{name}:It) was left out: {why}" in lines
    registry.all_games.cache_clear()
    assert "pig" in roost.all_games()
    assert len(caplog.records) == len(BROKEN)  # nothing is said twice


@pytest.mark.usefixtures("broken")
def test_a_broken_bot_is_named_when_it_is_asked_for() -> None:
    with pytest.raises(OptionError, match="the bot dodo cannot be loaded: ModuleNotFoundError: No module named 'lost'"):
        bot("dodo")
    assert bot("chick").name == "chick"


@pytest.mark.usefixtures("broken")
def test_the_doctor_names_every_broken_plugin() -> None:
    found = list(_plugins(Messages().say))
    assert [finding.verdict for finding in found] == [Severity.BAD] * (len(BROKEN) + 1)
    texts = [finding.text for finding in found]
    assert "The plugin dodo (roost_dodo:It) was left out: ModuleNotFoundError: No module named 'lost'" in texts


def game_with_words(words: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Pig:
    """Return a game with an adapter package that has only a file of English messages."""
    name = f"words_{abs(hash(words))}"
    (folder / name).mkdir()
    (folder / name / "__init__.py").touch()
    (folder / name / "words.en.toml").write_text(words, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    kind: type[Pig] = type("Worded", (Pig,), {"adapters": (name,)})
    return kind()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("short = 'Roll and hold.'\n[action]\nhold = 'keep it'\n[symbol]\nanything = 'x'\n", None),
        ("[actoin]\nhold = 'keep it'\n", "words.en.toml has an unknown section 'actoin'; did you mean 'action'?"),
        ("[action]\nhodl = 'keep it'\n", "[action] in words.en.toml has an unknown key 'hodl'; did you mean 'hold'?"),
    ],
)
def test_an_unused_message_is_reported(
    words: str, complaint: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game with its own words adapter may use other sections."""
    assert unknown_message(game_with_words(words, tmp_path, monkeypatch)) == complaint
    assert unknown_message(roost.game("heckmeck")) is None


def test_a_message_file_that_is_not_toml_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"words_\d+/words.en.toml: "):
        check_message_files(type(game_with_words("hold = keep it", tmp_path, monkeypatch)))
