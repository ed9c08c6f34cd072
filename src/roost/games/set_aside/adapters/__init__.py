"""The set-aside turn's adapters for each part of Roost; :mod:`roost.core.adapters` finds and loads them on demand."""
