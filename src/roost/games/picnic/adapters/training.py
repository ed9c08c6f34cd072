"""Train Picnic Blitz's model."""

from typing import Any

VARIANTS: tuple[dict[str, Any], ...] = ({"beginner": True}, {"goal": 5}, {"goal": 11})
# Games are long and slow to play, so more is learnt from each game.
SHIPPED: dict[str, Any] = {"rounds": 300, "games": 32, "passes": 4, "batch": 128, "averaged": 200}
LOCKSTEP = 4
