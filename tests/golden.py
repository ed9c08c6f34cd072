"""Golden files for exact comparison. ``ROOST_UPDATE_GOLDEN=1 pytest`` updates them; check the diff then."""

import os
from pathlib import Path

UPDATE = os.environ.get("ROOST_UPDATE_GOLDEN") == "1"
DATA = Path(__file__).parent / "data"


def assert_golden(path: Path, text: str) -> None:
    """Assert that a file has exactly this text, or write it when updating."""
    if UPDATE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text, f"{path.name} differs; if that is right, run ROOST_UPDATE_GOLDEN=1 pytest"
