"""The notebooks run from their first cell to their last, and show what came of it."""

from importlib import import_module
from pathlib import Path

import pytest

import notebooks

pytestmark = pytest.mark.slow

SIZES = {"first-player": {"GAMES": 20}, "small-net": {"GAMES": 10, "EPOCHS": 1}}


@pytest.mark.parametrize("notebook", notebooks.NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path) -> None:
    """With small sizes every cell runs, and prints as many lines as the page shows."""
    kept = [cell for cell in notebooks.read(notebook)["cells"] if cell["cell_type"] == "code"]
    printed = notebooks.run(notebook, **SIZES[notebook.stem])
    for cell, text in zip(kept, printed, strict=True):
        shown = "".join("".join(output["text"]) for output in cell["outputs"])
        assert bool(shown) == bool(text), cell["id"]
    assert "games" in printed[-1]


@pytest.mark.parametrize("notebook", notebooks.NOTEBOOKS, ids=lambda path: path.stem)
def test_the_site_shows_all_of_a_notebook(notebook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cell, and what it printed, in order."""
    monkeypatch.syspath_prepend(str(notebooks.HOME.parents[1] / "site"))
    page = import_module("notebook").page_of(notebook)
    for cell in notebooks.read(notebook)["cells"]:
        for text in (cell["source"], *(output["text"] for output in cell.get("outputs", ()))):
            _, shown, page = page.partition("".join(text))
            assert shown, cell["id"]


def test_each_notebook_is_told_of() -> None:
    """The page about data leads to every notebook."""
    page = (notebooks.HOME.parent / "data.md").read_text(encoding="utf-8")
    assert [path.name for path in notebooks.NOTEBOOKS if f"notebooks/{path.name}" not in page] == []
