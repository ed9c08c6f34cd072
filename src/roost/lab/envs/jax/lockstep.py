"""Compare games on a JAX device with the rules engine in lock-step.

A batch of games is played on the device and, one by one, by the rules engine, with the same dice and choices. After
every move, both must agree on the state, the seat to move, the legal actions, the observation, whether the game is
over, and the rewards. To compare many moves of every variant::

    python -m roost.lab.envs.jax.lockstep --moves 1000000 --game heckmeck
"""

import argparse
from collections.abc import Callable, Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import RoostError
from roost.core.extras import needing
from roost.core.game import Game
from roost.core.state import Node, State, choose_at_random
from roost.core.stream import Stream
from roost.lab.envs.jax.env import Env
from roost.lab.envs.jax.env import EnvState as DeviceState
from roost.lab.envs.jax.words import Array
from roost.lab.envs.reference import rewards_of
from roost.lab.envs.table import DecisionGame
from roost.study.fast.lockstep import every_variant

with needing("jax"):
    import jax

_BATCH = 8
"""Default number of games in a batch; small, so that games are played to their ends. A larger batch would hardly be
faster, because the rules engine takes most of the time."""


class DeviceLockstepError(RoostError):
    """Raised when the device and the rules engine disagree; the message names the property and the move."""


def check(game: Game, moves: int, seed: int | str = 0, batch: int = _BATCH) -> int:
    """Play at least ``moves`` moves of random games in lock-step; return the number of finished games."""
    env, table, stream, ended = Env(game), DecisionGame(game), Stream(f"device {seed}"), 0
    opening = env.place(game.opening())
    play = stepper(env)
    states = [game.opening()] * batch
    device_states = jax.tree.map(lambda values: jax.numpy.stack([values] * batch), opening)
    outcomes = [
        {roll: place for place, (roll, _) in enumerate(game.die.dice(count).rolls)}
        for count in range(game.dice_count + 1)
    ]
    for _ in range(-(-moves // batch)):
        begins = np.array([state.node is Node.OVER for state in states])
        numbers, moves_played = np.zeros(batch, np.int32), list[object]()
        for i, state in enumerate(states):
            before = game.opening() if begins[i] else state
            if (dice := before.dice) is not None:
                roll = dice.draw(stream)
                numbers[i] = roll.counts.index(1) if before.seat is None else outcomes[dice.count][roll]
                states[i] = before.play(roll).state
                moves_played.append(roll)
            else:
                action = choose_at_random(before, stream)
                numbers[i] = env.rules.packing.number(before, action)
                states[i] = before.play(action).state
                moves_played.append(action)
        ended += int(begins.sum())
        device_states = play(_renewed(device_states, opening, begins) if begins.any() else device_states, numbers)
        _compare(env, table, states, device_states, moves_played)
    return ended + sum(state.node is Node.OVER for state in states)


@lru_cache(maxsize=8)
def stepper(env: Env) -> Callable[[DeviceState, Array], DeviceState]:
    """Return the compiled function that plays one step of every game in a batch."""
    step: Callable[[DeviceState, Array], DeviceState] = jax.jit(jax.vmap(env.step_explicit))
    return step


def _renewed(states: DeviceState, opening: DeviceState, begins: NDArray[np.bool_]) -> DeviceState:
    """Return the states of a batch, with a new game in place of each state whose ``begins`` is set."""

    def renewed(current: Array, new: Array) -> Array:
        return np.where(begins.reshape(-1, *[1] * (np.ndim(current) - 1)), new, current)

    result: DeviceState = jax.tree.map(renewed, states, opening)
    return result


def _compare(env: Env, table: DecisionGame, states: list[State], shown: DeviceState, moves: list[object]) -> None:
    records = env.records(shown, len(states))
    parts = [
        np.asarray(part)
        for part in (shown.legal_action_mask, shown.terminated, shown.rewards, shown.current_player, shown.observation)
    ]
    for i, (state, record, move) in enumerate(zip(states, records, moves, strict=True)):
        mask, terminated, rewards, player, observation = (part[i] for part in parts)
        _same("the state", state, env.rules.packing.unpack(record), state, move)
        legal = [env.rules.packing.number(state, action) for action in state.actions()]
        expected = np.isin(np.arange(env.num_actions), legal) if legal else np.ones(env.num_actions, np.bool_)
        _same("the legal actions", expected.tolist(), mask.tolist(), state, move)
        _same("the end", state.node is Node.OVER, bool(terminated), state, move)
        _same("the rewards", _rounded(rewards_of(state)), _rounded(rewards), state, move)
        if state.node is Node.DECIDE:
            assert state.seat is not None
            _same("the seat to move", state.seat, int(player), state, move)
            _same("the observation", table.look_at(record, state.seat).tolist(), observation.tolist(), state, move)


def _rounded(rewards: NDArray[np.float32]) -> list[float]:
    return [round(float(reward), 5) for reward in rewards]


def _same(subject: str, expected: object, actual: object, state: State, move: object) -> None:
    if expected != actual:
        message = f"{subject} after {move} should be {expected}, but the device has {actual}"
        raise DeviceLockstepError(message, input=str(move), position=str(state))


def main(arguments: Iterable[str] | None = None) -> None:
    """Check every variant of the chosen games; a game's moves are divided among its variants."""
    parser = argparse.ArgumentParser(description="Play games on the device and in the rules engine in lock-step.")
    parser.add_argument("--moves", type=int, default=1_000_000, help="moves of each game (default 1 million)")
    parser.add_argument("--game", action="append", help="this game, and others named so (default: all)")
    parser.add_argument("--seed", default="0", help="any text (default 0)")
    options = parser.parse_args(None if arguments is None else list(arguments))
    variants = [game for game in every_variant() if options.game is None or game.name in options.game]
    for variant in variants:
        share = options.moves // sum(other.name == variant.name for other in variants) + 1
        ended = check(variant, share, options.seed)
        print(f"{variant}: {share:,} moves agree, {ended} games ended", flush=True)


if __name__ == "__main__":
    main()
