"""Run the notebooks without Jupyter: ``python tools/notebooks.py`` runs all and stores their output.

A notebook's first code cell sets its sizes, such as numbers of games. Tests use smaller sizes to run quickly.
"""

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

HOME = Path(__file__).parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(HOME.glob("*.ipynb"))


def read(notebook: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(notebook.read_text(encoding="utf-8"))
    return content


def run(notebook: Path, **sizes: object) -> list[str]:
    """Run a notebook with these sizes instead of its own; return the output of each code cell."""
    namespace: dict[str, Any] = {"__name__": "__notebook__"}
    printed: list[str] = []
    for cell in (cell for cell in read(notebook)["cells"] if cell["cell_type"] == "code"):
        code = compile("".join(cell["source"]), f"{notebook.name}, {cell['id']}", "exec")
        with redirect_stdout(StringIO()) as output:
            exec(code, namespace)
        if "parameters" in cell["metadata"].get("tags", ()):
            unknown = sizes.keys() - namespace.keys()
            assert not unknown, f"{notebook.name} has no {unknown}"
            namespace |= sizes
        printed.append(output.getvalue())
    return printed


def keep(notebook: Path) -> None:
    """Run a notebook unchanged and store the output below its cells."""
    content, number = read(notebook), 0
    printed = iter(run(notebook))
    for cell in content["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            lines = next(printed).splitlines(keepends=True)
            cell["execution_count"] = number
            cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []
    notebook.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for path in NOTEBOOKS:
        print(path.name)
        keep(path)
