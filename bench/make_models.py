"""Train all shipped models in parallel with ``roost train``, describe them, and print their cards.

    python bench/make_models.py --jobs 16 --out FOLDER
    python bench/make_models.py --describe junior --from FOLDER/junior.npz --commit COMMIT --strength "…"
    python bench/make_models.py --card [--write]

--describe puts a model into the package, with its commit and its measured strength. --card prints facts about all
shipped models for docs/models.md.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from pages import write
from roost.core.registry import all_games, game_type
from roost.study.models.model import Model, load, model, model_file, save
from roost.study.train.training import shipped_plan

PARTS = {"heckmeck": 5, "junior": 2, "barbecue": 3, "picnic": 6}
"""How many of every sixteen processes train each game's model."""


def shipped_file(name: str) -> Path:
    """Return the file with the model that ships for a game."""
    return Path(str(model_file(game_type(name))))


def card(name: str) -> dict[str, str]:
    """Return a model's facts, keyed by table row."""
    shipped, plan = model(name), shipped_plan(name)
    matches = [match for number in range(plan.rounds) for match in plan.chunks(number)]
    players, strength = shipped.about["strength"].removeprefix("fox against rooster, ").split(" players: ")
    return {
        "": name,
        "---": "---:",
        "command: `roost train …`": f"`{shipped.about['command'].removeprefix('roost train ')}`",
        "at commit": shipped.about["commit"][:7],
        "size": f"{shipped_file(name).stat().st_size / 1000:.0f} kB",
        "weights": f"{sum(weights.size for weights in shipped.net.weights.values()):,}",
        "games of self-play": f"{sum(match.games for match in matches):,}",
        "of them with other options": f"{sum(match.games for match in matches if match.options):,}",
        "passes, batch, trace": f"{plan.passes}, {plan.batch}, {plan.trace}",
        "numbers of players": players,
        "fox against rooster, for each": strength,
    }


def cards() -> str:
    """Return the facts about all models as a table, with a column for each model."""
    columns = [card(name) for name in all_games()]
    rows = ([head, *(column[head] for column in columns)] for head in columns[0])
    return "\n".join(f"| {' | '.join(row)} |".replace("|  |", "| |") for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the models that ship, and describe them.")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--out", type=Path, default=Path(), help="folder for the models (default: the current one)")
    parser.add_argument("--describe", choices=list(all_games()), help="write the facts about a model into its file")
    parser.add_argument("--from", dest="source", type=Path, help="file of the model to describe")
    parser.add_argument("--commit", help="commit at which the model was made")
    parser.add_argument("--strength", help="measured strength, in a few words")
    parser.add_argument("--card", action="store_true", help="print the cards of the models that ship")
    parser.add_argument("--write", action="store_true", help="with --card: write them into docs/models.md")
    options = parser.parse_args()
    if options.card:
        print(cards())
        if options.write:
            write("models.md", "shipped", cards())
        return
    if options.describe:
        trained = load(options.source, options.describe)
        about = {key: trained.about[key] for key in ("command", "seed")}
        about |= {"commit": options.commit, "strength": options.strength}
        save(Model(options.describe, trained.net, about), shipped_file(options.describe))
        return
    options.out.mkdir(parents=True, exist_ok=True)
    roost = [sys.executable, "-m", "roost", "train"]
    running = [
        subprocess.Popen(
            [*roost, name, f"--jobs={max(1, options.jobs * part // 16)}", f"--out={options.out / name}.npz"]
        )
        for name, part in PARTS.items()
    ]
    sys.exit(max(process.wait() for process in running))


if __name__ == "__main__":
    main()
