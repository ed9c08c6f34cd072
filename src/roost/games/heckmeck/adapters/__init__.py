"""Heckmeck's adapters for each part of Roost; :mod:`roost.core.adapters` finds them and loads them on demand."""
