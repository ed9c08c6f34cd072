"""Dice counted: how often each face was seen, how often it should have been, and how far apart the two are."""

from collections import Counter
from collections.abc import Iterable
from math import erfc, exp, gamma, sqrt

from msgspec import Struct

from roost.core.dice import Die, Roll


class FaceTally(Struct, frozen=True):
    """One symbol of a die."""

    symbol: str
    """The character that stands for it in rolls."""
    name: str
    faces: int
    """On how many faces it is printed."""
    seen: int
    expected: float


class DieTally(Struct, frozen=True):
    """All dice of one kind that were rolled."""

    game: str
    rolls: int
    dice: int
    """How many single dice were seen in all rolls together."""
    faces: list[FaceTally]
    chi_square: float
    """The sum of (seen - expected)² / expected over the symbols."""
    chance: float
    """How often fair dice stray at least as far as these."""


class DiceReport(Struct, frozen=True):
    """The dice that this server rolled at its latest tables, observed and expected."""

    tables: int
    """How many tables were counted."""
    dice: list[DieTally]


def tally(game: str, die: Die, rolls: Iterable[Roll]) -> DieTally:
    """Count the rolls of one die."""
    seen: Counter[str] = Counter()
    count = 0
    for roll in rolls:
        count += 1
        for symbol, shown in zip(die.symbols, roll.counts, strict=True):
            seen[symbol.char] += shown
    dice = seen.total()
    faces = [
        FaceTally(symbol.char, symbol.name, weight, seen[symbol.char], dice * weight / die.faces)
        for symbol, weight in zip(die.symbols, die.weights, strict=True)
    ]
    strayed = sum((face.seen - face.expected) ** 2 / face.expected for face in faces) if dice else 0.0
    return DieTally(game, count, dice, faces, strayed, chance_of(strayed, len(faces) - 1))


def chance_of(chi_square: float, degrees: int) -> float:
    """How often chance alone reaches this chi-square or more.

    The upper incomplete gamma function, for whole degrees of freedom: known for 1 and 2 of them, and from there on
    Q(a + 1, x) = Q(a, x) + xᵃ e⁻ˣ / Γ(a + 1).
    """
    half = chi_square / 2
    a, chance = (0.5, erfc(sqrt(half))) if degrees % 2 else (1.0, exp(-half))
    while a < degrees / 2:
        chance += half**a * exp(-half) / gamma(a + 1)
        a += 1
    return min(chance, 1.0)
