"""The rulings of a game: what its rules pages mark as ours, and why it is so.

A page marks a sentence as a ruling or as assumed. What is unclear in the box, why we decide so and which option plays
it the other way stands beside the page, in ``rulings.en.toml`` and so on: a table for each mark, in the order of the
marks. A game from outside may have marks alone.
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
"""The marks on the pages, with the sections of :func:`rulings_page` that they make."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One marked sentence of a rules page."""

    number: str
    """The rule it belongs to."""
    mark: Mark
    decided: str
    """The sentence itself."""
    unclear: str | None = None
    """The point that the box leaves open."""
    why: str | None = None
    """The reason for our decision."""
    option: str | None = None
    """The option that plays it the other way."""


def rulings(game: type[Game], language: Language) -> list[Ruling]:
    """Everything that the pages of a game mark, in their order."""
    reasons: dict[str, list[dict[str, str]]] = {}
    for file, _ in words_in(language, game, "rulings.{}.toml"):
        reasons |= tomllib.loads(file.read_text(encoding="utf-8"))
    found = []
    for page, _ in words_in(language, game, "rules.{}.md"):
        for number, mark, decided in _marked(page.read_text(encoding="utf-8")):
            known = reasons.get(number)
            found.append(Ruling(number, mark, decided, **(known.pop(0) if known else {})))
    return found


def _marked(page: str) -> Iterator[tuple[str, Mark, str]]:
    """The number, the mark and the sentence before it, for every mark of a page."""
    for section in structure(page).sections:
        for paragraph in section.paragraphs:
            told = ""
            for span in paragraph.spans:
                if paragraph.number is not None and (span.kind == "ruling" or span.kind == "assumed"):
                    yield paragraph.number, span.kind, re.split(r"(?<=[.!?])\s+", told.strip())[-1]
                    told = ""
                else:
                    told += span.text


def rulings_page(game: type[Game], language: Language) -> str | None:
    """A page in Markdown about everything that is marked; none for a game without marks."""
    marked = rulings(game, language)
    if not marked:
        return None
    say = {key: message.other for key, message in page_catalogue(language).items() if key.startswith("rules.")}
    lines = [f"# {say['rules.decided']}", "", say["rules.decided_told"], ""]
    for mark in MARKS:
        here = [ruling for ruling in marked if ruling.mark == mark]
        if here:
            lines += [f"## {say[f'rules.{mark}_all']}", "", *(_item(ruling, say) for ruling in here), ""]
    return "\n".join(lines)


def _item(ruling: Ruling, say: dict[str, str]) -> str:
    """One ruling as an item of a list."""
    parts = [f"- {ruling.number}: {ruling.decided}"]
    for key, text in (("unclear", ruling.unclear), ("why", ruling.why)):
        if text is not None:
            parts.append(f"**{say[f'rules.{key}']}** {text}")
    if ruling.option is not None:
        parts.append(f"**{say['rules.other_way']}** `{ruling.option}`.")
    return " ".join(parts)
