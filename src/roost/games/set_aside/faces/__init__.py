"""Adapters of the set-aside turn for each part of Roost; :mod:`roost.core.faces` finds and loads them on demand."""
