"""Peer: pgx's backgammon on the CPU, many environments at once in JAX, uniformly random among legal actions.

Runs in the bench environment and speaks the protocol of `worker`. A decision is one step of one environment. All of
a round's steps are compiled into one call, which is how pgx is meant to be used; dice, choices and resets are inside.
"""

import os
import sys
from importlib.metadata import version
from time import perf_counter

os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # type: ignore[import-not-found, unused-ignore]
import jax.numpy as jnp  # type: ignore[import-not-found, unused-ignore]
import pgx  # type: ignore[import-not-found, unused-ignore]
from pgx.experimental import auto_reset  # type: ignore[import-not-found, unused-ignore]

from worker import Play, serve

SEED = 20_240
STEPS = 20


def player(size: int) -> Play:
    """Make a `play` whose rounds continue one stream of random numbers."""
    env = pgx.make("backgammon")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carried, _):  # type: ignore[no-untyped-def]
        state, key = carried
        key, choice, chance = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(choice, logits, axis=-1)
        return (step(state, action, jax.random.split(chance, size)), key), None

    run = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=STEPS)[0])
    key = jax.random.PRNGKey(SEED)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))
    state, key = run(state, key)
    jax.block_until_ready(state)
    held = [state, key]

    def play(deadline: float) -> tuple[int, int]:
        decisions = 0
        while perf_counter() < deadline:
            held[:] = run(*held)
            jax.block_until_ready(held[0])
            decisions += size * STEPS
        return decisions, 0

    return play


if __name__ == "__main__":
    serve("pgx", version("pgx"), player(int(sys.argv[1])))
