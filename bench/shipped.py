"""Write the card of the models that ship into docs/models.md, and what is known about one into its file.

    python bench/shipped.py --write
    python bench/shipped.py --game junior --from junior.npz --commit COMMIT --strength "…"

The second form takes a model that ``roost train`` wrote into the package, with the commit it was made at and the
strength that was measured.
"""

import argparse
from pathlib import Path

from pages import write
from roost.core.registry import all_games, game_type
from roost.study.models import Model, model
from roost.study.models.model import load, model_file, save
from roost.study.train.training import shipped_plan


def shipped_file(name: str) -> Path:
    """The file with the model that ships for a game."""
    return Path(str(model_file(game_type(name))))


def card(name: str) -> dict[str, str]:
    """The facts about a model, by the rows of the table."""
    made, plan = model(name), shipped_plan(name)
    sittings = [sitting for number in range(plan.rounds) for sitting in plan.sittings(number)]
    players, strength = made.about["strength"].removeprefix("fox against rooster, ").split(" players: ")
    return {
        "": name,
        "---": "---:",
        "command: `roost train …`": f"`{made.about['command'].removeprefix('roost train ')}`",
        "at commit": made.about["commit"][:7],
        "size": f"{shipped_file(name).stat().st_size / 1000:.0f} kB",
        "weights": f"{sum(weights.size for weights in made.net.weights.values()):,}",
        "games of self-play": f"{sum(sitting.games for sitting in sittings):,}",
        "of them with other options": f"{sum(sitting.games for sitting in sittings if sitting.options):,}",
        "passes, batch, trace": f"{plan.passes}, {plan.batch}, {plan.trace}",
        "numbers of players": players,
        "fox against rooster, for each": strength,
    }


def table() -> str:
    """A column for each model."""
    cards = [card(name) for name in all_games()]
    return "\n".join(
        f"| {' | '.join([head, *(one[head] for one in cards)])} |".replace("|  |", "| |") for head in cards[0]
    )


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="The models that ship.")
    parser.add_argument("--game", choices=list(all_games()))
    parser.add_argument("--from", dest="source", type=Path, help="the model to be shipped")
    parser.add_argument("--commit", help="the commit that it was made at")
    parser.add_argument("--strength", help="what was measured, in a few words")
    parser.add_argument("--write", action="store_true", help="write the table into docs/models.md")
    options = parser.parse_args()
    if options.game:
        made = load(options.source, options.game)
        about = {
            "command": made.about["command"],
            "seed": made.about["seed"],
            "commit": options.commit,
            "strength": options.strength,
        }
        with_about = Model(options.game, made.net, about)
        save(with_about, shipped_file(options.game))
        return
    print(table())
    if options.write:
        write("models.md", "shipped", table())


if __name__ == "__main__":
    main()
