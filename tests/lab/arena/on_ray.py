"""A tournament and a training on a Ray cluster of two workers, one of which is killed; run as a program of its own.

Ray starts many processes and threads: in the tests' own process they would outlive the test.
"""

import json
import logging
import os
import signal
import sys
from functools import partial
from pathlib import Path

import ray  # type: ignore[import-untyped, import-not-found, unused-ignore]  # tests that need it are skipped without

import roost
from lab.arena.players import Greedy, Random
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.lab.arena import BotMaker, Tournament, run
from roost.lab.cluster import cluster
from roost.study.train.training import Plan, Training


class KilledOnce(Greedy):
    """Plays like the greedy one, but the first worker that asks it for a move is killed."""

    def __init__(self, mark: str) -> None:
        self._mark = mark

    def choose(self, state: State, rng: Stream) -> Action:
        try:
            os.close(os.open(self._mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return super().choose(state, rng)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("unreachable")


def _start_ray() -> None:
    """A cluster of two workers. Ray gives its own start 30 seconds, which a busy machine may not have."""
    for is_last in (False, False, False, True):
        try:
            ray.init(num_cpus=2, include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
        except Exception as why:  # Ray has no class of its own for this
            if is_last or "timed out during startup" not in str(why):
                raise
            ray.shutdown()
        else:
            return


def main(folder: Path) -> None:
    """Play here and on the cluster, and print what came out of it as JSON."""
    mark, records = folder / "killed", (folder / "here.roost", folder / "there.roost")
    tournament = Tournament(roost.game("junior"), ("greedy", "random"), "ray", 250)
    here = run(tournament, bots={"greedy": Greedy, "random": Random}, records=records[0])
    _start_ray()
    killing: dict[str, BotMaker] = {"greedy": partial(KilledOnce, str(mark)), "random": Random}
    there = run(tournament, bots=killing, records=records[1], ray="auto")
    plan = Plan("junior", rounds=1, games=2, passes=1, widths=(8, 8, 8))
    trained = [Training(plan), Training(plan)]
    with cluster("auto") as connected:
        places = (None, connected.answers)
        losses = [[progress.loss for progress in t.run(elsewhere=at)] for t, at in zip(trained, places, strict=True)]
    arrays = [training.learner.arrays() for training in trained]
    ray.shutdown()
    told = {
        "was_killed": mark.exists(),
        "same_result": here.to_json() == there.to_json(),
        "same_records": records[0].read_bytes() == records[1].read_bytes(),
        "same_losses": losses[0] == losses[1],
        "same_weights": all(arrays[0][name].tobytes() == arrays[1][name].tobytes() for name in arrays[0]),
        "games": there.games,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
