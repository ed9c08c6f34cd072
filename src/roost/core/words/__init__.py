"""Roost's words for people, in every language that it speaks, from message files that a translator can edit.

A message is a sentence with named places, ``{seat} takes {tile}``, or a table with a form for each way in which the
language counts: ``one`` and ``other`` in English, ``one``, ``few``, ``many`` and ``other`` in Polish. The table's ``n``
names the value that counts, if it is not called ``n`` itself. :mod:`roost.core.words.locales` lists the languages.
The files know nothing of screens: the terminal and the page say the same sentences. What only the page says (its
headings and buttons) is in files of their own, ``page.en.toml`` and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from roost.core.words.locales import LOCALES, Category, Language, Locale

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from roost.core.game import Game

__all__ = ["Language", "Message", "Messages", "MissingMessageError", "catalogue", "page_catalogue", "page_source",
           "page_words", "preferred_language", "words_in"]  # fmt: skip

_LANGUAGES: dict[str, Language] = {language.value: language for language in Language}


def preferred_language(environment: Mapping[str, str]) -> Language:
    """The language that the environment asks for: the first of these variables that is set decides."""
    for variable in ("ROOST_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := environment.get(variable):
            return _LANGUAGES.get(wanted.lower().replace("-", "_").partition("_")[0], Language.EN)
    return Language.EN


class MissingMessageError(LookupError):
    """A message file lacks a message: a mistake of ours, never of whoever reads."""


class Message(NamedTuple):
    """One entry of a message file."""

    other: str
    forms: Mapping[Category, str] | None = None
    """The forms beside numbers of each kind, if it counts something."""
    counted: str = "n"
    """The name of the value that chooses between the forms."""
    language: Language = Language.EN
    """That of the file it stands in: what a game has in English only counts as English does."""

    def fill(self, values: Mapping[str, Any]) -> str:
        """The sentence with its places filled."""
        locale = LOCALES[self.language]
        text = self.other
        if self.forms is not None:
            text = self.forms.get(locale.category(values[self.counted]), text)
        return locale.spoken(text.format_map(values))

    def texts(self) -> tuple[str, ...]:
        """Everything that it may say, before its places are filled."""
        return (self.other,) if self.forms is None else tuple(self.forms.values())


class Messages:
    """The messages of one language; of one game, its own words first and then everybody's."""

    def __init__(self, language: Language | str = Language.EN, game: str = "") -> None:
        self.language = Language(language)
        self._game = game
        self._entries = catalogue(self.language)
        self._locale: Locale = LOCALES[self.language]

    def number(self, value: float, digits: int = 0, *, signed: bool = False) -> str:
        """A number as this language writes it, with so many decimals: 1,234.5 or 1.234,5."""
        return self._locale.number(value, digits, signed=signed)

    def percent(self, share: float, digits: int = 1, *, signed: bool = False) -> str:
        """A share of one as a percentage: 41.7% or 41,7 %."""
        return self._locale.share(share, digits, signed=signed)

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

    from roost.core.registry import all_games

    found = dict(_read(files(__name__).joinpath(f"{language.value}.toml"), language))
    for name, kind in all_games().items():
        for words in reversed(words_in(language, kind, "words.{}.toml")):  # what is nearest to the game goes first
            found |= {f"{name}.{key}": message for key, message in _read(*words).items()}
    return found


def words_in(language: Language, kind: type[Game], name: str) -> list[tuple[Traversable, Language]]:
    """The files of this name in a game's folders, its own first; the place ``{}`` in it is for the language.

    A folder without the language gives its English: games from outside may speak fewer languages than Roost.
    """
    from roost.core.faces import face_files

    wanted, english = (name.format(one.value) for one in (language, Language.EN))
    return [
        (file, language if wanted.endswith(file.name) else Language.EN) for file in face_files(kind, wanted, english)
    ]


@cache
def page_catalogue(language: Language) -> Mapping[str, Message]:
    """The words of the web page alone, in the same form."""
    from importlib.resources import files

    return _read(files(__name__).joinpath(f"page.{language.value}.toml"), language)


def page_source(language: Language, kind: type[Game] | None = None) -> bytes:
    """The text of the page's words, or of a game's there, as it is written: to know it without reading it."""
    from importlib.resources import files

    if kind is None:
        return files(__name__).joinpath(f"page.{language.value}.toml").read_bytes()
    return b"\n".join(file.read_bytes() for file, _ in words_in(language, kind, "page/words.{}.toml"))


@cache
def page_words(kind: type[Game], language: Language) -> Mapping[str, Message]:
    """The words of a game on the page, beside those that everything says there."""
    found: dict[str, Message] = {}
    for words in reversed(words_in(language, kind, "page/words.{}.toml")):
        found |= _read(*words)
    return found


def _read(file: Traversable, language: Language) -> Mapping[str, Message]:
    return _understood(file.read_text(encoding="utf-8"), language)


@cache  # several games have some of their words from the same file
def _understood(text: str, language: Language) -> Mapping[str, Message]:
    import tomllib

    return dict(_entries("", tomllib.loads(text), language))


def _entries(prefix: str, table: Mapping[str, Any], language: Language) -> Iterator[tuple[str, Message]]:
    for name, value in table.items():
        if isinstance(value, str):
            yield prefix + name, Message(value, language=language)
        elif "other" in value:
            forms = {**value}
            counted = forms.pop("n", "n")
            yield prefix + name, Message(forms["other"], forms, counted, language)
        else:
            yield from _entries(f"{prefix}{name}.", value, language)
