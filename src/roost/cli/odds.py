"""``roost odds``: show the value of every choice, and the possible results of the turn."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from math import isnan

from rich.console import Console
from rich.text import Text

from roost.cli.options import read_options
from roost.cli.screen import console, messages_in, print_json
from roost.core.extras import in_plain_python
from roost.core.game import Game
from roost.core.moves import Action
from roost.core.registry import all_games, game_type, position
from roost.core.state import State
from roost.core.words import Language, Messages
from roost.core.words.sentences import describe_action, describe_result, describe_result_short, seat_name
from roost.play.terminal.adapter import board_lines, turn_lines
from roost.play.terminal.odds_lines import describe_risk, describe_swing, describe_value, is_cut
from roost.study.models.plain_net import has_plain_model
from roost.study.odds.adapter import opening_table
from roost.study.odds.aims import Aim, AtLeast, Exactly
from roost.study.odds.choice import FAILS, ActionOdds
from roost.study.odds.position import PositionOdds, position_odds
from roost.study.odds.table import OpeningTable
from roost.study.review.win_odds import Winning, read_aim

_WIDTH = 80
_MOST_CHOICES = 12
"""Maximum number of choices to print, because Picnic Blitz may have dozens. The JSON output always has all."""
_SELDOM = 0.0005
"""Results less likely than this would show as 0.0 %, so they are combined."""
_COLUMN, _FIGURE, _COLUMN_OF_ITS_OWN = 4, 7, 10
"""Column widths in characters: when comparing choices; in an opening table, for grouped and for single columns."""
_EIGHTHS_UP = " ▁▂▃▄▅▆▇█"
_EIGHTHS_ACROSS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
_FULL = "█"
_BEST, _BAR, _QUIET = "bold green", "cyan", "dim"


def show_odds(text: str, aim_text: str, as_json: bool, language: Language | None) -> None:
    """Show the odds of a position, or of a game's opening if only the game is named."""
    messages = messages_in(language)
    opening = _opening(text)
    if opening is not None:
        with in_plain_python():
            table = opening_table(opening)
        if as_json:
            print_json(table.to_json())
        else:
            _print_opening(console(), table, messages)
        return
    state, aim = position(text), read_aim(aim_text)
    with _quickly(state, aim):
        odds = position_odds(state, aim)
    if as_json:
        print_json(odds.to_json())
    else:
        _print_position(console(), odds, messages)


def _quickly(state: State, aim: Aim) -> AbstractContextManager[None]:
    """Return a context manager that makes the solver use plain Python, if the game supports that for this aim."""
    is_possible = not isinstance(aim, Winning) or has_plain_model(type(state.game))
    return in_plain_python() if is_possible else nullcontext()


def _opening(text: str) -> Game | None:
    """Return the game if the text names only a game and its options, otherwise None."""
    name, *words = text.split() or [""]
    if name.lower() not in all_games():
        return None  # the caller then reads the text as a position, and that raises the error
    kind = game_type(name.lower())
    if any(word.partition("=")[0].lower() not in kind.options() for word in words):
        return None
    return kind.make(None, read_options(words))


def _print_position(out: Console, odds: PositionOdds, messages: Messages) -> None:
    state = odds.state
    assert state.seat is not None
    for line in (*board_lines(state, messages), *turn_lines(state, messages)):
        out.print(line)
    out.print()
    seat = seat_name(state.seat, ())
    if state.dice is not None:
        out.print(messages.say("show.roll", seat=seat, n=state.dice.count))
    out.print(_aim_line(odds, messages, seat))
    if is_cut(odds):
        out.print(Text(messages.say("odds.unseen"), _QUIET))
    elif odds.error or any(choice.error for choice in odds.choices):
        out.print(Text(messages.say("odds.sampled"), _QUIET))
    elif any(choice.fails for choice in odds.choices):
        out.print(messages.say("odds.risk"))
    if not odds.choices:
        out.print(Text(f"{messages.say('odds.value')} {_value(odds, odds.aim, messages)}", _BEST))
    shown = odds.choices[:_MOST_CHOICES]
    for line in _choice_lines(shown, odds, messages):
        out.print(line)
    if len(shown) < len(odds.choices):
        out.print(Text(messages.say("odds.more", n=len(odds.choices) - len(shown)), _QUIET))
    if any(0 < chance < 1 for choice in shown[1:] for chance in choice.results.values()):
        out.print()
        out.print(messages.say("odds.compared"))
        for line in _compared(shown, state, messages):
            out.print(line)
    out.print()
    best = messages.say("odds.after", token=shown[0].action) if shown else messages.say("odds.at_best")
    out.print(best)
    for line in _result_lines(odds.results, state, messages):
        out.print(line)


