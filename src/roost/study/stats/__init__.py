"""Facts about the games that players like to read: exact where a turn can be solved, else from many games.

``statistics([roost.game("heckmeck", players=2)], 1000)`` plays and counts; ``docs/statistics.md`` shows it all.
"""

from roost.study.stats.facts import AtTable, Estimate, Length, Piece, Situation, Statistics, statistics

__all__ = ["AtTable", "Estimate", "Length", "Piece", "Situation", "Statistics", "statistics"]
