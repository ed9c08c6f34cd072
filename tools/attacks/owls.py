"""Attack with many owls on the longest tracks.

An owl searches as deep as time and memory allow. Four owls at each of many Picnic Blitz tables, on the longest tracks
that the house rules allow, would use all of a server's memory and processor time. Meanwhile another client plays
normally.
"""

from attacks.target import Neighbour, Report, target
from roost.play.client import Client, new_http

_OPTIONS = {"tracks": "20:1,20:2,20:3,20:4,20:5,20:6", "goal": "11"}


async def attack(tables: int, seconds: float) -> Report:
    """Let the owls play for ``seconds``. The report counts the owls' steps as answers."""
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
        return neighbour.report(server, {"a step of a bot": int(float(steps.split()[-1]))})
