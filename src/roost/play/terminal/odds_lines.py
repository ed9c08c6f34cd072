"""Odds in words: lines for a narrow panel that describe the exact odds of a position."""

from collections.abc import Iterable

from rich.text import Text

from roost.core.words import Messages
from roost.core.words.sentences import Names, describe_result, seat_name
from roost.study.odds.choice import FAILS
from roost.study.odds.position import PositionOdds

_MOST_CHOICES = 8
_MOST_RESULTS = 6
_BEST, _BAR, _QUIET = "bold green", "cyan", "dim"
_LONGEST_BAR = 10


def odds_lines(odds: PositionOdds, messages: Messages, names: Names) -> list[Text]:
    """Return the choices, best first, with value and probability of failing, then what the best one can result in."""
    state = odds.state
    assert state.seat is not None
    lines = [Text(messages.of(state.game).say("odds.swing", seat=seat_name(state.seat, names)), _QUIET)]
    shown = odds.choices[:_MOST_CHOICES]
    width = max((len(str(choice.action)) for choice in shown), default=0)
    value, fails = messages.say("odds.value"), messages.say("odds.fails")
    if shown:
        lines.append(Text(f"{' ' * width} {value:>7} {fails:>9}", _QUIET))
    else:
        lines.append(Text(f"{value} {messages.number(odds.value, 2, signed=True)}", _BEST))
    for place, choice in enumerate(shown):
        figures = f"{messages.number(choice.value, 2, signed=True):>7} {messages.percent(choice.fails):>9}"
        lines.append(Text(f"{str(choice.action).ljust(width)} {figures}", "" if place else _BEST))
    if len(shown) < len(odds.choices):
        lines.append(Text(messages.say("odds.more", n=len(odds.choices) - len(shown)), _QUIET))
    best = messages.say("odds.after", token=shown[0].action) if shown else messages.say("odds.at_best")
    return [*lines, Text(best, _QUIET), *_result_lines(odds, messages)]


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
