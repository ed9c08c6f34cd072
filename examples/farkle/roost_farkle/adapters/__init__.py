"""Farkle's adapters: its words and its rules page."""
