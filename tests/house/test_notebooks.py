"""The notebooks run from the first cell to the last, and show their output."""

from importlib import import_module
from pathlib import Path

import pytest

import notebooks

pytestmark = pytest.mark.slow

SIZES = {"first-player": {"GAMES": 20}, "small-net": {"GAMES": 10, "EPOCHS": 1}}


@pytest.mark.parametrize("notebook", notebooks.NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_of_a_notebook_runs_with_small_sizes(notebook: Path) -> None:
    """A cell must print if and only if the page shows output."""
    cells = [cell for cell in notebooks.read(notebook)["cells"] if cell["cell_type"] == "code"]
    printed = notebooks.run(notebook, **SIZES[notebook.stem])
    for cell, text in zip(cells, printed, strict=True):
        shown = "".join("".join(output["text"]) for output in cell["outputs"])
        assert bool(shown) == bool(text), cell["id"]
    assert "games" in printed[-1]


@pytest.mark.parametrize("notebook", notebooks.NOTEBOOKS, ids=lambda path: path.stem)
def test_the_site_shows_every_cell_of_a_notebook_with_its_output(
    notebook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(notebooks.HOME.parents[1] / "site"))
    page = import_module("notebook").page_of(notebook)
    for cell in notebooks.read(notebook)["cells"]:
        for text in (cell["source"], *(output["text"] for output in cell.get("outputs", ()))):
            _, shown, page = page.partition("".join(text))
            assert shown, cell["id"]


def test_the_page_about_data_links_every_notebook() -> None:
    page = (notebooks.HOME.parent / "data.md").read_text(encoding="utf-8")
    assert [path.name for path in notebooks.NOTEBOOKS if f"notebooks/{path.name}" not in page] == []
