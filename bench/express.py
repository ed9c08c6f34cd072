"""The worth of the express lane: the same load with it and without it, in turn.

    python bench/express.py

Prints the moves per CPU second of the server's process both ways, and their ratio.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

_ROUNDS = 3
_SECONDS = "3"


def main() -> None:
    """Measure, and print."""
    found: dict[str, list[float]] = {"true": [], "false": []}
    for _ in range(_ROUNDS):
        for express, rates in found.items():
            rates.append(_measured(express))
    lane, plain = median(found["true"]), median(found["false"])
    print(f"moves per CPU second: {lane:,.0f} by the express lane, {plain:,.0f} without; ratio {lane / plain:.2f}")
    print(found)


def _measured(express: str) -> float:
    command = [sys.executable, str(Path(__file__).with_name("load.py")), "--seconds", _SECONDS, "--json"]
    environment = {**os.environ, "ROOST_EXPRESS": express, "ROOST_WARM_UP": "false"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    rate: float = json.loads(done.stdout)["moves_per_cpu_second"]
    return rate


if __name__ == "__main__":
    main()
