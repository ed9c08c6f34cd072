"""Print a review as lines of text: win shares as bars, each player's luck and mistakes, and better choices."""

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from roost.core.errors import NotKnownError, OptionError
from roost.core.notation import SEATS
from roost.core.record import Record
from roost.core.words import Messages
from roost.core.words.sentences import seat_name
from roost.study.review.columns import part, part_label, parts_of
from roost.study.review.grades import seat_grade
from roost.study.review.headline import describe_headline
from roost.study.review.moments import describe_change, describe_moment, moments
from roost.study.review.report import report
from roost.study.review.review import Point, Review
from roost.study.review.sentences import describe_grade, describe_maker, describe_mistake, describe_throw, signed
from roost.study.review.steps import Throw

_WIDTH = 80
_NAME = 12
_ROWS = 2
_EIGHTHS = " ▁▂▃▄▅▆▇█"
_MOST_MISTAKES = 5
_FEW_MISTAKES = 3
"""Number of mistakes shown when a game ends."""
_MOST_THROWS = 3
_QUIET, _HEAD, _GOOD, _BAD = "dim", "bold", "green", "red"
_STYLES = ("red", "blue", "green", "magenta", "cyan", "yellow", "bright_magenta")


def closing_lines(record: Record, messages: Messages, viewer: int | None = None) -> list[Text]:
    """Return what decided the game, each player's account, and the worst mistakes. Empty if the game has no review."""
    from roost.study.review.modelled import review_game  # imported here because it loads slowly

    try:
        review = review_game(record)
    except OptionError:
        return []
    except NotKnownError:
        return [Text(messages.say("hint.not_known"), "dim")]
    heading = Text(messages.say("review.worst"), "bold")
    return [
        *headline_lines(review, messages, viewer),
        *account_lines(review, messages),
        Text(),
        heading,
        *mistake_lines(review, messages, _FEW_MISTAKES),
    ]


def review_lines(review: Review, messages: Messages, viewer: int | None = None) -> Iterator[Text]:
    """Yield the whole review, addressed to the ``viewer`` seat if given."""
    yield from headline_lines(review, messages, viewer)
    yield Text(messages.say("review.curve"), _HEAD)
    yield from curve_lines(review, messages)
    if not review.record.is_finished:
        yield Text(messages.say("review.running"), _QUIET)
    yield Text()
    yield from account_lines(review, messages)
    yield Text()
    yield Text(messages.say("review.worst"), _HEAD)
    yield from mistake_lines(review, messages)
    yield Text()
    yield Text(messages.say("review.luckiest"), _HEAD)
    yield from throw_lines(review, messages)
    yield Text()
    yield Text(f"{messages.say('review.luck_told')} {describe_maker(review, messages)}", _QUIET)


def headline_lines(review: Review, messages: Messages, viewer: int | None = None) -> Iterator[Text]:
    """Yield the headline and the decisive moments of a finished game."""
    reported = report(review)
    headline = describe_headline(reported, messages, viewer)
    if headline is None:
        return
    yield Text(headline, _HEAD)
    yield Text()
    if decisive := moments(reported, viewer):
        yield Text(messages.say("review.moments"), _HEAD)
    for number, moment in enumerate(decisive, 1):
        yield Text(f"{number}. {describe_moment(moment, reported, messages, viewer)}")
        yield Text(f"   {describe_change(moment, reported, messages, viewer)}", _GOOD if moment.change > 0 else _BAD)
    if decisive:
        yield Text()


def curve_lines(review: Review, messages: Messages, width: int = _WIDTH) -> Iterator[Text]:
    """Yield bars of each player's win share over the game, and marks for the turns below them."""
    names = review.record.names
    room = width - _NAME - 8
    columns = _columns(review.curve, room)
    for seat, style in zip(range(review.record.game.players), _STYLES, strict=False):
        levels = [round(8 * _ROWS * point.shares[seat]) for point in columns]
        for row in reversed(range(_ROWS)):
            label, end = (
                ("", "") if row else (_cut(seat_name(seat, names)), f" {messages.percent(review.result[seat], 0):>6}")
            )
            bars = "".join(_EIGHTHS[max(0, min(8, level - 8 * row))] for level in levels)
            yield Text(label.ljust(_NAME)).append(bars, style).append(end, _HEAD)
    turn_marks, last = "", -1
    for point in columns:
        turn_marks += SEATS[point.seat] if point.seat is not None and point.turn != last else "·"
        last = point.turn
    yield Text(" " * _NAME + turn_marks, _QUIET)


