"""The message files: all languages have the same messages, and no text that a game needs is missing."""

import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from string import Formatter
from typing import cast

import pytest

from golden import UPDATE
from roost.core.game import Game
from roost.core.registry import all_games
from roost.core.words import (
    Language,
    Messages,
    MissingMessageError,
    WordsEntry,
    catalogue,
    page_catalogue,
    page_source,
    page_words,
    preferred_language,
)
from roost.core.words.locales import LOCALES

GAMES = list(all_games().values())
LANGUAGES = list(Language)
TRANSLATED = Path(__file__).parents[2] / "data" / "translated.txt"
OTHERS = [language for language in Language if language is not Language.EN]


def game_messages(language: Language) -> dict[str, WordsEntry]:
    """Return the page messages of all games."""
    return {f"{game.name}.{key}": message for game in GAMES for key, message in page_words(game, language).items()}


Catalogue = Callable[[Language], Mapping[str, WordsEntry]]
CATALOGUES: dict[str, Catalogue] = {
    "messages of every screen": catalogue,
    "messages of the page": page_catalogue,
    "messages of games on the page": game_messages,
}
each_catalogue = pytest.mark.parametrize("read", CATALOGUES.values(), ids=CATALOGUES.keys())


def is_plain(text: str) -> bool:
    """Whether a text has no control characters. Some languages put a no-break space before a colon."""
    return text.replace("\N{NO-BREAK SPACE}", " ").isprintable()


def is_option_meaning(key: str) -> bool:
    """Whether a key is an option's meaning, whose English is in the game's declarations."""
    return "option" in key.split(".")


def places(message: WordsEntry) -> set[str]:
    """Return the names of a message's placeholders, in any of its plural forms."""
    parts = (part for form in message.texts() for part in Formatter().parse(form))
    return {name for _, name, _, _ in parts if name is not None}


@each_catalogue
@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_messages_and_placeholders(read: Catalogue, language: Language) -> None:
    english, translated = (
        {key: places(message) for key, message in read(code).items() if not is_option_meaning(key)}
        for code in (Language.EN, language)
    )
    assert english == translated


def english() -> Iterator[tuple[str, str]]:
    """Yield the key of every English message with a short hash of its text."""
    for kind, read in enumerate(CATALOGUES.values()):
        for key, message in read(Language.EN).items():
            yield key, sha256("\0".join([str(kind), key, *message.texts()]).encode()).hexdigest()[:6]


def test_a_changed_english_text_must_be_translated_again() -> None:
    """After a change of an English text, all languages must be updated, and then the hash."""
    hashes = dict(english())
    if UPDATE:
        marks = sorted(hashes.values())
        rows = [" ".join(marks[first : first + 16]) for first in range(0, len(marks), 16)]
        TRANSLATED.write_text("\n".join(rows) + "\n", "ascii")
    known = set(TRANSLATED.read_text("ascii").split())
    changed = [key for key, mark in hashes.items() if mark not in known]
    assert changed == [], "translate these into all languages, then run ROOST_UPDATE_GOLDEN=1 pytest"


@each_catalogue
def test_french_punctuation_has_a_no_break_space(read: Catalogue) -> None:
    """A sign after an ordinary space could start a line."""
    texts = {key: text for key, message in read(Language.FR).items() for text in message.texts()}
    assert {key: text for key, text in texts.items() if re.search("[^\xa0][?!;»]|[^\xa0\\d]:|«[^\xa0]", text)} == {}


@each_catalogue
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_with_a_number_has_all_plural_forms_of_its_language(read: Catalogue, language: Language) -> None:
    """The plural form must depend on the same value as in English."""
    english, translated = read(Language.EN), read(language)
    counting = {key: message for key, message in translated.items() if message.forms is not None}
    assert counting.keys() == {key for key, message in english.items() if message.forms is not None}
    wanted = {key: set(LOCALES[message.language].forms) for key, message in counting.items()}
    assert {key: set(message.forms or ()) for key, message in counting.items()} == wanted
    assert {key: message.counted for key, message in counting.items()} == {
        key: english[key].counted for key in counting
    }


@each_catalogue
@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_plain_names(read: Catalogue, language: Language) -> None:
    """The template code of any language can fill plain names."""
    assert all(name.isidentifier() for message in read(language).values() for name in places(message))


