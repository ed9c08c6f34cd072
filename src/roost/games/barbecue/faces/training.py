"""The training of Barbecue's model."""

from __future__ import annotations

from typing import Any

__all__ = ["LOCKSTEP", "SHIPPED", "VARIANTS"]

VARIANTS: tuple[dict[str, Any], ...] = ()
SHIPPED: dict[str, Any] = {"rounds": 150, "games": 64}
LOCKSTEP = 64
