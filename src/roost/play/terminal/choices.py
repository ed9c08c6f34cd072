"""The list of choices, with one line for each legal action. Many actions of the same kind share one line."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, NamedTuple

from roost.core.dice import Die
from roost.core.errors import NotationError
from roost.core.moves import Action
from roost.core.state import State

_MOST_OF_A_KIND = 8
"""Maximum number of actions of one kind that are listed separately; if there are more, they share one line."""
_KEYS = "123456789abcdefgijklmnrstvwxyz"
"""Keys for choices, in order. The keys of commands (h, o, p, q, u) are left out."""


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


READY = MenuChoice("r", _Ready())
"""The only line of a list that merely waits until the player is ready."""


def choices(actions: Sequence[Action], die: Die, most_of_a_kind: int = _MOST_OF_A_KIND) -> list[MenuChoice]:
    """Return the list of choices, with one key for each line. If keys run out, labels are empty.

    If every choice is one character long, that is its key: in Heckmeck, 4 means "take the fours". In all other lists,
    no key is a face of the dice, so that a key pressed twice cannot choose dice and then end the turn.
    """
    groups = [list(group) for _, group in groupby(actions, type)]
    listed = [
        line
        for group in groups
        for line in ([(group[-1], len(group))] if len(group) > most_of_a_kind else [(action, 1) for action in group])
    ]
    if all(str(action) in _KEYS and len(str(action)) == 1 for action, _ in listed):
        return [MenuChoice(str(action), action, ways) for action, ways in listed]
    faces, alone = {symbol.char.lower() for symbol in die.symbols}, Counter(type(action) for action, _ in listed)
    free = [key for key in _KEYS if key not in faces]
    labelled = []
    for action, ways in listed:
        # A choice without others of its kind has a letter of its name: r rolls, s stops.
        wanted = [*(action.form if alone[type(action)] == 1 else ""), *free[:1]]
        key = next((key for key in wanted if key in free), "")
        labelled.append(MenuChoice(key, action, ways))
        free = [other for other in free if other != key]
    return labelled


def understand(answer: str, state: State) -> Action | None:
    """Return the legal action that the player typed, by its label in the list or as text; None if there is none."""
    typed, actions = "".join(answer.split()).lower(), state.actions()
    for choice in choices(actions, state.game.die):
        if choice.ways == 1 and typed and choice.label == typed:
            return choice.action
    try:
        action = state.game.parse_action(typed)
    except NotationError:
        return None
    return action if action in actions else None
