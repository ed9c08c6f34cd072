"""The folders of tests and benchmarks, put on Python's path: tools share helpers with both."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The folder of the project."""

sys.path += [str(ROOT / name) for name in ("tests", "bench") if str(ROOT / name) not in sys.path]
