"""The rules pages: Markdown in every language, with every rule numbered."""

import re

from roost.core.errors import OptionError, quote
from roost.core.game import Game
from roost.core.words import Language, Messages, words_in
from roost.core.words.rulings import rulings_page
from roost.core.words.sentences import option_meaning

_RULE = re.compile(r"^- \*\*(?P<number>[A-Z]+-\d+)\*\* .*(?:\n  .*)*", re.MULTILINE)
_MARKER = re.compile(r"\*(\([^*]+\))\*")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def rules_pages(game: type[Game], language: Language) -> list[str]:
    """The pages of a game in Markdown: its own, those of its family, and one about what they mark as ours.

    In English, where a language has none. A game without a page has one made of what it declares.
    """
    rulings = rulings_page(game, language)
    return [*written_pages(game, language), *([] if rulings is None else [rulings])]


def written_pages(game: type[Game], language: Language) -> list[str]:
    """The same without the page that is made of the marks."""
    pages = words_in(language, game, "rules.{}.md")
    return [page.read_text(encoding="utf-8") for page, _ in pages] or [_declared(game, Messages(language))]


def _declared(game: type[Game], messages: Messages) -> str:
    """A page made of a game's own description and its options."""
    lines = [f"# {game.title}", "", " ".join((game.__doc__ or game.title).split()), ""]
    lines += [f"- `{option.name}` {option_meaning(option, game, messages)}" for option in game.options().values()]
    return "\n".join(lines) + "\n"


def find_rule(number: str, pages: list[str]) -> str:
    """One rule by its number, in Markdown."""
    rules = {found["number"]: found[0] for page in pages for found in _RULE.finditer(page)}
    rule = rules.get(number.upper())
    if rule is None:
        raise OptionError(f"no rule {quote(number)} here; the rules are {', '.join(rules)}", input=number)
    return rule


def plain(markdown: str) -> str:
    """A page or a rule as plain text: what was marked stays marked, in plain characters."""
    text = _MARKER.sub(lambda found: f"[{found[1][1:-1]}]", markdown)
    text = _HEADING.sub(lambda found: f"{found[1]}\n{'-' * len(found[1])}", text)
    return text.replace("**", "").replace("`", "")
