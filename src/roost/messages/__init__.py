"""What Roost says to people, in English and German, from message files that a translator can edit.

A message is a sentence with named places, ``{seat} takes {tile}``, or a table with a form for ``one`` and a form for
``other`` numbers of something; the table's ``n`` names the value that counts, if it is not called ``n`` itself.
The files know nothing of screens: the terminal and the page say the same sentences. What only the page says (its
headings and buttons) is in files of their own, ``page.en.toml`` and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

__all__ = ["Language", "Message", "Messages", "MissingMessageError", "catalogue", "page_catalogue",
           "preferred_language"]  # fmt: skip


class Language(StrEnum):
    """A language that Roost speaks."""

    EN = "en"
    DE = "de"


def preferred_language(environment: Mapping[str, str]) -> Language:
    """The language that the environment asks for: the first of these variables that is set decides."""
    for variable in ("ROOST_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := environment.get(variable):
            return Language.DE if wanted.lower().startswith("de") else Language.EN
    return Language.EN


class MissingMessageError(LookupError):
    """A message file lacks a message: a mistake of ours, never of whoever reads."""


class Message(NamedTuple):
    """One entry of a message file."""

    other: str
    one: str | None = None
    counted: str = "n"
    """The name of the value that chooses between the two forms."""

    def fill(self, values: Mapping[str, object]) -> str:
        """The sentence with its places filled."""
        text = self.one if self.one is not None and values[self.counted] == 1 else self.other
        return text.format_map(values)


class Messages:
    """The messages of one language."""

    def __init__(self, language: Language | str = Language.EN) -> None:
        self.language = Language(language)
        self._entries = catalogue(self.language)

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def say(self, key: str, /, **values: object) -> str:
        """The message with its places filled: ``say("event.took", seat="Anna", tile=24, worms=1)``."""
        entry = self._entries.get(key)
        if entry is None:
            raise MissingMessageError(f"{self.language.value}.toml has no {key!r}")
        try:
            return entry.fill(values)
        except KeyError as missing:
            raise MissingMessageError(f"{key!r} in {self.language.value}.toml wants {missing}") from None

    def say_if_known(self, key: str, /, **values: object) -> str | None:
        """The message, or nothing: for words of games from outside, which our files cannot have."""
        return self.say(key, **values) if key in self._entries else None

    def own(self, owner: str, key: str) -> str | None:
        """The key of a message that a game may have put in its own words: its own, else the shared one, if any."""
        return next((found for found in (f"{owner}.{key}", key) if found in self._entries), None)


@cache
def catalogue(language: Language) -> Mapping[str, Message]:
    """Every message of a language by its dotted key."""
    return _read(f"{language.value}.toml")


@cache
def page_catalogue(language: Language) -> Mapping[str, Message]:
    """What only the web page says, in the same form."""
    return _read(f"page.{language.value}.toml")


def _read(name: str) -> Mapping[str, Message]:
    import tomllib  # here, because whoever only wants to name a language should not wait for both
    from importlib.resources import files

    return dict(_entries("", tomllib.loads(files(__name__).joinpath(name).read_text(encoding="utf-8"))))


def _entries(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, Message]]:
    for name, value in table.items():
        if isinstance(value, str):
            yield prefix + name, Message(value)
        elif "other" in value:
            yield prefix + name, Message(value["other"], value["one"], value.get("n", "n"))
        else:
            yield from _entries(f"{prefix}{name}.", value)
