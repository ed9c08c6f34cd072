"""The live part of a running server: tables in use, their watchers, bots, and slow answers."""
