"""``roost host --reload``: the server starts again after each change of a game's package."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from roost.cli.reload import changes, package_folders, stamps
from roost.core.errors import OptionError
from roost.core.words import Language
from roost.play.web.assets import assets


def test_the_folders_of_a_package_follow_from_its_files() -> None:
    (folder,) = package_folders("roost_pig")
    assert str(folder / "adapters" / "words.en.toml") in stamps([folder])
    assert not any("__pycache__" in file for file in stamps([folder]))


@pytest.mark.parametrize("package", ["nowhere_at_all", "../pig", "", "abc"])
def test_only_an_installed_package_can_be_watched(package: str) -> None:
    with pytest.raises(OptionError, match="is not an installed package"):
        package_folders(package)


def test_several_files_changed_at_once_cause_one_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server starts again once no further file changes, and again after a file is deleted."""
    file, other = tmp_path / "rules.py", tmp_path / "words.toml"
    file.write_text("1")
    steps: list[Callable[[], object]] = [
        lambda: os.utime(file, (1, 1)),
        lambda: other.write_text("2"),
        list,
        other.unlink,
    ]
    monkeypatch.setattr("time.sleep", lambda _: steps.pop(0)() if steps else None)
    restarts = changes([tmp_path])
    next(restarts)
    assert other.exists()
    next(restarts)
    assert not other.exists()


def test_only_an_authors_pages_have_the_panel() -> None:
    plain, watched = (assets().shell(Language.EN, "pages/table.js", author=author) for author in ("", "17"))
    assert "author" not in re.sub(r"/assets/[^\"]*/style[^\"]*", "", plain)
    assert '<html data-author="17" ' in watched
    assert (
        watched.replace('data-author="17" ', "").replace(
            f'\n    <script type="module" src="{assets().address("author.js")}"></script>', ""
        )
        == plain
    )


def test_the_panels_script_is_served() -> None:
    script = assets().get("author.js")
    assert script is not None
    assert b"EventSource" in script.body
