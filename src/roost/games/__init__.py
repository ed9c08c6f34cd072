"""Roost's games, each a folder with its rules and adapters. No other package imports them by name.

:mod:`roost.core.registry` finds them. ``set_aside`` and ``tiles`` hold the parts that several games share.
"""
