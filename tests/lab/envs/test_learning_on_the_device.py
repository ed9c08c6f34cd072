"""The examples that train on the device run and learn. They take long to compile, so they run in ``make soak``."""

import json
import subprocess
import sys
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import roost
from roost.core.stream import Stream
from roost.games.heckmeck import Heckmeck
from roost.games.set_aside.adapters.graph import turn_graph
from roost.lab.arena import Tournament, run
from roost.lab.benchmark.sample_efficiency import learner_from
from roost.lab.envs.table import DecisionGame
from roost.study.fast.packed import packing
from roost.study.fast.records import OVER
from roost.study.models.features import features_of, network_evaluator
from roost.study.models.model import load, model
from roost.study.models.solved_turn import solve_turns

EXAMPLES = Path(__file__).parents[3] / "examples"
PPO, ALPHAZERO = EXAMPLES / "ppo_on_the_device.py", EXAMPLES / "alphazero_on_the_device.py"
TURNS = EXAMPLES / "turns_on_the_device.py"
BEST_RESPONSE = EXAMPLES / "best_response_on_the_device.py"

pytestmark = pytest.mark.soak


@pytest.mark.parametrize(("example", "ways"), [(PPO, ["ppo"]), (ALPHAZERO, ["alphazero", "alphazero-search"])])
def test_an_example_trains_and_measures(example: Path, ways: list[str], tmp_path: Path) -> None:
    """Training for a second ends with measured win shares, one for every way in which an example plays."""
    log, network = tmp_path / "log.json", tmp_path / "network.npz"
    small = ["--envs", "8", "--steps", "4", "--hidden", "8", "--minutes", "0.01", "--games", "2", "--checks", "2"]
    command = [sys.executable, str(example), "--game", "junior", *small, "--log", str(log), "--save", str(network)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert output.splitlines()[-1].endswith("of 2 games against hen")
    rows = json.loads(log.read_text(encoding="utf-8"))["measurements"]
    assert [row["bot"] for row in rows[-len(ways) :]] == ways
    assert rows[0]["decisions"] == 0 < rows[-1]["decisions"]

    again = [*command[:-2], "--minutes", "0", "--load", str(network)]
    subprocess.run(again, check=True, capture_output=True)
    (first, *_) = json.loads(log.read_text(encoding="utf-8"))["measurements"]
    assert (first["bot"], first["decisions"], first["games"]) == (ways[0], 0, 2)
    other = subprocess.run([*again, "--hidden", "9"], check=False, capture_output=True, text=True)
    assert other.returncode != 0
    assert "a network of another shape" in other.stderr


def loaded(example: Path) -> Any:
    return SimpleNamespace(**run_path(str(example)))


def test_the_device_solves_turns_like_the_cpu() -> None:
    """In positions of random games both give the network the same inputs and solve turns to the same win shares."""
    import jax.numpy as jnp

    turns, game = loaded(TURNS), Heckmeck(2)
    packed, chance, evaluator = packing(game), np.random.default_rng(2), network_evaluator(model("heckmeck").net)
    states, batches = np.repeat(packed.opening(), 12), []
    for _ in range(12):
        batches.append(states)
        solved = solve_turns(packed, states, evaluator)
        states = solved.afters[np.arange(len(states)), chance.integers(0, solved.ends)]
        states = states[states["node"] != OVER]
    states = np.concatenate(batches)
    mover = states["seat"].astype(np.int64)
    owned = np.zeros((len(states), 2, 16), bool)
    tops = np.take_along_axis(states["tops"][:, :2], np.stack([mover, 1 - mover], 1), 1)
    for row, both in enumerate(tops.tolist()):
        for seat, top in enumerate(both):
            while top:
                owned[row, seat, top - 1] = True
                top = int(states["below"][row, top - 1])
    position = turns.Position(
        jnp.array((states["grill"][:, None] >> np.arange(16, dtype=states["grill"].dtype) & 1) == 1),
        jnp.array(owned), jnp.array(tops, jnp.int32), jnp.array(states["below"][:, :16], jnp.int32))  # fmt: skip
    inputs, (table, seats) = features_of(packed, states, mover), turns.inputs(position)
    assert np.allclose(table, inputs.table)
    assert np.allclose(seats, inputs.seats)
    afters, _ = turns.ends_of(position)
    turn = turns.turn_of(turn_graph(game.turn_dice))
    best, _, _ = turns.solve(turn, position, 1 - turns.share(turns.shipped(), afters))
    assert np.allclose(best[0], solve_turns(packed, states, evaluator).shares[:, 0], atol=1e-5)


def test_a_turn_played_for_given_values_reaches_the_best_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    answer, turns = loaded(BEST_RESPONSE), loaded(TURNS)
    position, turn = turns.opening(2), turns.turn_of(turn_graph(Heckmeck(2).turn_dice))
    values = np.random.default_rng(3).uniform(size=(2, turns.ENDS)).astype(np.float32)
    best = turns.solve(turn, position, values)[0][0]
    assert np.allclose(answer.followed(turn, position, values, values), best, atol=1e-6)
    others = np.asarray(answer.followed(turn, position, -values, values))
    assert (values.min(1) <= others).all()
    assert (others < best).all()


def test_a_best_response_to_the_fox_is_trained_and_measured(tmp_path: Path) -> None:
    """A short training ends with a win share whose error is smaller than that of the games alone."""
    log = tmp_path / "log.json"
    small = ["--envs", "8", "--turns", "2", "--minutes", "0.001", "--games", "32", "--checks", "1", "--seeds", "1"]
    subprocess.run([sys.executable, str(BEST_RESPONSE), *small, "--log", str(log)], check=True, capture_output=True)
    (rows,) = json.loads(log.read_text(encoding="utf-8"))["learners"].values()
    assert abs(rows[-1]["share"] - 0.5) < 6 * rows[-1]["error"]
    assert 0 < rows[-1]["error"] < 0.05  # the error of the games alone is 0.09


def test_training_on_whole_turns_saves_a_model_that_roost_can_load(tmp_path: Path) -> None:
    log, network = tmp_path / "log.json", tmp_path / "model.npz"
    small = ["--envs", "8", "--turns", "2", "--minutes", "0.001", "--games", "8", "--checks", "1"]
    command = [sys.executable, str(TURNS), *small, "--log", str(log), "--save", str(network)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert output.splitlines()[-1].endswith("against the fox's network")
    (rows,) = json.loads(log.read_text(encoding="utf-8"))["learners"].values()
    assert 0 <= rows[-1]["share"] <= 1
    assert load(network, "heckmeck").net.weights["A"].shape == (28, 64)


def test_the_search_of_the_device_and_of_the_arena_agree() -> None:
    """An action that wins at once has the value of a win, and both searches choose the same actions."""
    import jax

    module = loaded(ALPHAZERO)
    game = roost.game("junior", players=2)
    learner = module.Learner(game, 1, module.Size(4, 2, 8))
    texts = [
        "junior grill=4 A=- B=- turn=A aside=wwgg",  # taking the last tile wins
        "junior grill=4 A=- B=9 turn=A aside=wwgg",  # taking the last tile loses
        "junior grill=6,7,8,9 A=5 B=- turn=A aside=wwgg",
        "junior grill=6,7,8,9 A=5 B=- turn=A roll=wwggkk",
        "junior grill=6,7,8,9 A=5 B=4 turn=B aside=kk roll=wwgg",
    ]
    states = jax.tree.map(lambda *rows: jax.numpy.stack(rows), *map(learner.env.place, texts))
    logs, worths, _ = jax.jit(module.Search(learner.env))(learner.training.average, states)
    legal = states.legal_action_mask
    assert jax.numpy.exp(logs).sum(axis=-1).tolist() == pytest.approx([1] * len(texts), abs=1e-4)
    assert not jax.numpy.exp(logs)[~legal].any()
    assert [float(worths[row][legal[row]].max()) == 1 for row in range(len(texts))] == [True, *[False] * 4]
    assert float(worths[1][legal[1]].min()) == -1
    bot, table = learner.searching_bot(), DecisionGame(game)
    chosen = [table.number(state, bot.choose(state, Stream("any"))) for state in learner.env.references(states)]
    assert chosen == logs.argmax(axis=-1).tolist()


@pytest.mark.parametrize(("example", "decisions"), [(PPO, 1_000_000), (ALPHAZERO, 100_000)])
def test_training_beats_the_chick(example: Path, decisions: int) -> None:
    """A learner trained on a limited number of Junior decisions, as in the benchmark, beats a random player."""
    game = roost.game("junior", players=2)
    learner: Any = learner_from(f"{example}:learner")(game, 1)
    learner.learn(decisions)
    assert 0.8 * decisions < learner.decisions <= decisions
    result = run(Tournament(game, (learner.name, "chick"), seed=1, games=200), bots={learner.name: learner.bot})
    share = next(standing.share for standing in result.standings if standing.bot == learner.name)
    assert share.value > 0.7


@pytest.mark.parametrize("example", [PPO, ALPHAZERO])
def test_learners_refuse_games_without_exactly_two_players(example: Path) -> None:
    with pytest.raises(SystemExit, match="exactly two players"):
        learner_from(f"{example}:learner")(roost.game("junior", players=3), 1)
