"""Write the table of the models that ship into docs/models.md, and what is known about one into its file.

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


def shipped_file(name: str) -> Path:
    """The file with the model that ships for a game."""
    return Path(str(model_file(game_type(name))))


def table() -> str:
    """A row for each model."""
    lines = ["| game | made by | at commit | size | strength |", "| --- | --- | --- | ---: | --- |"]
    for name in all_games():
        about, size = model(name).about, shipped_file(name).stat().st_size
        commit = str(about["commit"])[:7]
        lines.append(f"| {name} | `{about['command']}` | {commit} | {size / 1000:.0f} kB | {about['strength']} |")
    return "\n".join(lines)


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
