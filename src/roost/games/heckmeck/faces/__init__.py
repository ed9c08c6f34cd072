"""The faces of Heckmeck: its part in each wing of Roost; found by :mod:`roost.core.faces`, loaded when asked for."""
