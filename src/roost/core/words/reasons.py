"""The reasons against choices, in a sentence each: for people who tap something that cannot be chosen."""

from roost.core.moves import Action
from roost.core.state import Node, State
from roost.core.words import Messages
from roost.core.words.face import Names, Reason, words_face

_ELSE = Reason.of("else")


def tell_reason(state: State, action: Action, messages: Messages, names: Names = ()) -> str | None:
    """The reason why the rules forbid this action here; nothing, if they allow it."""
    if action in state.actions():
        return None
    words = messages.of(state.game)
    key, values = _reason(state, action, words, names)
    return words.say(f"reason.{key}", **values)


def doubts(state: State, action: Action, messages: Messages) -> tuple[str | None, str | None]:
    """The question before an action that people regret, and the answer of somebody who means it; mostly nothing."""
    ask = getattr(words_face(state.game), "doubt", None)
    key = None if ask is None else ask(state, action)
    if key is None:
        return None, None
    words = messages.of(state.game)
    return words.say(f"doubt.{key}"), words.say(f"doubt.{key}_yes")


def _reason(state: State, action: Action, words: Messages, names: Names) -> Reason:
    if state.node is Node.OVER:
        return Reason.of("over")
    if state.node is Node.ROLL:
        return Reason.of("roll_first")
    face = words_face(state.game)
    return (None if face is None else face.reason(state, action, words, names)) or _ELSE
