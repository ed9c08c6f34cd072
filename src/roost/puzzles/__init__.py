"""Puzzles: positions in which one choice is clearly the best and not the obvious one."""

from roost.puzzles.collection import collection, daily, numbered
from roost.puzzles.puzzle import Kind, Offer, Puzzle

__all__ = ["Kind", "Offer", "Puzzle", "collection", "daily", "numbered"]
