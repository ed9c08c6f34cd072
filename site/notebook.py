"""Convert a notebook to a page: its text, its code, and the code's output."""

import json
from pathlib import Path

NOTEBOOKS = sorted((Path(__file__).parents[1] / "docs" / "notebooks").glob("*.ipynb"))


def page_of(notebook: Path) -> str:
    """Return the notebook as Markdown, with a link to its file at the end."""
    parts = []
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        parts.append(text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```")
        parts += [f"```text\n{''.join(output['text'])}```" for output in cell.get("outputs", ())]
    return "\n\n".join([*parts, f"[The notebook file]({notebook.name})\n"])
