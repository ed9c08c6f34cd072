"""Make all models that ship, side by side, as ``roost train`` makes each of them; for a machine with many cores.

    python bench/make_models.py --jobs 16 --out models [--game junior] [--install]

It needs nothing but NumPy and Numba. With --install the models go into the package as well.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded: these networks are small

from roost.games import all_games
from roost.models.model import Model, save
from roost.train.training import Plan, Training, shipped_plan
from shipped import shipped_file

PARTS = {"heckmeck": 5, "junior": 2, "barbecue": 3, "picnic": 6}
"""How the processes are shared out, in sixteenths."""


def make(name: str, jobs: int, out: Path, install: bool) -> None:
    """Train one model, and tell now and then how it goes."""
    for _ in Training(Plan(name, rounds=1, games=1, passes=1)).run():
        pass  # compiles everything once, before several processes would do it at the same time
    plan = shipped_plan(name)
    training, began = Training(plan), perf_counter()
    command = f"roost train {name} --seed {plan.seed} --rounds {plan.rounds} --games {plan.games}"
    for progress in training.run(jobs=jobs):
        last = progress.round == plan.rounds
        if progress.round % 10 == 0 or last:
            told = f"{name}: round {progress.round}, loss {progress.loss:.5f}, {perf_counter() - began:.0f} s"
            print(told, file=sys.stderr, flush=True)
            about = {"command": command if last else f"unfinished: {command}", "seed": plan.seed}
            for file in (out / f"{name}.npz", *([shipped_file(name)] if install else [])):
                save(Model(name, training.learner.playing, about), file)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Make the models that ship.")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--out", type=Path, required=True, help="the folder for the models")
    parser.add_argument("--game", choices=list(all_games()), help="only this one")
    parser.add_argument("--install", action="store_true", help="put the models into the package too")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.game:
        make(options.game, options.jobs, options.out, options.install)
        return
    shared = ["--out", str(options.out), *(["--install"] if options.install else [])]
    running = [
        subprocess.Popen(
            [sys.executable, __file__, "--game", name, "--jobs", str(max(1, options.jobs * part // 16)), *shared]
        )
        for name, part in PARTS.items()
    ]
    sys.exit(max(process.wait() for process in running))


if __name__ == "__main__":
    main()
