"""The faces of Barbecue: its part in each wing of Roost; found by :mod:`roost.core.faces`, loaded when asked for."""
