"""The list of choices, with one line for each legal action. Many actions of the same kind share one line."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, NamedTuple

from roost.core.errors import NotationError
from roost.core.moves import Action
from roost.core.state import State

_MOST_OF_A_KIND = 8
"""Maximum number of actions of one kind that are listed separately; if there are more, they share one line."""
_KEYS = "123456789abcdefgijklmnprstvwxyz"
"""Keys for choices on a full screen, in order. The keys of commands (h, o, q, u) are left out."""


class MenuChoice(NamedTuple):
    """A line of the list of choices."""

    label: str
    """The text that the player types for this choice."""
    action: Action
    """The action, or one of the actions if the line stands for several (``ways``)."""
    ways: int = 1


@dataclass(frozen=True, slots=True)
class _Ready(Action):
    """A placeholder action: the player is ready to continue."""

    form: ClassVar[str] = "ready"


READY = MenuChoice("1", _Ready())
"""The only line of a list that merely waits until the player is ready."""


def choices(actions: Sequence[Action]) -> list[MenuChoice]:
    """Return the list of choices. It is numbered unless a number could be mistaken for an action."""
    by_token = _are_numeric(actions)
    listed: list[MenuChoice] = []
    for group in _kinds(actions):
        if len(group) > _MOST_OF_A_KIND:
            listed.append(MenuChoice(group[-1].form.partition("{")[0] + "…", group[-1], len(group)))
        else:
            first = 1 + sum(choice.ways == 1 for choice in listed)
            listed += (MenuChoice(str(a) if by_token else str(n), a) for n, a in enumerate(group, first))
    return listed


def keyed(actions: Sequence[Action], most_of_a_kind: int = _MOST_OF_A_KIND) -> list[MenuChoice]:
    """Return the list of choices for a full screen, with one key for each line. If keys run out, labels are empty."""
    listed: list[MenuChoice] = []
    for group in _kinds(actions):
        listed += (
            [MenuChoice("", group[-1], len(group))]
            if len(group) > most_of_a_kind
            else [MenuChoice("", a) for a in group]
        )
    if _are_numeric(actions) and all(len(str(choice.action)) == 1 for choice in listed):
        return [choice._replace(label=str(choice.action)) for choice in listed]
    keys = _KEYS.ljust(len(listed))
    return [choice._replace(label=key.strip()) for choice, key in zip(listed, keys, strict=False)]


def understand(answer: str, state: State) -> Action | None:
    """Return the legal action that the player typed, by its label in the list or as text; None if there is none."""
    typed, actions = "".join(answer.split()).lower(), state.actions()
    for choice in choices(actions):
        if choice.ways == 1 and choice.label.lower() == typed:
            return choice.action
    try:
        action = state.game.parse_action(typed)
    except NotationError:
        return None
    return action if action in actions else None


def _are_numeric(actions: Sequence[Action]) -> bool:
    """Whether some actions are written as numbers. In Heckmeck, for example, 4 means "take the fours"."""
    return any(str(action).isdigit() for action in actions)


def _kinds(actions: Sequence[Action]) -> list[list[Action]]:
    return [list(group) for _, group in groupby(actions, type)]
