"""Values of any game, learnt from its declared fields: right where the truth is known, and honest about their error."""

from collections.abc import Sequence
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
from roost.study.models import learning, practice, shelf
from roost.study.models.learning import Learning, Plan, learn, measure
from roost.study.models.learnt import LARGEST_ERROR, Learnt, searched
from roost.study.models.net import Net
from roost.study.models.practice import play_by_chance, practise
from roost.study.models.shelf import learnt, place_of
from roost.study.models.sight import Numbers, Sight
from roost.study.odds.turn_graph import SolvedTurn, Worth
from roost.study.train.learnt_card import learnt_card
from study.odds.test_pig_optimum import solve

pytestmark = pytest.mark.slow

GOAL = 10
PIG = Pig(goal=GOAL)
solved = cache(solve)
SMALL = Plan(by_chance=40, rounds=1, games=12, generations=2, whole=1, measured=10, least=50)


def small() -> list[Learning]:
    """The learning of a model that hardly knows Pig, in few steps."""
    return list(learn(PIG, SMALL))


little = cache(small)


def pig(text: str) -> State:
    """A position of a short game of Pig."""
    return Pig.read_text(f"pig goal={GOAL} {text}")


def starts() -> list[State]:
    """All starts of turns of a game of Pig."""
    return [pig(f"A={mine} B={theirs} turn=A") for mine in range(GOAL) for theirs in range(GOAL)]


def exact(states: Sequence[State]) -> NDArray[np.float64]:
    """The worth of starts of turns and of finished games."""
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
    """Pig to 10, at a hundred positions: within two points on average, and the error that is told is not too small."""
    known, best = learnt(PIG), solved(GOAL)
    states = starts()
    off = known(states)[:, 0] - [best[state.scores()] for state in states]
    assert np.abs(off).mean() < 0.02
    assert known.is_known
    assert 0 < known.error < 0.03


def test_seats_are_exchanged() -> None:
    """A position's worth does not depend on how the seats are numbered."""
    one, other = learnt(PIG)([pig("A=2 B=6 turn=A total=3"), pig("A=6 B=2 turn=B total=3")])
    assert one.tolist() == other[::-1].tolist()


def test_ends_are_exact() -> None:
    """The rules judge a finished game."""
    assert learnt(PIG)([pig(f"A={GOAL} B=0 turn=over")]).tolist() == [[1.0, 0.0]]


def nonsense(states: Sequence[State]) -> NDArray[np.float64]:
    """The shares of a model that knows the rules and nothing else."""
    shares = np.array([0.2 + 0.6 * (sum(state.scores()) % 2) for state in states])
    rows = np.stack([shares, 1 - shares], axis=1)
    for row, state in enumerate(states):
        if (outcome := state.outcome) is not None:
            rows[row] = [float(share) for share in outcome.shares]
    return rows


def test_the_luck_of_the_dice_is_taken_out_without_a_bias() -> None:
    """Results without luck have the same mean as results, whatever a model says, and scatter less if it is good."""
    openings = [PIG.opening()] * 80
    played = practise(learnt(PIG), openings, Stream("luck"), trace=1.0)
    free, results = np.array([one.backed[0, 0] for one in played]), np.array([one.result[0] for one in played])
    assert free.std() < results.std() / 4
    assert abs(free.mean() - results.mean()) < 4 * results.std() / 80**0.5

    played = practise(nonsense, openings, Stream("luck"), trace=1.0)
    free, results = np.array([one.backed[0, 0] for one in played]), np.array([one.result[0] for one in played])
    assert abs(free.mean() - results.mean()) < 4 * (free.std() + results.std()) / 80**0.5


def test_a_part_of_each_surprise_is_handed_to_the_position_before() -> None:
    """As large a part as the trace says."""
    (one,) = practise(nonsense, [PIG.opening()], Stream("trace"), trace=0.25)
    handed = 0.25 * (one.backed[1:] - one.predicted[1:])
    assert one.backed[:-1] == pytest.approx(one.expected[:-1] + handed)
    assert abs(handed).max() > 0.01


def test_a_model_that_knows_nothing_says_so() -> None:
    """The error is measured on games that nobody learnt from: one that sees nothing is found out."""
    known = learnt(PIG)
    guess = Learnt(PIG, known.sight, Net.fresh(*known.sight.sizes, 0, 0.0, (8, 8, 4), np.random.default_rng(1)), {})
    assert set(guess(starts())[:, 0].tolist()) == {0.5}
    found = measure(guess, 60, Stream("guess"))
    assert found.error > LARGEST_ERROR
    guess.about["error"] = found.error
    assert not guess.is_known
    assert Learnt(PIG, known.sight, known.net, {}).is_known is False  # what was never measured is not known


class Timid(Learnt):
    """A model that plays as well as another, but halves how sure it is of anything."""

    def __call__(self, states: Sequence[State]) -> NDArray[np.float64]:
        shares = super().__call__(states)
        timid: NDArray[np.float64] = np.where([[state.outcome is None] for state in states], (shares + 0.5) / 2, shares)
        return timid


