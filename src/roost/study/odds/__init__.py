"""Exact answers: what every choice of a turn is worth, and how likely each result is."""
