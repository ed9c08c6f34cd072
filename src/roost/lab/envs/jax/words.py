"""Small whole numbers on the device: a position is made of 32-bit words, and every rule is arithmetic on them.

Nothing here looks into a table or adds up an array: over a batch of games, every rule is a loop of plain arithmetic.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Any, TypeAlias, TypeVar

from roost.core.extras import needing

with needing("jax"):
    import jax
    import jax.numpy as jnp

Array: TypeAlias = Any
"""An array of JAX, or what stands for one while a function is traced."""
Words: TypeAlias = tuple[Array, ...]
"""A short list of words, its length known when the game is."""

_Tree = TypeVar("_Tree")


def word(value: Any) -> Array:
    """A whole number as a word."""
    return jnp.asarray(value, jnp.uint32)


def bit(place: Array) -> Array:
    """The word in which only the bit at this place is set."""
    return word(1) << word(place)


def ones(mask: Array) -> Array:
    """How many bits of a word are set."""
    return jax.lax.population_count(mask)


def highest(mask: Array) -> Array:
    """The place of the highest bit that is set. There must be one."""
    return 31 - jax.lax.clz(mask)


def select(mask: Array, number: Array) -> Array:
    """The place of the set bit that has ``number`` set bits below it. There must be one."""
    rest, below, place = mask, word(number), word(0)
    for width in (16, 8, 4, 2, 1):
        low = ones(rest & ((1 << width) - 1))
        beyond = below >= low
        below = jnp.where(beyond, below - low, below)
        rest = jnp.where(beyond, rest >> width, rest)
        place = jnp.where(beyond, place + width, place)
    return place


def spread(mask: Array, count: int, width: int = 1) -> Array:
    """The lowest numbers of a word, ``width`` bits each, as an array."""
    places = jnp.arange(count, dtype=jnp.uint32) * width
    return (mask >> places) & ((1 << width) - 1)


def pick(values: Sequence[Array], place: Array) -> Array:
    """The value at a place."""
    return reduce(lambda found, i: jnp.where(place == i, values[i], found), range(1, len(values)), values[0])


def put(values: Words, place: Array, value: Array) -> Words:
    """The values with another one at a place."""
    return tuple(jnp.where(place == i, value, held) for i, held in enumerate(values))


def rotated(values: Words, first: Array) -> Words:
    """The values in their order, but beginning at a place: those of seats, one's own first."""
    count = len(values)
    turned = [tuple(values[(i + k) % count] for i in range(count)) for k in range(count)]
    return tuple(pick(held, first) for held in turned)


def choose(condition: Array, one: _Tree, other: _Tree) -> _Tree:
    """One position where the condition holds, the other where it does not."""
    found: _Tree = jax.tree.map(lambda a, b: jnp.where(condition, a, b), one, other)
    return found


def settled(values: _Tree) -> _Tree:
    """The same values, computed once and kept, whoever needs them.

    On a CPU the compiler makes one loop for each result, and repeats in it all that the result depends on: step by
    step that multiplies. It looks into no loop, so that one that changes nothing holds it up. Elsewhere it weighs that
    itself.
    """

    def looped(held: _Tree) -> _Tree:
        def unchanged(turn: Array, held: _Tree) -> _Tree:
            kept: _Tree = jax.tree.map(lambda one: jnp.where(turn > 1, jnp.zeros_like(one), one), held)
            return kept

        found: _Tree = jax.lax.fori_loop(0, 2, unchanged, held)
        return found

    found: _Tree = jax.lax.platform_dependent(values, cpu=looped, default=lambda held: held)
    return found
