"""Kinds of decisions: stop or roll, choice of dice, attack, or use of a result."""

from collections.abc import Sequence
from enum import Enum

from roost.core.moves import Action, Kind


class Question(Enum):
    """The kinds of decisions that a review distinguishes."""

    STOP = "stop"
    """Whether to stop and take what is possible, or to roll on."""
    DICE = "dice"
    """Which dice to set aside, or to roll again."""
    ATTACK = "attack"
    """Whether to attack, and whom."""
    MOVE = "move"
    """How to use a result: what to claim, or where to move."""


def question_of(actions: Sequence[Action]) -> Question:
    """Return the kind of a decision, given the possible actions."""
    kinds = {action.kind for action in actions}
    for kind, question in ((Kind.ROLL, Question.STOP), (Kind.DICE, Question.DICE), (Kind.ATTACK, Question.ATTACK)):
        if kind in kinds:
            return question
    return Question.MOVE


def question_answered(actions: Sequence[Action], chosen: Action, best: Action) -> Question:
    """Return the kind of a decision, given what was chosen and what was best.

    A player who is right to stop but then claims the wrong piece made a mistake about the move, not about stopping. The
    same is true for a player who is right not to attack but moves on the wrong track.
    """
    question = question_of(actions)
    kind_in_question = {Question.STOP: Kind.ROLL, Question.ATTACK: Kind.ATTACK}.get(question)
    if kind_in_question is not None and chosen != best and kind_in_question not in (chosen.kind, best.kind):
        return Question.MOVE
    return question
