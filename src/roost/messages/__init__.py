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
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from roost.core.game import Game

__all__ = ["Language", "Message", "Messages", "MissingMessageError", "catalogue", "page_catalogue", "page_words",
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
    """The messages of one language; of one game, its own words first and then everybody's."""

    def __init__(self, language: Language | str = Language.EN, game: str = "") -> None:
        self.language = Language(language)
        self._game = game
        self._entries = catalogue(self.language)

    def of(self, game: Game | type[Game]) -> Messages:
        """The same messages as this game says them."""
        return Messages(self.language, game.name)

    def _find(self, key: str) -> Message | None:
        return self._entries.get(f"{self._game}.{key}") or self._entries.get(key)

    def __contains__(self, key: str) -> bool:
        return self._find(key) is not None

    def say(self, key: str, /, **values: object) -> str:
        """The message with its places filled: ``say("event.drawn", seat="Anna")``."""
        entry = self._find(key)
        if entry is None:
            raise MissingMessageError(f"{self._file} has no {key!r}")
        try:
            return entry.fill(values)
        except KeyError as missing:
            raise MissingMessageError(f"{key!r} in {self._file} wants {missing}") from None

    @property
    def _file(self) -> str:
        return f"{self.language.value}.toml" + (f" for {self._game}" if self._game else "")

    def say_if_known(self, key: str, /, **values: object) -> str | None:
        """The message, or nothing: for words that a game need not have."""
        return self.say(key, **values) if key in self else None


@cache
def catalogue(language: Language) -> Mapping[str, Message]:
    """Every message of a language by its dotted key; what a game says in its own words begins with its name."""
    # Here, because whoever only wants to name a language should not wait for all of this.
    from importlib.resources import files

    from roost.games import all_games

    found = _read(files(__name__).joinpath(f"{language.value}.toml"))
    for name, kind in all_games().items():
        for words in reversed(_words(kind, language)):  # what is nearest to the game goes before what it shares
            found |= {f"{name}.{key}": message for key, message in _read(words).items()}
    return found


def _words(kind: type[Game], language: Language) -> tuple[Traversable, ...]:
    """The files with a game's words: in this language, or else in English."""
    from roost.core.faces import face_files

    name = "words.{}.toml"
    return face_files(kind, name.format(language.value)) or face_files(kind, name.format(Language.EN.value))


@cache
def page_catalogue(language: Language) -> Mapping[str, Message]:
    """What only the web page says, in the same form."""
    from importlib.resources import files

    return _read(files(__name__).joinpath(f"page.{language.value}.toml"))


@cache
def page_words(kind: type[Game], language: Language) -> Mapping[str, Message]:
    """What a game says on the page, beside what everything says there."""
    from roost.core.faces import face_files

    found: dict[str, Message] = {}
    name = "page/words.{}.toml"
    for wanted in dict.fromkeys((Language.EN, language)):  # in English, where a language has no words
        for words in reversed(face_files(kind, name.format(wanted.value))):
            found |= _read(words)
    return found


def _read(file: Traversable) -> dict[str, Message]:
    import tomllib

    return dict(_entries("", tomllib.loads(file.read_text(encoding="utf-8"))))


def _entries(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, Message]]:
    for name, value in table.items():
        if isinstance(value, str):
            yield prefix + name, Message(value)
        elif "other" in value:
            yield prefix + name, Message(value["other"], value["one"], value.get("n", "n"))
        else:
            yield from _entries(f"{prefix}{name}.", value)
