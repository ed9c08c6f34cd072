"""Small whole numbers on the device: a position consists of 32-bit words, and rules are arithmetic on words.

No function looks into a table or reduces an array: over a batch of games, every rule is a loop of plain arithmetic.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Any, TypeAlias, TypeVar

from roost.core.extras import needing

with needing("jax"):
    import jax
    import jax.numpy as jnp

Array: TypeAlias = Any
"""A JAX array, or its tracer."""
Words: TypeAlias = tuple[Array, ...]
"""A short list of words whose length the game determines."""

_Tree = TypeVar("_Tree")


def word(value: Any) -> Array:
    """Return a whole number as a word."""
    return jnp.asarray(value, jnp.uint32)


def bit(place: Array) -> Array:
    """Return the word in which only the bit at this place is set."""
    return word(1) << word(place)


def ones(mask: Array) -> Array:
    """Count the bits of a word that are set."""
    return jax.lax.population_count(mask)


def highest(mask: Array) -> Array:
    """Return the place of the highest set bit of a word other than 0."""
    return 31 - jax.lax.clz(mask)


def select(mask: Array, number: Array) -> Array:
    """Return the place of the set bit that has ``number`` set bits below it. It must exist."""
    rest, below, place = mask, word(number), word(0)
    for width in (16, 8, 4, 2, 1):
        low = ones(rest & ((1 << width) - 1))
        beyond = below >= low
        below = jnp.where(beyond, below - low, below)
        rest = jnp.where(beyond, rest >> width, rest)
        place = jnp.where(beyond, place + width, place)
    return place


def spread(mask: Array, count: int, width: int = 1) -> Array:
    """Return the lowest ``count`` numbers of a word, ``width`` bits each, as an array."""
    places = jnp.arange(count, dtype=jnp.uint32) * width
    return (mask >> places) & ((1 << width) - 1)


def pick(values: Sequence[Array], place: Array) -> Array:
    """Return the value at a place."""
    return reduce(lambda picked, i: jnp.where(place == i, values[i], picked), range(1, len(values)), values[0])


def put(values: Words, place: Array, value: Array) -> Words:
    """Return the values with one replaced."""
    return tuple(jnp.where(place == i, value, old) for i, old in enumerate(values))


def rotated(values: Words, first: Array) -> Words:
    """Return the values rotated so that the one at ``first`` comes first."""
    count = len(values)
    rotations = [tuple(values[(i + k) % count] for i in range(count)) for k in range(count)]
    return tuple(pick(candidates, first) for candidates in rotations)


def choose(condition: Array, if_true: _Tree, if_false: _Tree) -> _Tree:
    """Return ``if_true`` where the condition holds, else ``if_false``."""
    chosen: _Tree = jax.tree.map(lambda a, b: jnp.where(condition, a, b), if_true, if_false)
    return chosen


def settled(values: _Tree) -> _Tree:
    """Return the same values, computed only once.

    On a CPU the compiler makes one loop for each result, and repeats in it everything that the result depends on, so
    the work multiplies from step to step. It does not look into loops, so a loop that changes nothing is a barrier. On
    other devices the compiler decides well by itself.
    """

    def looped(tree: _Tree) -> _Tree:
        def unchanged(turn: Array, tree: _Tree) -> _Tree:
            same: _Tree = jax.tree.map(
                lambda evaluator: jnp.where(turn > 1, jnp.zeros_like(evaluator), evaluator), tree
            )
            return same

        result: _Tree = jax.lax.fori_loop(0, 2, unchanged, tree)
        return result

    result: _Tree = jax.lax.platform_dependent(values, cpu=looped, default=lambda tree: tree)
    return result