def _aim_line(odds: PositionOdds, messages: Messages, seat: str) -> str:
    match odds.aim:
        case AtLeast(number):
            return messages.say("odds.at_least", number=number)
        case Exactly(number):
            return messages.say("odds.exactly", number=number)
        case Winning():
            return messages.say("odds.win", seat=seat)
    return describe_swing(odds.state.game, seat, messages)


def _value(odds: PositionOdds | ActionOdds, aim: Aim, messages: Messages) -> str:
    """Format a value and its standard error: as a chance if the aim is a number or the win, else as a gain or loss."""
    value, error = odds.value, odds.error
    if isinstance(aim, AtLeast | Exactly | Winning):
        return f"{messages.percent(value)} ±{messages.percent(error)}" if error else messages.percent(value)
    if error and not isnan(value):
        return f"{messages.number(value, 1, signed=True)} ±{messages.number(error, 1)}"
    return describe_value(odds, messages, 3)


def _choice_lines(choices: Sequence[ActionOdds], odds: PositionOdds, messages: Messages) -> Iterable[Text]:
    """Yield a line for each choice, best first: its token, meaning, value and chance to fail."""
    if not choices:
        return
    heads = messages.say("odds.value"), messages.say("odds.fails")
    figures = [(_value(choice, odds.aim, messages), describe_risk(choice, messages)) for choice in choices]
    widths = [max(map(len, column)) for column in zip(heads, *figures, strict=True)]
    token_width = max(len(str(choice.action)) for choice in choices)
    room = _WIDTH - token_width - sum(widths) - 8
    yield Text(f"  {messages.say('odds.choice').ljust(token_width + 2 + room)}{_right(heads, widths)}", _QUIET)
    for place, (choice, row) in enumerate(zip(choices, figures, strict=True)):
        meaning = describe_action(odds.state, choice.action, messages)
        shortened = meaning if len(meaning) <= room else f"{meaning[: room - 1]}…"
        line = Text(f"  {str(choice.action).ljust(token_width)}  ", "bold")
        line.append(shortened.ljust(room), "not bold").append(_right(row, widths), "not bold")
        if place == 0:
            line.stylize(_BEST)
        yield line


def _right(words: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"  {word.rjust(width)}" for word, width in zip(words, widths, strict=True))


