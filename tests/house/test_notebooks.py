"""The notebooks run from their first cell to their last, and show what came of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import notebooks

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


def test_each_notebook_is_told_of() -> None:
    """The page about data leads to every notebook."""
    page = (notebooks.HOME.parent / "data.md").read_text(encoding="utf-8")
    assert [path.name for path in notebooks.NOTEBOOKS if f"notebooks/{path.name}" not in page] == []
