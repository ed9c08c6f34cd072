"""The text of a game."""
