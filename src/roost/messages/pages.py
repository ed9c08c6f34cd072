"""The rules pages: Markdown in both languages, with every rule numbered."""

from __future__ import annotations

import re
from importlib.resources import files

from roost.core.errors import OptionError, quote
from roost.core.game import Game
from roost.games.set_aside import SetAsideGame
from roost.messages import Language

__all__ = ["find_rule", "plain", "rules_pages"]

_RULE = re.compile(r"^- \*\*(?P<number>[A-Z]+-\d+)\*\* .*(?:\n  .*)*", re.MULTILINE)
_MARKER = re.compile(r"\*(\([^*]+\))\*")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def rules_pages(game: type[Game], language: Language) -> list[str]:
    """The pages of a game in Markdown: its own, and the turn that it shares with others, if it does."""
    names = [game.name, "set_aside"] if issubclass(game, SetAsideGame) else [game.name]
    folder = files("roost").joinpath("rules")
    pages = [folder.joinpath(f"{name}.{language.value}.md") for name in names]
    if not pages[0].is_file():
        raise OptionError(f"{game.name} comes from another package and has no rules page here", input=game.name)
    return [page.read_text(encoding="utf-8") for page in pages]


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
