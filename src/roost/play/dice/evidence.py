"""Evidence of unfair dice: the log entries that a device received, in a file for ``roost verify``.

The file shows only what the device claims to have received. It cannot prove that the host sent these entries.
"""

import json
from pathlib import Path
from typing import Any

from roost.core.errors import RoostError
from roost.play.dice.device import Device, DeviceMemory

FORMAT = "evidence 4"
"""First field of every evidence file."""
_LONGEST = 20_000_000
_MOST_ENTRIES = 100_000


def write_evidence(path: Path, device: Device) -> None:
    """Write the log entries that a device received, and the device's memory."""
    memory = device.memory
    evidence = {
        "roost": FORMAT,
        "table": device.table,
        "person": device.person,
        "memory": {
            "numbers": memory.numbers,
            "opened": memory.opened,
            "rolls_real": memory.rolls_real,
        },
        "heard": device.heard,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(evidence, indent=1), "utf-8")


def is_evidence(text: str) -> bool:
    """Whether a text looks like evidence rather than a game record."""
    return text.lstrip().startswith("{")


def check_evidence(text: str) -> Device:
    """Replay evidence through a new device, and return the device, which holds the verdict."""
    if len(text) > _LONGEST:
        raise RoostError(f"an evidence file has at most {_LONGEST} characters")
    try:
        evidence = json.loads(text, parse_constant=_no_number)
        if evidence["roost"] != FORMAT or not isinstance(evidence["table"], str) or type(evidence["person"]) is not int:
            raise ValueError(f"its format is not {FORMAT}")
        if not isinstance(evidence["heard"], list) or len(evidence["heard"]) > _MOST_ENTRIES:
            raise ValueError(f"it has more than {_MOST_ENTRIES} entries")
        device = Device(evidence["table"], _memory(evidence["memory"]))
        device.person = evidence["person"]
        for entry in evidence["heard"]:
            if not isinstance(entry, dict):
                raise ValueError("an entry is not an object")
            if entry.get("restarted") is True:
                device.restart()
            else:
                device.hear(entry)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RoostError(f"this evidence cannot be read: {error}") from None
    return device


def _memory(evidence: dict[str, Any]) -> DeviceMemory:
    numbers = {int(game): bytes.fromhex(number).hex() for game, number in evidence["numbers"].items()}
    opened = {str(attempt): str(listed) for attempt, listed in evidence["opened"].items()}
    rolls_real = evidence["rolls_real"] if isinstance(evidence["rolls_real"], bool) else None
    return DeviceMemory(numbers, opened, rolls_real)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is not a number")
