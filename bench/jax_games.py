"""Measure games on an accelerator: random decisions per second in large batches, beside pgx's backgammon.

    python bench/jax_games.py [--batch 65536] [--steps 50] [--rounds 5] [--game heckmeck] [--log FILE] [--write]
    python bench/jax_games.py --read FILE --write

The tool measures the device that JAX finds, and names it. The measured time includes choices, dice, observations,
masks, rewards and new games, all compiled into one call. Rounds of all rows alternate.

Each row also states the memory roof: how often per second the device could read and write all arrays of a state, at the
speed at which it copied a large array in this run. No program that stores states in memory between steps can be faster.
`--write` puts the table into docs/on-the-device.md; `--read FILE` does so with the figures of an earlier run, possibly
from another machine.
"""

import argparse
import json
import platform
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

from pages import markdown, progress, write
from roost.core.registry import all_games
from roost.lab.envs.jax import make

PEER = "pgx backgammon"
COPIED = 1 << 26
"""Number of words in the array whose copying is timed, too many for any cache."""

Row = tuple[Callable[[], None], int, int]
"""A function that plays a round, the number of its decisions, and a state's size in bytes."""


def batch_row(step: Any, init: Any, choose: Any, batch: int, steps: int) -> Row:
    """Return a row that plays ``steps`` steps of ``batch`` games in one compiled call; finished games start again."""
    renewing = jax.vmap(auto_reset(step, init))

    def step_once(carried: Any, _: None) -> tuple[Any, None]:
        state, key = carried
        key, choice, chance = jax.random.split(key, 3)
        action = choose(state, choice)
        return (renewing(state, action, jax.random.split(chance, batch)), key), None

    run = jax.jit(lambda state, key: jax.lax.scan(step_once, (state, key), None, length=steps)[0])
    key = jax.random.key(1)
    carry = [jax.jit(jax.vmap(init))(jax.random.split(key, batch)), key]
    size = sum(leaf.nbytes for leaf in jax.tree.leaves(carry[0])) // batch

    def play() -> None:
        carry[:] = jax.block_until_ready(run(*carry))

    play()
    return play, batch * steps, size


def roost_row(name: str, batch: int, steps: int) -> Row:
    """Return the row for one of Roost's two-player games."""
    env = make(name, 2)

    def choose(state: Any, key: Any) -> Any:
        return jax.vmap(env.random_action)(state, jax.random.split(key, batch))

    return batch_row(env.step, env.init, choose, batch, steps)


def pgx_row(batch: int, steps: int) -> Row:
    env = pgx.make("backgammon")

    def choose(state: Any, key: Any) -> Any:
        return jax.random.categorical(key, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)

    return batch_row(env.step, env.init, choose, batch, steps)


def copying() -> float:
    """Return how many bytes per second the device reads and writes when it copies a large array."""
    words = jnp.zeros(COPIED, jnp.uint32)
    copy = jax.jit(lambda array: array + 1)
    words = jax.block_until_ready(copy(words))
    started = perf_counter()
    for _ in range(10):
        words = copy(words)
    jax.block_until_ready(words)
    return float(10 * 2 * words.nbytes / (perf_counter() - started))


def measure(names: list[str], batch: int, steps: int, rounds: int) -> dict[str, Any]:
    """Measure all rows, round by round."""
    rows = {}
    for name in names:
        rows[name] = roost_row(name, batch, steps)
        progress(f"{name} compiled")
    rows[PEER] = pgx_row(batch, steps)
    rates: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(rounds):
        for name, (play, decisions, _) in rows.items():
            started = perf_counter()
            play()
            rates[name].append(decisions / (perf_counter() - started))
    speed = copying()
    (device, *_) = jax.devices()
    figures = {
        name: {
            "decisions per second": median(rates[name]),
            "slowest": min(rates[name]),
            "fastest": max(rates[name]),
            f"times {PEER}": median(rate / base for rate, base in zip(rates[name], rates[PEER], strict=True)),
            "bytes of a state": rows[name][2],
            "memory roof": speed / (2 * rows[name][2]),
        }
        for name in rows
    }
    machine = f"{device.platform} {device.device_kind}, {platform.machine()}"
    return {
        "when": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "device": machine,
        "jax": version("jax"),
        "pgx": version("pgx"),
        "batch": batch,
        "steps in a call": steps,
        "rounds": rounds,
        "bytes copied per second": speed,
        "rows": figures,
    }


def table(log: dict[str, Any]) -> str:
    """Return the figures as Markdown."""
    games = f"two players, {log['batch']:,} games at once"
    rows = []
    for name, row in log["rows"].items():
        rates = f"{row['decisions per second']:,.0f}", f"{row['slowest']:,.0f}..{row['fastest']:,.0f}"
        sizes = f"{row['bytes of a state']} B", f"{row['memory roof']:,.0f}"
        rows.append((name, *rates, f"{row[f'times {PEER}']:.3g}", *sizes))
    note = (
        f"{log['device']}; JAX {log['jax']}, pgx {log['pgx']}; {log['rounds']} rounds of {log['steps in a call']} "
        f"steps, interleaved, by the clock; {log['when']}. "
        f"The device copies {log['bytes copied per second'] / 1e9:.3g} GB a second."
    )
    return f"{markdown([games, 'decisions/s', 'range', f'x {PEER}', 'state', 'memory roof'], rows)}\n\n{note}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure games on the device.")
    parser.add_argument("--batch", type=int, default=65_536, help="games played in parallel (default 65,536)")
    parser.add_argument("--steps", type=int, default=50, help="steps in a compiled call (default 50)")
    parser.add_argument("--rounds", type=int, default=5, help="alternating rounds (default 5)")
    parser.add_argument("--game", action="append", choices=list(all_games()), help="only this game; may be repeated")
    parser.add_argument("--log", type=Path, help="write the figures to this file as JSON")
    parser.add_argument("--read", type=Path, help="use the figures in this file instead of measuring")
    parser.add_argument("--write", action="store_true", help="write the table into docs/on-the-device.md")
    options = parser.parse_args()
    if options.read is not None:
        log = json.loads(options.read.read_text(encoding="utf-8"))
    else:
        log = measure(options.game or list(all_games()), options.batch, options.steps, options.rounds)
    print(table(log))
    if options.log is not None:
        options.log.write_text(json.dumps(log, indent=2) + "\n", encoding="utf-8")
    if options.write:
        write("on-the-device.md", f"device {log['device'].split()[0]}", table(log))


if __name__ == "__main__":
    main()
