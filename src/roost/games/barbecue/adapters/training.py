"""Train Barbecue's model."""

from typing import Any

VARIANTS: tuple[dict[str, Any], ...] = ()
SHIPPED: dict[str, Any] = {"rounds": 150, "games": 64}
LOCKSTEP = 64
