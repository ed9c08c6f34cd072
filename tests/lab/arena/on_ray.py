"""Run a tournament and a training on a Ray cluster of two workers, one of which is killed.

It runs as a separate program, because Ray starts many processes and threads that would outlive a test.
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
from roost.study.train.training import Training, TrainingPlan


class KilledOnce(Greedy):
    """A greedy bot that kills the first worker that asks it for a move."""

    def __init__(self, mark: str) -> None:
        self._mark = mark

    def choose(self, state: State, chance: Stream) -> Action:
        try:
            os.close(os.open(self._mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return super().choose(state, chance)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("unreachable")


def _start_ray() -> None:
    """Start a cluster of two workers, with retries because Ray's own limit of 30 seconds may be too short."""
    for is_last in (False, False, False, True):
        try:
            ray.init(num_cpus=2, include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
        except Exception as error:  # Ray has no specific class for this
            if is_last or "timed out during startup" not in str(error):
                raise
            ray.shutdown()
        else:
            return


def main(folder: Path) -> None:
    """Play locally and on the cluster, and print the comparison as JSON."""
    mark, records = folder / "killed", (folder / "here.roost", folder / "there.roost")
    tournament = Tournament(roost.game("junior"), ("greedy", "random"), "ray", 250)
    local = run(tournament, bots={"greedy": Greedy, "random": Random}, records=records[0])
    _start_ray()
    makers: dict[str, BotMaker] = {"greedy": partial(KilledOnce, str(mark)), "random": Random}
    remote = run(tournament, bots=makers, records=records[1], ray="auto")
    plan = TrainingPlan("junior", rounds=1, games=2, passes=1, widths=(8, 8, 8))
    trained = [Training(plan), Training(plan)]
    with cluster("auto") as connected:
        places = (None, connected.answers)
        losses = [[progress.loss for progress in t.run(elsewhere=at)] for t, at in zip(trained, places, strict=True)]
    arrays = [training.learner.arrays() for training in trained]
    ray.shutdown()
    comparison = {
        "was_killed": mark.exists(),
        "same_result": local.to_json() == remote.to_json(),
        "same_records": records[0].read_bytes() == records[1].read_bytes(),
        "same_losses": losses[0] == losses[1],
        "same_weights": all(arrays[0][name].tobytes() == arrays[1][name].tobytes() for name in arrays[0]),
        "games": remote.games,
    }
    print(json.dumps(comparison))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
