"""Compiled: what a network sees of a packed position, and where a turn can lead. Importing it loads Numba."""
