"""Values that are learnt from declared fields, held against fresh games and known answers: Pig, Farkle, Can't Stop.

    python bench/learnt_values.py [--game pig] [--quick] [--write]

Each game is learnt for two players, as roost train does it, in some minutes of a core; with --quick in about one, as
when somebody asks for a hint. The tables of docs/models.md come of it: error and calibration on games that the
model had not seen; Pig at fifty positions against the exact solution, found by value iteration; Can't Stop at the
opening and where a player stands one space below the top of every column.
"""

import argparse
import os
import sys
from pathlib import Path
from time import process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded: these networks are small
sys.path += [
    str(Path(__file__).resolve().parent.parent / name)
    for name in ("examples/pig", "examples/farkle", "examples/cantstop", "tests")
]

import numpy as np
from roost_cantstop import TOPS, CantStop
from roost_farkle import Farkle
from roost_pig import Pig

from pages import section, write
from roost.core.game import Game
from roost.core.stream import Stream
from roost.study.models import value
from roost.study.models.learning import FIRST, GOOD, Plan
from roost.study.models.learnt import Learnt
from roost.study.models.shelf import keep
from roost.study.train.learnt_card import calibration_cells
from study.odds.test_pig_optimum import solve

GAMES: dict[str, Game] = {"pig": Pig(2), "farkle": Farkle(2), "cantstop": CantStop(2)}
PAGE = "models.md"
POSITIONS = 50


def learn(game: Game, plan: Plan) -> tuple[Learnt, float]:
    """The model of a game, and the processor seconds that it took."""
    began = process_time()
    made = keep(game, plan, lambda told: print(f"{game.name}: round {told.round} of {told.rounds}", file=sys.stderr))
    return made, process_time() - began


def column(made: Learnt, seconds: float) -> dict[str, str]:
    """The facts about a model, by rows."""
    about = made.about
    return {
        "seconds of a core": f"{seconds:.0f}",
        "positions learnt from": f"{about['positions']:,}",
        "games measured on": f"{about['games']}",
        "error of a share": f"±{about['error']:.1%}",
        "log-loss, in nats": f"{about['log_loss']:.3f}",
        **calibration_cells(made),
    }


def table(columns: dict[str, dict[str, str]]) -> str:
    """The columns side by side."""
    rows = dict.fromkeys(row for cells in columns.values() for row in cells)
    lines = [f"| | {' | '.join(columns)} |", "| --- |" + " ---: |" * len(columns)]
    return "\n".join(
        [*lines, *(f"| {row} | {' | '.join(cells.get(row, '') for cells in columns.values())} |" for row in rows)]
    )


def written() -> dict[str, dict[str, str]]:
    """The columns that stand in the page."""
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in section(PAGE, "learnt").splitlines()]
    if not lines:
        return {}
    head, _, *rows = lines
    return {name: {row[0]: row[place] for row in rows} for place, name in enumerate(head) if place}


def pig_against_the_truth() -> str:
    """How far Pig's values are from the exact ones, at starts of turns drawn from all of them."""
    game, exact, chance = GAMES["pig"], solve(100), Stream("fifty positions")
    scores = [(chance.below(100), chance.below(100)) for _ in range(POSITIONS)]
    states = [Pig.read_text(f"pig A={mine} B={theirs} turn=A") for mine, theirs in scores]
    off = [value(state).shares(state)[0] - exact[score] for state, score in zip(states, scores, strict=True)]
    opening = game.opening()
    size = np.abs(off)
    return (
        f"Pig at {POSITIONS} positions drawn from all scores: off by {size.mean():.1%} on average, {size.max():.1%} at "
        f"most. At the opening A has {value(opening).shares(opening)[0]:.1%}; {exact[0, 0]:.2%} is exact."
    )


def cantstop_at_three_positions() -> str:
    """Nobody has begun; A is nearly there everywhere; B is."""
    nearly, nothing = ",".join(str(top - 1) for top in TOPS), ",".join("0" for _ in TOPS)
    told = []
    for mine, theirs in ((nothing, nothing), (nearly, nothing), (nothing, nearly)):
        state = CantStop.read_text(f"cantstop A={mine} B={theirs} turn=A")
        told.append(f"{value(state).shares(state)[0]:.1%}")
    return (
        f"Can't Stop, A to roll: {told[0]} for A at the opening, {told[1]} one space below the top of all columns, "
        f"{told[2]} when B stands there."
    )


KNOWN = {"pig": pig_against_the_truth, "cantstop": cantstop_at_three_positions}


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this one; may be repeated")
    parser.add_argument("--quick", action="store_true", help="learn no longer than for a first hint")
    parser.add_argument("--write", action="store_true", help="write the tables into the page")
    asked = parser.parse_args()
    names = asked.game or list(GAMES)
    found = {GAMES[name].title: column(*learn(GAMES[name], FIRST if asked.quick else GOOD)) for name in names}
    print(table(found))
    answers = {name: KNOWN[name]() for name in names if name in KNOWN}
    print(*answers.values(), sep="\n")
    if asked.write:
        write(PAGE, "learnt", table(written() | found))
        for name, answer in answers.items():
            write(PAGE, name, answer)


if __name__ == "__main__":
    main()
