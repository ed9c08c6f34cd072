"""The faces of the set-aside turn, for each wing of Roost; found by :mod:`roost.core.faces`, loaded when asked for."""
