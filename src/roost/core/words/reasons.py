"""Sentences that explain why a choice is illegal, for players who try it."""

from roost.core.moves import Action
from roost.core.state import Node, State
from roost.core.words import Messages
from roost.core.words.adapter import Names, ReasonAgainst, words_adapter

_ELSE = ReasonAgainst.of("else")


def describe_reason(state: State, action: Action, messages: Messages, names: Names = ()) -> str | None:
    """Return a sentence saying why the rules forbid this action in this state, or None if it is legal."""
    if action in state.actions():
        return None
    words = messages.of(state.game)
    key, values = _reason(state, action, words, names)
    return words.say(f"reason.{key}", **values)


def doubts(state: State, action: Action, messages: Messages) -> tuple[str | None, str | None]:
    """Return a warning and a confirmation text for an action that players often regret. None for most actions."""
    ask = getattr(words_adapter(state.game), "doubt", None)
    key = None if ask is None else ask(state, action)
    if key is None:
        return None, None
    words = messages.of(state.game)
    return words.say(f"doubt.{key}"), words.say(f"doubt.{key}_yes")


def _reason(state: State, action: Action, words: Messages, names: Names) -> ReasonAgainst:
    if state.node is Node.OVER:
        return ReasonAgainst.of("over")
    if state.node is Node.ROLL:
        return ReasonAgainst.of("roll_first")
    adapter = words_adapter(state.game)
    return (None if adapter is None else adapter.reason(state, action, words, names)) or _ELSE
