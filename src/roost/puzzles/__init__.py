"""Puzzles: positions in which one choice is clearly the best and not the obvious one."""

from roost.puzzles.collection import collection, daily, numbered
from roost.puzzles.puzzle import Offer, Puzzle
from roost.review.questions import Question

__all__ = ["Offer", "Puzzle", "Question", "collection", "daily", "numbered"]
