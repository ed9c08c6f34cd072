"""Reading a card back from what is printed: the proof that the print says all that the card says."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

from roost.core.errors import NotationError, quote
from roost.core.game import Game
from roost.core.words import Messages
from roost.study.cards.card import Card, Condition, Rule, Section, Size, Table
from roost.study.cards.face import Decision, Points, decisions_of
from roost.study.cards.printed_card import EMPTY, STOP, capital

_LINE = re.compile(r"\d+\. (?P<said>.+)")
_MARK = "\0"
"""Fills the places of a sentence whose pattern is made."""
_CONDITIONS: dict[str, Callable[[str, int], Condition]] = {
    "least": lambda name, n: Condition(name, n, None),
    "below": lambda name, n: Condition(name, None, n - 1),
    "some": lambda name, n: Condition(name, 1, None),
    "none": lambda name, n: Condition(name, None, 0),
}
"""The meaning of each form of words."""

_Value = TypeVar("_Value")


def read_card(text: str, kind: type[Game], messages: Messages) -> Card:
    """The card of a game that was printed as this text, in the language of ``messages``."""
    words, decisions = messages.of(kind), decisions_of(kind)
    head, *blocks, note = [block.splitlines() for block in re.split(r"\n\s*\n", text.strip())]
    sizes = {words.say("card.title", title=kind.title, size=words.say(f"card.{size.value}")): size for size in Size}
    size = _known(sizes, head[0], "title")
    _known({words.say(f"card.note.{size.value}"): size}, " ".join(note), "note")
    names = {words.say(f"card.section.{name}"): name for name in decisions}
    firsts = [name for title, name in names.items() if head[1].endswith(words.say("card.first", section=title))]
    sections: list[Section] = []
    for first, *rest in blocks:
        if first in names:
            name = names[first]
            sections.append(Section(name, _rules(rest, name, decisions[name], words)))
            continue
        decision, rules, tables = sections[-1].decision, sections[-1].rules, sections[-1].tables
        tables = (*tables, _table(first, rest, decisions[decision], words))
        sections[-1] = Section(decision, rules, tables)
    return Card(kind.name, size, tuple(sections), *firsts)


def _rules(lines: Sequence[str], name: str, decision: Decision, words: Messages) -> tuple[Rule, ...]:
    """The lines of a section. One that only sends the reader to the tables is no rule: they come last by themselves."""
    advice = {words.say(f"card.advice.{name}.{key}"): key for key in decision.advice}
    points = _pattern(words.say("card.add_up", tables=_MARK) + STOP, r"[A-Z]( \+ [A-Z])*")
    rules = []
    for line in lines:
        found = _LINE.fullmatch(line)
        if found is None:
            raise NotationError(f"{quote(line)} is no line of this card", input=line)
        when, advised = _parted(found["said"], advice)
        if not points.search(found["said"]):
            rules.append(Rule(_conditions(when, decision, words), _known(advice, advised, "advice")))
    return tuple(rules)


def _parted(line: str, advice: Collection[str]) -> tuple[str, str]:
    """The question of a line, and the advice that it ends with; nothing, where it ends with none."""
    ends = [said for said in advice if line.removesuffix(STOP).endswith((f" {said}", f" {capital(said)}"))]
    found = max(ends, key=len, default="")
    return line[: len(line) - len(f" {found}{STOP}")], found


def _conditions(text: str, decision: Decision, words: Messages) -> tuple[Condition, ...]:
    if text in [words.say(f"card.{lead}") for lead in ("otherwise", "if_possible", "always")]:
        return ()
    asked = _pattern(words.say("card.asked", when=_MARK), "(.+)").fullmatch(text)
    joint = words.say("card.and", one=_MARK, other=_MARK).strip(_MARK)
    parts = [] if asked is None else asked[1].split(joint)
    return tuple(_condition(part, decision, words) for part in parts) if parts else (_condition(text, decision, words),)


def _condition(text: str, decision: Decision, words: Messages) -> Condition:
    for n in {0, *map(int, re.findall(r"\d+", text))}:
        for name in decision.features:
            for form, make in _CONDITIONS.items():
                said = words.say_if_known(f"card.when.{name}.{form}", n=n)
                if said is not None and capital(said) == capital(text):
                    return make(name, n)
    raise NotationError(f"{quote(text)} is no condition of this card", input=text)


def _table(title: str, lines: Sequence[str], decision: Decision, words: Messages) -> Table:
    for name, kind in decision.tables.items():
        said = words.say("card.table_title", letter=_MARK, title=words.say(f"card.table.{name}"))
        if _pattern(said, "[A-Z]").fullmatch(title):
            return Table(name, _points(lines, kind, words))
    raise NotationError(f"{quote(title)} is no table of this card", input=title)


def _points(lines: Sequence[str], kind: Points, words: Messages) -> tuple[tuple[int | None, ...], ...]:
    """The numbers of a table. Rows and columns that are not printed hold nothing."""
    rows, columns = (
        {label: place for place, label in enumerate(axis.labels(words))} for axis in (kind.rows, kind.columns)
    )
    head, *body = lines
    shown = [_known(columns, label, "column") for label in head.split()]
    points: list[list[int | None]] = [[None] * kind.columns.size for _ in rows]
    for line in body:
        label, *cells = line.rsplit(None, len(shown))
        row = points[_known(rows, label.strip(), "row")]
        for place, cell in zip(shown, cells, strict=True):
            row[place] = None if cell == EMPTY else int(cell)
    return tuple(map(tuple, points))


def _pattern(said: str, place: str) -> re.Pattern[str]:
    """The pattern of a sentence whose places were filled with marks."""
    return re.compile(re.escape(said).replace(re.escape(_MARK), place))


def _known(known: Mapping[str, _Value], text: str, what: str) -> _Value:
    if text not in known:
        raise NotationError(f"{quote(text)} is no {what} of this card", input=text)
    return known[text]
