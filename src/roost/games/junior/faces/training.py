"""The training of Junior's model."""

from __future__ import annotations

from typing import Any

__all__ = ["LOCKSTEP", "SHIPPED", "VARIANTS"]

VARIANTS: tuple[dict[str, Any], ...] = ()
SHIPPED: dict[str, Any] = {"rounds": 200, "games": 128}
LOCKSTEP = 64
