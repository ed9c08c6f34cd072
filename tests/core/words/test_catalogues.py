"""The message files: all languages say the same things, and nothing a game can tell is missing."""

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
    Message,
    Messages,
    MissingMessageError,
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


def said_by_games(language: Language) -> dict[str, Message]:
    """The words of all games on the page."""
    return {f"{game.name}.{key}": told for game in GAMES for key, told in page_words(game, language).items()}


Catalogue = Callable[[Language], Mapping[str, Message]]
CATALOGUES: dict[str, Catalogue] = {
    "what every screen says": catalogue,
    "what the page says": page_catalogue,
    "what games say on the page": said_by_games,
}
each = pytest.mark.parametrize("read", CATALOGUES.values(), ids=CATALOGUES.keys())


def is_plain(text: str) -> bool:
    """Whether it can be printed as it is. Languages that part a sentence from its colon do it by a fixed space."""
    return text.replace("\N{NO-BREAK SPACE}", " ").isprintable()


def is_option_meaning(key: str) -> bool:
    """English meanings come from the games' own declarations."""
    return "option" in key.split(".")


def places(message: Message) -> set[str]:
    """The named places of a message, in whichever of its forms."""
    parts = (part for form in message.texts() for part in Formatter().parse(form))
    return {name for _, name, _, _ in parts if name is not None}


@each
@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys_and_places(read: Catalogue, language: Language) -> None:
    """Every language has the messages that English has and no other, and they name the same values."""
    english, other = (
        {key: places(message) for key, message in read(one).items() if not is_option_meaning(key)}
        for one in (Language.EN, language)
    )
    assert english == other


def english() -> Iterator[tuple[str, str]]:
    """Every English message as translators know it, with a short mark of its text."""
    for kind, read in enumerate(CATALOGUES.values()):
        for key, message in read(Language.EN).items():
            yield key, sha256("\0".join([str(kind), key, *message.texts()]).encode()).hexdigest()[:6]


def test_no_change_of_the_english_leaves_translations_behind() -> None:
    """Every English text was looked at in all languages: whoever changes it translates it, and marks it anew."""
    now = dict(english())
    if UPDATE:
        marks = sorted(now.values())
        rows = [" ".join(marks[first : first + 16]) for first in range(0, len(marks), 16)]
        TRANSLATED.write_text("\n".join(rows) + "\n", "ascii")
    known = set(TRANSLATED.read_text("ascii").split())
    changed = [key for key, mark in now.items() if mark not in known]
    assert changed == [], "translate these into all languages, then run ROOST_UPDATE_GOLDEN=1 pytest"


@each
def test_french_parts_its_signs_by_a_space_that_does_not_break(read: Catalogue) -> None:
    """A sign that stands alone at the beginning of a line is wrong."""
    said = {key: text for key, message in read(Language.FR).items() for text in message.texts()}
    assert {key: text for key, text in said.items() if re.search("[^\xa0][?!;»]|[^\xa0\\d]:|«[^\xa0]", text)} == {}


@each
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_that_counts_has_every_form_of_its_language(read: Catalogue, language: Language) -> None:
    """A message that counts in English counts in every language, by the same value, with all forms of the language."""
    english, here = read(Language.EN), read(language)
    counting = {key: message for key, message in here.items() if message.forms is not None}
    assert counting.keys() == {key for key, message in english.items() if message.forms is not None}
    wanted = {key: set(LOCALES[message.language].forms) for key, message in counting.items()}
    assert {key: set(message.forms or ()) for key, message in counting.items()} == wanted
    assert {key: message.counted for key, message in counting.items()} == {
        key: english[key].counted for key in counting
    }


@each
@pytest.mark.parametrize("language", LANGUAGES)
def test_places_are_plain_names(read: Catalogue, language: Language) -> None:
    """A place is a name in braces and nothing else, which any language's template code can fill."""
    assert all(name.isidentifier() for message in read(language).values() for name in places(message))


