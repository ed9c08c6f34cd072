"""Dice that nobody can choose: the protocol, what a device checks, and the dice of records."""

from roost.play.dice.verification import DiceCheck, verify_dice

__all__ = ["DiceCheck", "verify_dice"]
