"""Tests of models learnt from declared fields: close to exact values, and with a correct error."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from roost_cantstop import CantStop, CantStopState
from roost_pig import Pig

from roost.core.errors import BeingLearntError, OptionError, RoostError
from roost.core.registry import all_games
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.models import learning, model_cache, practice
from roost.study.models.input_encoding import FieldNumbers, InputEncoding
from roost.study.models.learning import Learning, LearningPlan, learn, measure
from roost.study.models.learnt import LARGEST_ERROR, ArrayEvaluator, Learnt, searched
from roost.study.models.model_cache import learnt, place_of
from roost.study.models.net import Net
from roost.study.models.practice import play_by_chance, practise
from roost.study.odds.turn_graph import SolvedTurn
from roost.study.train.learnt_card import learnt_card
from study.odds.test_pig_optimum import solve

pytestmark = pytest.mark.slow

GOAL = 10
PIG = Pig(goal=GOAL)
solved = cache(solve)
SMALL = LearningPlan(by_chance=40, rounds=1, games=12, generations=2, whole=1, measured=10, least=50)


def small() -> list[Learning]:
    """Train a model of Pig in few steps."""
    return list(learn(PIG, SMALL))


cached_small = cache(small)


def pig(text: str) -> State:
    """Return a position of a short game of Pig."""
    return Pig.read_text(f"pig goal={GOAL} {text}")


def starts() -> list[State]:
    """Return all turn starts of seat A."""
    return [pig(f"A={own} B={rival} turn=A") for own in range(GOAL) for rival in range(GOAL)]


def exact(states: Sequence[State]) -> NDArray[np.float64]:
    """Return the exact shares of turn starts and of finished games."""
    rows = np.empty((len(states), 2))
    known = solved(GOAL)
    for row, state in zip(rows, states, strict=True):
        seat, scores, outcome = state.seat, state.scores(), state.outcome
        if outcome is not None:
            row[:] = [float(share) for share in outcome.shares]
        elif seat is not None:
            row[seat] = known[scores[seat], scores[1 - seat]]
            row[1 - seat] = 1 - row[seat]
    return rows


def test_a_learnt_value_is_near_the_exact_one() -> None:
    """A model of Pig to 10 is within two points on average at a hundred positions, and its error is not too small."""
    known, best = learnt(PIG), solved(GOAL)
    states = starts()
    errors = known(states)[:, 0] - [best[state.scores()] for state in states]
    assert np.abs(errors).mean() < 0.02
    assert known.is_known
    assert 0 < known.error < 0.03


def test_swapped_seats_have_swapped_shares() -> None:
    """A position's value does not depend on how the seats are numbered."""
    shares, swapped = learnt(PIG)([pig("A=2 B=6 turn=A total=3"), pig("A=6 B=2 turn=B total=3")])
    assert shares.tolist() == swapped[::-1].tolist()


def test_finished_games_have_exact_shares() -> None:
    assert learnt(PIG)([pig(f"A={GOAL} B=0 turn=over")]).tolist() == [[1.0, 0.0]]


def nonsense(states: Sequence[State]) -> NDArray[np.float64]:
    """Evaluate positions with arbitrary shares, exact only for finished games."""
    shares = np.array([0.2 + 0.6 * (sum(state.scores()) % 2) for state in states])
    rows = np.stack([shares, 1 - shares], axis=1)
    for row, state in enumerate(states):
        if (outcome := state.outcome) is not None:
            rows[row] = [float(share) for share in outcome.shares]
    return rows


def test_luck_is_removed_without_bias() -> None:
    """Results without luck have the same mean as results for any model, and less variance for a good one."""
    openings = [PIG.opening()] * 80
    played = practise(learnt(PIG), openings, Stream("luck"), trace=1.0)
    free, results = np.array([game.backed[0, 0] for game in played]), np.array([game.result[0] for game in played])
    assert free.std() < results.std() / 4
    assert abs(free.mean() - results.mean()) < 4 * results.std() / 80**0.5

    played = practise(nonsense, openings, Stream("luck"), trace=1.0)
    free, results = np.array([game.backed[0, 0] for game in played]), np.array([game.result[0] for game in played])
    assert abs(free.mean() - results.mean()) < 4 * (free.std() + results.std()) / 80**0.5


