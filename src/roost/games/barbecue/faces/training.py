"""How the model of Barbecue is trained."""

from __future__ import annotations

from typing import Any

__all__ = ["LOCKSTEP", "SHIPPED", "VARIANTS"]

VARIANTS: tuple[dict[str, Any], ...] = ()
SHIPPED: dict[str, Any] = {"rounds": 150, "games": 64}
LOCKSTEP = 64
