"""Search for the puzzles that come with Roost, and write their files: ``python -m roost.study.puzzles GAME…``.

The positions come from games between bots with seeded dice; the models value the choices.
"""

import argparse
import json
from functools import partial
from importlib.resources import files
from pathlib import Path

from roost.core.adapters import adapter_packages
from roost.core.registry import all_games, game_type
from roost.study.models import value
from roost.study.models.solved_turn import has_model
from roost.study.puzzles.finder import collect
from roost.study.review.modelled import model_name
from roost.study.review.values import known_well

_NUMBER = 200
_SEED = "puzzles"


def main() -> None:
    """Search for puzzles and write the collections."""
    parser = argparse.ArgumentParser(prog="python -m roost.study.puzzles", description=__doc__)
    parser.add_argument("game", nargs="*", default=list(all_games()), help="the games (default: all)")
    parser.add_argument("--number", type=int, default=_NUMBER, help="number of puzzles per game")
    parser.add_argument("--seed", default=_SEED)
    options = parser.parse_args()
    for name in options.game:
        kind = game_type(name)
        puzzles = []
        second_look = partial(value, depth=2) if has_model(kind) else value  # a search cannot look deeper
        for puzzle in collect(kind, options.number, options.seed, lambda state: known_well(value(state)), second_look):
            puzzles.append(puzzle.to_json())
            print(f"{name} {puzzle.number}: {puzzle.kind.value}, {100 * puzzle.gap:.1f} points, {puzzle.position}")
        data = {
            "game": name,
            "command": f"python -m roost.study.puzzles {name} --number {options.number} --seed {options.seed}",
            "model": model_name(name),
            "puzzles": puzzles,
        }
        folder = files(adapter_packages(kind)[0])
        Path(str(folder.joinpath("puzzles.json"))).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
