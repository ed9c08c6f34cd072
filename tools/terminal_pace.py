"""Measure how long a player at the terminal waits for the next own turn, by playing whole games against the hen.

The program presses keys on the real full-screen client, at the speed of ``--speed``, and prints for each game the
median and the longest time from the end of an own turn to the next question.
"""

import argparse
import asyncio
from statistics import median
from time import perf_counter

import paths  # noqa: F401  # makes the tests' helpers importable
import roost
from play.terminal.screens import WIDE, a_table, is_asking, is_over, press_for, until
from roost.core.words import Messages
from roost.play.terminal.app import RoostApp
from roost.play.terminal.screens.table import TableScreen
from roost.play.terminal.speed import Speed


async def waits(game: str, speed: Speed) -> list[float]:
    """Play a game to its end, and return the seconds between the player's turns."""
    app = RoostApp(Messages(), table=a_table(game), speed=speed)
    seconds: list[float] = []
    async with app.run_test(size=WIDE) as pilot:
        await until(lambda: is_asking(app))
        while not is_over(app):
            assert isinstance(app.screen, TableScreen)
            ended = app.screen.state.seat
            pressed = perf_counter()
            await press_for(pilot, app.screen)
            was_other = isinstance(app.screen, TableScreen) and app.screen.state.seat != ended
            await until(lambda: is_asking(app))
            if was_other and not is_over(app):
                seconds.append(perf_counter() - pressed)
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[*roost.all_games()], help="the games; default: all of ours")
    parser.add_argument("--speed", type=Speed, choices=list(Speed), default=Speed.NORMAL)
    asked = parser.parse_args()
    for game in asked.games:
        seconds = asyncio.run(waits(game, asked.speed))
        print(f"{game}: {len(seconds)} turns, median {median(seconds):.1f} s, longest {max(seconds):.1f} s", flush=True)


if __name__ == "__main__":
    main()
