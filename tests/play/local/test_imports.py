"""Modules that both transports use load without a web framework, a database, threads, NumPy and Numba."""

import ast
import subprocess
import sys
from pathlib import Path

_MISSING = ["litestar", "sqlalchemy", "alembic", "uvicorn", "httptools", "numpy", "numba", "llvmlite", "segno", "httpx"]
_THREADS = ["threading", "concurrent", "multiprocessing", "queue"]
_PROGRAM = f"""
import json, sys
sys.modules |= dict.fromkeys({_MISSING!r})  # each seems not to be installed
import roost.play.local
from roost.play.local.service import routes
routes()
print(json.dumps([module.__file__ for name, module in sys.modules.items() if name.startswith("roost.")]))
"""


def test_a_device_needs_only_what_a_browser_has() -> None:
    """The service is imported where these packages are missing, and none of its modules imports threads at its top."""
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    files = [Path(file) for file in ast.literal_eval(done.stdout)]
    assert len(files) > 100
    threaded = {file.name: name for file in files for name in _imported(file) if name.partition(".")[0] in _THREADS}
    assert not threaded


def _imported(file: Path) -> set[str]:
    """Return the modules that a file imports at its top."""
    names: set[str] = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names
