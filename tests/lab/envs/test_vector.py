"""Gymnasium's vector environment plays many games of one learner each, as the single environment does."""

from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers import vector as wrappers
from roost_pig import Pig

import roost
import roost.lab.envs.gym
from plain_chance import PlainStream
from roost.core.game import Game
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.lab.envs import AllSeats, RoostEnv, Vector
from roost.lab.envs.reference import rewards_of
from roost.study.bots import Bot, bot
from roost.study.fast import packing
from roost.study.fast.lockstep import variants
from soak import rarely, tries

pytestmark = pytest.mark.slow

NO_CHANCE = Stream("these bots draw nothing")


def check_vector(env: VectorEnv[Any, Any, Any]) -> None:
    """Check what Gymnasium's own vector environments promise."""
    count = env.num_envs
    assert env.observation_space.shape == (count, *(env.single_observation_space.shape or ()))
    assert isinstance(env.metadata["autoreset_mode"], AutoresetMode)
    observations, info = env.reset(seed=3)
    assert observations in env.observation_space
    env.action_space.seed(3)
    for step in range(60):
        masks = info["action_mask"]
        assert masks.any(axis=1).all()
        actions = np.array([np.flatnonzero(mask)[step % mask.sum()] for mask in masks])
        observations, rewards, terminations, truncations, info = env.step(actions)
        assert observations in env.observation_space
        assert rewards.shape == terminations.shape == truncations.shape == (count,)
        assert (terminations.dtype, truncations.dtype) == (np.bool_, np.bool_)
        assert not truncations.any()
    env.close()


@pytest.mark.parametrize("name", ["Heckmeck", "Junior", "Picnic", *rarely("Barbecue")])
def test_make_vec_makes_a_vector(name: str) -> None:
    """``make_vec`` accepts the games' names with options of the game and of the environment, and sets the spec."""
    env = gymnasium.make_vec(
        f"roost/{name}-v1", num_envs=3, vectorization_mode="vector_entry_point", players=3, opponents="chick"
    )
    assert isinstance(env, Vector)
    assert env.game.players == 3
    assert env.spec is not None
    assert f"roost/{name}-v1" in repr(env)
    assert env.unwrapped is env
    check_vector(env)
    assert env.closed


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_gymnasiums_vector_wrappers_run_on_a_vector(mode: AutoresetMode) -> None:
    """Episode statistics count games and sum the learner's rewards; rewards and observations are normalised."""
    bare = Vector("junior", num_envs=8, opponents="chick", autoreset=mode)
    counted = wrappers.RecordEpisodeStatistics(bare)
    env: Any = wrappers.NormalizeReward(counted)
    if mode is AutoresetMode.NEXT_STEP:  # Gymnasium's observation wrappers refuse the other modes
        env = wrappers.DtypeObservation(wrappers.NormalizeObservation(env), np.float32)
    env.reset(seed=1)
    ended = 0
    while ended < 10:
        _, _, over, _, _ = env.step(bare.sample())
        ended += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            env.reset(options={"reset_mask": over})
    assert counted.episode_count == ended
    assert set(map(float, counted.return_queue)) <= {-1.0, 0.0, 1.0}
    assert min(counted.length_queue) > 5


def play_to_the_learner(state: State, stream: PlainStream, bots: dict[int, Bot]) -> State:
    """Play on in the rules engine to the learner's next decision, with the documented dice and the opponents' bots."""
    packed = packing(state.game)
    while state.node is not Node.OVER:
        seat = state.seat
        if seat is None:
            state = state.play("ABCDEFG"[stream.below(state.game.players)]).state
        elif (dice := state.dice) is not None:
            state = state.play(stream.roll(dice)).state
        elif (mover := bots.get(seat)) is None:
            return state
        elif mover.name == "chick":
            numbers = sorted(packed.number(state, action) for action in state.actions())
            state = state.play(packed.action(state, numbers[stream.below(len(numbers))])).state
        else:
            state = state.play(mover.choose(state, NO_CHANCE)).state
    return state


def in_lock_step(game: Game, opponents: list[str], steps: int, envs: int) -> int:
    """Play opponents in the kernel and as bots with the same dice; return the number of compared steps.

    After every step the two engines must be at the same position.
    """
    env = Vector(game, num_envs=envs, opponents=opponents, seat=1, autoreset="Disabled")
    packed, compared = packing(game), 0
    bots = {(1 + distance) % game.players: bot(name) for distance, name in enumerate(opponents, 1)}
    for seed in range(0, steps, 30):
        env.reset(seed=1000 * seed)
        streams = [PlainStream(1000 * seed + place) for place in range(envs)]
        states = [play_to_the_learner(game.opening(), stream, bots) for stream in streams]
        for _ in range(30):
            assert [env.state(place) for place in range(envs)] == states
            if any(state.node is Node.OVER for state in states):
                break
            actions = env.sample()
            env.step(actions)
            for place, state in enumerate(states):
                played = state.play(packed.action(state, int(actions[place]))).state
                states[place] = play_to_the_learner(played, streams[place], bots)
                assert env.rewards[place] == rewards_of(states[place])[1]
            compared += envs
    return compared