def _columns(curve: Sequence[Point], room: int) -> list[Point]:
    """Return at most ``room`` evenly spaced points of the curve, including the last one."""
    count = min(room, len(curve))
    last = len(curve) - 1
    return [curve[round(last * column / max(1, count - 1))] for column in range(count)]


def account_lines(review: Review, messages: Messages) -> Iterator[Text]:
    """Yield a table that splits each player's win share into its causes, then a grade for each player."""
    accounts, names = review.accounts, review.record.names
    accounts_json = [account.to_json() for account in accounts]
    parts = parts_of(accounts_json)
    names_of_columns = [messages.say("review.start"), *(part_label(name, messages) for name in parts)]
    upper, lower = _two_lines(["", *names_of_columns, messages.say("review.result")])
    rows = [
        [
            _cut(seat_name(account.seat, names)),
            messages.percent(account.start),
            *(signed(part(account_json, name), messages) for name in parts),
            messages.percent(account.result),
        ]
        for account, account_json in zip(accounts, accounts_json, strict=True)
    ]
    widths = [max(map(len, column)) for column in zip(upper, lower, *rows, strict=True)]
    for heads in (upper, lower):
        yield Text(_row(heads, widths), _QUIET)
    for account_json, row in zip(accounts_json, rows, strict=True):
        yield _coloured([part(account_json, name) for name in parts], parts, row, widths)
    for account in accounts:
        sentence = describe_grade(seat_grade(review, account.seat), account.decisions, messages)
        yield Text(f"{seat_name(account.seat, names)}: {sentence}", _QUIET)


def _two_lines(heads: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split each heading into two lines, with its last word on the lower one."""
    parted = [head.rpartition(" ") for head in heads]
    return [front for front, _, _ in parted], [last for _, _, last in parted]


def _row(cells: Iterable[str], widths: Iterable[int]) -> str:
    first, *rest = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
    return "  ".join([first.strip().ljust(len(first)), *rest])


def _coloured(values: Sequence[float], parts: Sequence[str], row: Sequence[str], widths: Sequence[int]) -> Text:
    line = Text(row[0].ljust(widths[0]), _HEAD).append("  " + row[1].rjust(widths[1]), "not bold")
    for value, name, cell, width in zip(values, parts, row[2:-1], widths[2:-1], strict=True):
        style = _QUIET if name == "residual" or abs(value) < 0.0005 else _GOOD if value > 0 else _BAD
        line.append("  " + cell.rjust(width), f"not bold {style}")
    return line.append("  " + row[-1].rjust(widths[-1]), _HEAD)


def mistake_lines(review: Review, messages: Messages, most: int = _MOST_MISTAKES) -> Iterator[Text]:
    """Yield the costliest mistakes, each with the better choice."""
    if not review.mistakes:
        yield Text(messages.say("review.none"), _QUIET)
    for decision in review.mistakes[:most]:
        yield Text(describe_mistake(decision, messages, review.record.names))


def throw_lines(review: Review, messages: Messages, most: int = _MOST_THROWS) -> Iterator[Text]:
    """Yield the rolls that most changed the win share of the player who rolled."""
    rolls = [throw for throw in review.throws if throw.seat is not None]
    for throw in sorted(rolls, key=lambda throw: -abs(_own_luck(throw)))[:most]:
        assert throw.seat is not None
        luck = _own_luck(throw)
        yield Text(
            describe_throw(throw, messages.of(review.record.game), review.record.names), _GOOD if luck > 0 else _BAD
        )


def _own_luck(throw: Throw) -> float:
    assert throw.seat is not None
    return throw.luck[throw.seat]


def _cut(name: str) -> str:
    return name if len(name) < _NAME else f"{name[: _NAME - 2]}…"
