"""A parser for rules pages: titles, sections, numbered rules and marked words, for screens with their own layout.

The pages use only a few Markdown marks, all of which are parsed here. Screens therefore need no Markdown renderer,
and need not trust its output.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias, cast

from roost.core.words import Language, page_catalogue

SpanKind: TypeAlias = Literal["text", "code", "label", "ruling", "assumed", "rule"]
"""The kinds of spans: plain text, code, a bold label, the mark of a ruling or an assumption, a rule's number."""

_NUMBER = r"[A-Z]+-\d+"
_NUMBERED = re.compile(rf"\*\*({_NUMBER})\*\* +")


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a sentence: plain text, an option's name, the mark of a ruling, or a rule's number."""

    kind: SpanKind
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph or a list item."""

    number: str | None
    """The rule's number; None if the paragraph is not a rule."""
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The text under one heading."""

    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A parsed rules page."""

    title: str
    lead: tuple[Paragraph, ...]
    sections: tuple[Section, ...]


def structure(markdown: str) -> RulesPage:
    """Parse a rules page."""
    head, *parts = re.split(r"^## ", markdown, flags=re.MULTILINE)
    title, _, lead = head.partition("\n")
    sections = []
    for part in parts:
        name, _, body = part.partition("\n")
        sections.append(Section(name.strip(), tuple(_paragraphs(body))))
    return RulesPage(title.removeprefix("# ").strip(), tuple(_paragraphs(lead)), tuple(sections))


def _paragraphs(body: str) -> Iterator[Paragraph]:
    for block in re.split(r"\n\s*\n|\n(?=- )", body.strip()):
        text = " ".join(block.removeprefix("- ").split())
        numbered = _NUMBERED.match(text)
        number = None
        if numbered:
            number, text = numbered[1], text[numbered.end() :]
        yield Paragraph(number, tuple(_spans(text)))


@cache
def _marked() -> re.Pattern[str]:
    """Return a pattern that matches all marks. Each language has its own words for rulings and assumptions."""
    ruling, assumed = (
        "|".join(re.escape(page_catalogue(language)[f"rules.{mark}_mark"].other) for language in Language)
        for mark in ("ruling", "assumed")
    )
    return re.compile(
        rf"`(?P<code>[^`]+)`|\*\*(?P<label>[^*]+)\*\*|\*\((?P<ruling>{ruling})\)\*|\*\((?P<assumed>{assumed})\)\*"
        rf"|\b(?P<rule>{_NUMBER})\b"
    )


def _spans(text: str) -> Iterator[Span]:
    start = 0
    for match in _marked().finditer(text):
        if match.start() > start:
            yield Span("text", text[start : match.start()])
        kind = cast("SpanKind", match.lastgroup)
        yield Span(kind, match[kind])
        start = match.end()
    if start < len(text):
        yield Span("text", text[start:])
