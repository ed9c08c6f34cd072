"""Lock-step comparison of the device with the rules engine.

A batch of games is played on the device and, one by one, by the rules engine, with the same dice and choices. After
every move the states must be equal, and so must the seat to move, the legal actions, the observation, the end and the
rewards. To compare many moves of every variant::

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
from roost.lab.envs.table import DecisionGame
from roost.study.fast.lockstep import every_variant

with needing("jax"):
    import jax

_BATCH = 8
"""Default number of games in a batch: small, so that games reach their ends. A larger batch would hardly be faster,
because the rules engine takes most of the time."""


class DeviceLockstepError(RoostError):
    """The device and the rules engine disagree; the message names the property and the move."""


def check(game: Game, moves: int, seed: int | str = 0, batch: int = _BATCH) -> int:
    """Play random games in lock-step, at least ``moves`` moves in total; return the number of games that ended."""
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
    """Return the compiled function that plays one node of every game in a batch."""
    step: Callable[[DeviceState, Array], DeviceState] = jax.jit(jax.vmap(env.step_explicit))
    return step


def _renewed(states: DeviceState, opening: DeviceState, begins: NDArray[np.bool_]) -> DeviceState:
    """Return the states of a batch with new games where ``begins`` is set."""

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
        _same("the rewards", _rewards(env.game, state), [round(float(reward), 5) for reward in rewards], state, move)
        if state.node is Node.DECIDE:
            assert state.seat is not None
            _same("the seat to move", state.seat, int(player), state, move)
            _same("the observation", table.look_at(record, state.seat).tolist(), observation.tolist(), state, move)


def _rewards(game: Game, state: State) -> list[float]:
    outcome = state.outcome if state.node is Node.OVER else None
    if outcome is None:
        return [0.0] * game.players
    shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(game.players)]
    return [round((game.players * share - 1) / (game.players - 1), 5) for share in shares]


def _same(subject: str, expected: object, actual: object, state: State, move: object) -> None:
    if expected != actual:
        message = f"{subject} after {move} should be {expected}, but the device has {actual}"
        raise DeviceLockstepError(message, input=str(move), position=str(state))


def main(arguments: Iterable[str] | None = None) -> None:
    """Check every variant of the chosen games, dividing the moves of each game among its variants."""
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
