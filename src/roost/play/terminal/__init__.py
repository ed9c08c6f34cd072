"""Roost in a terminal."""
