"""The words adapter: a game's code that supplies values for the sentences in its files ``words.en.toml`` and so on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

from roost.core.adapters import find_adapter
from roost.core.game import Game
from roost.core.moves import Action, Event
from roost.core.words import Messages

Names: TypeAlias = Sequence[str]
"""The players' names in seat order. A seat without a name is shown by its letter."""


class ReasonAgainst(NamedTuple):
    """Why a choice is illegal: the key of a sentence in the table ``[reason]``, and the sentence's values."""

    key: str
    values: Mapping[str, object]

    @classmethod
    def of(cls, key: str, **values: object) -> ReasonAgainst:
        return cls(key, values)


class WordsAdapter(Protocol):
    """Supplies the values that a game's sentences need beyond the fields of an action or event."""

    def action_values(self, state: Any, action: Action, words: Messages, names: Names) -> dict[str, object]:
        """Return the values that the sentence about an action needs beyond the action's fields."""

    def event_values(self, event: Event, game: Any, words: Messages) -> dict[str, object]:
        """Return the values that the sentence about an event needs beyond the event's fields."""

    def reason(self, state: Any, action: Action, words: Messages, names: Names) -> ReasonAgainst | None:
        """Return the reason why the rules forbid an action, or None if there is no particular reason."""

    def doubt(self, state: Any, action: Action) -> str | None:
        """Return the key of a warning in the table ``[doubt]`` if players often regret this action. Optional method."""


def words_adapter(game: Game) -> WordsAdapter | None:
    """Return a game's words adapter, or None if the game has none."""
    return cast("WordsAdapter | None", find_adapter(type(game), "words"))
