"""The faces of Pig: its words and its rules page."""
