"""Training makes the same model from the same seed, goes on where it was interrupted, and learns."""

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
from roost.study.models.features import fresh_net, network_leaf
from roost.study.models.learner import Learner, gradients
from roost.study.models.model import Model
from roost.study.models.net import Net
from roost.study.train.self_play import Style, self_play
from roost.study.train.training import Plan, Training, command_of, shipped_plan
from soak import SOAKING

TINY = Plan("junior", seed=5, rounds=4, games=4, passes=1, batch=32, widths=(8, 8, 4))


def _weights(training: Training) -> dict[str, bytes]:
    return {letter: array.tobytes() for letter, array in training.learner.playing.weights.items()}


def test_the_same_seed_makes_the_same_model() -> None:
    """Two trainings with one plan end with the same weights to the last bit, with another seed they do not."""
    one, two, other = Training(TINY), Training(TINY), Training(Plan("junior", 6, 4, 4, 1, 32, widths=(8, 8, 4)))
    for training in (one, two, other):
        assert [progress.round for progress in training.run()] == [1, 2, 3, 4]
    assert _weights(one) == _weights(two) != _weights(other)


if SOAKING:

    @pytest.mark.soak
    def test_several_processes_make_the_same_model() -> None:
        """Where the games are played makes no difference."""
        plan = Plan("junior", seed=5, rounds=1, games=2, passes=1, widths=(8, 8, 4))
        here, elsewhere = Training(plan), Training(plan)
        list(here.run())
        list(elsewhere.run(jobs=2))
        assert _weights(here) == _weights(elsewhere)


def test_variants_are_played_now_and_then() -> None:
    """Every fourth round has other options beside the standard ones, in turn; large rounds are played in parts."""
    plan = Plan("picnic", games=20)
    played = [{sitting.options for sitting in plan.sittings(number)} for number in range(8)]
    assert played[:3] == [{()}] * 3
    assert played[3] == {(), (("beginner", True),)}
    assert played[7] == {(), (("goal", 5),)}
    assert [sitting.games for sitting in plan.sittings(0) if sitting.players == 3] == [4] * 5
    assert len({sitting.seed for number in range(8) for sitting in plan.sittings(number)}) == 8 * 15 + 2 * 15


def test_variations_of_the_shipped_plan() -> None:
    """A wider network, one number of players, another trace: what is asked for, and the command says so."""
    assert command_of(shipped_plan("junior")) == "roost train junior --seed 1 --rounds 200 --games 256"
    plan = shipped_plan("junior", rounds=2, games=70, width=10, players=2, trace=0.25)
    told = "--rounds 2 --games 70 --width 10 --players 2 --trace 0.25"
    assert command_of(plan) == f"roost train junior --seed 1 {told}"
    assert (plan.widths, plan.trace) == ((10, 10, 5), 0.25)
    assert [(sitting.players, sitting.games) for sitting in plan.sittings(0)] == [(2, 64), (2, 6)]
    with pytest.raises(OptionError, match="2 to 5 players"):
        shipped_plan("junior", players=6)
    with pytest.raises(OptionError, match="trace lies between 0 and 1"):
        shipped_plan("junior", trace=1.5)


def test_an_interrupted_training_goes_on(tmp_path: Path) -> None:
    """Kept after two rounds and taken up again, it ends like one that ran through."""
    through, kept = Training(TINY), tmp_path / "kept.npz"
    list(through.run())
    list(islice(Training(TINY).run(lambda training: training.save(kept)), 2))
    resumed = Training.resumed(TINY, kept)
    assert resumed.round == 2
    list(resumed.run())
    assert _weights(resumed) == _weights(through)
    assert [file.name for file in tmp_path.iterdir()] == ["kept.npz"]


def test_a_training_with_another_plan_is_not_taken_up(tmp_path: Path) -> None:
    """The difference is told; a file that holds no training is refused."""
    Training(TINY).save(tmp_path / "kept.npz")
    with pytest.raises(OptionError, match="another training, with seed=5"):
        Training.resumed(Plan("junior", 6, 4, 4, 1, 32, widths=(8, 8, 4)), tmp_path / "kept.npz")
    (tmp_path / "broken.npz").write_bytes(b"nothing")
    with pytest.raises(OptionError, match="holds no training"):
        Training.resumed(TINY, tmp_path / "broken.npz")


