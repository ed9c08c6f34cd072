"""Run the page's pure modules in Node.js, to compare them with the Python code that they must agree with."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from patience import PATIENCE
from roost.play.web.assets import modules


@cache
def _modules() -> tuple[Path, TemporaryDirectory[str]]:
    """Return all modules as the server serves them, both the page's own and those of games."""
    temporary = TemporaryDirectory()
    folder = Path(temporary.name)
    for name, text in {**modules(), "package.json": '{"type": "module"}'}.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder, temporary


def evaluate(module: str, expression: str, data: Any) -> Any:
    """Evaluate a JavaScript expression that sees a module's exports as ``it`` and JSON as ``data``.

    ``base`` is the address of the folder of all modules, for expressions that import others.
    """
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed, so the page's modules cannot be run outside a browser")
    script = f"""
        import {{ readFileSync }} from "node:fs";
        const base = {json.dumps(_modules()[0].as_uri())};
        const it = await import({json.dumps((_modules()[0] / module).as_uri())});
        const data = JSON.parse(readFileSync(0, "utf8"));
        process.stdout.write(JSON.stringify({expression}));
    """
    command = [node, "--input-type=module", "--no-warnings", "--eval", script]
    done = subprocess.run(
        command, input=json.dumps(data), capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)
