"""Dice that no party can choose: the protocol, the checks on each device, and the verification of records."""

from roost.play.dice.verification import DiceCheck, verify_dice

__all__ = ["DiceCheck", "verify_dice"]
