"""Adapters of Picnic Blitz for each part of Roost; :mod:`roost.core.faces` finds them and loads them on demand."""
