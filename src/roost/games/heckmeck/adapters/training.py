"""Train Heckmeck's model."""

from typing import Any

VARIANTS: tuple[dict[str, Any], ...] = ({"short_game": True}, {"always_turn": True})
SHIPPED: dict[str, Any] = {"rounds": 120, "games": 64}
LOCKSTEP = 64
