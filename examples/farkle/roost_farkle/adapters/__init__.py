"""The adapters of Farkle: its words and its rules page."""
