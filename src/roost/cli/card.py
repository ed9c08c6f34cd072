"""``roost card``: show a game's strategy card as text, or write it as a printable file."""

import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap

from roost.cli.screen import messages_in
from roost.core.registry import game_type
from roost.core.words import Language
from roost.play.web.styles import squeezed
from roost.study.cards import Size, card_for
from roost.study.cards.printed_card import CardTable, CardView, print_card, text_lines

_STYLES = "tokens", "base", "parts", "arrangements", "study-card"
"""The web page's style sheets that a printed card uses."""

_WIDEST = 80
"""Maximum length of a line of text, in characters."""


def show_card(game: str, size: str, html: Path | None, language: Language | None) -> None:
    """Print a card as text, or write it as an HTML page."""
    messages = messages_in(language)
    card = print_card(card_for(game_type(game), Size(size)), messages)
    if html is None:
        width = min(get_terminal_size().columns, _WIDEST)
        for line in text_lines(card):
            print("\n".join(wrap(line, width, subsequent_indent=_indent(line))) if len(line) > width else line)
        return
    html.write_text("\n".join([*html_page(card, messages.language), ""]), encoding="utf-8")
    print(html)


def _indent(line: str) -> str:
    """Return the indent of a line's continuation: none, or below the text after a number."""
    number, dot, _ = line.partition(". ")
    return " " * len(number + dot) if number.isdecimal() else ""


def html_page(card: CardView, language: Language) -> Iterator[str]:
    """Yield the lines of a self-contained HTML page in A6 size, laid out like the card on the web page."""
    styles = files("roost.play.web") / "static/style"
    style = b"".join((styles / f"{name}.css").read_bytes() for name in _STYLES)
    style = re.sub(rb"@font-face \{[^}]*\}", b"", style)  # the typeface is in files of its own
    yield f'<!doctype html><html lang="{language.value}"><meta charset="utf-8"><title>{escape(card.title)}</title>'
    yield f'<meta name="viewport" content="width=device-width"><style>{squeezed(style).decode()}</style>'
    yield f'<main class="page"><article class="strategy-card stack gap-3" data-paper="A6"><h1>{escape(card.title)}</h1>'
    yield f'<p class="soft small">{escape(card.how)}</p>'
    number = 1
    for section in card.sections:
        yield f'<section><h2>{escape(section.title)}</h2><ol start="{number}">'
        yield from (f"<li>{escape(line.when)} <b>{escape(line.advice)}</b></li>" for line in section.lines)
        yield '</ol><div class="strategy-card__tables wraps gap-4">'
        yield from map(_table, section.tables)
        yield "</div></section>"
        number += len(section.lines)
    yield f'<p class="soft small">{escape(card.note)}</p></article></main></html>'


def _table(table: CardTable) -> str:
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in table.columns)
    rows = (
        f'<tr><th scope="row">{escape(row.label)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row.cells)}</tr>'
        for row in table.rows
    )
    return (
        f'<div class="strategy-card__wide"><table class="strategy-card__table small"><caption>{escape(table.title)}'
        f"</caption><thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )
