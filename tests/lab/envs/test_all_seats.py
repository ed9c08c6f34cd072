"""The batched environment observes, rewards and resets games as the rules engine plays them."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from roost_pig import Pig

import roost
from roost.core.game import Game
from roost.core.state import State
from roost.games.barbecue import BarbecueState
from roost.games.barbecue.notation import SNAIL
from roost.games.set_aside import SetAside, SetAsideState
from roost.games.tiles import TileState
from roost.lab.envs import AllSeats
from roost.lab.envs.layout import LAYOUT_VERSION, layout_of
from roost.study.fast import packing

pytestmark = pytest.mark.slow

Expected = Mapping[str, list[int]]

GAMES = [
    roost.game("heckmeck", players=2),
    roost.game("heckmeck", players=7, always_turn=True, start="random"),
    roost.game("junior", players=5),
    roost.game("barbecue", players=2),
    roost.game("barbecue", players=5, start="B"),
    roost.game("picnic", players=2, start="A"),
    roost.game("picnic", players=4, goal=5),
]


# -- observations ------------------------------------------------------------------------------------------------------


def expected_turn(state: SetAsideState) -> dict[str, list[int]]:
    """Return the expected fields of a set-aside turn."""
    _, aside, roll = state.turn
    nothing = [0] * len(aside.roll.counts)
    return {
        "picking": [int(isinstance(state.actions()[0], SetAside))],
        "roll": nothing if roll is None else list(roll.counts),
        "aside": list(aside.roll.counts),
        "total": [aside.total],
        "left": [aside.left],
    }


def from_the_mover_on(state: State, values: Any) -> list[Any]:
    """Return one value for each player, the mover's first."""
    assert state.seat is not None
    values = list(values)
    return [*values[state.seat :], *values[: state.seat]]


def expected_tiles(state: TileState) -> Expected:
    """Return the expected observation of a tile game, with Junior's equal tiles in any order."""
    places = [(tile, 1, 0) for tile in state.grill] + [(tile, 0, 0) for tile in state.face_down]
    for distance, stack in enumerate(from_the_mover_on(state, state.stacks)):
        places += [(tile, 2 + distance, depth) for depth, tile in enumerate(reversed(stack), 1)]
    _, where, depth = zip(*sorted(places), strict=True)
    worms = from_the_mover_on(state, state.scores())
    return expected_turn(state) | {"tiles": list(where), "depth": list(depth), "worms": worms}


def expected_barbecue(state: BarbecueState) -> Expected:
    """Return the expected observation of Barbecue."""
    seats = from_the_mover_on(state, range(state.game.players))
    letters = ["ABCDE"[seat] for seat in seats]
    codes = {"": 0, SNAIL: 1} | {
        letter * n: 1 + 2 * distance + n for distance, letter in enumerate(letters) for n in (1, 2)
    }
    return expected_turn(state) | {
        "spots": [codes[lies] for lies in state.grill],
        "pool": [state.pool],
        "worms": [state.larders[seat].worms for seat in seats],
        "snails": [state.larders[seat].snails for seat in seats],
        "plates": [state.plates_left(seat) for seat in seats],
    }


def expected_picnic(state: Any) -> Expected:
    """Return the expected observation of Picnic Blitz."""
    _, dice, rerolls, attacks, moved = state.turn
    assert dice is not None
    stage = 0 if rerolls is not None else 2 if attacks is not None else 3 if moved is not None else 1
    spaces, levels = [], []
    for seat in from_the_mover_on(state, range(state.game.players)):
        for lane in state.board:
            space = lane.space_of(seat)
            pile = [ant.seat for ant in lane.ants if ant.space == space]
            spaces.append(space)
            levels.append(pile.index(seat) + 1 if space else 0)
    return {
        "stage": [stage],
        "dice": list(dice.counts),
        "rerolls": [0 if rerolls is None else rerolls.left],
        "groups": [0 if rerolls is None else rerolls.groups],
        "attacks": [attacks or 0],
        "first_move": [moved or 0],
        "queens": [int(queen) for queen in from_the_mover_on(state, state.queens)],
        "space": spaces,
        "level": levels,
        "points": from_the_mover_on(state, state.scores()),
    }


EXPECTED: dict[str, Callable[[Any], Expected]] = {
    "heckmeck": expected_tiles,
    "junior": expected_tiles,
    "barbecue": expected_barbecue,
    "picnic": expected_picnic,
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.players}")
def test_observations_and_masks_match_the_rules_engine(game: Game) -> None:
    """At every step of whole games each observation and mask equals that of the rules engine."""
    env, packed = AllSeats(game, num_envs=3), packing(game)
    places, most = env.layout.places, env.layout.most
    env.reset(seed=5)
    ended = 0
    for _ in range(600):
        for i in range(env.num_envs):
            state = env.state(i)
            row = env.observations[i]
            assert (row <= most).all()
            observed = {name: row[place].tolist() for name, place in places.items()}
            expected = dict(EXPECTED[state.game.name](state))
            if game.name == "junior":
                observed, expected = _without_order(observed), _without_order(expected)
            assert observed == expected
            assert env.seats[i] == state.seat
            legal = [packed.number(state, action) for action in state.actions()]
            assert np.flatnonzero(env.masks[i]).tolist() == sorted(legal)
        env.step(env.sample())
        ended += int(env.terminations.sum())
    assert ended or game.name == "heckmeck"


