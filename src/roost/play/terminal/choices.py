"""The list that a person chooses from: one line for each legal action, or for all of a kind where they are many."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, NamedTuple

from roost.core.errors import NotationError
from roost.core.moves import Action
from roost.core.state import State

_MOST_OF_A_KIND = 8
"""So many actions of one kind are listed; of more, one stands for all."""
_KEYS = "123456789abcdefgijklmnprstvwxyz"
"""The keys of a full screen's choices, in order: all but those that have a meaning of their own (h, o, q, u)."""


class Choice(NamedTuple):
    """A line of the list that a person chooses from."""

    label: str
    """The text to type."""
    action: Action
    """The action, or one of the ``ways`` that the line stands for."""
    ways: int = 1


@dataclass(frozen=True, slots=True)
class _Ready(Action):
    """Not an action of any game: somebody is ready for what comes next."""

    form: ClassVar[str] = "ready"


READY = Choice("1", _Ready())
"""The only line of a list when there is nothing to choose, only to begin."""


def choices(actions: Sequence[Action]) -> list[Choice]:
    """The list to choose from. Choices are numbered, unless a number would be mistaken for the name of another one."""
    by_token = _go_by_token(actions)
    listed: list[Choice] = []
    for same in _kinds(actions):
        if len(same) > _MOST_OF_A_KIND:
            listed.append(Choice(same[-1].form.partition("{")[0] + "…", same[-1], len(same)))
        else:
            first = 1 + sum(choice.ways == 1 for choice in listed)
            listed += (Choice(str(a) if by_token else str(n), a) for n, a in enumerate(same, first))
    return listed


def keyed(actions: Sequence[Action], most_of_a_kind: int = _MOST_OF_A_KIND) -> list[Choice]:
    """The same list for a screen, where one key is enough for every line; when keys run out, a label is empty."""
    listed: list[Choice] = []
    for same in _kinds(actions):
        listed += [Choice("", same[-1], len(same))] if len(same) > most_of_a_kind else [Choice("", a) for a in same]
    if _go_by_token(actions) and all(len(str(choice.action)) == 1 for choice in listed):
        return [choice._replace(label=str(choice.action)) for choice in listed]
    keys = _KEYS.ljust(len(listed))
    return [choice._replace(label=key.strip()) for choice, key in zip(listed, keys, strict=False)]


def understand(answer: str, state: State) -> Action | None:
    """The legal action that was typed, by its place in the list or by its own text."""
    typed, actions = "".join(answer.split()).lower(), state.actions()
    for choice in choices(actions):
        if choice.ways == 1 and choice.label.lower() == typed:
            return choice.action
    try:
        action = state.game.parse_action(typed)
    except NotationError:
        return None
    return action if action in actions else None


def _go_by_token(actions: Sequence[Action]) -> bool:
    """Whether a number would be mistaken for the name of an action: in Heckmeck, 4 means the fours."""
    return any(str(action).isdigit() for action in actions)


def _kinds(actions: Sequence[Action]) -> list[list[Action]]:
    return [list(same) for _, same in groupby(actions, type)]
