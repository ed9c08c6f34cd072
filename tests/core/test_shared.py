"""Shared dice, the same for every player with the same seed."""

from roost.core.registry import game
from roost.core.shared import Place, shared_roll
from roost.core.stream import Stream


def test_shared_dice_depend_only_on_seat_turn_and_roll() -> None:
    """Other players' rolls have no effect, and a roll of fewer dice equals the first dice of a larger roll."""
    die = game("heckmeck").die
    short = Place().next(0).next(1).next(0)
    long = Place().next(0).next(0).next(0).next(1).next(1).next(0)
    assert short == long == Place(0, 1, (2, 1))
    assert shared_roll("seed", short, die.dice(8)) == shared_roll("seed", long, die.dice(8))
    eight, five = (shared_roll("seed", short, die.dice(count)) for count in (8, 5))
    assert all(str(eight).count(face) >= str(five).count(face) for face in set(str(five)))
    elsewhere = {
        str(shared_roll("seed", place, die.dice(8))) for place in (short.next(0), short.next(1), Place().next(0))
    }
    assert len({*elsewhere, str(eight)}) == 4


def test_shared_dice_follow_the_documented_derivation() -> None:
    """The dice of a roll are drawn from the stream with the seed SEED/SEAT/TURN/ROLL."""
    dice = game("junior").die.dice(6)
    stated = dice.draw(Stream("roost challenge 2026-11-16/B/3/2"))
    assert shared_roll("roost challenge 2026-11-16", Place(1, 2, (3, 3)), dice) == stated