def test_the_error_is_as_large_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that is off by what we know, on purpose: games find that much, although they know nothing of it."""
    known = learnt(PIG)
    asked: list[State] = []

    def ask(state: State, worth: Worth) -> SolvedTurn:
        asked.append(state)
        return searched(state, worth)

    monkeypatch.setattr(learning, "searched", ask)
    timid = Timid(PIG, known.sight, known.net, {})
    found = measure(timid, 60, Stream("timid"))
    off = [searched(state, timid).value(state) - searched(state, exact).value(state) for state in asked]
    really = float(np.sqrt(np.mean(np.square(off))))
    assert really / 2 < found.error < 2 * really  # sixty positions cannot tell it more closely


def test_learning_is_the_same_every_time() -> None:
    """Games are counted, not seconds."""
    first, second = little(), small()
    assert [told.round for told in first] == [0, 1, 2, 3, 3]
    one, other = first[-1].model, second[-1].model
    assert one is not None
    assert other is not None
    assert one.about == other.about


def test_every_field_is_seen() -> None:
    """Markers, runners and dice of Can't Stop all make a difference to what the network gets, and so do seats."""
    game = CantStop()
    played = [play_by_chance(game, Stream(seed)) for seed in range(3)]
    states = [state for one in played for state in one.states if isinstance(state, CantStopState)]
    numbers = Numbers.of(game, states)
    sight = Sight.fitted(numbers)
    table, seats = sight(numbers)
    assert table.min() == seats.min() == 0
    assert table.max() == seats.max() == 1
    rows = {(*one.tolist(), *other.ravel().tolist()) for one, other in zip(table, seats, strict=True)}
    different = {(*state.markers[:: -1 if state.seat else 1], state.runners) for state in states}
    assert len(rows) == len(different)


def test_what_is_under_way_is_seen_as_if_it_were_kept() -> None:
    """Runners of Can't Stop beside markers: the mover's row has the higher of both, the table what that gains."""
    nowhere = ",".join(["0"] * 11)
    state = CantStop.read_text(
        f"cantstop A=0,0,3,0,0,4,0,0,0,0,0 B=1,{nowhere[2:]} turn=A runners=0,0,5,0,1,0,0,0,0,0,0"
    )
    numbers = Numbers.of(CantStop(), [state])
    assert (numbers.seats[0, :, :11] - 1).tolist() == [[0, 0, 5, 0, 1, 4, *[0] * 5], [1, *[0] * 10]]
    assert numbers.table[0, -11:].tolist() == [0, 0, 2, 0, 1, *[0] * 6]


def test_a_long_game_is_left_where_it_is() -> None:
    """After so many rolls the rest is what the model says, and the game can be gone on with."""
    known = learnt(PIG)
    (one,) = practise(known, [PIG.opening()], Stream("left"), trace=1.0, longest=1)
    assert len(one.states) == 1
    assert one.end.seat is not None
    assert one.backed[-1].tolist() == one.expected[-1].tolist()
    assert one.result.tolist() == pytest.approx(known([one.end])[0].tolist())


def test_a_model_is_kept(tmp_path: Path) -> None:
    """A model that is read again says the same; a file that is no model is refused."""
    known = learnt(PIG)
    known.save(tmp_path / "pig.npz")
    again = Learnt.load(tmp_path / "pig.npz", PIG)
    states = starts()
    assert (again(states) == known(states)).all()
    assert again.about == known.about
    (tmp_path / "other.npz").write_bytes(b"nothing")
    with pytest.raises(OptionError, match="holds no learnt model"):
        Learnt.load(tmp_path / "other.npz", PIG)


def test_other_rules_have_other_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options, players and the sources of the rules tell models apart; who begins does not."""
    places = {place_of(game) for game in (PIG, Pig(goal=21), Pig(3, goal=GOAL), CantStop())}
    assert len(places) == 4
    assert place_of(Pig(goal=GOAL, start=1)) == place_of(PIG)
    before = place_of(PIG)
    monkeypatch.setattr(shelf, "_rules", lambda kind: b"changed")
    assert place_of(PIG) != before


def test_a_server_learns_beside_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One process for each game, however often it is asked; when the model is there it is read."""
    begun: list[Any] = []

    class Process:
        def __init__(self, command: list[str], **kept: object) -> None:
            begun.append(command)

        def poll(self) -> None:
            return None

    path = tmp_path / "pig.npz"
    monkeypatch.setattr(shelf, "_elsewhere", {})
    monkeypatch.setattr(shelf, "place_of", lambda game: path)
    monkeypatch.setattr(shelf, "all_games", lambda: {**all_games(), "pig": Pig})
    monkeypatch.setattr("subprocess.Popen", Process)
    for _ in range(2):
        with pytest.raises(BeingLearntError, match="is being learnt"):
            learnt(PIG)
    assert [command[-1] for command in begun] == [str(PIG.opening())]
    made = little()[-1].model
    assert made is not None
    made.save(path)
    assert learnt(PIG).about == made.about


def test_a_game_without_end_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody learns forever."""
    monkeypatch.setattr(practice, "_LONGEST", 3)
    with pytest.raises(RoostError, match="does not end"):
        play_by_chance(PIG, Stream(1))
    with pytest.raises(RoostError, match="does not end"):
        practise(learnt(PIG), [PIG.opening()], Stream(1), trace=1.0)


def test_the_card_tells_what_was_measured() -> None:
    """Its error, its games, its table; and whether its shares are told."""
    known = learnt(PIG)
    card = learnt_card(known)
    assert f"±{known.error:.1%}" in card
    assert f"measured on {known.about['games']} games" in card
    assert card.count(" → ") == len(known.about["bins"])
    assert "Its shares are told." in card
    poor = Learnt(PIG, known.sight, known.net, {**known.about, "error": 0.3})
    assert "Its shares are not told" in learnt_card(poor)
