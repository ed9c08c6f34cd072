"""The adapters of Can't Stop: its words, its rules page and more."""
