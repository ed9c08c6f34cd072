"""Evidence: what a device heard, in a file that anybody can check."""

import json
from pathlib import Path
from typing import Any

import pytest

from play.dice.hosting import OURS, TABLE, Host, honest
from roost.core.errors import RoostError
from roost.play.dice.device import Device, Memory
from roost.play.dice.evidence import check_evidence, is_evidence, write_evidence


def heard(host: Host, memory: Memory | None = None) -> Device:
    """Our device after all that a host told."""
    device = Device(TABLE, memory or Memory({1: OURS}))
    device.person = 1
    for change in host.told:
        for entry in change["entries"]:
            device.hear(entry)
        if device.asked is not None:
            device.answer()
    return device


def test_evidence_leads_to_the_same_verdict(tmp_path: Path) -> None:
    """Of an honest host and of one that lied."""
    for lie in (False, True):
        host = honest()
        if lie:
            rolled = next(e for change in reversed(host.told) for e in change["entries"] if e["type"] == "rolled")
            rolled["roll"] = "w" * len(rolled["roll"])
        device = heard(host)
        write_evidence(tmp_path / "evidence.json", device)
        text = (tmp_path / "evidence.json").read_text("utf-8")
        again = check_evidence(text)
        assert is_evidence(text)
        assert (again.broken, again.rolls, again.standing) == (device.broken, device.rolls, device.standing)
        assert (again.broken is not None) is lie


@pytest.mark.parametrize("changed", [
    {"roost": "evidence 3"}, {"table": 7}, {"person": "x"}, {"person": float("inf")}, {"heard": None}, {"heard": [7]},
    {"heard": [{}] * 100_001}, {"memory": None}, {"memory": {"numbers": {"x": "y"}}},
])  # fmt: skip
def test_what_is_no_evidence_is_told_so(changed: dict[str, Any]) -> None:
    """Whatever is in the file, the answer is a sentence."""
    memory: dict[str, Any] = {"numbers": {}, "opened": {}, "rolls_real": None}
    whole = {"roost": "evidence 4", "table": TABLE, "person": 1, "memory": memory, "heard": []}
    assert check_evidence(json.dumps(whole)).broken is None
    with pytest.raises(RoostError, match="this evidence cannot be read"):
        check_evidence(json.dumps(whole | changed))


@pytest.mark.parametrize("entry", [
    {}, {"type": 7}, {"type": "rolled"}, {"type": "dice_listed", "list": "x" * 100_000}, {"position": 1},
    {"type": "number_opened", "person": 0, "number": "zz"}, {"type": "started", "game": 1, "start": "x" * 9},
])  # fmt: skip
def test_an_entry_that_cannot_be_read_breaks_a_rule_and_nothing_else(entry: dict[str, Any]) -> None:
    """A device never fails on what it is told."""
    device = Device(TABLE)
    device.hear(entry)
    assert device.standing in ("waiting", "red", "grey")
