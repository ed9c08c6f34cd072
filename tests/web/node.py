"""The page's pure modules, run by Node.js beside the Python that they must agree with."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import roost.web
from patience import PATIENCE

STATIC = Path(roost.web.__file__).parent / "static"


def evaluate(module: str, expression: str, data: Any) -> Any:
    """What an expression gives that sees the exports of a module as ``it`` and the JSON of ``data`` as ``data``."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed, so the page's modules cannot be run outside a browser")
    script = f"""
        import {{ readFileSync }} from "node:fs";
        const it = await import({json.dumps((STATIC / module).as_uri())});
        const data = JSON.parse(readFileSync(0, "utf8"));
        process.stdout.write(JSON.stringify({expression}));
    """
    command = [node, "--input-type=module", "--no-warnings", "--eval", script]
    done = subprocess.run(
        command, input=json.dumps(data), capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)
