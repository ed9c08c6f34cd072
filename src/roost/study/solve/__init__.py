"""Exact values: whole games that are solved, and the ends of others."""

from roost.study.solve.exact import Exact
from roost.study.solve.face import ExactFace, endgame, exact, exact_face

__all__ = ["Exact", "ExactFace", "endgame", "exact", "exact_face"]
