"""A game's rulings: sentences in its rules pages that Roost decided, with the reasons.

A page marks a sentence as a ruling or as assumed. The files ``rulings.en.toml`` and so on hold a table for each mark,
in the same order. A table gives the unclear point in the printed rules, the reason for the decision, and the option
that plays the other way. A game from outside may have marks without tables.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from roost.core.game import Game
from roost.core.words import Language, page_catalogue, words_in
from roost.core.words.structure import structure

Mark = Literal["ruling", "assumed"]
MARKS: tuple[Mark, ...] = ("ruling", "assumed")
"""The marks, in the order of the sections of :func:`rulings_page`."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A marked sentence on a rules page."""

    number: str
    mark: Mark
    decided: str
    """The marked sentence."""
    unclear: str | None = None
    """The point that the printed rules leave open."""
    why: str | None = None
    """The reason for our decision."""
    option: str | None = None
    """The option that selects the other interpretation."""


def rulings(game: type[Game], language: Language) -> list[Ruling]:
    """Return all rulings of a game in the order of its pages."""
    reasons: dict[str, list[dict[str, str]]] = {}
    for file, _ in words_in(language, game, "rulings.{}.toml"):
        reasons |= tomllib.loads(file.read_text(encoding="utf-8"))
    rulings = []
    for page, _ in words_in(language, game, "rules.{}.md"):
        for number, mark, decided in _marked(page.read_text(encoding="utf-8")):
            known = reasons.get(number)
            rulings.append(Ruling(number, mark, decided, **(known.pop(0) if known else {})))
    return rulings


def _marked(page: str) -> Iterator[tuple[str, Mark, str]]:
    """Yield every mark on a page, with the rule's number and the marked sentence."""
    for section in structure(page).sections:
        for paragraph in section.paragraphs:
            text = ""
            for span in paragraph.spans:
                if paragraph.number is not None and (span.kind == "ruling" or span.kind == "assumed"):
                    yield paragraph.number, span.kind, re.split(r"(?<=[.!?])\s+", text.strip())[-1]
                    text = ""
                else:
                    text += span.text


def rulings_page(game: type[Game], language: Language) -> str | None:
    """Return a page in Markdown about all rulings of a game, or None for a game without rulings."""
    marked = rulings(game, language)
    if not marked:
        return None
    say = {key: message.other for key, message in page_catalogue(language).items() if key.startswith("rules.")}
    lines = [f"# {say['rules.decided']}", "", say["rules.decided_told"], ""]
    for mark in MARKS:
        section = [ruling for ruling in marked if ruling.mark == mark]
        if section:
            lines += [f"## {say[f'rules.{mark}_all']}", "", *(_item(ruling, say) for ruling in section), ""]
    return "\n".join(lines)


def _item(ruling: Ruling, say: dict[str, str]) -> str:
    """Format a ruling as a Markdown list item."""
    parts = [f"- {ruling.number}: {ruling.decided}"]
    for key, text in (("unclear", ruling.unclear), ("why", ruling.why)):
        if text is not None:
            parts.append(f"**{say[f'rules.{key}']}** {text}")
    if ruling.option is not None:
        parts.append(f"**{say['rules.other_way']}** `{ruling.option}`.")
    return " ".join(parts)
