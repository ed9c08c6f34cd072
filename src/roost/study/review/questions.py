"""The kinds of decisions: when to stop, which dice, whom to attack, what to do with a result."""

from collections.abc import Sequence
from enum import Enum

from roost.core.moves import Action, Kind


class Question(Enum):
    """The kind of a decision."""

    STOP = "stop"
    """Take what there is, or roll on."""
    DICE = "dice"
    """Dice to set aside, or to re-roll."""
    ATTACK = "attack"
    """Whether to attack, and whom."""
    MOVE = "move"
    """A use of the result: what to claim, where to move."""


def question_of(actions: Sequence[Action]) -> Question:
    """The kind of a decision between these actions."""
    kinds = {action.kind for action in actions}
    for kind, question in ((Kind.ROLL, Question.STOP), (Kind.DICE, Question.DICE), (Kind.ATTACK, Question.ATTACK)):
        if kind in kinds:
            return question
    return Question.MOVE


def question_answered(actions: Sequence[Action], chosen: Action, best: Action) -> Question:
    """The kind of a decision, once it is made.

    Whoever rightly stops, and then claims the wrong thing, has answered another question than whether to stop. So has
    whoever rightly moves without an attack, but on the wrong track.
    """
    asked = question_of(actions)
    is_about = {Question.STOP: Kind.ROLL, Question.ATTACK: Kind.ATTACK}.get(asked)
    if is_about is not None and chosen != best and is_about not in (chosen.kind, best.kind):
        return Question.MOVE
    return asked
