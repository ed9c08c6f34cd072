"""Compute exact odds of a turn: the value of every choice, and the probability of each result."""
