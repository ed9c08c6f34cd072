"""Run your own bot at a Roost table: it joins with the table's code and plays until the game is over.

Start a server (``roost serve``), create a table with an open seat, and then run:

    python examples/table_bot.py K7MPQ2 --url http://127.0.0.1:8321
"""

import argparse
import asyncio

from roost.core.moves import Action
from roost.core.state import State
from roost.play.client import Client


def choose(state: State) -> Action:
    """Choose worms first, then a tile as soon as possible; never give up."""
    actions = state.actions()
    words = {str(action): action for action in actions}
    good = [action for word, action in words.items() if word == "w" or word.startswith(("take", "snatch"))]
    return (good or [action for word, action in words.items() if word != "stop"] or list(actions))[0]


async def main() -> None:
    """Take a seat, play, and check the dice afterwards."""
    parser = argparse.ArgumentParser(description="Join a Roost table and play.")
    parser.add_argument("code", help="short code of the table")
    parser.add_argument("--url", default="http://127.0.0.1:8321", help="address of the server")
    parser.add_argument("--name", default="table bot", help="name shown to the other players")
    parser.add_argument("--start", action="store_true", help="begin the game instead of waiting for another player")
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
