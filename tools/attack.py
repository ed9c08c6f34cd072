"""Attack a local test server while a player plays on it.

python tools/attack.py owls --tables 50 --seconds 600 # bots that would use all memory and processor time python
tools/attack.py heads --seconds 60 # endless heads, bodies, requests and connections python tools/attack.py routes
--changes 6000 --seconds 180 # each route's costliest request, route by route python tools/attack.py questions --seconds
60 # slow hints, and responses left unread
"""

import argparse
import asyncio
from collections.abc import Callable
from typing import Any

import paths  # noqa: F401  # makes the helpers of tests and benchmarks importable
from attacks import heads, owls, questions, routes

ATTACKS: dict[str, tuple[Callable[..., Any], dict[str, int]]] = {
    "owls": (owls.attack, {"tables": 50}),
    "heads": (heads.attack, {}),
    "routes": (routes.attack, {"changes": 6000}),
    "questions": (questions.attack, {}),
}
"""Each attack, with its settings and their defaults."""


def main() -> None:
    """Run the attack named on the command line and print its report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    for kind, (_, sizes) in ATTACKS.items():
        options = kinds.add_parser(kind)
        for name, default in sizes.items():
            options.add_argument(f"--{name}", type=int, default=default)
        options.add_argument("--seconds", type=float, default=60.0)
    options_given = vars(parser.parse_args())
    kind = options_given.pop("kind")
    settings = ", ".join(f"{value:g} {name}" for name, value in options_given.items())
    print(f"{kind}, {settings}: {asyncio.run(ATTACKS[kind][0](**options_given))}")


if __name__ == "__main__":
    main()
