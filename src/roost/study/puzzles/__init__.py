"""Puzzles: positions in which one choice is clearly the best but not the obvious one."""

from roost.study.puzzles.collection import collection, daily, numbered
from roost.study.puzzles.puzzle import Offer, Puzzle
from roost.study.review.questions import Question

__all__ = ["Offer", "Puzzle", "Question", "collection", "daily", "numbered"]
