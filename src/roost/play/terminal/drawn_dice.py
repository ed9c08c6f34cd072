"""Dice as they look: three lines of pips, or the name of what a face shows. Brackets are their edges."""

from __future__ import annotations

__all__ = ["drawn_die", "named_die"]

_NONE, _LEFT, _MIDDLE, _RIGHT, _BOTH = "     ", "●    ", "  ●  ", "    ●", "●   ●"
_PIPS = {
    "1": (_NONE, _MIDDLE, _NONE),
    "2": (_LEFT, _NONE, _RIGHT),
    "3": (_LEFT, _MIDDLE, _RIGHT),
    "4": (_BOTH, _NONE, _BOTH),
    "5": (_BOTH, _MIDDLE, _BOTH),
    "6": (_BOTH, _BOTH, _BOTH),
}


def named_die(face: str) -> list[str]:
    """A die in one line."""
    return [f"[{face}]"]


def drawn_die(face: str) -> list[str]:
    """A die in three lines. Numbers that no die has as pips are written, as other faces are."""
    width = max(len(_NONE), len(face))
    rows = _PIPS.get(face, ("", face, ""))
    return [f"[{row.center(width)}]" for row in rows]