@each
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_know_nothing_of_screens(read: Catalogue, language: Language) -> None:
    """The messages hold neither markup nor control characters; brackets are markup for a terminal only."""
    shared = {key: message for key, message in read(language).items() if not key.startswith("ui.")}
    texts = [text for message in shared.values() for text in message.texts()]
    marks = set("[<" if read is catalogue else "<")
    assert all(is_plain(text) and marks.isdisjoint(text) for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_action_event_end_and_symbol_has_words(game: type[Game], language: Language) -> None:
    """A built-in game tells everything in words, never by a fallback; all but numbers have a name."""
    messages, symbols = Messages(language).of(game), [symbol.name for symbol in game().die.symbols]
    wanted = [f"action.{kind.name()}" for kind in game.action_types]
    wanted += [f"event.{kind.name()}" for kind in game.event_types]
    wanted += [f"end.{reason}" for reason in game.end_reasons]
    wanted += [f"symbol.{name}" for name in symbols] + [f"face.{name}" for name in symbols if not name.isdigit()]
    assert [key for key in wanted if key not in messages] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_option_has_a_meaning_and_only_options_do(game: type[Game], language: Language) -> None:
    """Every other language says what each declared option means; English leaves it to the declaration."""
    other, english = (Messages(one).of(game) for one in (language, Language.EN))
    for name in game.options():
        assert f"option.{name}" in other
        assert f"option.{name}" not in english
    own = {key for key in catalogue(language) if key.startswith(f"{game.name}.option.")}
    assert own <= {f"{game.name}.option.{name}" for name in game.options()}


class Abroad:
    """A game from outside as it looks from here: it brings English only, and shares what is said about tiles."""

    faces = ("abroad", "roost.games.tiles.faces")


def test_what_a_game_lacks_in_a_language_is_said_and_counted_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Folder by folder: what it shares with ours is still said in the language. French would say 0 egg."""
    (tmp_path / "abroad" / "page").mkdir(parents=True)
    (tmp_path / "abroad" / "__init__.py").touch()
    (tmp_path / "abroad" / "page" / "words.en.toml").write_text(
        '[box]\neggs = { one = "{n} egg", other = "{n} eggs" }\n'
    )
    monkeypatch.syspath_prepend(tmp_path)
    said = page_words(cast("type[Game]", Abroad), Language.FR)
    assert said["box.eggs"].fill({"n": 0}) == "0 eggs"
    assert said["setup.on_grill"].other == "sur le gril"


def test_a_number_chooses_the_form() -> None:
    """One worm is singular; none and two are plural."""
    said = [
        Messages().of(all_games()["heckmeck"]).say("event.took", seat="Anna", tile=21, worms=worms)
        for worms in (0, 1, 2)
    ]
    assert said == ["Anna takes 21 (0 worms).", "Anna takes 21 (1 worm).", "Anna takes 21 (2 worms)."]


def test_polish_counts_in_four_ways() -> None:
    """One worm, two, five, and a part of one."""
    junior = Messages("pl").of(all_games()["junior"])
    said = [junior.say("score", n=n) for n in (1, 2, 5, 12, 22, 1.5)]
    assert said == ["1 robak", "2 robaki", "5 robaków", "12 robaków", "22 robaki", "1.5 robaka"]


def test_what_a_name_holds_is_never_read_as_a_place() -> None:
    """A player called {tile} stays {tile}."""
    assert Messages("de").say("event.drawn", seat="{tile}") == "Das Los fällt auf {tile}."


def test_a_missing_message_is_named() -> None:
    """A caller who asks for a message that does not exist learns which file lacks which key."""
    with pytest.raises(MissingMessageError, match=r"de\.toml has no 'event\.sneezed'"):
        Messages("de").say("event.sneezed")


@pytest.mark.parametrize("key", ["event.drawn", "outcome.won"])
def test_a_missing_value_is_named(key: str) -> None:
    """A forgotten value is named, whether it fills a place or chooses the form."""
    with pytest.raises(MissingMessageError, match=rf"'{key}' in en\.toml wants '(seat|n)'"):
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
    """The most particular variable that is set decides: Roost's own, then the locale's in their usual order."""
    assert preferred_language(environment) == language


def test_what_the_page_says_is_known_without_reading_it() -> None:
    """As it is written: everybody's words, or those that a game brings; Heckmeck's are its family's."""
    assert page_source(Language.DE).decode().startswith("#")
    assert page_source(Language.DE, all_games()["heckmeck"]) != page_source(Language.EN, all_games()["heckmeck"])
