"""A game's part for bots: rules of thumb, and players that are made for this game alone."""

from collections.abc import Mapping
from typing import Any, Protocol, cast

from roost.core.faces import find_face, has_face, need_face
from roost.core.game import Game
from roost.core.moves import Action


class BotsFace(Protocol):
    """A game's rules of thumb."""

    def pullet(self, state: Any) -> Action:
        """The choice of a child."""

    def hen(self, state: Any) -> Action:
        """The choice of a sensible adult."""


class OwnBots(Protocol):
    """Bots that play one game alone."""

    BOTS: Mapping[str, str]
    """The maker of each, by its name: ``module:Class``."""


def has_thumb_rules(kind: type[Game]) -> bool:
    """Whether the pullet and the hen can play a game."""
    return has_face(kind, "bots")


def default_bot(kind: type[Game]) -> str:
    """The bot that plays where nobody names one: the hen, in games that tell her how, and else the rooster."""
    return "hen" if has_thumb_rules(kind) else "rooster"


def thumb_rules(game: Game) -> BotsFace:
    """A game's rules of thumb."""
    return cast("BotsFace", need_face(type(game), "bots", "rules of thumb to play by"))


def own_bots(kind: type[Game]) -> Mapping[str, str]:
    """The bots that a game brings for itself alone."""
    face = find_face(kind, "own_bots")
    return {} if face is None else cast("OwnBots", face).BOTS
