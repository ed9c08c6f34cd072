"""A bot of your own at a Roost table: it joins by the table's code and plays until the game is over.

Start a server (``roost serve``), make a table with an open seat, and then:

    python examples/table_bot.py K7MPQ2 --url http://127.0.0.1:8321
"""

import argparse
import asyncio

from roost.core.moves import Action
from roost.core.state import State
from roost.play.client import Client


def choose(state: State) -> Action:
    """Worms first, then a tile as soon as there is one, and no giving up."""
    actions = state.actions()
    words = {str(action): action for action in actions}
    good = [action for word, action in words.items() if word == "w" or word.startswith(("take", "snatch"))]
    return (good or [action for word, action in words.items() if word != "stop"] or list(actions))[0]


async def main() -> None:
    """Sit down, play, and check the dice afterwards."""
    parser = argparse.ArgumentParser(description="Join a Roost table and play.")
    parser.add_argument("code", help="the short code of the table")
    parser.add_argument("--url", default="http://127.0.0.1:8321", help="where the server is")
    parser.add_argument("--name", default="table bot", help="what the others see")
    parser.add_argument("--start", action="store_true", help="begin the game, instead of waiting for somebody who does")
    options = parser.parse_args()
    async with Client(options.url) as client:
        table = await client.join(options.code, options.name)
        if options.start:
            await table.start()
        outcome = await table.play(choose)
        print("winners:", outcome["winners"], "scores:", outcome["scores"])
        print(await table.check_dice())


if __name__ == "__main__":
    asyncio.run(main())
