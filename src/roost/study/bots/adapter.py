"""The adapters for bots: a game's rules of thumb, and bots that play only this game."""

from collections.abc import Mapping
from typing import Any, Protocol, cast

from roost.core.adapters import find_adapter, has_adapter, require_adapter
from roost.core.game import Game
from roost.core.moves import Action


class BotsAdapter(Protocol):
    """A game's rules of thumb for two bots."""

    def pullet(self, state: Any) -> Action:
        """Choose like a child."""

    def hen(self, state: Any) -> Action:
        """Choose like a sensible adult."""


class OwnBots(Protocol):
    """The bots that play only one game."""

    BOTS: Mapping[str, str]
    """Entry point of each bot by name, as ``module:Class``."""


def has_thumb_rules(kind: type[Game]) -> bool:
    """Whether the pullet and the hen can play a game."""
    return has_adapter(kind, "bots")


def default_bot(kind: type[Game]) -> str:
    """Return a game's default bot: the hen if the game has rules of thumb, else the rooster."""
    return "hen" if has_thumb_rules(kind) else "rooster"


def thumb_rules(game: Game) -> BotsAdapter:
    """Return the game's rules of thumb; raises if it has none."""
    return cast("BotsAdapter", require_adapter(type(game), "bots", "rules of thumb to play by"))


def own_bots(kind: type[Game]) -> Mapping[str, str]:
    """Return where each of the game's own bots is defined, by name."""
    adapter = find_adapter(kind, "own_bots")
    return {} if adapter is None else cast("OwnBots", adapter).BOTS
