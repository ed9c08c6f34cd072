"""The words adapter: code of a game that supplies values for the sentences in its files ``words.en.toml`` and so on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

from roost.core.adapters import find_adapter
from roost.core.game import Game
from roost.core.moves import Action, Event
from roost.core.words import Messages

Names: TypeAlias = Sequence[str]
"""The players' names by seat. A seat without a name is called by its letter."""


class ReasonAgainst(NamedTuple):
    """The reason why a choice is illegal: the key of a sentence in the table ``[reason]``, and its values."""

    key: str
    values: Mapping[str, object]

    @classmethod
    def of(cls, key: str, **values: object) -> ReasonAgainst:
        return cls(key, values)


class WordsAdapter(Protocol):
    """Supplies the values that a game's sentences need beyond the fields of an action or event."""

    def action_values(self, state: Any, action: Action, words: Messages, names: Names) -> dict[str, object]:
        """Return extra values for the sentence about an action."""

    def event_values(self, event: Event, game: Any, words: Messages) -> dict[str, object]:
        """Return extra values for the sentence about an event."""

    def reason(self, state: Any, action: Action, words: Messages, names: Names) -> ReasonAgainst | None:
        """Return why the rules forbid an action, or None if there is no particular reason."""

    def doubt(self, state: Any, action: Action) -> str | None:
        """Return the key of a warning in the table ``[doubt]`` for an action that players often regret. Optional."""


def words_adapter(game: Game) -> WordsAdapter | None:
    """Return the words adapter of a game, or None without one."""
    return cast("WordsAdapter | None", find_adapter(type(game), "words"))