SOLVED_BOTS = ("hen", "rooster", "fox")
IN_THE_KERNEL = [*(("junior", opponent) for opponent in SOLVED_BOTS), ("heckmeck", "rooster"), ("picnic", "hen")]
# Compiling takes ten seconds for each case of Barbecue and for Heckmeck's fox, without testing other code. Picnic
# Blitz's rooster is slow, and is compared choice by choice elsewhere.
IN_THE_KERNEL += rarely(("heckmeck", "hen"), ("heckmeck", "fox"), ("picnic", "rooster"))
IN_THE_KERNEL += rarely(*(("barbecue", opponent) for opponent in SOLVED_BOTS))


@pytest.mark.soak
@pytest.mark.parametrize(("name", "opponent"), [*IN_THE_KERNEL, ("junior", "pullet")])
def test_opponents_in_the_kernel_play_like_the_bots(name: str, opponent: str) -> None:
    """Every variant agrees position by position, with two and three players."""
    for options in variants(roost.all_games()[name]):
        for players in (2, 3):
            game = roost.game(name, players, **options)
            steps = tries(60, 3000)
            envs = 6 if players == 2 else 3  # the fox solves many turns as a batch, and few one by one
            assert in_lock_step(game, [opponent, "chick"][: players - 1], steps, envs) > steps / 4


@pytest.mark.parametrize(
    ("game", "opponents"), [("junior", "hen"), ("junior", "pullet"), ("heckmeck", "rooster"), (Pig(goal=20), "chick")]
)
def test_gymnasiums_sync_vector_env_plays_the_same_games_as_ours(game: Any, opponents: str) -> None:
    chosen = {"game": game, "opponents": opponents, "seat": "random"}
    singles = SyncVectorEnv([lambda: RoostEnv(**chosen)] * 3)
    ours = Vector(num_envs=3, **chosen)
    assert (singles.reset(seed=5)[0] == ours.reset(seed=5)[0]).all()
    ended = 0
    for _ in range(120):
        actions = ours.sample()
        for theirs, mine in zip(singles.step(actions)[:3], ours.step(actions)[:3], strict=True):
            assert (theirs == mine).all()
        ended += int(ours.terminations.sum())
    assert ended > 1


def to_an_end(env: AllSeats | Vector) -> int:
    """Step until a game ends; return its index."""
    env.reset(seed=2)
    while True:
        env.step(env.sample())
        if env.terminations.any():
            return int(env.terminations.argmax())


each_vector = pytest.mark.parametrize("make", [AllSeats, partial(Vector, opponents="chick")])


@each_vector
def test_same_step_mode_returns_the_last_observation(make: Callable[..., AllSeats | Vector]) -> None:
    env = make("junior", num_envs=8, autoreset="SameStep")
    env.reset(seed=2)
    info: dict[str, Any] = {}
    while not env.terminations.any():
        observations, _, terminations, _, info = env.step(env.sample())
    ended = int(terminations.argmax())
    grill = env.layout.places["tiles"]
    assert info["_final_obs"].tolist() == terminations.tolist()
    assert 1 not in info["final_obs"][ended][grill]
    assert (observations[ended][grill] == 1).sum() > 8
    assert env.state(ended).seat == 0
    if isinstance(env, AllSeats):
        assert env.rewards[ended].any()
    else:
        assert info["final_obs"][int((~terminations).argmax())] is None


@each_vector
def test_next_step_mode_begins_the_next_game_one_step_later(make: Callable[..., AllSeats | Vector]) -> None:
    """A finished game has a mask of ones, and any action begins the next game."""
    env = make("junior", num_envs=8, autoreset=AutoresetMode.NEXT_STEP)
    ended = to_an_end(env)
    assert env.state(ended).node is Node.OVER
    assert env.action_masks()[ended].all()
    env.step(env.sample())
    assert not env.terminations[ended]
    assert not env.rewards[ended].any()
    assert env.state(ended).seat == 0


@each_vector
def test_disabled_mode_waits_for_a_reset(make: Callable[..., AllSeats | Vector]) -> None:
    """A finished game stays finished, and a step raises; resetting it leaves the other games unchanged."""
    env = make("junior", num_envs=8, autoreset=AutoresetMode.DISABLED)
    ended = to_an_end(env)
    assert env.action_masks()[ended].all()
    with pytest.raises(roost.IllegalMoveError, match="the game is over, call reset"):
        env.step(env.sample())
    over = env.terminations.copy()
    before = env.observations[~over].copy()
    env.reset(options={"reset_mask": over})
    assert np.array_equal(env.observations[~over], before)
    env.step(env.sample())


