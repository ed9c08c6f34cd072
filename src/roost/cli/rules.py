"""``roost rules``: show the rules pages."""

import os
import sys

from roost.cli.screen import console, messages_in
from roost.core.registry import game_type
from roost.core.words import Language
from roost.core.words.pages import find_rule, plain, rules_pages

_WIDEST = 100
"""Maximum length of a line in a terminal, in characters, because longer lines are tiring to read."""


def show_rules(game: str, number: str | None, language: Language | None) -> None:
    """Show a game's rules in a pager, or one rule. For a pipe, print plain text."""
    pages = rules_pages(game_type(game), messages_in(language).language)
    text = "\n".join(pages) if number is None else find_rule(number, pages)
    if not sys.stdout.isatty():
        print(plain(text).rstrip())
        return
    from rich.markdown import Markdown
    from rich.theme import Theme

    out = console()
    out.push_theme(Theme({"markdown.strong": "bold cyan", "markdown.em": "bold yellow", "markdown.code": "green"}))
    width = min(out.width, _WIDEST)
    if number is not None:
        out.print(Markdown(text), width=width)
        return
    os.environ.setdefault("LESS", "-FRX")  # show colours, and do not wait if the text fits on the screen, as Git does
    with out.pager(styles=sys.platform != "win32"):  # the Windows pager shows no colours
        out.print(Markdown(text), width=width)
