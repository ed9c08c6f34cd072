"""Roost's own typeface: letters drawn by a round pen, like the numerals of the tiles and dice.

``strokes.toml`` has the strokes, :mod:`pen` turns them into outlines, and :mod:`font` writes the files that browsers
load. The typeface is part of Roost, under the same licence.
"""

from roost.play.web.typeface.font import characters, typeface

__all__ = ["characters", "typeface"]
