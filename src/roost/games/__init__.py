"""Roost's games. Each has a folder with its rules and adapters. No other package imports them by name.

:mod:`roost.core.registry` finds them. ``set_aside`` and ``tiles`` hold code shared by several games.
"""