def test_a_fraction_of_each_surprise_is_passed_to_the_previous_position() -> None:
    """The trace determines how much of a surprise is passed back."""
    (game,) = practise(nonsense, [PIG.opening()], Stream("trace"), trace=0.25)
    passed = 0.25 * (game.backed[1:] - game.predicted[1:])
    assert game.backed[:-1] == pytest.approx(game.expected[:-1] + passed)
    assert abs(passed).max() > 0.01


def test_a_bad_model_has_a_large_error() -> None:
    """The error is measured on games outside the training set, so an untrained network is detected."""
    known = learnt(PIG)
    guess = Learnt(
        PIG, known.encoding, Net.fresh(*known.encoding.sizes, 0, 0.0, (8, 8, 4), np.random.default_rng(1)), {}
    )
    assert set(guess(starts())[:, 0].tolist()) == {0.5}
    quality = measure(guess, 60, Stream("guess"))
    assert quality.error > LARGEST_ERROR
    guess.about["error"] = quality.error
    assert not guess.is_known
    assert Learnt(PIG, known.encoding, known.net, {}).is_known is False  # a model without a measurement


class Timid(Learnt):
    """A model that plays like another one, but halves its confidence."""

    def __call__(self, states: Sequence[State]) -> NDArray[np.float64]:
        shares = super().__call__(states)
        timid: NDArray[np.float64] = np.where([[state.outcome is None] for state in states], (shares + 0.5) / 2, shares)
        return timid


def test_the_measured_error_agrees_with_the_known_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games measure the known error of a model that was made worse on purpose."""
    known = learnt(PIG)
    positions: list[State] = []

    def record(state: State, worth: ArrayEvaluator) -> SolvedTurn:
        positions.append(state)
        return searched(state, worth)

    monkeypatch.setattr(learning, "searched", record)
    timid = Timid(PIG, known.encoding, known.net, {})
    quality = measure(timid, 60, Stream("timid"))
    deviations = [
        np.subtract(searched(state, timid).value(state), searched(state, exact).value(state)) for state in positions
    ]
    actual = float(np.sqrt(np.mean(np.square(deviations))))
    assert actual / 2 < quality.error < 2 * actual  # sixty positions do not give more precision


def test_learning_is_reproducible() -> None:
    """Two trainings with the same plan give equal models, because budgets are counted in games."""
    first, second = cached_small(), small()
    assert [progress.round for progress in first] == [0, 1, 2, 3, 3]
    model, repeated = first[-1].model, second[-1].model
    assert model is not None
    assert repeated is not None
    assert model.about == repeated.about


def test_every_field_is_an_input() -> None:
    """Positions of Can't Stop with different markers, runners or movers have different inputs."""
    game = CantStop()
    played = [play_by_chance(game, Stream(seed)) for seed in range(3)]
    states = [state for practised in played for state in practised.states if isinstance(state, CantStopState)]
    numbers = FieldNumbers.of(game, states)
    encoding = InputEncoding.fitted(numbers)
    table, seats = encoding(numbers)
    assert table.min() == seats.min() == 0
    assert table.max() == seats.max() == 1
    rows = {(*row.tolist(), *seat_rows.ravel().tolist()) for row, seat_rows in zip(table, seats, strict=True)}
    different = {(*state.markers[:: -1 if state.seat else 1], state.runners) for state in states}
    assert len(rows) == len(different)


def test_progress_in_a_turn_is_shown_as_if_it_were_kept() -> None:
    """In Can't Stop, the mover's row has the higher of marker and runner, and the table has the gain."""
    nowhere = ",".join(["0"] * 11)
    state = CantStop.read_text(
        f"cantstop A=0,0,3,0,0,4,0,0,0,0,0 B=1,{nowhere[2:]} turn=A runners=0,0,5,0,1,0,0,0,0,0,0"
    )
    numbers = FieldNumbers.of(CantStop(), [state])
    assert (numbers.seats[0, :, :11] - 1).tolist() == [[0, 0, 5, 0, 1, 4, *[0] * 5], [1, *[0] * 10]]
    assert numbers.table[0, -11:].tolist() == [0, 0, 2, 0, 1, *[0] * 6]


