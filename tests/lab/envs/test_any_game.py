"""Games without a kernel for learners: actions numbered from their types, observations read off the position."""

from typing import Annotated, Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test  # type: ignore[import-untyped]  # it has none
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
    """The environment keeps the whole contract."""
    check_env(RoostEnv(game, opponents="chick"), skip_render_check=True)


@pytest.mark.filterwarnings("ignore:Observation (is not|space for):UserWarning")
@BY_NAME
def test_pettingzoos_own_check_passes(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    """All seats, turn by turn."""
    api_test(RoostAEC(game), num_cycles=60)


def states_of(game: Game, seed: int) -> list[State]:
    """The decisions of a random game."""
    return [state for state, _ in walked(game.opening(), Stream(seed), choose_at_random) if state.dice is None]


@BY_NAME
def test_numbers_and_actions_go_both_ways(game: Game) -> None:
    """Every legal action has its own number, within the space, the same in every position."""
    table = ActionTable(game)
    known: dict[Any, int] = {}
    for state in states_of(game, 1):
        numbers = [table.number(state, action) for action in state.actions()]
        assert len(set(numbers)) == len(numbers)
        assert all(0 <= number < table.actions for number in numbers)
        assert [table.action(state, number) for number in numbers] == list(state.actions())
        for action, number in zip(state.actions(), numbers, strict=True):
            assert known.setdefault(action, number) == number


def test_the_sizes_follow_from_the_declarations() -> None:
    """Pig has two actions; Farkle has one for every choice of up to six dice, rolling on and stopping."""
    assert ActionTable(Pig()).actions == 2
    assert ActionTable(Farkle()).actions == 923 + 2


@BY_NAME
def test_observations_tell_positions_apart(game: Game) -> None:
    """Different positions look different to the mover, and within the bounds that the layout states."""
    most = layout_of(game).most
    seen: dict[bytes, State] = {}
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
            other = seen.setdefault(row.tobytes(), state)
            same: Any = other.scores()
            assert key.startswith(str((*same[other.seat or 0 :], *same[: other.seat or 0]))[:-1])


class Odd(Codec[str]):
    """A codec that nobody knows."""

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
def test_every_codec_can_be_seen(codec: Codec[Any], value: Any, shown: list[int]) -> None:
    """Each has its way into an observation, here as seat B of three sees it."""
    seen = way(codec, 3, 0)
    assert list(seen.show(value, 1)) == shown
    assert len(seen.most) == len(shown)
    assert all(one <= most for one, most in zip(shown, seen.most, strict=True))


def test_large_numbers_take_several_places() -> None:
    """Observations are bytes: what a seat has is told in three, the highest first."""
    state = Pig.read_text("pig A=70 B=999 goal=1000 turn=B")
    assert see(state.game, state, 1)[:6].tolist() == [0, 3, 231, 0, 0, 70]


@BY_NAME
@pytest.mark.parametrize("mode", ["SameStep", "NextStep", "Disabled"])
def test_many_games_at_once(game: Game, mode: str) -> None:
    """Games go on and end as their mode says, rewards sum to nothing, and illegal actions change nothing."""
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


def test_whole_games_without_a_kernel() -> None:
    """``roost.study.fast.play`` plays them too, each by its number alone, like the games of ``roost simulate``."""
    game = Pig(goal=20)
    all_at_once, apart = play(game, 6, seed=2), play(game, 2, seed=2, first=3)
    assert all_at_once.scores[3:5].tolist() == apart.scores.tolist()
    outcome = play_at_random(game, "2/3").outcome
    assert tuple(apart.scores[0]) == outcome.scores
    assert all_at_once.shares.sum(axis=1).tolist() == [1.0] * 6
    assert play(game, 2, by="rooster").decisions.min() > 0
    with pytest.raises(OptionError, match="by chick and rooster"):
        play(game, 1, by="owl")


def test_types_with_too_many_values_go_by_their_place() -> None:
    """Where a field could hold anything, the place among the legal actions of the kind is the number."""
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
