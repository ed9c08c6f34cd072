"""Tests of training: reproducible, resumable, and with decreasing loss."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import roost
from calibration import BINS, sums
from command import run
from roost.core.errors import OptionError
from roost.games.junior import Junior
from roost.study.fast.packed import packing
from roost.study.models.features import fresh_net, network_evaluator
from roost.study.models.learner import Learner, gradients
from roost.study.models.model import Model
from roost.study.models.net import Net
from roost.study.train.self_play import Style, self_play
from roost.study.train.training import Training, TrainingPlan, command_of, shipped_plan
from soak import SOAKING

TINY = TrainingPlan("junior", seed=5, rounds=4, games=4, passes=1, batch=32, widths=(8, 8, 4))


def _weights(training: Training) -> dict[str, bytes]:
    return {letter: array.tobytes() for letter, array in training.learner.playing.weights.items()}


def test_the_same_seed_makes_the_same_model() -> None:
    """Two trainings with the same plan have equal weights to the last bit; another seed gives others."""
    first, second, other = (
        Training(TINY),
        Training(TINY),
        Training(TrainingPlan("junior", 6, 4, 4, 1, 32, widths=(8, 8, 4))),
    )
    for training in (first, second, other):
        assert [progress.round for progress in training.run()] == [1, 2, 3, 4]
    assert _weights(first) == _weights(second) != _weights(other)


if SOAKING:

    @pytest.mark.soak
    def test_the_number_of_processes_does_not_change_the_model() -> None:
        """Weights are equal to the last bit with one process and with several."""
        plan = TrainingPlan("junior", seed=5, rounds=1, games=2, passes=1, widths=(8, 8, 4))
        alone, shared = Training(plan), Training(plan)
        list(alone.run())
        list(shared.run(jobs=2))
        assert _weights(alone) == _weights(shared)


def test_variants_are_played_in_some_rounds() -> None:
    """Every fourth round has other options beside the standard ones, and large rounds are split into chunks."""
    plan = TrainingPlan("picnic", games=20)
    variants = [{chunk.options for chunk in plan.chunks(number)} for number in range(8)]
    assert variants[:3] == [{()}] * 3
    assert variants[3] == {(), (("beginner", True),)}
    assert variants[7] == {(), (("goal", 5),)}
    assert [chunk.games for chunk in plan.chunks(0) if chunk.players == 3] == [4] * 5
    assert len({chunk.seed for number in range(8) for chunk in plan.chunks(number)}) == 8 * 15 + 2 * 15


def test_variations_of_the_shipped_plan() -> None:
    """A variation has the requested parameters, its command shows them, and invalid values are refused."""
    assert command_of(shipped_plan("junior")) == "roost train junior --seed 1 --rounds 200 --games 256"
    plan = shipped_plan("junior", rounds=2, games=70, width=10, players=2, trace=0.25)
    options = "--rounds 2 --games 70 --width 10 --players 2 --trace 0.25"
    assert command_of(plan) == f"roost train junior --seed 1 {options}"
    assert (plan.widths, plan.trace) == ((10, 10, 5), 0.25)
    assert [(chunk.players, chunk.games) for chunk in plan.chunks(0)] == [(2, 64), (2, 6)]
    with pytest.raises(OptionError, match="2 to 5 players"):
        shipped_plan("junior", players=6)
    with pytest.raises(OptionError, match="trace must be between 0 and 1"):
        shipped_plan("junior", trace=1.5)


def test_an_interrupted_training_can_be_resumed(tmp_path: Path) -> None:
    """A training resumed after two rounds ends with the weights of an uninterrupted one."""
    through, checkpoint = Training(TINY), tmp_path / "checkpoint.npz"
    list(through.run())
    list(islice(Training(TINY).run(lambda training: training.save(checkpoint)), 2))
    resumed = Training.resumed(TINY, checkpoint)
    assert resumed.round == 2
    list(resumed.run())
    assert _weights(resumed) == _weights(through)
    assert [file.name for file in tmp_path.iterdir()] == ["checkpoint.npz"]


def test_a_training_with_another_plan_is_not_resumed(tmp_path: Path) -> None:
    """The error names the difference; a file that contains no training is refused."""
    Training(TINY).save(tmp_path / "checkpoint.npz")
    with pytest.raises(OptionError, match="another training, with seed=5"):
        Training.resumed(TrainingPlan("junior", 6, 4, 4, 1, 32, widths=(8, 8, 4)), tmp_path / "checkpoint.npz")
    (tmp_path / "broken.npz").write_bytes(b"nothing")
    with pytest.raises(OptionError, match="contains no training"):
        Training.resumed(TINY, tmp_path / "broken.npz")


@pytest.mark.parametrize(("name", "value"), [("rounds", 0), ("games", 0), ("seed", -1), ("batch", 0), ("passes", 0)])
def test_a_plan_is_checked(name: str, value: int) -> None:
    """Numbers out of range and unknown games are refused."""
    with pytest.raises(OptionError, match=f"{name} must be at least"):
        TrainingPlan("junior", **{name: value})  # type: ignore[arg-type]  # any of the numbers
    with pytest.raises(OptionError, match="no game"):
        TrainingPlan("chess")


def test_the_learning_rate_falls() -> None:
    """The learning rate falls from the plan's rate to a fortieth of it."""
    plan = shipped_plan("heckmeck", rounds=10)
    assert plan.rate_in(0) == pytest.approx(plan.rate)
    assert plan.rate_in(10) == pytest.approx(plan.rate / 40)
    assert plan.rounds == 10


