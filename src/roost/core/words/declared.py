"""Check that a game's message files hold nothing that is never read, such as a misspelt section or key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from roost.core.adapters import has_adapter
from roost.core.errors import quote, suggest
from roost.core.words import Language, catalogue, own_messages

if TYPE_CHECKING:
    from roost.core.game import Game

_RESULTS = ("fails", "ends", "unseen", "reaches")
_FREE = ("symbol", "outcome", "reason", "why", "doubt", "stats", "card")
"""Sections whose keys belong to other adapters of a game."""


def unknown_message(game: Game) -> str | None:
    """Return what is wrong with a game's own message files; None if all of their sections and keys are known.

    A game with an adapter ``words.py`` may read sections of its own, so its files are not checked.
    """
    kind = type(game)
    if has_adapter(kind, "words"):
        return None
    declared = _declared(game)
    for language in Language:
        for file, messages in own_messages(kind, language):
            for key in messages:
                section, _, name = key.rpartition(".")
                if key in catalogue(Language.EN) or key in ("short", "about") or key.partition(".")[0] in _FREE:
                    continue
                if section not in declared:
                    return f"{file} has an unknown section {quote(section or key)}; {suggest(section or key, declared)}"
                if name not in declared[section]:
                    return f"[{section}] in {file} has an unknown key {quote(name)}; {suggest(name, declared[section])}"
    return None


def _declared(game: Game) -> Mapping[str, list[str]]:
    """Return the keys that a game may use, by section."""
    kind = type(game)
    actions = [action.name() for action in kind.action_types]
    events = [event.name() for event in kind.event_types]
    symbols = [symbol.name for symbol in game.die.symbols]
    results = [*actions, *_RESULTS]
    return {
        "action": actions, "event": events, "you": events, "from_you": events, "end": list(kind.end_reasons),
        "field": [item.name for item in kind.layout()], "option": list(kind.options()), "face": symbols,
        "odds.result": results, "odds.short": results,
    }  # fmt: skip
