"""The rules pages taken apart: titles, sections, numbered rules and marked words, for screens that lay them out anew.

The pages use a handful of Markdown's marks, and all of them are known here: whatever shows the parts never has to
read Markdown, let alone trust it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias, cast

from roost.core.words import Language, page_catalogue

SpanKind: TypeAlias = Literal["text", "code", "label", "ruling", "assumed", "rule"]
"""The kinds of parts of a sentence: plain text, code, what stands out, a mark of a ruling, or the number of a rule."""

_NUMBER = r"[A-Z]+-\d+"
_NUMBERED = re.compile(rf"\*\*({_NUMBER})\*\* +")


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a sentence: plain text, an option's name, a mark that something is a ruling, or a rule's number."""

    kind: SpanKind
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, or an item of a list."""

    number: str | None
    """The number of the rule, if it is one."""
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The text under one heading."""

    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One page."""

    title: str
    lead: tuple[Paragraph, ...]
    sections: tuple[Section, ...]


def structure(markdown: str) -> RulesPage:
    """The parts of a rules page."""
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
    """The marks within a sentence. Each language has its own words for rulings and for what is assumed."""
    ruling, assumed = (
        "|".join(re.escape(page_catalogue(language)[f"rules.{mark}_mark"].other) for language in Language)
        for mark in ("ruling", "assumed")
    )
    return re.compile(
        rf"`(?P<code>[^`]+)`|\*\*(?P<label>[^*]+)\*\*|\*\((?P<ruling>{ruling})\)\*|\*\((?P<assumed>{assumed})\)\*"
        rf"|\b(?P<rule>{_NUMBER})\b"
    )


def _spans(text: str) -> Iterator[Span]:
    at = 0
    for found in _marked().finditer(text):
        if found.start() > at:
            yield Span("text", text[at : found.start()])
        kind = cast("SpanKind", found.lastgroup)
        yield Span(kind, found[kind])
        at = found.end()
    if at < len(text):
        yield Span("text", text[at:])
