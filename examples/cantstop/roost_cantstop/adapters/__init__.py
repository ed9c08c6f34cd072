"""Can't Stop's adapters: its words, its rules page and more."""
