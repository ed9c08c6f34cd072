"""Dice statistics: observed and expected frequencies of each face, and how well they agree."""

from collections import Counter
from collections.abc import Iterable
from math import erfc, exp, gamma, sqrt

from msgspec import Struct

from roost.core.dice import Die, Roll


class FaceTally(Struct, frozen=True):
    """One symbol of a die."""

    symbol: str
    """The symbol's character in rolls."""
    name: str
    faces: int
    """Number of faces with this symbol."""
    seen: int
    expected: float


class DieTally(Struct, frozen=True):
    """All rolled dice of one kind."""

    game: str
    rolls: int
    dice: int
    """Number of single dice in all rolls."""
    faces: list[FaceTally]
    chi_square: float
    """The sum of (seen - expected)² / expected over the symbols."""
    chance: float
    """Probability that fair dice deviate at least this much."""


class DiceReport(Struct, frozen=True):
    """Dice that this server rolled at its latest tables, observed and expected."""

    tables: int
    """Number of counted tables."""
    dice: list[DieTally]


def tally(game: str, die: Die, rolls: Iterable[Roll]) -> DieTally:
    """Count the rolls of one die."""
    seen: Counter[str] = Counter()
    count = 0
    for roll in rolls:
        count += 1
        for symbol, times in zip(die.symbols, roll.counts, strict=True):
            seen[symbol.char] += times
    dice = seen.total()
    faces = [
        FaceTally(symbol.char, symbol.name, weight, seen[symbol.char], dice * weight / die.faces)
        for symbol, weight in zip(die.symbols, die.weights, strict=True)
    ]
    chi_square = sum((face.seen - face.expected) ** 2 / face.expected for face in faces) if dice else 0.0
    return DieTally(game, count, dice, faces, chi_square, chance_of(chi_square, len(faces) - 1))


def chance_of(chi_square: float, degrees: int) -> float:
    """Return the probability that chance alone gives at least this chi-square.

    Computed by the upper incomplete gamma function for integer degrees of freedom: closed forms for 1 and 2, and then
    Q(a + 1, x) = Q(a, x) + xᵃ e⁻ˣ / Γ(a + 1).
    """
    half = chi_square / 2
    a, chance = (0.5, erfc(sqrt(half))) if degrees % 2 else (1.0, exp(-half))
    while a < degrees / 2:
        chance += half**a * exp(-half) / gamma(a + 1)
        a += 1
    return min(chance, 1.0)
