"""The games, by name. Outside packages add theirs through the entry point group ``roost.games``."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, cast

from roost.core.errors import NotationError, OptionError, quote, suggest
from roost.core.game import Game
from roost.core.plugins import plugins
from roost.core.state import State

_OURS = (
    "roost.games.heckmeck:Heckmeck",
    "roost.games.junior:Junior",
    "roost.games.barbecue:Barbecue",
    "roost.games.picnic:Picnic",
)
"""The games that come with Roost, written like entry points. They need no installation: a source tree is enough."""


@cache
def our_games() -> tuple[type[Game], ...]:
    """The games that come with Roost."""
    places = (place.split(":") for place in _OURS)
    return tuple(cast("type[Game]", getattr(import_module(module), name)) for module, name in places)


@cache
def all_games() -> Mapping[str, type[Game]]:
    """Every known game by name: ours first, then those of other packages in alphabetical order."""
    found = {kind.name: kind for kind in our_games()}
    for entry in plugins("roost.games"):
        kind = entry.load()
        found.setdefault(kind.name, kind)
    return found


def game_type(name: str) -> type[Game]:
    """The class of a game. An unknown name gets an error that suggests a known one."""
    games = all_games()
    if name not in games:
        raise OptionError(f"no game is called {quote(name)}; {suggest(name, games)}", input=name)
    return games[name]


def game(name: str, players: int | None = None, **options: object) -> Game:
    """A game to play: ``game("heckmeck", players=3, short_game=True)``. Option values may also be given as text."""
    return game_type(name).make(players, options)


def schema() -> dict[str, Any]:
    """One JSON Schema for every game's positions, actions, events and outcomes; kept in ``docs/schema.json``."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Roost",
        "description": "A position of any game. $defs holds each game's position, action, event and outcome.",
        "$defs": {name: kind.schema() for name, kind in all_games().items()},
        "oneOf": [{"$ref": f"#/$defs/{name}/$defs/position"} for name in all_games()],
    }


def position(source: str | Mapping[str, Any]) -> State:
    """A position of any game, from its line of text or its JSON."""
    name: object
    if isinstance(source, str):
        words = source.split(maxsplit=1)
        if not words:
            raise NotationError("a position starts with the name of its game", input=source)
        name = words[0].lower()
    else:
        name = source.get("game") if isinstance(source, Mapping) else source
    if not isinstance(name, str) or name not in all_games():
        message = f"a position starts with the name of its game, not {quote(name)}; {suggest(str(name), all_games())}"
        raise NotationError(message, input=source)
    kind = game_type(name)
    return kind.read_text(source) if isinstance(source, str) else kind.read_json(source)
