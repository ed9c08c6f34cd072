"""Draw a review as one self-contained SVG: win shares over the game, and each player's luck and mistakes.

It is drawn from a report, so a stored review can be drawn again in any language.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from roost.core.notation import SEATS
from roost.core.outcome import Outcome
from roost.core.registry import position
from roost.core.words import Messages
from roost.core.words.sentences import describe_outcome
from roost.study.review.columns import part, part_label, parts_of
from roost.study.review.sentences import signed
from roost.study.svg import escape

Report = Mapping[str, Any]

_COLOURS = (
    ("#b8322a", "#f08a80"),
    ("#22609f", "#7db4f0"),
    ("#3c7431", "#96cf87"),
    ("#7a4a9c", "#cba0e8"),
    ("#0f706c", "#67cfc9"),
    ("#9c560f", "#e9ae63"),
    ("#a1356b", "#f08fbd"),
)
"""Each seat's colours for light and for dark backgrounds. Lines also differ by their dashes, and are labelled."""
_DASHES = ("", "9 4", "3 3", "12 4 3 4", "6 3", "1 4", "14 5")

_WIDTH = 800
_LEFT, _RIGHT = 52, 128
_TOP, _HEIGHT = 16, 250
_AXIS = 34
_HEAD = 74
_NAMES = 150
_ROW = 40
_LONGEST_NAME = 14
_LONGEST_TITLE = 70

_LIGHT, _DARK = 0, 1
_INK, _QUIET = ("#2b2320", "#f3ece4"), ("#6b5f58", "#b5a99e")
_GRID, _PAPER = ("#e3d9cf", "#453c36"), ("#fffaf3", "#1f1a17")


def _paints(theme: int) -> str:
    """Return colour rules for a theme.

    The colours are spelt out, because few programs besides browsers support CSS variables.
    """
    rules = [
        f"text {{ fill: {_INK[theme]} }}",
        f".quiet {{ fill: {_QUIET[theme]} }}",
        f".grid {{ stroke: {_GRID[theme]} }}",
        f".zero {{ stroke: {_QUIET[theme]} }}",
        f".paper {{ fill: {_PAPER[theme]} }}",
        f".mistake {{ stroke: {_PAPER[theme]} }}",
    ]
    for seat, colours in enumerate(_COLOURS):
        rules += [f".s{seat} {{ fill: {colours[theme]} }}", f".line.s{seat} {{ stroke: {colours[theme]}; fill: none }}"]
    return "\n".join(rules)


_STYLE = f"""
text {{ font: 13px system-ui, sans-serif }}
.title {{ font-size: 19px; font-weight: 650 }}
.name {{ font-weight: 600 }}
.line {{ stroke-width: 2.2; stroke-linejoin: round }}
.mistake {{ stroke-width: 1.5 }}
{_paints(_LIGHT)}
@media screen and (prefers-color-scheme: dark) {{
{_paints(_DARK)}
}}
"""


def picture(report: Report, messages: Messages) -> str:
    """Return the picture as SVG text: the players, the win shares over the game, and the accounts."""
    height = _HEAD + _TOP + _HEIGHT + _AXIS + 30 + 24 + _ROW * len(report["accounts"]) + 34
    title = escape(_cut(f"{report['title']}: {', '.join(report['names'])}", _LONGEST_TITLE))
    described = "; ".join(_description(account, report["names"], messages) for account in report["accounts"])
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" aria-labelledby="t d">',
        f'<title id="t">{title}</title>',
        f'<desc id="d">{escape(described)}</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{_WIDTH}" height="{height}"/>',
        f'<text class="title" x="20" y="34">{title}</text>',
        f'<text class="quiet" x="20" y="56">{escape(_outcome(report, messages))}</text>',
        f'<g transform="translate(0 {_HEAD})">',
        *_curve(report, messages),
        "</g>",
        f'<g transform="translate(0 {_HEAD + _TOP + _HEIGHT + _AXIS + 30})">',
        *_accounts(report, messages),
        "</g>",
        f'<text class="quiet" x="20" y="{height - 12}">Roost</text>',
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _outcome(report: Report, messages: Messages) -> str:
    data = report["outcome"]
    if data is None:
        return messages.say("review.running")
    outcome = Outcome(tuple(data["scores"]), tuple(data["winners"]), data["reason"], data["decided_by"])
    return describe_outcome(outcome, position(report["start"]).game, messages, report["names"])