@pytest.mark.parametrize(("name", "value"), [("rounds", 0), ("games", 0), ("seed", -1), ("batch", 0), ("passes", 0)])
def test_a_plan_is_checked(name: str, value: int) -> None:
    """Numbers that make no sense are refused, and so are unknown games."""
    with pytest.raises(OptionError, match=f"{name} must be at least"):
        Plan("junior", **{name: value})  # type: ignore[arg-type]  # any of the numbers
    with pytest.raises(OptionError, match="no game"):
        Plan("chess")


def test_the_steps_get_smaller() -> None:
    """The rate falls from the plan's to a fortieth of it."""
    plan = shipped_plan("heckmeck", rounds=10)
    assert plan.rate_in(0) == pytest.approx(plan.rate)
    assert plan.rate_in(10) == pytest.approx(plan.rate / 40)
    assert plan.rounds == 10


def test_gradients_are_slopes() -> None:
    """Moving a weight a little changes the loss as its gradient says."""
    rng = np.random.default_rng(3)
    net = Net.fresh(5, 6, 2, 1.0, (7, 6, 5), rng)
    net.weights["f"][:] = rng.standard_normal(5)
    table = rng.standard_normal((9, 5)).astype(np.float32)
    seats = rng.standard_normal((9, 3, 6)).astype(np.float32)
    wanted = rng.dirichlet([1.0] * 3, 9)
    found, _ = gradients(net, table, seats, wanted)
    for letter in Net.LETTERS:
        weight = net.weights[letter].reshape(-1)
        before, step, losses = weight[0], np.float32(2e-2), []
        for moved in (before + step, before - step):
            weight[0] = moved
            losses.append(gradients(net, table, seats, wanted)[1])
        weight[0] = before
        slope = (losses[0] - losses[1]) / (2 * float(step))
        assert slope == pytest.approx(float(found[letter].reshape(-1)[0]), abs=2e-3), letter


def test_a_network_learns_what_it_is_told() -> None:
    """Told the same shares again and again, it comes to expect them."""
    rng = np.random.default_rng(1)
    learner = Learner(fresh_net(Junior, rng, (16, 16, 8)))
    table = rng.random((64, learner.net.weights["A"].shape[0])).astype(np.float32)
    seats = rng.random((64, 3, learner.net.weights["B"].shape[0])).astype(np.float32)
    wanted = rng.dirichlet([2.0] * 3, 64)
    losses = [learner.learn(table, seats, wanted, 1e-2) for _ in range(150)]
    assert losses[-1] < 0.25 * losses[0]


def test_what_is_taught_is_close_to_what_happens() -> None:
    """The lessons of whole games are shares of the win, from the mover on, and the last ones are nearly sure."""
    packed = packing(roost.game("junior", 3, start=0))
    net = fresh_net(Junior, np.random.default_rng(1))
    states, shares = self_play(packed, network_leaf(net), 20, np.random.default_rng(2), Style())
    assert len(states) == len(shares)
    assert np.abs(shares.sum(axis=1) - 1.0).max() < 1e-12
    assert (states["seat"][:20] == 0).all()  # all games begin at once
    assert shares[-20:].max(axis=1).mean() > shares[:20].max(axis=1).mean()


def test_predictions_are_put_into_bins() -> None:
    """Each prediction falls into its tenth, and the bins' sums add up, however the games are shared out."""
    made = Model("junior", fresh_net(Junior, np.random.default_rng(1)))
    total = sums(made, 2, 6, seed=3) + sums(made, 2, 4, seed=4)
    bins = total.bins()
    assert sum(found.number for found in bins) == total.number.sum() > 2 * 10 * 10
    places = [int(found.predicted * BINS) for found in bins]
    assert places == sorted(set(places))
    assert all(0.0 <= found.happened <= 1.0 <= 1.0 + found.error for found in bins)
    assert total.predicted.sum() == pytest.approx(total.happened.sum())  # everybody's shares sum to one


def test_the_command_trains(tmp_path: Path) -> None:
    """``roost train`` writes a model, and the same command goes on from its checkpoint."""
    out, kept = tmp_path / "model.npz", tmp_path / "kept"
    words = ["train", "junior", "--rounds", "1", "--games", "2", "--out", str(out), "--checkpoint", str(kept)]
    first = run(*words)
    assert "round 1 of 1" in first.err
    assert "bytes" in first.out
    assert "round" not in run(*words).err
