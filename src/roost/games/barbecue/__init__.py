"""Heckmeck Barbecue (rules BQ-1 to BQ-13)."""

from roost.games.barbecue.game import Barbecue, BarbecueState

__all__ = ["Barbecue", "BarbecueState"]
