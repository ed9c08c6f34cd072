"""A game's adapters are found by name, and missing ones are reported."""

from pathlib import Path
from typing import ClassVar

import pytest

from roost.core.adapters import adapter_files, adapter_packages, adapters_of, find_adapter, has_adapter, require_adapter
from roost.core.errors import UnsupportedError
from roost.core.game import Game
from roost.core.registry import game_type


def test_a_games_own_adapter_comes_before_its_familys() -> None:
    """Adapter files are searched in the same order: first the game's, then its family's."""
    heckmeck = game_type("heckmeck")
    assert adapter_packages(heckmeck)
    for home in adapter_packages(heckmeck):
        assert home.endswith(".adapters")
    pages = adapter_files(heckmeck, "rules.en.md")
    assert [page.name for page in pages] == ["rules.en.md"] * len(pages)
    assert require_adapter(heckmeck, "shown", "board") is find_adapter(heckmeck, "shown")
    assert pages


def test_adapters_are_not_inherited() -> None:
    """An inherited adapter would be wrong where the rules differ."""

    class Other(game_type("heckmeck")):  # type: ignore[misc]  # any game will do
        name: ClassVar[str] = "other"

    kind: type[Game] = Other
    assert adapter_packages(kind) == ()
    assert find_adapter(kind, "telling") is None
    with pytest.raises(UnsupportedError, match="other has no solver"):
        require_adapter(kind, "solver", "solver")


def test_whether_a_game_has_an_adapter_is_known_without_loading_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading an adapter may import large libraries."""
    package = tmp_path / "brings_one_adapter"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "odds.py").write_text("raise AssertionError('loaded')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    class Other(game_type("heckmeck")):  # type: ignore[misc]  # any game will do
        adapters: ClassVar[tuple[str, ...]] = ("brings_one_adapter",)

    kind: type[Game] = Other
    assert has_adapter(kind, "odds")
    assert not has_adapter(kind, "words")
    with pytest.raises(AssertionError, match="loaded"):
        find_adapter(kind, "odds")


def test_the_adapters_of_a_game_are_listed_by_name() -> None:
    """The list has modules, folders and files of the game and its family, and is empty for a game without adapters."""
    assert {"words", "rules", "odds", "kernel", "shown", "page", "puzzles"} <= set(adapters_of(game_type("heckmeck")))
    assert "exact" not in adapters_of(game_type("picnic"))

    class Bare(game_type("junior")):  # type: ignore[misc]  # any game will do
        name: ClassVar[str] = "bare"

    assert adapters_of(Bare) == []
