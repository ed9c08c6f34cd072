"""A model tells shares of the win: positive, one in sum, exact at the end, and the same however seats are numbered."""

from pathlib import Path

import numpy as np
import pytest

import roost
from roost.core.errors import OptionError, RoostError
from roost.core.state import State
from roost.games.barbecue import BarbecueState
from roost.games.tiles import TileState
from roost.study.models import model
from roost.study.models.model import Model, load, model_file, save
from roost.study.models.net import Net, softmax
from study.models.positions import CELLS, turn_starts

MOST_BYTES = 5_000_000


@pytest.mark.parametrize(("name", "players"), CELLS)
def test_shares_are_positive_and_sum_to_one(name: str, players: int) -> None:
    """At the start of a turn every seat has a chance, and together they have all of it; at the end nobody guesses."""
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
def test_a_seat_is_worth_the_same_whatever_its_number(name: str, players: int) -> None:
    """When everybody sits one place further on, the shares do too."""
    states = turn_starts(roost.game(name, players, start=0), 12)
    here = model(name).shares_many(states)
    there = model(name).shares_many([_moved_on(state) for state in states])
    assert np.abs(np.roll(here, 1, axis=1) - there).max() < 1e-6


def _moved_on(state: State) -> State:
    """The same table with every seat one place further on."""
    players = state.game.players

    def on(seat: int) -> int:
        return (seat + 1) % players

    seat = None if state.seat is None else on(state.seat)
    if isinstance(state, TileState):
        return state._replace(seat=seat, stacks=(state.stacks[-1], *state.stacks[:-1]))
    if isinstance(state, BarbecueState):
        letters = "ABCDEFG"
        grill = tuple(
            lies if lies in ("", "snail") else letters[on(letters.index(lies[0]))] * len(lies) for lies in state.grill
        )
        return state._replace(seat=seat, grill=grill, larders=(state.larders[-1], *state.larders[:-1]))
    from roost.games.picnic.board import Ant, lane_of  # here, so that its game can be taken out
    from roost.games.picnic.state import PicnicState

    assert isinstance(state, PicnicState)
    board = tuple(lane_of(tuple(Ant(a.space, on(a.seat)) for a in lane.ants), lane.length) for lane in state.board)
    return state._replace(seat=seat, board=board, queens=(state.queens[-1], *state.queens[:-1]))


def test_before_the_draw_everybody_is_equal() -> None:
    """A position before the draw is worth the average over all who may begin."""
    shares = model("picnic").shares(roost.game("picnic", 3).opening())
    assert shares == pytest.approx((1 / 3,) * 3, abs=1e-6)


def test_only_starts_of_turns_can_be_asked_about() -> None:
    """Inside a turn it is the valuation that answers."""
    state = roost.position("heckmeck grill=21-36 A=- B=- turn=A aside=444w roll=next")
    with pytest.raises(RoostError, match="start of a turn"):
        model("heckmeck").shares(state)


def test_a_model_knows_one_game() -> None:
    """Positions of another game, and unknown games, are refused."""
    with pytest.raises(OptionError, match="a model of heckmeck"):
        model("heckmeck").shares(roost.game("junior").opening())
    with pytest.raises(OptionError, match="no game is called 'chess'"):
        model("chess")
    assert model("junior").shares_many([]).shape == (0, 0)


def test_the_shipped_models_are_small_and_tell_how_they_were_made() -> None:
    """All weights together stay below five megabytes, and every model names its command, commit, seed and strength."""
    assert sum(len(model_file(kind).read_bytes()) for kind in roost.all_games().values()) < MOST_BYTES
    for name in roost.all_games():
        about = model(name).about
        assert about["command"].startswith(f"roost train {name} ")
        assert {"commit", "seed", "strength"} <= about.keys()


def test_a_model_can_be_kept(tmp_path: Path) -> None:
    """A saved model is read again, to half precision; a file that holds no model is refused."""
    made = Model(
        "junior", Net({letter: array.copy() for letter, array in model("junior").net.weights.items()}), {"seed": 7}
    )
    save(made, tmp_path / "kept.npz")
    again = load(tmp_path / "kept.npz", "junior")
    assert again.about == {"seed": 7}
    states = turn_starts(roost.game("junior", 2), 5)
    assert np.abs(again.shares_many(states) - made.shares_many(states)).max() < 1e-2
    (tmp_path / "broken.npz").write_bytes(b"nothing")
    made.net.weights["b"][0] = np.nan
    save(made, tmp_path / "nan.npz")
    for name, why in (("broken.npz", "holds no model"), ("nan.npz", "no numbers")):
        with pytest.raises(OptionError, match=why):
            load(tmp_path / name, "junior")


def test_even_hopeless_shares_stay_positive() -> None:
    """However far apart the logits are, the softmax leaves everybody something."""
    shares = softmax(np.array([[1e4, 0.0, -1e4]]))
    assert shares.min() > 0.0
    assert shares.sum() == pytest.approx(1.0)


def test_an_untrained_network_plays_for_points() -> None:
    """More points are worth more before anything is learnt, by the given worth."""
    net = Net.fresh(3, 4, 2, 5.0, (8, 8, 4), np.random.default_rng(0))
    seats = np.zeros((1, 2, 4), np.float32)
    seats[0, 1, 2] = 1.0
    shares = net.shares(np.zeros((1, 3), np.float32), seats)
    assert np.log(shares[0, 1] / shares[0, 0]) == pytest.approx(5.0, abs=1e-5)
    assert net.layers(np.zeros((1, 3), np.float32), seats).logits.dtype == np.float32