@each_catalogue
@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_have_neither_markup_nor_control_characters(read: Catalogue, language: Language) -> None:
    """Brackets are allowed, because they are markup only in a terminal."""
    shared = {key: message for key, message in read(language).items() if not key.startswith("ui.")}
    texts = [text for message in shared.values() for text in message.texts()]
    marks = set("[<" if read is catalogue else "<")
    assert all(is_plain(text) and marks.isdisjoint(text) for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_action_event_end_and_symbol_has_words(game: type[Game], language: Language) -> None:
    """Roost's own games need no fallback; only symbols that are numbers may lack a name."""
    messages, symbols = Messages(language).of(game), [symbol.name for symbol in game().die.symbols]
    wanted = [f"action.{kind.name()}" for kind in game.action_types]
    wanted += [f"event.{kind.name()}" for kind in game.event_types]
    wanted += [f"end.{reason}" for reason in game.end_reasons]
    wanted += [f"symbol.{name}" for name in symbols] + [f"face.{name}" for name in symbols if not name.isdigit()]
    assert [key for key in wanted if key not in messages] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_option_has_a_meaning_in_each_language_but_english(game: type[Game], language: Language) -> None:
    """English texts of options are in the game's own declaration."""
    translated, english = (Messages(code).of(game) for code in (language, Language.EN))
    for name in game.options():
        assert f"option.{name}" in translated
        assert f"option.{name}" not in english
    keys = {key for key in catalogue(language) if key.startswith(f"{game.name}.option.")}
    assert keys <= {f"{game.name}.option.{name}" for name in game.options()}


class Abroad:
    """A stand-in for a plug-in game with English messages only, which shares messages about tiles."""

    adapters = ("abroad", "roost.games.tiles.adapters")


def test_a_plug_in_without_a_language_is_shown_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages that the game shares with Roost's games are still translated.

    English plurals are used: French ones would give "0 egg".
    """
    (tmp_path / "abroad" / "page").mkdir(parents=True)
    (tmp_path / "abroad" / "__init__.py").touch()
    (tmp_path / "abroad" / "page" / "words.en.toml").write_text(
        '[box]\neggs = { one = "{n} egg", other = "{n} eggs" }\n'
    )
    monkeypatch.syspath_prepend(tmp_path)
    words = page_words(cast("type[Game]", Abroad), Language.FR)
    assert words["box.eggs"].fill({"n": 0}) == "0 eggs"
    assert words["setup.on_grill"].other == "sur le gril"


def test_a_number_chooses_the_plural_form() -> None:
    sentences = [
        Messages().of(all_games()["heckmeck"]).say("event.took", seat="Anna", tile=21, worms=worms)
        for worms in (0, 1, 2)
    ]
    assert sentences == ["Anna takes 21 (0 worms).", "Anna takes 21 (1 worm).", "Anna takes 21 (2 worms)."]


def test_polish_has_four_plural_forms() -> None:
    junior = Messages("pl").of(all_games()["junior"])
    scores = [junior.say("score", n=n) for n in (1, 2, 5, 12, 22, 1.5)]
    assert scores == ["1 robak", "2 robaki", "5 robaków", "12 robaków", "22 robaki", "1.5 robaka"]


def test_braces_in_a_name_are_not_a_placeholder() -> None:
    assert Messages("de").say("event.drawn", seat="{tile}") == "Das Los fällt auf {tile}."


def test_a_missing_message_is_named_with_its_file() -> None:
    with pytest.raises(MissingMessageError, match=r"de\.toml has no 'event\.sneezed'"):
        Messages("de").say("event.sneezed")


@pytest.mark.parametrize("key", ["event.drawn", "outcome.won"])
def test_a_missing_value_is_named(key: str) -> None:
    """A value may fill a placeholder or choose the plural form."""
    with pytest.raises(MissingMessageError, match=rf"'{key}' in en\.toml needs the value '(seat|n)'"):
        Messages().say(key)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fi_FI.UTF-8"}, "en"),
        ({"LANG": "den_CA"}, "en"),
        ({"ROOST_LANG": "DE-at"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LANG": "en_GB", "LC_ALL": "en_GB", "ROOST_LANG": "de"}, "de"),
        ({"LANG": "de_DE", "ROOST_LANG": ""}, "de"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    """The most specific variable decides: Roost's own, then those of the locale in their usual order."""
    assert preferred_language(environment) == language


def test_the_page_messages_can_be_served_unparsed() -> None:
    """Heckmeck shares its page messages with its family."""
    assert page_source(Language.DE).decode().startswith("#")
    assert page_source(Language.DE, all_games()["heckmeck"]) != page_source(Language.EN, all_games()["heckmeck"])
