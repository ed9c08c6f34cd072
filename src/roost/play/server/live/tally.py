"""Statistics of rolled dice: observed and expected counts of each symbol, and how well they agree."""

from collections import Counter
from collections.abc import Iterable
from math import erfc, exp, gamma, sqrt

from msgspec import Struct

from roost.core.dice import Die, Roll


class FaceTally(Struct, frozen=True):
    """A symbol of a die, and how often it was rolled."""

    symbol: str
    """The character that stands for the symbol in rolls."""
    name: str
    faces: int
    """Number of faces that show this symbol."""
    seen: int
    expected: float


class DieTally(Struct, frozen=True):
    """Statistics of all rolled dice of one kind."""

    game: str
    rolls: int
    dice: int
    """Total number of dice in all rolls."""
    faces: list[FaceTally]
    chi_square: float
    """The sum of (seen - expected)² / expected over all symbols."""
    chance: float
    """Probability that fair dice deviate from the expected counts at least this much."""


class DiceReport(Struct, frozen=True):
    """Observed and expected counts of the dice that this server rolled at its latest tables."""

    tables: int
    """Number of tables that were counted."""
    dice: list[DieTally]


def tally(game: str, die: Die, rolls: Iterable[Roll]) -> DieTally:
    """Return the statistics for the rolls of one kind of die."""
    seen: Counter[str] = Counter()
    count = 0
    for roll in rolls:
        count += 1
        for symbol, times in zip(die.symbols, roll.counts, strict=True):
            seen[symbol.char] += times
    dice = seen.total()
    if not die.weights:  # the dice depend on the position, so no count of symbols is expected
        return DieTally(game, count, dice, [], 0.0, 1.0)
    faces = [
        FaceTally(symbol.char, symbol.name, weight, seen[symbol.char], dice * weight / die.faces)
        for symbol, weight in zip(die.symbols, die.weights, strict=True)
    ]
    chi_square = sum((face.seen - face.expected) ** 2 / face.expected for face in faces) if dice else 0.0
    return DieTally(game, count, dice, faces, chi_square, chance_of(chi_square, len(faces) - 1))


def chance_of(chi_square: float, degrees: int) -> float:
    """Return the probability that fair dice give at least this chi-square.

    It is the upper incomplete gamma function for half the degrees of freedom. There are closed forms for 1 and 2
    degrees; from them, Q(a + 1, x) = Q(a, x) + xᵃ e⁻ˣ / Γ(a + 1) gives the others.
    """
    half = chi_square / 2
    a, chance = (0.5, erfc(sqrt(half))) if degrees % 2 else (1.0, exp(-half))
    while a < degrees / 2:
        chance += half**a * exp(-half) / gamma(a + 1)
        a += 1
    return min(chance, 1.0)
