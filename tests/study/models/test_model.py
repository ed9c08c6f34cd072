"""Tests of shipped models: shares are positive, sum to one, and do not depend on how the seats are numbered."""

import json
from pathlib import Path

import numpy as np
import pytest

import roost
from roost.core.errors import OptionError, RoostError
from roost.core.state import State
from roost.games.barbecue import BarbecueState
from roost.games.tiles import TileState
from roost.study.models.model import Model, load, model, model_file, save
from roost.study.models.net import Net, softmax
from study.models.positions import CELLS, turn_starts

MOST_BYTES = 5_000_000


@pytest.mark.parametrize(("name", "players"), CELLS)
def test_shares_are_positive_and_sum_to_one(name: str, players: int) -> None:
    """Every seat has a positive share before the end, and shares are exact at the end."""
    states = turn_starts(roost.game(name, players, start=0), 30)
    shares = model(name).shares_many(states)
    assert shares.shape == (30, players)
    assert np.abs(shares.sum(axis=1) - 1.0).max() < 1e-12
    for state, row in zip(states, shares.tolist(), strict=True):
        if state.outcome is None:
            assert min(row) > 0.0
        else:
            assert row == [float(share) for share in state.outcome.shares]


@pytest.mark.parametrize(("name", "players"), CELLS)
def test_a_seats_share_does_not_depend_on_its_number(name: str, players: int) -> None:
    """If every player moves one seat further, the shares move with them."""
    states = turn_starts(roost.game(name, players, start=0), 12)
    shares = model(name).shares_many(states)
    moved = model(name).shares_many([_moved_on(state) for state in states])
    assert np.abs(np.roll(shares, 1, axis=1) - moved).max() < 1e-6


def _moved_on(state: State) -> State:
    """Return the same position with every player one seat further."""
    players = state.game.players

    def on(seat: int) -> int:
        return (seat + 1) % players

    seat = None if state.seat is None else on(state.seat)
    if isinstance(state, TileState):
        return state._replace(seat=seat, stacks=(state.stacks[-1], *state.stacks[:-1]))
    if isinstance(state, BarbecueState):
        letters = "ABCDEFG"
        grill = tuple(
            occupant if occupant in ("", "snail") else letters[on(letters.index(occupant[0]))] * len(occupant)
            for occupant in state.grill
        )
        return state._replace(seat=seat, grill=grill, larders=(state.larders[-1], *state.larders[:-1]))
    from roost.games.picnic.board import Ant, lane_of  # imported late, so that the game can be removed
    from roost.games.picnic.state import PicnicState

    assert isinstance(state, PicnicState)
    board = tuple(lane_of(tuple(Ant(a.space, on(a.seat)) for a in lane.ants), lane.length) for lane in state.board)
    return state._replace(seat=seat, board=board, queens=(state.queens[-1], *state.queens[:-1]))


def test_before_the_draw_all_shares_are_equal() -> None:
    """The shares before the draw are the mean over all first players."""
    shares = model("picnic").shares(roost.game("picnic", 3).opening())
    assert shares == pytest.approx((1 / 3,) * 3, abs=1e-6)


def test_a_model_refuses_positions_inside_a_turn() -> None:
    """The error says that the model values only starts of turns; the valuation handles other positions."""
    state = roost.position("heckmeck grill=21-36 A=- B=- turn=A aside=444w roll=next")
    with pytest.raises(RoostError, match="start of a turn"):
        model("heckmeck").shares(state)


def test_a_model_refuses_other_games() -> None:
    """Positions of another game and unknown games are refused, and an empty list has no shares."""
    with pytest.raises(OptionError, match="a model of heckmeck"):
        model("heckmeck").shares(roost.game("junior").opening())
    with pytest.raises(OptionError, match="no game is called 'chess'"):
        model("chess")
    assert model("junior").shares_many([]).shape == (0, 0)


