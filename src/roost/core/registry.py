"""The registry of all games by name. Other packages add games through the entry point group ``roost.games``."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, cast

from roost.core.adapters import check_message_files
from roost.core.errors import NotationError, OptionError, quote, suggest
from roost.core.game import Game
from roost.core.plugins import load_plugin, plugins
from roost.core.state import State

_OURS = (
    "roost.games.heckmeck:Heckmeck",
    "roost.games.junior:Junior",
    "roost.games.barbecue:Barbecue",
    "roost.games.picnic:Picnic",
)
"""The games that come with Roost, as entry points. They are listed here so that a bare source tree has them too."""


@cache
def our_games() -> tuple[type[Game], ...]:
    """Return the games that come with Roost."""
    entries = (entry.split(":") for entry in _OURS)
    return tuple(cast("type[Game]", getattr(import_module(module), name)) for module, name in entries)


@cache
def all_games() -> Mapping[str, type[Game]]:
    """Return every known game's class by name: Roost's own first, then other packages' in alphabetical order."""
    games = {kind.name: kind for kind in our_games()}
    for entry in plugins("roost.games"):
        kind = load_plugin(entry, _check_declared)
        if kind is not None:
            games.setdefault(kind.name, kind)
    return games


def _check_declared(kind: Any) -> None:
    """Raise an error if a game's declaration, its adapter packages or its words cannot be read."""
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise TypeError(f"{kind!r} is not a subclass of Game")
    kind.schema()
    str(kind.make(kind.player_range[0]).opening())
    check_message_files(kind)


def game_type(name: str) -> type[Game]:
    """Return a game's class. The error for an unknown name suggests a known name."""
    games = all_games()
    if name not in games:
        raise OptionError(f"no game is called {quote(name)}; {suggest(name, games)}", input=name)
    return games[name]


def game(name: str, players: int | None = None, **options: object) -> Game:
    """Make a game: ``game("heckmeck", players=3, short_game=True)``. Option values may also be given as text."""
    return game_type(name).make(players, options)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of every game's positions, actions, events and outcomes (``docs/schema.json``)."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Roost",
        "description": "A position of any game. $defs holds each game's position, action, event and outcome.",
        "$defs": {name: kind.schema() for name, kind in all_games().items()},
        "oneOf": [{"$ref": f"#/$defs/{name}/$defs/position"} for name in all_games()],
    }


def state_of(source: object) -> State:
    """Return a position that may also be given as text, or as a game or a game's name, which mean the opening."""
    if isinstance(source, State):
        return source
    if isinstance(source, Game):
        return source.opening()
    if isinstance(source, str):
        return game(source).opening() if source in all_games() else position(source)
    message = f"expected a position, the text of a position, a game or the name of a game, not {quote(source)}"
    raise NotationError(message, input=source)


def position(source: str | Mapping[str, Any]) -> State:
    """Read a position of any game, from its line of text or from JSON."""
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
