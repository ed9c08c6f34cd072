"""Runs the notebooks without Jupyter: ``python tools/notebooks.py`` runs all of them and keeps what they print.

A notebook's first cell of code sets its sizes. Tests change them, so that everything runs, quickly.
"""

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

HOME = Path(__file__).parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(HOME.glob("*.ipynb"))


def read(notebook: Path) -> dict[str, Any]:
    """The notebook."""
    found: dict[str, Any] = json.loads(notebook.read_text(encoding="utf-8"))
    return found


def run(notebook: Path, **sizes: object) -> list[str]:
    """Run a notebook with other sizes than its own; what each cell of code printed."""
    space: dict[str, Any] = {"__name__": "__notebook__"}
    printed: list[str] = []
    for cell in (cell for cell in read(notebook)["cells"] if cell["cell_type"] == "code"):
        code = compile("".join(cell["source"]), f"{notebook.name}, {cell['id']}", "exec")
        with redirect_stdout(StringIO()) as output:
            exec(code, space)
        if "parameters" in cell["metadata"].get("tags", ()):
            unknown = sizes.keys() - space.keys()
            assert not unknown, f"{notebook.name} has no {unknown}"
            space |= sizes
        printed.append(output.getvalue())
    return printed


def keep(notebook: Path) -> None:
    """Run a notebook as it is, and write what it prints below its cells."""
    text, number = read(notebook), 0
    printed = iter(run(notebook))
    for cell in text["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            lines = next(printed).splitlines(keepends=True)
            cell["execution_count"] = number
            cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []
    notebook.write_text(json.dumps(text, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for each in NOTEBOOKS:
        print(each.name)
        keep(each)
