"""What the game brings to each part of Roost; found by :mod:`roost.core.faces`, loaded when asked for."""
