"""Measure how wrong the regrets of each game's model are, and store the figure beside the model.

At decisions of games between hens (roosters in games without rules of thumb), the regret of every choice is compared
with a better value of the same choice: the exact one if this machine has the game's solution, else the one that also
solves the next player's turn. The mean difference is the error that text games and the benchmark of language models
report for regrets of the kind ``turn``.

    python bench/regret_error.py --write
"""

import argparse
import json
from pathlib import Path

import numpy as np

from roost.core.adapters import adapter_packages
from roost.core.game import Game
from roost.core.playthrough import played_by_seed
from roost.core.registry import game_type, our_games
from roost.core.state import Node, State
from roost.study.bots import bot, default_bot
from roost.study.models import value
from roost.study.models.plain_net import weights_digest
from roost.study.models.solved_turn import turn_start, value_exactly
from roost.study.models.valuation import Valuation
from roost.study.solve import exact, exact_adapter

SOURCE = Path(__file__).parents[1] / "src"


def better(state: State) -> tuple[Valuation, str]:
    """Return better values of a turn than the model's, and what they are."""
    start, adapter = turn_start(state), exact_adapter(state.game)
    solved = exact(start) if adapter is not None and adapter.is_solvable(start) else None
    return (value(start, 2), "two turns") if solved is None else (value_exactly(start, solved), "exact")


def differences(state: State, reference: Valuation) -> list[float]:
    """Return the difference of every choice's regret between the model and the reference."""
    seat = state.seat
    assert seat is not None
    ours, theirs = ({a: s[seat] for a, s in turn.choices(state).items()} for turn in (value(state), reference))
    most, truth = max(ours.values()), max(theirs.values())
    return [abs((most - ours[action]) - (truth - theirs[action])) for action in ours]


def measure(game: Game, decisions: int) -> dict[str, object]:
    """Measure one game at every fifth decision with a choice."""
    player = bot(default_bot(type(game)))
    found: list[list[float]] = []
    names = set[str]()
    count = seed = 0
    while len(found) < decisions:
        for state, _ in played_by_seed(game.opening(), f"regret error/{seed}", player.choose):
            if state.node is Node.DECIDE and len(state.actions()) > 1 and len(found) < decisions:
                count += 1
                if count % 5 == 0:
                    reference, name = better(state)
                    names.add(name)
                    found.append(differences(state, reference))
        seed += 1
    error = float(np.mean([np.mean(each) for each in found]))
    against = " and ".join(sorted(names))
    return {"error": round(error, 6), "against": against, "decisions": decisions, "weights": weights_digest(type(game))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[kind.name for kind in our_games()], help="default: all four")
    parser.add_argument("--decisions", type=int, default=400, help="decisions of each game")
    parser.add_argument("--write", action="store_true", help="store the figures beside the models")
    arguments = parser.parse_args()
    for kind in map(game_type, arguments.games):
        measured = measure(kind.make(), arguments.decisions)
        print(kind.name, json.dumps(measured))
        if arguments.write:
            own = SOURCE.joinpath(*adapter_packages(kind)[0].split("."))
            own.joinpath("regret_error.json").write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
