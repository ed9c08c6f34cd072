"""Statistics of games: exact if turns can be solved, otherwise counted over many games.

``statistics([roost.game("heckmeck", players=2)], 1000)`` plays and counts; ``docs/statistics.md`` shows the results.
"""

from roost.core.extras import needing

with needing("fast", "Counting games"):
    from roost.study.stats.facts import AtTable, FrequencyEstimate, Length, Piece, Situation, Statistics, statistics

__all__ = ["AtTable", "FrequencyEstimate", "Length", "Piece", "Situation", "Statistics", "statistics"]
