"""All tests here are slow because they play whole games in a terminal."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def saved_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for games and seats of the test; it does not exist yet."""
    folder = tmp_path / "games"
    monkeypatch.setenv("ROOST_GAMES", str(folder))
    return folder