def _curve(report: Report, messages: Messages) -> Iterator[str]:
    """Draw the win shares over the game: a line per seat, a mark per turn, and a triangle per mistake."""
    curve = report["curve"]
    last, wide, bottom = len(curve) - 1, _WIDTH - _LEFT - _RIGHT, _TOP + _HEIGHT

    def across(place: int) -> float:
        return _LEFT + wide * place / last

    def down(share: float) -> float:
        return bottom - _HEIGHT * share

    for tick in (0, 25, 50, 75, 100):
        y, label = down(tick / 100), messages.percent(tick / 100, 0)
        yield f'<path class="grid" d="M{_LEFT} {y:.1f}H{_LEFT + wide}"/>'
        yield f'<text class="quiet" x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
    yield from _turn_marks(report["turns"], last, across, bottom)
    for seat in range(report["players"]):
        path = " ".join(f"{across(place):.1f},{down(shares[seat]):.1f}" for place, shares in enumerate(curve))
        dash = f' stroke-dasharray="{_DASHES[seat]}"' if _DASHES[seat] else ""
        yield f'<polyline class="line s{seat}" points="{path}"{dash}/>'
    for mistake in report["mistakes"]:
        x, y = across(mistake["place"] + 1), down(curve[mistake["place"] + 1][mistake["seat"]])
        yield f'<path class="mistake s{mistake["seat"]}" d="M{x:.1f} {y - 4:.1f}l-6 -11h12z"/>'
    yield from _end_labels(report, down, _LEFT + wide + 10)


def _turn_marks(turns: Sequence[Report], last: int, across: Callable[[int], float], bottom: int) -> Iterator[str]:
    """Draw a block per turn below the curve, with the letter of the player if there is enough space."""
    ends = [turn["place"] for turn in turns[1:]] + [last]
    for turn, end in zip(turns, ends, strict=True):
        x, far, seat = across(turn["place"]), across(end), turn["seat"]
        wide = max(1, far - x - 1)
        yield f'<rect class="turn s{seat}" x="{x + 0.5:.1f}" y="{bottom + 4}" width="{wide:.1f}" height="7"/>'
        if far - x >= 12:
            middle = (x + far) / 2
            yield f'<text class="quiet" x="{middle:.1f}" y="{bottom + 23}" text-anchor="middle">{SEATS[seat]}</text>'


def _end_labels(report: Report, down: Callable[[float], float], x: float) -> Iterator[str]:
    """Write each line's name at its right end, moved apart if several lines end close together."""
    places = sorted((down(share), seat) for seat, share in enumerate(report["curve"][-1]))
    lowest = _TOP + _HEIGHT + 4 - 17 * (len(places) - 1)
    y = -100.0
    for row, (wanted, seat) in enumerate(places):
        y = max(y + 17, min(wanted + 4, lowest + 17 * row))
        yield f'<text class="name s{seat}" x="{x}" y="{y:.1f}">{_name(report, seat)}</text>'


def _accounts(report: Report, messages: Messages) -> Iterator[str]:
    """Draw the accounts: a row per player, a column per part, and bars that extend left or right from zero."""
    accounts = report["accounts"]
    parts = parts_of(accounts)
    most = max(0.05, *(abs(part(account, name)) for account in accounts for name in parts))
    first, column = _NAMES + 20, (_WIDTH - _NAMES - 40) / len(parts)
    reach = column / 2 - 12
    for place, name in enumerate(parts):
        middle, label = first + column * (place + 0.5), escape(part_label(name, messages))
        yield f'<text class="quiet" x="{middle:.1f}" y="0" text-anchor="middle">{label}</text>'
    for row, account in enumerate(accounts):
        y, seat = 10 + _ROW * row, account["seat"]
        yield f'<text class="name s{seat}" x="20" y="{y + 17}">{_name(report, seat)}</text>'
        shares = f"{messages.percent(account['start'], 0)} → {messages.percent(account['result'], 0)}"
        yield f'<text class="quiet" x="20" y="{y + 33}">{shares}</text>'
        for place, name in enumerate(parts):
            value, middle = part(account, name), first + column * (place + 0.5)
            length = reach * abs(value) / most
            x = middle if value >= 0 else middle - length
            yield f'<path class="zero" d="M{middle:.1f} {y + 4}v18"/>'
            yield f'<rect class="bar s{seat}" x="{x:.1f}" y="{y + 8}" width="{length:.1f}" height="10" rx="2"/>'
            yield f'<text x="{middle:.1f}" y="{y + 33}" text-anchor="middle">{signed(value, messages)}</text>'


def _description(account: Report, names: Sequence[str], messages: Messages) -> str:
    """Describe the picture in words, for screen readers."""
    luck = account["own_luck"] + account["others_luck"] + account["draw"]
    return messages.say(
        "review.summary",
        seat=names[account["seat"]],
        luck=signed(luck, messages),
        mistakes=signed(-account["mistakes"], messages),
        gifts=signed(account["gifts"], messages),
    )


def _name(report: Report, seat: int) -> str:
    return escape(_cut(f"{SEATS[seat]} {report['names'][seat]}", _LONGEST_NAME))


def _cut(name: str, longest: int) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1]}…"
