"""Small integers on a JAX device: a position consists of 32-bit words, and rules are arithmetic on words.

No function looks up a table or reduces an array, so over a batch of games every rule is a loop of plain arithmetic.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Any, TypeAlias, TypeVar

from roost.core.extras import needing

with needing("jax"):
    import jax
    import jax.numpy as jnp

Array: TypeAlias = Any
"""A JAX array, or a tracer in place of one."""
Words: TypeAlias = tuple[Array, ...]
"""A short tuple of words, whose length depends on the game."""

_Tree = TypeVar("_Tree")


def word(value: Any) -> Array:
    """Return an integer as a word."""
    return jnp.asarray(value, jnp.uint32)


def bit(place: Array) -> Array:
    """Return the word with only the bit at this place set."""
    return word(1) << word(place)


def ones(mask: Array) -> Array:
    """Return the number of set bits in a word."""
    return jax.lax.population_count(mask)


def highest(mask: Array) -> Array:
    """Return the place of the highest set bit of a word, which must not be 0."""
    return 31 - jax.lax.clz(mask)


def select(mask: Array, number: Array) -> Array:
    """Return the place of the set bit that has ``number`` set bits below it. This bit must exist."""
    rest, below, place = mask, word(number), word(0)
    for width in (16, 8, 4, 2, 1):
        low = ones(rest & ((1 << width) - 1))
        beyond = below >= low
        below = jnp.where(beyond, below - low, below)
        rest = jnp.where(beyond, rest >> width, rest)
        place = jnp.where(beyond, place + width, place)
    return place


def spread(mask: Array, count: int, width: int = 1) -> Array:
    """Split the low bits of a word into ``count`` numbers of ``width`` bits each, as an array, lowest first."""
    places = jnp.arange(count, dtype=jnp.uint32) * width
    return (mask >> places) & ((1 << width) - 1)


def pick(values: Sequence[Array], place: Array) -> Array:
    """Return the value at an index."""
    return reduce(lambda picked, i: jnp.where(place == i, values[i], picked), range(1, len(values)), values[0])


def put(values: Words, place: Array, value: Array) -> Words:
    """Return the values with the one at an index replaced."""
    return tuple(jnp.where(place == i, value, old) for i, old in enumerate(values))


def rotated(values: Words, first: Array) -> Words:
    """Return the values rotated so that the one at index ``first`` comes first."""
    count = len(values)
    rotations = [tuple(values[(i + k) % count] for i in range(count)) for k in range(count)]
    return tuple(pick(candidates, first) for candidates in rotations)


def choose(condition: Array, if_true: _Tree, if_false: _Tree) -> _Tree:
    """Return ``if_true`` where the condition is true, else ``if_false``."""
    chosen: _Tree = jax.tree.map(lambda a, b: jnp.where(condition, a, b), if_true, if_false)
    return chosen


def settled(values: _Tree) -> _Tree:
    """Return the values unchanged, but make the compiler compute them only once.

    On a CPU, the compiler makes one loop for each result and repeats in it everything that the result depends on, so
    the work multiplies from step to step. It does not look inside loops, so a loop that changes nothing acts as a
    barrier. On other devices, the compiler needs no such help.
    """

    def looped(tree: _Tree) -> _Tree:
        def unchanged(turn: Array, tree: _Tree) -> _Tree:
            same: _Tree = jax.tree.map(lambda leaf: jnp.where(turn > 1, jnp.zeros_like(leaf), leaf), tree)
            return same

        result: _Tree = jax.lax.fori_loop(0, 2, unchanged, tree)
        return result

    result: _Tree = jax.lax.platform_dependent(values, cpu=looped, default=lambda tree: tree)
    return result
