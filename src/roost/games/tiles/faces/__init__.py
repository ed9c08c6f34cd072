"""Adapters of the tile games for each part of Roost; :mod:`roost.core.faces` finds them and loads them on demand."""
