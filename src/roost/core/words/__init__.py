"""Roost's texts in every language, read from message files that translators can edit.

A message is a sentence with named placeholders, ``{seat} takes {tile}``, or a table with one form for each plural
category: ``one`` and ``other`` in English, ``one``, ``few``, ``many`` and ``other`` in Polish. The value called
``n`` selects the form, unless the table's own key ``n`` names another value. :mod:`roost.core.words.locales` lists the
languages. The terminal and the web page share these sentences. Texts that only the page needs (headings, buttons) are
in separate files: ``page.en.toml`` and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from roost.core.words.locales import LOCALES, Category, Language, Locale

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from roost.core.game import Game

__all__ = [
    "Language",
    "Messages",
    "MissingMessageError",
    "WordsEntry",
    "catalogue",
    "page_catalogue",
    "page_source",
    "page_words",
    "preferred_language",
    "words_in",
]  # fmt: skip

_LANGUAGES: dict[str, Language] = {language.value: language for language in Language}


def preferred_language(environment: Mapping[str, str]) -> Language:
    """Return the language set by the usual environment variables, the first of which wins, or English."""
    for variable in ("ROOST_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable):
            return _LANGUAGES.get(value.lower().replace("-", "_").partition("_")[0], Language.EN)
    return Language.EN


class MissingMessageError(LookupError):
    """A message, or a value for one of its placeholders, is missing. This is a bug, not a wrong input."""


class WordsEntry(NamedTuple):
    """One entry of a message file."""

    other: str
    forms: Mapping[Category, str] | None = None
    """The form for each plural category; None if the message has no plural."""
    counted: str = "n"
    """The name of the value that selects the plural form."""
    language: Language = Language.EN
    """The language of the message's file: English if a game lacks the language asked for."""

    def fill(self, values: Mapping[str, Any]) -> str:
        """Return the sentence with its placeholders filled."""
        locale = LOCALES[self.language]
        text = self.other
        if self.forms is not None:
            text = self.forms.get(locale.category(values[self.counted]), text)
        return locale.spoken(text.format_map(values))

    def texts(self) -> tuple[str, ...]:
        """Return all forms of the message, with unfilled placeholders."""
        return (self.other,) if self.forms is None else tuple(self.forms.values())


class Messages:
    """The messages of one language, or of one game in that language: its own messages override the general ones."""

    def __init__(self, language: Language | str = Language.EN, game: str = "") -> None:
        self.language = Language(language)
        self._game = game
        self._entries = catalogue(self.language)
        self._locale: Locale = LOCALES[self.language]

    def number(self, value: float, digits: int = 0, *, signed: bool = False) -> str:
        """Format a number with ``digits`` decimals as usual in this language: 1,234.5 or 1.234,5."""
        return self._locale.number(value, digits, signed=signed)

    def percent(self, share: float, digits: int = 1, *, signed: bool = False) -> str:
        """Format a fraction as a percentage: 41.7% or 41,7 %."""
        return self._locale.share(share, digits, signed=signed)

    def of(self, game: Game | type[Game]) -> Messages:
        """Return a game's messages in this language."""
        return Messages(self.language, game.name)

    def _find(self, key: str) -> WordsEntry | None:
        return self._entries.get(f"{self._game}.{key}") or self._entries.get(key)

    def __contains__(self, key: str) -> bool:
        return self._find(key) is not None

    def say(self, key: str, /, **values: object) -> str:
        """Return a message with its placeholders filled: ``say("event.drawn", seat="Anna")``."""
        entry = self._find(key)
        if entry is None:
            raise MissingMessageError(f"{self._file} has no {key!r}")
        try:
            return entry.fill(values)
        except KeyError as missing:
            raise MissingMessageError(f"{key!r} in {self._file} needs the value {missing}") from None

    @property
    def _file(self) -> str:
        return f"{self.language.value}.toml" + (f" for {self._game}" if self._game else "")

    def say_if_known(self, key: str, /, **values: object) -> str | None:
        """Return a message with its placeholders filled, or None if the files lack the key."""
        return self.say(key, **values) if key in self else None


@cache
def catalogue(language: Language) -> Mapping[str, WordsEntry]:
    """Return every message in a language by its dotted key. The keys of a game's own messages start with its name."""
    # Imported here so that importing ``Language`` stays fast.
    from importlib.resources import files

    from roost.core.registry import all_games

    messages = dict(_read(files(__name__).joinpath(f"{language.value}.toml"), language))
    for name, kind in all_games().items():
        for words in reversed(words_in(language, kind, "words.{}.toml")):  # later files override earlier ones
            messages |= {f"{name}.{key}": message for key, message in _read(*words).items()}
    return messages


def words_in(language: Language, kind: type[Game], name: str) -> list[tuple[Traversable, Language]]:
    """Return the files with this name in a game's adapter packages, its own first; ``{}`` stands for the language.

    If a package lacks the language, its English file is used, because games from outside may have fewer languages.
    """
    from roost.core.adapters import adapter_files

    native, english = name.format(language.value), name.format(Language.EN.value)
    return [
        (file, language if native.endswith(file.name) else Language.EN) for file in adapter_files(kind, native, english)
    ]


def own_messages(kind: type[Game], language: Language) -> list[tuple[str, Mapping[str, WordsEntry]]]:
    """Return the messages in the files of a game's first adapter package in a language, with the name of each file."""
    return [(file.name, _read(file, language)) for file, native in words_in(language, kind, "words.{}.toml")[:1]
            if native is language]  # fmt: skip


@cache
def page_catalogue(language: Language) -> Mapping[str, WordsEntry]:
    """Return the messages that only the web page uses."""
    from importlib.resources import files

    return _read(files(__name__).joinpath(f"page.{language.value}.toml"), language)


def page_source(language: Language, kind: type[Game] | None = None) -> bytes:
    """Return the raw file of the page's messages, or of a game's page messages. Its content identifies the version."""
    from importlib.resources import files

    if kind is None:
        return files(__name__).joinpath(f"page.{language.value}.toml").read_bytes()
    return b"\n".join(file.read_bytes() for file, _ in words_in(language, kind, "page/words.{}.toml"))


@cache
def page_words(kind: type[Game], language: Language) -> Mapping[str, WordsEntry]:
    """Return a game's own page messages, which are used together with the general ones."""
    messages: dict[str, WordsEntry] = {}
    for words in reversed(words_in(language, kind, "page/words.{}.toml")):
        messages |= _read(*words)
    return messages


def _read(file: Traversable, language: Language) -> Mapping[str, WordsEntry]:
    return _parsed(file.read_text(encoding="utf-8"), language)


@cache  # cached because some games share a file
def _parsed(text: str, language: Language) -> Mapping[str, WordsEntry]:
    import tomllib

    return dict(_entries("", tomllib.loads(text), language))


def _entries(prefix: str, table: Mapping[str, Any], language: Language) -> Iterator[tuple[str, WordsEntry]]:
    for name, value in table.items():
        if isinstance(value, str):
            yield prefix + name, WordsEntry(value, language=language)
        elif "other" in value:
            forms = {**value}
            counted = forms.pop("n", "n")
            yield prefix + name, WordsEntry(forms["other"], forms, counted, language)
        else:
            yield from _entries(f"{prefix}{name}.", value, language)
