"""Games on the device: random decisions a second in large batches, beside pgx's backgammon in the same run.

    python bench/jax_games.py [--batch 65536] [--steps 50] [--rounds 5] [--game heckmeck] [--log FILE] [--write]
    python bench/jax_games.py --read FILE --write

Whatever device JAX finds is measured, and named. Choices, dice, observations, masks, rewards and new games are inside
the measured time, and all of it is compiled into one call. Rounds of all rows alternate.

Beside each row stands the memory roof: how often a second the device could read and write all arrays of a state, at the
speed at which it copies a large array in this run. No program that keeps states in memory between steps is faster.
`--write` puts the table into docs/on-the-device.md, and `--read FILE` does so with the figures of an earlier run, which
may come from another machine.
"""

import argparse
import json
import platform
import sys
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

from pages import write
from roost.core.registry import all_games
from roost.lab.envs.jax import make

PEER = "pgx backgammon"
COPIED = 1 << 26
"""Words of the array whose copying is timed: too many for any cache."""

Row = tuple[Callable[[], None], int, int]
"""A round, its decisions, and the bytes of a state."""


def rolled(step: Any, init: Any, choose: Any, batch: int, steps: int) -> Row:
    """So many steps of so many games in one compiled call; finished games begin again."""
    renewing = jax.vmap(auto_reset(step, init))

    def one(carried: Any, _: None) -> tuple[Any, None]:
        state, key = carried
        key, choice, chance = jax.random.split(key, 3)
        action = choose(state, choice)
        return (renewing(state, action, jax.random.split(chance, batch)), key), None

    run = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=steps)[0])
    key = jax.random.key(1)
    held = [jax.jit(jax.vmap(init))(jax.random.split(key, batch)), key]
    size = sum(leaf.nbytes for leaf in jax.tree.leaves(held[0])) // batch

    def play() -> None:
        held[:] = jax.block_until_ready(run(*held))

    play()
    return play, batch * steps, size


def ours(name: str, batch: int, steps: int) -> Row:
    """One of our games for two."""
    env = make(name, 2)

    def choose(state: Any, key: Any) -> Any:
        return jax.vmap(env.random_action)(state, jax.random.split(key, batch))

    return rolled(env.step, env.init, choose, batch, steps)


def peer(batch: int, steps: int) -> Row:
    """The peer: pgx's backgammon."""
    env = pgx.make("backgammon")

    def choose(state: Any, key: Any) -> Any:
        return jax.random.categorical(key, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)

    return rolled(env.step, env.init, choose, batch, steps)


def copying() -> float:
    """Bytes a second that the device reads and writes when it copies a large array."""
    words = jnp.zeros(COPIED, jnp.uint32)
    copy = jax.jit(lambda held: held + 1)
    words = jax.block_until_ready(copy(words))
    started = perf_counter()
    for _ in range(10):
        words = copy(words)
    jax.block_until_ready(words)
    return float(10 * 2 * words.nbytes / (perf_counter() - started))


def measure(names: list[str], batch: int, steps: int, rounds: int) -> dict[str, Any]:
    """All rows, round by round."""
    rows = {}
    for name in names:
        rows[name] = ours(name, batch, steps)
        print(f"bench: {name} compiled", file=sys.stderr, flush=True)
    rows[PEER] = peer(batch, steps)
    rates: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(rounds):
        for name, (play, decisions, _) in rows.items():
            started = perf_counter()
            play()
            rates[name].append(decisions / (perf_counter() - started))
    speed = copying()
    (device, *_) = jax.devices()
    found = {
        name: {
            "decisions per second": median(rates[name]),
            "slowest": min(rates[name]),
            "fastest": max(rates[name]),
            f"times {PEER}": median(own / other for own, other in zip(rates[name], rates[PEER], strict=True)),
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
        "rows": found,
    }


def table(log: dict[str, Any]) -> str:
    """The figures as Markdown."""
    lines = [
        f"| two players, {log['batch']:,} games at once | decisions/s | range | x {PEER} | state | memory roof |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, row in log["rows"].items():
        lines.append(
            f"| {name} | {row['decisions per second']:,.0f} | {row['slowest']:,.0f}..{row['fastest']:,.0f} "
            f"| {row[f'times {PEER}']:.3g} | {row['bytes of a state']} B | {row['memory roof']:,.0f} |"
        )
    note = (
        f"{log['device']}; JAX {log['jax']}, pgx {log['pgx']}; {log['rounds']} rounds of {log['steps in a call']} "
        f"steps, interleaved, by the clock; {log['when']}. "
        f"The device copies {log['bytes copied per second'] / 1e9:.3g} GB a second."
    )
    return "\n".join([*lines, "", note])


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure games on the device.")
    parser.add_argument("--batch", type=int, default=65_536, help="games at once (default 65,536)")
    parser.add_argument("--steps", type=int, default=50, help="steps in a compiled call (default 50)")
    parser.add_argument("--rounds", type=int, default=5, help="alternating rounds (default 5)")
    parser.add_argument("--game", action="append", choices=list(all_games()), help="this game, and others named so")
    parser.add_argument("--log", type=Path, help="write the figures to this file as JSON")
    parser.add_argument("--read", type=Path, help="take the figures from this file and measure nothing")
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
