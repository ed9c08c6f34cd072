"""Attacks on a server of our own, while a player plays at it.

python tools/attack.py owls --tables 50 --seconds 600       # bots that would like all memory and all time
python tools/attack.py heads --seconds 60                   # heads, bodies, requests, connections without an end
python tools/attack.py routes --changes 6000 --seconds 180  # the worst request of every route, one after another
python tools/attack.py questions --seconds 60               # hints that take long, and answers that nobody reads
"""

import argparse
import asyncio
from collections.abc import Callable
from typing import Any

import paths  # noqa: F401  # finds the helpers of tests and benchmarks
from attacks import heads, owls, questions, routes

ATTACKS: dict[str, tuple[Callable[..., Any], dict[str, int]]] = {
    "owls": (owls.attack, {"tables": 50}),
    "heads": (heads.attack, {}),
    "routes": (routes.attack, {"changes": 6000}),
    "questions": (questions.attack, {}),
}
"""Each attack, and its sizes with their usual values."""


def main() -> None:
    """Run the attack that the command line names, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    for kind, (_, sizes) in ATTACKS.items():
        options = kinds.add_parser(kind)
        for name, usual in sizes.items():
            options.add_argument(f"--{name}", type=int, default=usual)
        options.add_argument("--seconds", type=float, default=60.0)
    given = vars(parser.parse_args())
    kind = given.pop("kind")
    told = ", ".join(f"{value:g} {name}" for name, value in given.items())
    print(f"{kind}, {told}: {asyncio.run(ATTACKS[kind][0](**given))}")


if __name__ == "__main__":
    main()
