"""Make all models that ship, side by side, as ``roost train`` makes each of them; for a machine with many cores.

    python bench/make_models.py --jobs 16 --out models [--game junior] [--install]
    python bench/make_models.py --jobs 4 --file large.npz --game junior --width 240 --players 2 --rounds 100

It needs nothing but NumPy and Numba. With --install the models go into the package as well. The second form makes a
variation of one model.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded: these networks are small

from roost.core.registry import all_games
from roost.study.models.model import Model, save
from roost.study.train.training import Plan, Training, command_of, shipped_plan
from shipped import shipped_file

PARTS = {"heckmeck": 5, "junior": 2, "barbecue": 3, "picnic": 6}
"""How the processes are shared out, in sixteenths."""


def make(plan: Plan, jobs: int, files: list[Path]) -> None:
    """Train one model, and tell now and then how it goes."""
    for _ in Training(Plan(plan.game, rounds=1, games=1, passes=1, players=plan.players)).run():
        pass  # compiles everything once, before several processes would do it at the same time
    training, began, command = Training(plan), perf_counter(), command_of(plan)
    for progress in training.run(jobs=jobs):
        last = progress.round == plan.rounds
        if progress.round % 5 == 0 or last:
            told = f"{plan.game}: round {progress.round}, loss {progress.loss:.5f}, {perf_counter() - began:.0f} s"
            print(f"{told} ({command})", file=sys.stderr, flush=True)
            about = {"command": command if last else f"unfinished: {command}", "seed": plan.seed}
            for file in files:
                save(Model(plan.game, training.learner.playing, about), file)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Make the models that ship.")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--out", type=Path, default=Path(), help="the folder for the models (default: this one)")
    parser.add_argument("--game", choices=list(all_games()), help="only this one")
    parser.add_argument("--file", type=Path, help="the file for this one, instead of GAME.npz in the folder")
    for name in ("rounds", "games", "width", "players"):
        parser.add_argument(f"--{name}", type=int, help="as of roost train, for this one")
    parser.add_argument("--trace", type=float, help="as of roost train, for this one")
    parser.add_argument("--install", action="store_true", help="put the models into the package too")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.game:
        changes = {name: getattr(options, name) for name in ("rounds", "games", "width", "players")}
        file = options.file or options.out / f"{options.game}.npz"
        install = [shipped_file(options.game)] if options.install else []
        make(shipped_plan(options.game, **changes, trace=options.trace), options.jobs, [file, *install])
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
