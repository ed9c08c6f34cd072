"""Add the tests' and benchmarks' folders to Python's path, because the tools share helpers with both."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""Root folder of the repository."""

sys.path += [str(ROOT / name) for name in ("tests", "bench") if str(ROOT / name) not in sys.path]
