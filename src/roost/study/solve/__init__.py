"""Exact win shares: solved games, and solved endgames of other games."""

from roost.study.solve.adapter import ExactAdapter, endgame, exact, exact_adapter
from roost.study.solve.exact import Exact

__all__ = ["Exact", "ExactAdapter", "endgame", "exact", "exact_adapter"]