def test_the_shipped_models_are_small_and_documented() -> None:
    """All weights together are below five megabytes; each model has its command, commit, seed and strength."""
    assert sum(len(model_file(kind).read_bytes()) for kind in roost.all_games().values()) < MOST_BYTES
    for name in roost.all_games():
        about = model(name).about
        assert about["command"].startswith(f"roost train {name} ")
        assert {"commit", "seed", "strength"} <= about.keys()


def test_a_model_can_be_saved_and_loaded(tmp_path: Path) -> None:
    """Weights are saved in half precision; files without a model or with NaN weights are refused."""
    original = Model(
        "junior", Net({letter: array.copy() for letter, array in model("junior").net.weights.items()}), {"seed": 7}
    )
    save(original, tmp_path / "saved.npz")
    loaded = load(tmp_path / "saved.npz", "junior")
    assert loaded.about == {"seed": 7}
    states = turn_starts(roost.game("junior", 2), 5)
    assert np.abs(loaded.shares_many(states) - original.shares_many(states)).max() < 1e-2
    (tmp_path / "broken.npz").write_bytes(b"nothing")
    original.net.weights["b"][0] = np.nan
    save(original, tmp_path / "nan.npz")
    for name, message in (("broken.npz", "contains no model"), ("nan.npz", "not finite numbers")):
        with pytest.raises(OptionError, match=message):
            load(tmp_path / name, "junior")


def test_a_model_of_another_game_is_refused(tmp_path: Path) -> None:
    """Heckmeck's and Junior's networks have the same shape, so the file's header tells them apart."""
    junior = model("junior")
    save(junior, tmp_path / "junior.npz")
    with np.load(tmp_path / "junior.npz") as arrays:
        head = json.loads(str(arrays["header"]))
        old = {name: array for name, array in arrays.items() if name != "header"}
    assert head == {"game": "junior", "options": [], "layout": [28, 44], "roost": roost.__version__}
    with pytest.raises(
        OptionError, match=f"made by Roost {roost.__version__}, is a model for the game junior, not heck"
    ):
        load(tmp_path / "junior.npz", "heckmeck")
    np.savez(tmp_path / "silent.npz", allow_pickle=False, **{**old, "about": np.array("{}")})
    with pytest.raises(OptionError, match=r"has \[28, 44\] inputs, but picnic needs \[25, 130\]"):
        load(tmp_path / "silent.npz", "picnic")
    np.savez(tmp_path / "old.npz", allow_pickle=False, **old)
    assert load(tmp_path / "old.npz", "junior").about == junior.about
    with pytest.raises(OptionError, match="made by an older Roost, is a model for the game junior, not heckmeck"):
        load(tmp_path / "old.npz", "heckmeck")


def test_hopeless_shares_stay_positive() -> None:
    """The softmax gives every seat a positive share, however large the difference between logits."""
    shares = softmax(np.array([[1e4, 0.0, -1e4]]))
    assert shares.min() > 0.0
    assert shares.sum() == pytest.approx(1.0)


def test_an_untrained_network_plays_for_points() -> None:
    """More points give a larger share before any training, according to their weight."""
    net = Net.fresh(3, 4, 2, 5.0, (8, 8, 4), np.random.default_rng(0))
    seats = np.zeros((1, 2, 4), np.float32)
    seats[0, 1, 2] = 1.0
    shares = net.shares(np.zeros((1, 3), np.float32), seats)
    assert np.log(shares[0, 1] / shares[0, 0]) == pytest.approx(5.0, abs=1e-5)
    assert net.layers(np.zeros((1, 3), np.float32), seats).logits.dtype == np.float32


def test_a_network_needs_no_inputs_for_the_table() -> None:
    """A game may declare only fields of seats; the network's fresh weights then let the points decide."""
    net = Net.fresh(0, 3, 1, 0.5, (4, 4, 4), np.random.default_rng(1))
    seats = np.zeros((5, 2, 3), np.float32)
    seats[:, 0, 1] = 2.0
    logits = net.layers(np.zeros((5, 0), np.float32), seats).logits
    assert logits.shape == (5, 2)
    assert (logits[:, 0] > logits[:, 1]).all()
