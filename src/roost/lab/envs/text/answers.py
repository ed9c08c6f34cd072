"""Read the move in what a language model wrote. A text that names two legal moves is refused, not guessed at."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from roost.core.errors import NotationError, quote
from roost.core.moves import Action
from roost.core.state import State
from roost.core.words import Messages
from roost.core.words.reasons import describe_reason

LONGEST = 8_192
"""Maximum length of an answer in characters."""
_MOST_NAMED = 20
"""Maximum number of places in an answer that are read."""
_NOISE = re.compile(r"[^0-9a-z@-]+")
_MARKS = {
    "tagged": re.compile(r"<(?:move|action|answer)>([^<]{1,200})</", re.I),
    "labelled": re.compile(
        r"\b(?:move|action|answer|choice|i (?:play|choose))(?: is|\W{0,4}:)\W{0,8}([^\n]{1,200})", re.I
    ),
    "boxed": re.compile(r"\\boxed\{([^}]{1,200})\}"),
    "bracketed": re.compile(r"\[([^\[\]]{1,200})\]"),
    "marked": re.compile(r"[`*]{1,3}([^`*\n]{1,200})[`*]"),
}
_OBJECT = re.compile(r"\{[^{}]{1,500}\}")


def squeeze(text: str) -> str:
    """Return the text in lower case, without spaces and punctuation."""
    return _NOISE.sub("", text.lower()).strip("-")


def _in_objects(text: str) -> Iterator[str]:
    """Yield the moves in JSON objects such as ``{"move": "roll"}``."""
    for match in _OBJECT.finditer(text):
        try:
            data = json.loads(match[0])
        except ValueError:
            continue
        yield from (data[key] for key in ("move", "action", "answer") if isinstance(data.get(key), str))


def _variants(text: str) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the ways to write a move, plainest first, each with the parts of the text in which it is looked for."""
    yield "whole", [text]
    yield "object", _in_objects(text)
    for name, pattern in _MARKS.items():
        yield name, (match[1] for match in pattern.finditer(text))
    yield "last line", [text.strip().rpartition("\n")[2]]


def read_answer(text: object, names: Mapping[Action, Sequence[str]], state: State | None) -> Action:
    """Return the legal move that a text names; raise an error with one helpful sentence if it names none.

    ``names`` has the texts for each legal move, its canonical form first. The first variant that finds a move decides;
    if it finds two different moves, the text is refused. ``state`` gives the reason why another move is illegal.
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise NotationError(f"An answer is a text of at most {LONGEST} characters.", input=quote(text))
    forms: dict[str, set[Action]] = {}
    for action, texts in names.items():
        for name in filter(None, map(squeeze, texts)):
            forms.setdefault(name, set()).add(action)
    forms |= {squeeze(texts[0]): {action} for action, texts in names.items()}
    for variant, parts in _variants(text):
        named = set[Action]()
        for place, part in enumerate(parts):
            if place == _MOST_NAMED:
                raise NotationError(f"Your answer has too many {variant} parts; answer with one move alone.")
            named |= forms.get(squeeze(part), set())
        if len(named) > 1:
            raise NotationError("Your answer can be read as more than one move; answer with one move alone.")
        if named:
            return named.pop()
    shown, example = quote(text.strip()), next(iter(names.values()), ["none"])[0]
    sentence = f"{shown} names no legal move; answer with one move alone, such as {example}."
    if state is not None:
        with suppress(NotationError):
            reason = describe_reason(state, state.game.parse_action(text.strip()), Messages())
            sentence = f"{shown} is not legal here: {reason}"
    raise NotationError(sentence, input=text)
