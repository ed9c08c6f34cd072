"""The faces of Farkle: its words and its rules page."""