def test_gradients_are_slopes() -> None:
    """A small change of a weight changes the loss as its gradient predicts."""
    rng = np.random.default_rng(3)
    net = Net.fresh(5, 6, 2, 1.0, (7, 6, 5), rng)
    net.weights["f"][:] = rng.standard_normal(5)
    table = rng.standard_normal((9, 5)).astype(np.float32)
    seats = rng.standard_normal((9, 3, 6)).astype(np.float32)
    wanted = rng.dirichlet([1.0] * 3, 9)
    slopes, _ = gradients(net, table, seats, wanted)
    for letter in Net.LETTERS:
        weight = net.weights[letter].reshape(-1)
        before, step, losses = weight[0], np.float32(2e-2), []
        for moved in (before + step, before - step):
            weight[0] = moved
            losses.append(gradients(net, table, seats, wanted)[1])
        weight[0] = before
        slope = (losses[0] - losses[1]) / (2 * float(step))
        assert slope == pytest.approx(float(slopes[letter].reshape(-1)[0]), abs=2e-3), letter


def test_a_network_learns_constant_shares() -> None:
    """Repeated steps on the same examples reduce the loss."""
    rng = np.random.default_rng(1)
    learner = Learner(fresh_net(Junior, rng, (16, 16, 8)))
    table = rng.random((64, learner.net.weights["A"].shape[0])).astype(np.float32)
    seats = rng.random((64, 3, learner.net.weights["B"].shape[0])).astype(np.float32)
    wanted = rng.dirichlet([2.0] * 3, 64)
    losses = [learner.learn(table, seats, wanted, 1e-2) for _ in range(150)]
    assert losses[-1] < 0.25 * losses[0]


def test_training_targets_are_close_to_results() -> None:
    """The targets of whole games are win shares, and the last ones are the most certain."""
    packed = packing(roost.game("junior", 3, start=0))
    net = fresh_net(Junior, np.random.default_rng(1))
    states, shares = self_play(packed, network_evaluator(net), 20, np.random.default_rng(2), Style())
    assert len(states) == len(shares)
    assert np.abs(shares.sum(axis=1) - 1.0).max() < 1e-12
    assert (states["seat"][:20] == 0).all()  # all games begin at once
    assert shares[-20:].max(axis=1).mean() > shares[:20].max(axis=1).mean()


def test_predictions_are_put_into_bins() -> None:
    """Each prediction is put into a bin one tenth wide, and sums over several runs add up."""
    untrained = Model("junior", fresh_net(Junior, np.random.default_rng(1)))
    total = sums(untrained, 2, 6, seed=3) + sums(untrained, 2, 4, seed=4)
    bins = total.bins()
    assert sum(group.number for group in bins) == total.number.sum() > 2 * 10 * 10
    places = [int(group.predicted * BINS) for group in bins]
    assert places == sorted(set(places))
    assert all(0.0 <= group.happened <= 1.0 <= 1.0 + group.error for group in bins)
    assert total.predicted.sum() == pytest.approx(total.happened.sum())  # all players' shares sum to one


def test_the_command_trains(tmp_path: Path) -> None:
    """The command ``roost train`` writes a model, and the same command resumes from its checkpoint."""
    out, checkpoint = tmp_path / "model.npz", tmp_path / "checkpoint"
    words = ["train", "junior", "--rounds", "1", "--games", "2", "--out", str(out), "--checkpoint", str(checkpoint)]
    first = run(*words)
    assert "round 1 of 1" in first.err
    assert "bytes" in first.out
    assert "round" not in run(*words).err
