"""The rules pages: Markdown in every language, with numbered rules."""

import re

from roost.core.errors import OptionError, quote
from roost.core.game import Game
from roost.core.words import Language, Messages, words_in
from roost.core.words.rulings import rulings_page
from roost.core.words.sentences import option_meaning

_RULE = re.compile(r"^- \*\*(?P<number>[A-Z]+-\d+)\*\* .*(?:\n  .*)*", re.MULTILINE)
_MARKER = re.compile(r"\*(\([^*]+\))\*")
_CONTINUED = re.compile(r"(?<=[^\n])\n {0,3}(?=[^\s#|>-])(?!\d+\. )")
"""The end of a line that goes on in the next one, which is no heading, list entry or row of a table."""
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def rules_pages(game: type[Game], language: Language) -> list[str]:
    """Return a game's rules pages in Markdown: its own, its family's, and the page about rulings.

    Pages missing in a language are returned in English. A game without pages gets one made from its declaration.
    """
    rulings = rulings_page(game, language)
    return [*written_pages(game, language), *([] if rulings is None else [rulings])]


def written_pages(game: type[Game], language: Language) -> list[str]:
    """Return the rules pages of a game without the page about rulings."""
    pages = words_in(language, game, "rules.{}.md")
    return [page.read_text(encoding="utf-8") for page, _ in pages] or [_declared(game, Messages(language))]


def _declared(game: type[Game], messages: Messages) -> str:
    """Make a rules page from a game's docstring and options."""
    lines = [f"# {game.title}", "", " ".join((game.__doc__ or game.title).split()), ""]
    lines += [f"- `{option.name}` {option_meaning(option, game, messages)}" for option in game.options().values()]
    return "\n".join(lines) + "\n"


def find_rule(number: str, pages: list[str]) -> str:
    """Return the rule with this number, in Markdown."""
    rules = {match["number"]: match[0] for page in pages for match in _RULE.finditer(page)}
    rule = rules.get(number.upper())
    if rule is None:
        raise OptionError(f"there is no rule {quote(number)}; the rules are {', '.join(rules)}", input=number)
    return rule


def unwrapped(markdown: str) -> str:
    """Return a page with each paragraph and each rule on one line, to be wrapped at any width."""
    return _CONTINUED.sub(" ", markdown)


def plain(markdown: str) -> str:
    """Convert a page or a rule from Markdown to plain text; marks become words in brackets."""
    text = _MARKER.sub(lambda match: f"[{match[1][1:-1]}]", markdown)
    text = _HEADING.sub(lambda match: f"{match[1]}\n{'-' * len(match[1])}", text)
    return text.replace("**", "").replace("`", "")
