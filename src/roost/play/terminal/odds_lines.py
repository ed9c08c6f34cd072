"""Odds in words: lines for a narrow panel that describe the exact odds of a position."""

from collections.abc import Iterable
from math import isnan

from rich.text import Text

from roost.core.game import Game
from roost.core.words import Messages
from roost.core.words.sentences import Names, describe_result, seat_name
from roost.study.odds.choice import FAILS, ActionOdds
from roost.study.odds.position import PositionOdds

_MOST_CHOICES = 8
_MOST_RESULTS = 6
_BEST, _BAR, _QUIET = "bold green", "cyan", "dim"
_LONGEST_BAR = 10


def odds_lines(odds: PositionOdds, messages: Messages, names: Names) -> list[Text]:
    """Return the choices, best first, with value and probability of failing, then what the best one can result in."""
    state = odds.state
    assert state.seat is not None
    lines = [Text(describe_swing(state.game, seat_name(state.seat, names), messages), _QUIET)]
    if is_cut(odds):
        lines.append(Text(messages.say("odds.unseen"), _QUIET))
    shown = odds.choices[:_MOST_CHOICES]
    width = max((len(str(choice.action)) for choice in shown), default=0)
    value, fails = messages.say("odds.value"), messages.say("odds.fails")
    if shown:
        lines.append(Text(f"{' ' * width} {value:>7} {fails:>9}", _QUIET))
    else:
        lines.append(Text(f"{value} {describe_value(odds, messages, 2)}", _BEST))
    for place, choice in enumerate(shown):
        figures = f"{describe_value(choice, messages, 2):>7} {describe_risk(choice, messages):>9}"
        lines.append(Text(f"{str(choice.action).ljust(width)} {figures}", "" if place else _BEST))
    if len(shown) < len(odds.choices):
        lines.append(Text(messages.say("odds.more", n=len(odds.choices) - len(shown)), _QUIET))
    best = messages.say("odds.after", token=shown[0].action) if shown else messages.say("odds.at_best")
    lines += [Text(best, _QUIET), *_result_lines(odds, messages)]
    if any(choice.fails for choice in shown) and not is_cut(odds):
        lines.append(Text(messages.say("odds.risk"), _QUIET))
    return lines


def is_cut(odds: PositionOdds) -> bool:
    """Whether the turn was not searched to its end."""
    figures: tuple[PositionOdds | ActionOdds, ...] = (odds, *odds.choices)
    return any(entry.unseen or isnan(entry.value) for entry in figures)


def describe_swing(game: Game, seat: str, messages: Messages) -> str:
    """Say what the value of a turn is."""
    return messages.of(game).say("odds.swing_lowest" if game.lowest_wins else "odds.swing", seat=seat)


def describe_value(odds: PositionOdds | ActionOdds, messages: Messages, digits: int) -> str:
    """Format the swing of a turn: a number, the range that it is in, or a question mark if it is unknown."""
    if not isnan(odds.value):
        return messages.number(odds.value, digits, signed=True)
    if odds.between is None:
        return "?"
    return " … ".join(messages.number(limit, 1, signed=True) for limit in odds.between)


def describe_risk(odds: ActionOdds, messages: Messages) -> str:
    """Format the probability that a turn fails, as a range if the turn was not searched to its end."""
    fails = messages.percent(odds.fails)
    return f"{fails} … {messages.percent(odds.fails + odds.unseen)}" if odds.unseen else fails


def _result_lines(odds: PositionOdds, messages: Messages) -> Iterable[Text]:
    likeliest = sorted(odds.results.items(), key=lambda item: (item[0] is not FAILS, -item[1]))
    for result, chance in likeliest[:_MOST_RESULTS]:
        if chance:
            bar = "█" * max(1, round(_LONGEST_BAR * chance))
            yield (
                Text(f"{messages.percent(chance):>7} ")
                .append(bar, _BAR)
                .append(f" {describe_result(odds.state, result, messages)}")
            )
