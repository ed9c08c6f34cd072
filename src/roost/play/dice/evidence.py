"""Evidence of unfair dice: the log entries that a device received, in a file for ``roost verify``.

The file shows only what the device claims to have received. It cannot prove that the host sent these entries.
"""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from roost.core.errors import RoostError
from roost.play.dice.device import Device, DeviceMemory

_LONGEST = 20_000_000
_Entries = Annotated[list[dict[str, Any]], msgspec.Meta(max_length=100_000)]


class Evidence(msgspec.Struct):
    """An evidence file: the entries that a device received, in order, and what it remembered of the table."""

    roost: Literal["evidence 4"]
    table: str
    person: int
    memory: DeviceMemory
    heard: _Entries


def write_evidence(path: Path, device: Device) -> None:
    """Write the log entries that a device received, and the device's memory."""
    evidence = Evidence("evidence 4", device.table, device.person, device.memory, [*map(dict, device.heard)])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(evidence), indent=1))


def is_evidence(text: str) -> bool:
    """Whether a text looks like evidence rather than a game record."""
    return text.lstrip().startswith("{")


def check_evidence(text: str) -> Device:
    """Replay evidence through a new device, and return the device, which holds the verdict."""
    if len(text) > _LONGEST:
        raise RoostError(f"an evidence file has at most {_LONGEST} characters")
    try:
        evidence = msgspec.json.decode(text, type=Evidence)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RoostError(f"this evidence cannot be read: {error}") from None
    device = Device(evidence.table, evidence.memory)
    device.person = evidence.person
    for entry in evidence.heard:
        if entry.get("restarted") is True:
            device.restart()
        else:
            device.hear(entry)
    return device
