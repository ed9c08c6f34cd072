"""Dice that nobody can choose and everybody can check: the protocol, its checks, evidence, and records checked."""

from roost.play.dice.verification import DiceCheck, verify_dice

__all__ = ["DiceCheck", "verify_dice"]
