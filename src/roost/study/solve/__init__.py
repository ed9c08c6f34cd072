"""Exact win shares: solved games, and solved endgames of the others."""

from roost.study.solve.exact import Exact
from roost.study.solve.face import ExactFace, endgame, exact, exact_face

__all__ = ["Exact", "ExactFace", "endgame", "exact", "exact_face"]
