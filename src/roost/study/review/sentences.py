"""Write the sentences and numbers of a review: changes, grades, mistakes and rolls."""

from roost.core.adapters import find_adapter
from roost.core.game import Game
from roost.core.words import Messages
from roost.core.words.sentences import Names, describe_action, describe_dice, seat_name
from roost.study.review.grades import Grade
from roost.study.review.review import Review
from roost.study.review.steps import Decision, Throw


def signed(change: float, messages: Messages) -> str:
    """Format a change in win share as a percentage with a sign."""
    return messages.number(100 * change, 1, signed=True)


def describe_grade(grade: Grade | None, decisions: int, messages: Messages) -> str:
    """Describe a player's accuracy, the bots that play about as well, and the basis. If there is no grade, say why."""
    if grade is None:
        return messages.say("review.no_grade", n=decisions)
    parts = [describe_accuracy(grade, messages)]
    if grade.bot is not None:
        parts.append(messages.say("review.graded", bot=messages.say(f"bot.like.{grade.bot}")))
    elif grade.bots:
        worst, best = (messages.say(f"bot.{bot}") for bot in (grade.worst, grade.best))
        parts.append(messages.say("review.graded_between", worst=worst, best=best))
    average, error = messages.percent(grade.average, 2), messages.percent(grade.error, 2)
    parts.append(messages.say("review.loss", average=average, error=error, n=decisions))
    return "; ".join(parts)


def describe_accuracy(grade: Grade, messages: Messages) -> str:
    """Return a player's accuracy in words."""
    return messages.say("review.accuracy", accuracy=messages.number(grade.accuracy))


def describe_yours(grade: Grade | None, luck: float, messages: Messages) -> str:
    """Summarise a game for one of its players in a line: the bot that plays alike, or the accuracy, and the dice."""
    luck = round(luck, 2)
    effect = "even" if luck == 0 else "gave" if luck > 0 else "cost"
    dice = messages.say(f"review.yours.{effect}", luck=messages.percent(abs(luck), 0))
    if grade is None or grade.bot is None:
        summary = dice if grade is None else f"{describe_accuracy(grade, messages)}; {dice}"
        return f"{summary[0].upper()}{summary[1:]}."
    return messages.say("review.yours.decided", like=messages.say(f"review.yours.like.{grade.bot}"), dice=dice)


def describe_doubt(error: float, messages: Messages) -> str:
    """Say that win shares are estimates by a learnt model, and how large their error is."""
    return messages.say("hint.estimated", error=messages.percent(error))


def unlearnt(game: Game) -> tuple[str, ...]:
    """Return the names of the chosen options that the game's model was not trained with.

    The option for who begins is left out, because it makes no difference to the model.
    """
    training = find_adapter(type(game), "training")
    if training is None:
        return ()  # there is no shipped model, and a learnt one is trained with exactly these options
    trained = {"start"}.union(*training.VARIANTS)
    return tuple(name for name in game.chosen_options if name not in trained)


def describe_unlearnt(made_with: str, game: Game, messages: Messages) -> str | None:
    """Name the options that the model was not trained with, and say how it treats them.

    Return None if there are no such options.
    """
    options = unlearnt(game) if made_with else ()
    return messages.say("review.unlearnt", options=", ".join(options)) if options else None


def describe_maker(review: Review, messages: Messages) -> str:
    """Name the model that valued the positions, and any options that it was not trained with."""
    sentence = messages.say("review.made_with", model=review.made_with)
    doubt = describe_unlearnt(review.made_with, review.record.game, messages)
    return sentence if doubt is None else f"{sentence} {doubt}"


def describe_mistake(decision: Decision, messages: Messages, names: Names) -> str:
    """Describe a mistake in a sentence."""
    seat, values = decision.seat, decision.values
    return messages.say(
        "review.mistake",
        turn=decision.turn,
        seat=seat_name(seat, names),
        chosen=describe_action(decision.state, decision.chosen, messages, names),
        share=messages.percent(values[decision.chosen][seat]),
        best=describe_action(decision.state, decision.best, messages, names),
        best_share=messages.percent(values[decision.best][seat]),
        mistake=messages.percent(decision.mistake),
    )


def describe_throw(throw: Throw, messages: Messages, names: Names) -> str:
    """Describe a roll and its luck for the player who rolled or, if it drew the first player, for that player."""
    if throw.seat is None:
        drawn = throw.roll.counts.index(1)
        return messages.say("review.throw_draw", seat=seat_name(drawn, names), luck=signed(throw.luck[drawn], messages))
    return messages.say(
        "review.throw",
        turn=throw.turn,
        seat=seat_name(throw.seat, names),
        roll=describe_dice(throw.roll, messages),
        luck=signed(throw.luck[throw.seat], messages),
    )