@pytest.mark.parametrize("mode", ["SameStep", "NextStep", "Disabled"])
@pytest.mark.parametrize("game", ["junior", Pig(goal=20)], ids=str)
def test_an_illegal_action_loses_its_game(game: Any, mode: str) -> None:
    """The game with the illegal action ends with the worst reward, and the other games continue."""
    env = Vector(game, num_envs=3, opponents="chick", autoreset=mode)
    env.reset(seed=1)
    actions = env.sample()
    actions[1] = env.num_actions
    _, rewards, terminations, _, info = env.step(actions)
    assert terminations.tolist() == [False, True, False]
    assert rewards.tolist() == [0, -1, 0]
    assert info["illegal_action"].tolist() == [-1, env.num_actions, -1]
    assert env.action_masks().any(axis=1).all()
    if mode == "NextStep":
        env.step(env.sample())
        assert not env.terminations.any()


@pytest.mark.parametrize("make", [AllSeats, partial(Vector, opponents="chick", illegal="error")])
def test_an_illegal_action_can_be_an_error(make: Callable[..., AllSeats | Vector]) -> None:
    """The error names the environment and the legal actions, and no game changes."""
    env = make("junior", num_envs=3)
    with pytest.raises(roost.IllegalMoveError, match="call reset first"):
        env.step([0, 0, 0])
    env.reset(seed=1)
    before, actions = env.observations.copy(), env.sample()
    for wrong in (-1, 5, env.num_actions, 10**12):
        actions[1] = wrong
        with pytest.raises(roost.IllegalMoveError, match=f"action {wrong} is not legal in environment 1; legal: "):
            env.step(actions)
    assert np.array_equal(env.observations, before)
    with pytest.raises(roost.OptionError, match="whole numbers"):
        env.step([0.5, 1.0, 1.0])


def test_arrays_are_copied_unless_copy_is_false() -> None:
    for copy in (True, False):
        env = Vector("junior", num_envs=2, opponents="chick", copy=copy)
        first, _ = env.reset(seed=1)
        observations, *_ = env.step(env.sample())
        assert (first is observations) != copy


def test_all_games_are_rendered_as_images_or_text() -> None:
    """Images have one size; without a render mode the result is None."""
    env = Vector("heckmeck", num_envs=2, opponents="chick", render_mode="rgb_array")
    env.reset(seed=1)
    frames = env.render()
    assert frames is not None
    assert [frame.shape for frame in frames] == [frames[0].shape] * 2
    assert len(np.unique(frames[0].reshape(-1, 3), axis=0)) >= 4  # paper, ink, names, seats
    as_text = Vector("junior", opponents="chick", render_mode="ansi")
    as_text.reset(seed=1)
    texts = as_text.render()
    assert texts is not None
    assert roost.position(texts[0]) == as_text.state(0)
    assert Vector("junior").render() is None


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"opponents": "nobody"}, "nobody"),
    ({"opponents": ["hen", "hen"]}, "1 opponents, not 2"),
    ({"seat": 2}, "0 to 1 or random"),
    ({"seat": "A"}, "0 to 1 or random"),
    ({"illegal": "ignore"}, "lose or error"),
    ({"render_mode": "hologram"}, "ansi"),
]


@pytest.mark.parametrize(
    ("make", "arguments", "message"),
    [
        *((make, *wrong) for make in (RoostEnv, Vector) for wrong in REFUSED),
        (Vector, {"render_mode": "human"}, "ansi, rgb_array"),
        (Vector, {"autoreset": "sometimes"}, "Disabled, NextStep, SameStep"),
        (AllSeats, {"autoreset": "sometimes"}, "Disabled, NextStep, SameStep"),
        (AllSeats, {"game": "chess"}, "chess"),
        (AllSeats, {"players": 9}, "2 to 5 players"),
        (AllSeats, {"num_envs": 0}, "num_envs must be"),
        (AllSeats, {"num_envs": "many"}, "num_envs must be"),
        (AllSeats, {"no_such": "option"}, "no_such"),
    ],
)
def test_wrong_arguments_are_refused(make: Callable[..., Any], arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(roost.OptionError, match=message):
        make(**{"game": "junior"} | arguments)


def test_a_bot_named_hen_is_not_replaced_by_compiled_code() -> None:
    """Only Roost's own bots are replaced by compiled code."""

    class Stubborn:
        name = "hen"
        asked = 0

        def choose(self, state: Any, chance: Any) -> Any:
            self.asked += 1
            return bot("chick").choose(state, chance)

    impostor = Stubborn()
    env = Vector("junior", opponents=impostor)
    env.reset(seed=1)
    while not impostor.asked:
        env.step(env.sample())