def test_a_long_game_can_be_cut_off() -> None:
    """A game stops at the maximum length, and the model's values are its result."""
    known = learnt(PIG)
    (game,) = practise(known, [PIG.opening()], Stream("left"), trace=1.0, longest=1)
    assert len(game.states) == 1
    assert game.end.seat is not None
    assert game.backed[-1].tolist() == game.expected[-1].tolist()
    assert game.result.tolist() == pytest.approx(known([game.end])[0].tolist())


def test_a_model_can_be_saved_and_loaded(tmp_path: Path) -> None:
    """A loaded model gives the same shares, and a file without a model is refused."""
    known = learnt(PIG)
    known.save(tmp_path / "pig.npz")
    loaded = Learnt.load(tmp_path / "pig.npz", PIG)
    states = starts()
    assert (loaded(states) == known(states)).all()
    assert loaded.about == known.about
    (tmp_path / "other.npz").write_bytes(b"nothing")
    with pytest.raises(OptionError, match="contains no learnt model"):
        Learnt.load(tmp_path / "other.npz", PIG)


def test_a_model_of_other_options_is_refused(tmp_path: Path) -> None:
    """The header names the options and the fields; a file without a header is read if the players agree."""
    path = tmp_path / "pig.npz"
    learnt(PIG).save(path)
    for game, message in (
        (Pig(goal=GOAL + 1), f'the options {{"goal": "{GOAL}"}}, not {{"goal": "{GOAL + 1}"}}'),
        (CantStop(), "the game pig, not cantstop"),
    ):
        with pytest.raises(OptionError, match=re.escape(message)):
            Learnt.load(path, game)
    assert Learnt.load(path, replace(PIG, start=1)).about == learnt(PIG).about
    with np.load(path) as arrays:
        old = {name: array for name, array in arrays.items() if name != "header"}
    np.savez(path, allow_pickle=False, **old)
    assert Learnt.load(path, PIG).about == learnt(PIG).about
    with pytest.raises(OptionError, match="it is for 2 players, not 3"):
        Learnt.load(path, Pig(3, goal=GOAL))


def test_games_with_different_rules_have_separate_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options, players and the sources of the rules distinguish models; the first player does not."""
    places = {place_of(game) for game in (PIG, Pig(goal=21), Pig(3, goal=GOAL), CantStop())}
    assert len(places) == 4
    assert place_of(Pig(goal=GOAL, start=1)) == place_of(PIG)
    before = place_of(PIG)
    monkeypatch.setattr(model_cache, "_rules", lambda kind: b"changed")
    assert place_of(PIG) != before


def test_a_server_learns_in_another_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One process starts per game, and requests fail until the model's file exists."""
    commands: list[Any] = []

    class Process:
        def __init__(self, command: list[str], **options: object) -> None:
            commands.append(command)

        def poll(self) -> None:
            return None

    path = tmp_path / "pig.npz"
    monkeypatch.setattr(model_cache, "_elsewhere", {})
    monkeypatch.setattr(model_cache, "place_of", lambda game: path)
    monkeypatch.setattr(model_cache, "all_games", lambda: {**all_games(), "pig": Pig})
    monkeypatch.setattr("subprocess.Popen", Process)
    for _ in range(2):
        with pytest.raises(BeingLearntError, match="is being learnt"):
            learnt(PIG)
    assert [arguments[-1] for arguments in commands] == [str(PIG.opening())]
    trained = cached_small()[-1].model
    assert trained is not None
    trained.save(path)
    assert learnt(PIG).about == trained.about


def test_a_game_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games have a maximum length in training."""
    monkeypatch.setattr(practice, "_LONGEST", 3)
    with pytest.raises(RoostError, match="does not end"):
        play_by_chance(PIG, Stream(1))
    with pytest.raises(RoostError, match="does not end"):
        practise(learnt(PIG), [PIG.opening()], Stream(1), trace=1.0)


def test_the_model_card_has_the_measurements() -> None:
    """The card has the error, the number of games and the table, and says whether shares are shown."""
    known = learnt(PIG)
    card = learnt_card(known)
    assert f"±{known.error:.1%}" in card
    assert f"measured on {known.about['games']} games" in card
    assert card.count(" → ") == len(known.about["bins"])
    assert "Its shares are shown." in card
    poor = Learnt(PIG, known.encoding, known.net, {**known.about, "error": 0.3})
    assert "Its shares are not shown" in learnt_card(poor)
