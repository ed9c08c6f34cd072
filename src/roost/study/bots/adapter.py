"""Adapters for bots: a game's rules of thumb, and bots that play only one game."""

from collections.abc import Mapping
from typing import Any, Protocol, cast

from roost.core.adapters import find_adapter, has_adapter, require_adapter
from roost.core.game import Game
from roost.core.moves import Action


class BotsAdapter(Protocol):
    """A game's rules of thumb, one for the pullet and one for the hen."""

    def pullet(self, state: Any) -> Action:
        """Choose an action as a child would."""

    def hen(self, state: Any) -> Action:
        """Choose an action as a sensible adult would."""


class OwnBots(Protocol):
    """The bots that play only one game."""

    BOTS: Mapping[str, str]
    """Each bot's entry point, written ``module:Class``, by the bot's name."""


def has_thumb_rules(kind: type[Game]) -> bool:
    """Whether the pullet and the hen can play a game."""
    return has_adapter(kind, "bots")


def default_bot(kind: type[Game]) -> str:
    """Return a game's default bot: the hen if the game has rules of thumb, else the rooster."""
    return "hen" if has_thumb_rules(kind) else "rooster"


def thumb_rules(game: Game) -> BotsAdapter:
    """Return the game's rules of thumb; raise an error if it has none."""
    return cast("BotsAdapter", require_adapter(type(game), "bots", "rules of thumb to play by"))


def own_bots(kind: type[Game]) -> Mapping[str, str]:
    """Return each of the game's own bots by name, as ``module:Class``."""
    adapter = find_adapter(kind, "own_bots")
    return {} if adapter is None else cast("OwnBots", adapter).BOTS
