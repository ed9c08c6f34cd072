"""Evidence: what a device was told of the dice of a table, in a file that anybody can check with ``roost verify``.

It shows what the device says that it heard. Whether the host really said so, nothing proves.
"""

import json
from pathlib import Path
from typing import Any

from roost.core.errors import RoostError
from roost.play.dice.device import Device, Memory

FORMAT = "evidence 4"
"""The first field of every file of evidence."""
_LONGEST = 20_000_000
_MOST_ENTRIES = 100_000


def write_evidence(path: Path, device: Device) -> None:
    """Write what a device heard, and what it remembered."""
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
    """Whether a text may be evidence, and is no record."""
    return text.lstrip().startswith("{")


def check_evidence(text: str) -> Device:
    """Hear again what a device was told, and come to its verdict."""
    if len(text) > _LONGEST:
        raise RoostError(f"evidence has at most {_LONGEST} characters")
    try:
        told = json.loads(text, parse_constant=_no_number)
        if told["roost"] != FORMAT or not isinstance(told["table"], str) or type(told["person"]) is not int:
            raise ValueError(f"it is no {FORMAT}")
        if not isinstance(told["heard"], list) or len(told["heard"]) > _MOST_ENTRIES:
            raise ValueError(f"it has at most {_MOST_ENTRIES} entries")
        device = Device(told["table"], _memory(told["memory"]))
        device.person = told["person"]
        for entry in told["heard"]:
            if not isinstance(entry, dict):
                raise ValueError("an entry is an object")
            if entry.get("restarted") is True:
                device.restart()
            else:
                device.hear(entry)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as why:
        raise RoostError(f"this evidence cannot be read: {why}") from None
    return device


def _memory(told: dict[str, Any]) -> Memory:
    numbers = {int(game): bytes.fromhex(number).hex() for game, number in told["numbers"].items()}
    opened = {str(attempt): str(listed) for attempt, listed in told["opened"].items()}
    rolls_real = told["rolls_real"] if isinstance(told["rolls_real"], bool) else None
    return Memory(numbers, opened, rolls_real)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")
