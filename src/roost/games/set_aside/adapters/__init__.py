"""Adapters of the set-aside turn for each part of Roost; :mod:`roost.core.adapters` finds and loads them on demand."""
