"""Environments of games without a kernel: action indices and observations derived from declarations."""

from typing import Annotated, Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test  # type: ignore[import-untyped]  # no stubs
from roost_farkle import Farkle
from roost_pig import Pig

from policies import walked
from roost.core.dice import standard_die
from roost.core.errors import IllegalMoveError, OptionError
from roost.core.game import Game
from roost.core.notation import Choice, Codec, Flag, Integer, Json, Numbers, Seat, Word
from roost.core.plain import DiceOf
from roost.core.state import Node, State, choose_at_random
from roost.core.stream import Stream
from roost.lab.envs import AllSeats, RoostEnv, layout_of
from roost.lab.envs.action_numbers import ActionTable
from roost.lab.envs.plain_layout import see
from roost.lab.envs.zoo import RoostAEC
from roost.lab.simulation import play_at_random
from roost.study.declared import way
from roost.study.fast import play

GAMES = [Pig(3, goal=20), Farkle(2, goal=500)]
BY_NAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@BY_NAME
def test_gymnasiums_own_check_passes(game: Game) -> None:
    check_env(RoostEnv(game, opponents="chick"), skip_render_check=True)


@pytest.mark.filterwarnings("ignore:Observation (is not|space for):UserWarning")
@BY_NAME
def test_pettingzoos_own_check_passes(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(RoostAEC(game), num_cycles=60)


def states_of(game: Game, seed: int) -> list[State]:
    """Return the decisions of a random game."""
    return [state for state, _ in walked(game.opening(), Stream(seed), choose_at_random) if state.dice is None]


@BY_NAME
def test_every_action_has_the_same_index_in_every_position(game: Game) -> None:
    table = ActionTable(game)
    known: dict[Any, int] = {}
    for state in states_of(game, 1):
        numbers = [table.number(state, action) for action in state.actions()]
        assert len(set(numbers)) == len(numbers)
        assert all(0 <= number < table.actions for number in numbers)
        assert [table.action(state, number) for number in numbers] == list(state.actions())
        for action, number in zip(state.actions(), numbers, strict=True):
            assert known.setdefault(action, number) == number


def test_the_size_of_the_action_space_follows_from_the_declarations() -> None:
    """Pig has two actions; Farkle has one for every choice of up to six dice, one for rolling and one for stopping."""
    assert ActionTable(Pig()).actions == 2
    assert ActionTable(Farkle()).actions == 923 + 2


@BY_NAME
def test_observations_distinguish_positions(game: Game) -> None:
    """Different positions look different to the mover, and stay within the bounds of the layout."""
    most = layout_of(game).most
    by_observation: dict[bytes, State] = {}
    for seed in range(5):
        for state in states_of(game, seed):
            assert state.seat is not None
            row = see(game, state, state.seat)
            assert row.shape == most.shape
            assert (row <= most).all()
            turned = [state.values()[item.name] for item in game.layout() if item.name not in ("points", "turn")
                      if item.name in state.values()]  # fmt: skip
            points: Any = state.scores()
            key = str((*points[state.seat :], *points[: state.seat], *turned))
            other = by_observation.setdefault(row.tobytes(), state)
            scores: Any = other.scores()
            assert key.startswith(str((*scores[other.seat or 0 :], *scores[: other.seat or 0]))[:-1])


class Odd(Codec[str]):
    """A codec that no environment knows how to observe."""

    def text(self, value: str) -> str:
        return value

    def parse(self, text: str) -> str:
        return text

    def check(self, value: object) -> str:
        return str(value)

    @property
    def pattern(self) -> str:
        return ".+"

    def schema(self) -> dict[str, Json]:
        return {}

    def describe(self) -> str:
        return "anything"


@pytest.mark.parametrize(
    ("codec", "value", "shown"),
    [
        (Integer(2, 12), 7, [5]),
        (Integer(0, 99_999), 70_000, [70_000]),
        (Flag(), True, [1]),
        (Choice(("a", "b")), "b", [1]),
        (Seat(("over",)), 0, [2]),
        (Seat(("over",)), "over", [3]),
        (Word("xyz", 3, "letters"), "zx", [3, 1, 0]),
        (DiceOf(standard_die(), 3), standard_die().parse("116"), [2, 0, 0, 0, 0, 1]),
        (Numbers(1, 9, 3), (4, 9), [4, 9, 0]),
        (Odd(), "hi", [104, 105, *[0] * 38]),
    ],
)
def test_every_codec_has_an_observation(codec: Codec[Any], value: Any, shown: list[int]) -> None:
    """Each codec maps its values to observations, here for seat B of three."""
    mapping = way(codec, 3, 0)
    assert list(mapping.show(value, 1)) == shown
    assert len(mapping.most) == len(shown)
    assert all(number <= most for number, most in zip(shown, mapping.most, strict=True))


def test_large_numbers_take_several_places() -> None:
    """An observation holds bytes, so Pig's points take three places, the highest byte first."""
    state = Pig.read_text("pig A=70 B=999 goal=1000 turn=B")
    assert see(state.game, state, 1)[:6].tolist() == [0, 3, 231, 0, 0, 70]


@BY_NAME
@pytest.mark.parametrize("mode", ["SameStep", "NextStep", "Disabled"])
def test_a_batch_of_games_without_a_kernel_follows_its_mode(game: Game, mode: str) -> None:
    """Games continue and end according to the mode, rewards sum to zero, and illegal actions raise."""
    env = AllSeats(game, num_envs=4, autoreset=mode)
    env.reset(seed=3)
    ended = 0
    for _ in range(400):
        observations, rewards, over, _, info = env.step(env.sample())
        ended += int(over.sum())
        assert rewards.sum(axis=1) == pytest.approx(np.zeros(4), abs=1e-6)
        for place in range(4):
            state = env.state(place)
            if state.node is Node.DECIDE:
                assert observations[place].tolist() == see(game, state, int(env.seats[place])).tolist()
                assert info["action_mask"][place].sum() == len(state.actions())
        if mode == "Disabled" and over.any():
            env.reset(options={"reset_mask": over.copy()})
    assert ended > 2
    with pytest.raises(IllegalMoveError, match="not legal in environment 0"):
        env.step(np.full(4, env.num_actions))


def test_play_supports_games_without_a_kernel() -> None:
    """``roost.study.fast.play`` plays the same games as ``roost simulate``, in one run or in parts."""
    game = Pig(goal=20)
    all_at_once, apart = play(game, 6, seed=2), play(game, 2, seed=2, first=3)
    assert all_at_once.scores[3:5].tolist() == apart.scores.tolist()
    outcome = play_at_random(game, "2/3").outcome
    assert tuple(apart.scores[0]) == outcome.scores
    assert all_at_once.shares.sum(axis=1).tolist() == [1.0] * 6
    assert play(game, 2, by="rooster").decisions.min() > 0
    with pytest.raises(OptionError, match="by chick or rooster"):
        play(game, 1, by="owl")


def test_actions_with_too_many_values_are_indexed_by_place() -> None:
    """If a field has too many values, an action's index is its place among the legal ones of its type."""
    from dataclasses import dataclass

    from roost_pig import Hold, PigState

    from roost.core.moves import Action

    @dataclass(frozen=True, slots=True)
    class Bid(Action):
        amount: Annotated[int, Integer(0, 9_999)]

    class Auction(Pig):
        action_types = (Hold, Bid)

    Bid.__annotations__["amount"] = Annotated[int, Integer(0, 9_999)]

    class Bidding(PigState):
        __slots__ = ()

        def actions(self) -> tuple[Action, ...]:
            return (Hold(), Bid(7), Bid(700))

    game = Auction()
    table = ActionTable(game)
    state = Bidding(game, 0, (0, 0))
    assert table.actions == 1 + 256
    assert [table.number(state, action) for action in state.actions()] == [0, 1, 2]
    assert table.action(state, 2) == Bid(700)
