"""Train Junior's model."""

from typing import Any

VARIANTS: tuple[dict[str, Any], ...] = ()
SHIPPED: dict[str, Any] = {"rounds": 200, "games": 256, "trace": 0.8, "widths": (128, 128, 64)}
LOCKSTEP = 64
