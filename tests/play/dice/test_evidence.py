"""Evidence files: what a device received, so that anybody can check it."""

import json
from pathlib import Path
from typing import Any

import pytest

from play.dice.hosting import TABLE, device_after, honest
from roost.core.errors import RoostError
from roost.play.dice.device import Device
from roost.play.dice.evidence import check_evidence, is_evidence, write_evidence


def test_checking_evidence_repeats_the_devices_verdict(tmp_path: Path) -> None:
    """An honest host is cleared again, and a lying one is caught again."""
    for lie in (False, True):
        host = honest()
        if lie:
            rolled = next(e for change in reversed(host.messages) for e in change["entries"] if e["type"] == "rolled")
            rolled["roll"] = "w" * len(rolled["roll"])
        device = device_after(host)
        write_evidence(tmp_path / "evidence.json", device)
        text = (tmp_path / "evidence.json").read_text("utf-8")
        checked = check_evidence(text)
        assert is_evidence(text)
        assert (checked.broken, checked.rolls, checked.standing) == (device.broken, device.rolls, device.standing)
        assert (checked.broken is not None) is lie


@pytest.mark.parametrize("changed", [
    {"roost": "evidence 3"}, {"table": 7}, {"person": "x"}, {"person": float("inf")}, {"heard": None}, {"heard": [7]},
    {"heard": [{}] * 100_001}, {"memory": None}, {"memory": {"numbers": {"x": "y"}}},
])  # fmt: skip
def test_a_malformed_evidence_file_is_refused(changed: dict[str, Any]) -> None:
    memory: dict[str, Any] = {"numbers": {}, "opened": {}, "rolls_real": None}
    whole = {"roost": "evidence 4", "table": TABLE, "person": 1, "memory": memory, "heard": []}
    assert check_evidence(json.dumps(whole)).broken is None
    with pytest.raises(RoostError, match="this evidence cannot be read"):
        check_evidence(json.dumps(whole | changed))


@pytest.mark.parametrize("entry", [
    {}, {"type": 7}, {"type": "rolled"}, {"type": "dice_listed", "list": "x" * 100_000}, {"position": 1},
    {"type": "number_opened", "person": 0, "number": "zz"}, {"type": "started", "game": 1, "start": "x" * 9},
])  # fmt: skip
def test_an_unreadable_entry_raises_no_error(entry: dict[str, Any]) -> None:
    """An unreadable entry may turn a device's dice check red, but never raises an exception."""
    device = Device(TABLE)
    device.hear(entry)
    assert device.standing in ("waiting", "red", "grey")
