"""Kinds of decisions: stop or roll, choice of dice, attack, or use of a result."""

from collections.abc import Sequence
from enum import Enum

from roost.core.moves import Action, Kind


class Question(Enum):
    """The kinds of decisions that a review tells apart."""

    STOP = "stop"
    """Stop and take what is possible, or roll on."""
    DICE = "dice"
    """Choose dice to set aside, or to roll again."""
    ATTACK = "attack"
    """Attack or not, and whom."""
    MOVE = "move"
    """Use a result: choose what to claim, or where to move."""


def question_of(actions: Sequence[Action]) -> Question:
    """Return the kind of a decision between these actions."""
    kinds = {action.kind for action in actions}
    for kind, question in ((Kind.ROLL, Question.STOP), (Kind.DICE, Question.DICE), (Kind.ATTACK, Question.ATTACK)):
        if kind in kinds:
            return question
    return Question.MOVE


def question_answered(actions: Sequence[Action], chosen: Action, best: Action) -> Question:
    """Return the kind of a decision once it is made.

    A player who rightly stops but then claims the wrong piece made a mistake about the move, not about stopping. The
    same holds for a player who rightly moves without an attack, but on the wrong track.
    """
    question = question_of(actions)
    kind_in_question = {Question.STOP: Kind.ROLL, Question.ATTACK: Kind.ATTACK}.get(question)
    if kind_in_question is not None and chosen != best and kind_in_question not in (chosen.kind, best.kind):
        return Question.MOVE
    return question
