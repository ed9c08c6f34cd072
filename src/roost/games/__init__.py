"""Our games, a folder each: rules, and faces for whoever plays, draws or solves them. Nobody imports them by name.

:mod:`roost.core.registry` finds them. ``set_aside`` and ``tiles`` hold what some of them share.
"""