def _without_order(observation: Mapping[str, list[int]]) -> dict[str, Any]:
    """Ignore the order of Junior's equal tiles, which observations distinguish but the rules engine does not."""
    pairs = zip(observation["tiles"], observation["depth"], strict=True)
    halves = list(pairs)
    return {**observation, "tiles": [sorted(halves[i : i + 2]) for i in range(0, len(halves), 2)], "depth": []}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.players}")
def test_the_layout_is_documented(game: Game) -> None:
    """The fields fill the row without gaps, and the text names each of them."""
    fields = layout_of(game)
    places = list(fields.places.values())
    assert [place.start for place in places] == [0, *(place.stop for place in places[:-1])]
    assert places[-1].stop == fields.size == len(fields.most)
    assert all(field.name in str(fields) and field.meaning in str(fields) for field in fields.fields)
    assert fields.version == LAYOUT_VERSION == 1


# -- rewards and resets ------------------------------------------------------------------------------------------------


def final_rewards(game: Game, state: State) -> list[float]:
    """Return the expected reward of each seat for a finished game."""
    assert state.outcome is not None
    return [float((game.players * share - 1) / (game.players - 1)) for share in state.outcome.shares]


@pytest.mark.parametrize("name", ["heckmeck", "junior", "barbecue", "picnic"])
@pytest.mark.parametrize("players", [2, 3])
def test_rewards_are_shares_of_the_win(name: str, players: int) -> None:
    """At the end a sole winner gets 1 and the rewards sum to 0; before it all rewards are 0."""
    game = roost.game(name, players, **({"always_turn": True} if name == "heckmeck" else {}))
    env, ended = AllSeats(game, num_envs=20, autoreset="Disabled"), 0
    env.reset(seed=1)
    for _ in range(5_000):
        over = env.terminations.copy()
        actions = env.sample()
        if over.any():
            env.reset(options={"reset_mask": over})
            actions = env.sample()
        env.step(actions)
        for i in map(int, np.flatnonzero(env.terminations)):
            assert env.rewards[i].tolist() == pytest.approx(final_rewards(game, env.state(i)))
            assert env.masks[i].all()
            ended += 1
        assert not env.rewards[~env.terminations].any()
        if ended >= 20:
            return
    raise AssertionError("too few games ended")


def replay(env: AllSeats, steps: int, seed: int | list[int]) -> list[NDArray[Any]]:
    """Return all outputs of an environment while a fixed rule picks its actions."""
    env.reset(seed=seed)
    outputs: list[NDArray[Any]] = []
    for step in range(steps):
        legal = [np.flatnonzero(mask) for mask in env.masks]
        observation, rewards, terminations, _, _ = env.step([actions[step % len(actions)] for actions in legal])
        outputs += [observation.copy(), rewards.copy(), terminations.copy()]
    return outputs


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
@pytest.mark.parametrize("game", ["junior", "picnic", Pig(goal=20)], ids=str)
def test_a_seed_gives_the_same_episodes(game: Game | str, mode: str) -> None:
    env, twin = AllSeats(game, num_envs=4, autoreset=mode), AllSeats(game, num_envs=4, autoreset=mode)
    first = replay(env, 400, 9)
    assert all(map(np.array_equal, first, replay(twin, 400, 9)))
    assert all(map(np.array_equal, first, replay(env, 400, 9)))
    assert not all(map(np.array_equal, first, replay(twin, 400, 10)))


def test_an_environment_does_not_depend_on_its_neighbours() -> None:
    """Environment 2 of a batch with seed 9 plays the same games as a single environment with seed 11."""
    together = replay(AllSeats("junior", num_envs=4), 200, 9)
    alone = replay(AllSeats("junior", num_envs=1), 200, [11])
    assert all(np.array_equal(many[2], single[0]) for many, single in zip(together, alone, strict=True))


def test_without_a_seed_games_differ() -> None:
    """Two unseeded environments play different games, and a reset without a seed continues the random stream."""
    env, twin = AllSeats("junior", num_envs=50), AllSeats("junior", num_envs=50)
    assert not np.array_equal(env.reset()[0], twin.reset()[0])
    env.reset(seed=3)
    first = env.observations.copy()
    env.reset()
    assert not np.array_equal(env.observations, first)


def test_every_step_reuses_the_same_arrays() -> None:
    env = AllSeats("junior", num_envs=2)
    first, _ = env.reset(seed=1)
    observations, rewards, terminations, truncations, info = env.step(env.sample())
    assert observations is first is env.observations
    assert rewards is env.rewards
    assert terminations is env.terminations
    assert truncations is env.truncations
    assert not truncations.any()
    assert info["action_mask"] is env.masks
    assert info["seat"] is env.seats


# -- misuse ------------------------------------------------------------------------------------------------------------


def test_arguments_of_a_wrong_shape_are_refused() -> None:
    env = AllSeats("junior", num_envs=3)
    env.reset(seed=[1, 2, 3])
    with pytest.raises(roost.OptionError, match=r"shape \(3,\)"):
        env.step([0, 0])
    with pytest.raises(roost.OptionError, match="3 whole numbers"):
        env.reset(seed=[1, 2])
    with pytest.raises(roost.OptionError, match="3 whole numbers"):
        env.reset(seed=-1)
    with pytest.raises(roost.OptionError, match="3 booleans"):
        env.reset(options={"reset_mask": [1, 0, 1]})
