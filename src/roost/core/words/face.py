"""A game's part in being told in words, beside the sentences in its files ``words.en.toml`` and so on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

from roost.core.faces import find_face
from roost.core.game import Game
from roost.core.moves import Action, Event
from roost.core.words import Messages

Names: TypeAlias = Sequence[str]
"""The names of the players, by seat. A seat without a name goes by its letter."""


class Reason(NamedTuple):
    """The reason against a choice: the key of a sentence in the table ``[reason]``, and the values of its places."""

    key: str
    values: Mapping[str, object]

    @classmethod
    def of(cls, key: str, **values: object) -> Reason:
        """The reason with these values."""
        return cls(key, values)


class WordsFace(Protocol):
    """The knowledge that the sentences of a game need beyond the fields of an action or event."""

    def action_values(self, state: Any, action: Action, words: Messages, names: Names) -> dict[str, object]:
        """The values for the sentence about an action."""

    def event_values(self, event: Event, game: Any, words: Messages) -> dict[str, object]:
        """The values for the sentence about an event."""

    def reason(self, state: Any, action: Action, words: Messages, names: Names) -> Reason | None:
        """The reason why the rules forbid an action at a decision; nothing, if there is no more to say than that."""

    def doubt(self, state: Any, action: Action) -> str | None:
        """The key of what to ask, in the table ``[doubt]``, before an action that people regret. It may be left out."""


def words_face(game: Game) -> WordsFace | None:
    """The words' face of a game, if it brings one."""
    return cast("WordsFace | None", find_face(type(game), "words"))
