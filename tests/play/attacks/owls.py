"""Many owls on the longest tracks: ``python tests/play/attacks/owls.py --tables 50 --seconds 600``.

An owl thinks as far ahead as she can. Four of them at each of many tables of Picnic Blitz, with tracks as long as the
rules of the house allow, would like to have all the memory and all the time of a server. Somebody else plays meanwhile.
"""

import sys
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from play.attacks.target import Neighbour, percentile, run, target
from roost.play.client import Client, new_http

_OPTIONS = {"tracks": "20:1,20:2,20:3,20:4,20:5,20:6", "goal": "11"}
_MEGABYTE = 1 << 20


class Result(NamedTuple):
    """The result of the attack."""

    memory: int
    """The most bytes that the server had in memory."""
    moves: int
    """What the neighbour played."""
    p50: float
    p95: float
    """Seconds that they waited for a move."""
    before: float
    """The 95th percentile just before the owls came: how busy the machine was anyway."""
    refused: int
    bot_steps: float
    is_up: bool

    def __str__(self) -> str:
        told = f"{self.memory / _MEGABYTE:.0f} MB at most, {self.bot_steps:.0f} steps of bots; a neighbour's"
        told += f" {self.moves} moves took {1000 * self.p50:.0f} ms at the median and {1000 * self.p95:.0f} ms at the"
        return f"{told} 95th percentile ({1000 * self.before:.0f} ms before), {self.refused} were refused."


async def attack(tables: int, seconds: float) -> Result:
    """Let the owls think for so long."""
    async with (
        target(MAX_TABLES_PER_CLIENT="1000", BOT_DELAY="0", RATE="1000", BURST="2000") as server,
        Neighbour(server.url) as neighbour,
        new_http(timeout=60.0) as http,
    ):
        await neighbour.settle(min(5.0, seconds / 3))
        client = Client(server.url, http=http, patience=60.0)
        for _ in range(tables):
            table = await client.create("picnic", [{"kind": "bot", "bot": "owl"}] * 4, _OPTIONS)
            await table.start()
        await neighbour.play_on(seconds)
        metrics = (await http.get(f"{server.url}/metrics")).text
        steps = next(line for line in metrics.splitlines() if line.startswith("roost_bot_steps_total"))
        waits = list(neighbour.waits)
        return Result(
            server.peak,
            len(waits),
            percentile(waits, 0.5),
            percentile(waits, 0.95),
            percentile(neighbour.before, 0.95),
            len(neighbour.refused),
            float(steps.split()[-1]),
            server.is_up,
        )


if __name__ == "__main__":
    run(attack, "{tables} tables of four owls", tables=50)
