"""Picnic Blitz (rules PB-1 to PB-15)."""

from roost.games.picnic.game import Picnic
from roost.games.picnic.state import PicnicState

__all__ = ["Picnic", "PicnicState"]
