"""``roost rules``: show the rules pages."""

import sys

from roost.cli.screen import console, messages_in
from roost.core.registry import game_type
from roost.core.words import Language
from roost.core.words.pages import find_rule, plain, rules_pages


def show_rules(game: str, number: str | None, language: Language | None) -> None:
    """Show a game's rules or one rule, formatted for a terminal or as plain text for a pipe."""
    pages = rules_pages(game_type(game), messages_in(language).language)
    text = "\n".join(pages) if number is None else find_rule(number, pages)
    if not sys.stdout.isatty():
        print(plain(text).rstrip())
        return
    from rich.markdown import Markdown
    from rich.theme import Theme

    out = console()
    out.push_theme(Theme({"markdown.strong": "bold cyan", "markdown.em": "bold yellow", "markdown.code": "green"}))
    out.print(Markdown(text))