def _compared(choices: Sequence[ActionOdds], state: State, messages: Messages) -> Iterable[Text]:
    """Yield a row for each choice, with a bar and a percentage for each result."""
    tokens = [str(choice.action) for choice in choices]
    margin = max(map(len, tokens)) + 2
    columns = _columns(choices, (_WIDTH - margin) // _COLUMN)
    heads = [describe_result_short(state, result, messages)[: _COLUMN - 1] for result in columns]
    most = max(choice.results.get(result, 0.0) for choice in choices for result in columns)
    yield Text(" " * margin + "".join(head.rjust(_COLUMN) for head in heads), _QUIET)
    for token, choice in zip(tokens, choices, strict=True):
        line = Text(f"  {token.ljust(margin - 2)}", "bold")
        for result in columns:
            chance = choice.results.get(result, 0.0)
            line.append(_cell(chance, most).rjust(_COLUMN), f"not bold {_BAR if chance else _QUIET}")
        yield line


def _columns(choices: Iterable[ActionOdds], room: int) -> list[Action]:
    """Return the likeliest results, at most ``room`` of them, in display order."""
    likeliest: dict[Action, float] = {}
    for choice in choices:
        for result, chance in choice.results.items():
            likeliest[result] = max(chance, likeliest.get(result, 0.0))
    visible = (result for result in likeliest if likeliest[result] >= 0.005)
    return sorted(sorted(visible, key=lambda result: -likeliest[result])[:room], key=_order)


def _order(result: Action) -> tuple[bool, list[int]]:
    """Return a result's sort key: failing first, then by tile or spot number."""
    return result is not FAILS, [value for value in result.to_json().values() if isinstance(value, int)]


def _cell(chance: float, most: float) -> str:
    """Return a bar whose height is the chance in proportion to ``most``, followed by the percentage."""
    if not chance:
        return "·"
    percent = round(100 * chance)
    return f"{_EIGHTHS_UP[max(1, round(8 * chance / most))]}{percent or '<1':>2}"


def _result_lines(results: Mapping[Action, float], state: State, messages: Messages) -> Iterable[Text]:
    """Yield a bar for each possible result of the turn."""
    likely = sorted((result for result, chance in results.items() if chance >= _SELDOM), key=_order)
    rows = [(describe_result(state, result, messages), results[result]) for result in likely]
    rest = sum(chance for chance in results.values() if chance < _SELDOM)
    if rest >= _SELDOM:
        rows.append((messages.say("odds.unlikely"), rest))
    return _bars(rows, messages)


def _bars(rows: Sequence[tuple[str, float]], messages: Messages) -> Iterable[Text]:
    """Yield horizontal bars with labels and percentages. The longest bar fills its line."""
    label_width = max(len(label) for label, _ in rows)
    room = _WIDTH - label_width - 13
    most = max(chance for _, chance in rows)
    for label, chance in rows:
        line = Text(f"  {label.ljust(label_width)}  ")
        yield line.append(_bar(room * chance / most), _BAR).append(f"  {messages.percent(chance)}")


def _bar(length: float) -> str:
    """Return a bar of this length in characters, rounded to eighths and never empty."""
    whole, eighths = divmod(max(1, round(8 * length)), 8)
    return _FULL * whole + _EIGHTHS_ACROSS[eighths]


def _print_opening(out: Console, table: OpeningTable, messages: Messages) -> None:
    out.print(Text(table.game.title, "bold"))
    out.print(messages.say("odds.opening"))
    out.print()
    for line in _figures(table, messages):
        out.print(line)
    if table.value is not None:
        out.print()
        out.print(messages.of(table.game).say("odds.first_turn", value=messages.number(table.value, 3)))


def _figures(table: OpeningTable, messages: Messages) -> Iterable[Text]:
    """Yield a line for each entry. Grouped columns share a heading; without groups, a bar shows the first column."""
    words = messages.of(table.game)
    entry = words.say(f"odds.column.{table.name}")
    names = [words.say(f"odds.column.{figures.name}") for figures in table.figures]
    is_grouped = any(figures.heads for figures in table.figures)
    narrow = _FIGURE if is_grouped else _COLUMN_OF_ITS_OWN
    margin = len(entry) + 2 if is_grouped else max(narrow, len(entry) + 2)
    gap = "  " if is_grouped else ""
    if is_grouped:
        spans = (_FIGURE * len(figures.heads) for figures in table.figures)
        yield Text((" " * margin + gap.join(map(str.center, names, spans))).rstrip(), _QUIET)
    heads = [figures.heads or (name,) for figures, name in zip(table.figures, names, strict=True)]
    yield Text(entry.rjust(margin) + gap.join("".join(head.rjust(narrow) for head in group) for group in heads), _QUIET)
    room = _WIDTH - margin - narrow * len(table.figures) - 4
    for place, number in enumerate(table.entries):
        rows = [figures.rows[place] for figures in table.figures]
        cells = gap.join("".join(messages.percent(chance).rjust(narrow) for chance in row) for row in rows)
        line = Text(str(number).rjust(margin), "bold").append(cells, "not bold")
        yield line if is_grouped else line.append("  ").append(_bar(room * rows[0][0]), _BAR)
