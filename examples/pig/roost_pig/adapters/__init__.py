"""The adapters of Pig: its words and its rules page."""
