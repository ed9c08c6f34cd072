"""The message files: both languages say the same things, and nothing a game can tell is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Formatter

import pytest

from roost.core.game import Game
from roost.games import all_games
from roost.messages import (
    Language,
    Message,
    Messages,
    MissingMessageError,
    catalogue,
    page_catalogue,
    page_words,
    preferred_language,
)

GAMES = list(all_games().values())
LANGUAGES = list(Language)


def said_by_games(language: Language) -> dict[str, Message]:
    """What all games say on the page."""
    return {f"{game.name}.{key}": told for game in GAMES for key, told in page_words(game, language).items()}


CATALOGUES = {
    "what every screen says": catalogue,
    "what the page says": page_catalogue,
    "what games say on the page": said_by_games,
}
Catalogue = Callable[[Language], Mapping[str, Message]]
both = pytest.mark.parametrize("read", CATALOGUES.values(), ids=CATALOGUES.keys())


def is_option_meaning(key: str) -> bool:
    """English meanings come from the games' own declarations."""
    return "option" in key.split(".")


def places(message: Message) -> set[str]:
    """The named places of a message, in whichever of its forms."""
    parts = (part for form in (message.one or "", message.other) for part in Formatter().parse(form))
    return {name for _, name, _, _ in parts if name is not None}


@both
def test_both_languages_have_the_same_keys(read: Catalogue) -> None:
    """A message that one language has, the other has too."""
    english, german = ({k for k in read(language) if not is_option_meaning(k)} for language in LANGUAGES)
    assert english == german


@both
def test_both_languages_have_the_same_places(read: Catalogue) -> None:
    """A message names the same values in both languages, so that no language tells less."""
    english, german = map(read, LANGUAGES)
    assert {key: places(message) for key, message in english.items()} == {key: places(german[key]) for key in english}


@both
@pytest.mark.parametrize("language", LANGUAGES)
def test_places_are_plain_names(read: Catalogue, language: Language) -> None:
    """A place is a name in braces and nothing else, which any language's template code can fill."""
    assert all(name.isidentifier() for message in read(language).values() for name in places(message))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_know_nothing_of_screens(language: Language) -> None:
    """The messages that every screen shares hold neither markup nor control characters."""
    shared = {key: message for key, message in catalogue(language).items() if not key.startswith("ui.")}
    texts = [text for message in shared.values() for text in (message.one or "", message.other)]
    assert all(text.isprintable() and "[" not in text and "<" not in text for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_s_messages_are_plain_text(language: Language) -> None:
    """What the page says is text, never a piece of a document."""
    texts = [text for message in page_catalogue(language).values() for text in (message.one or "", message.other)]
    assert all(text.isprintable() and "<" not in text for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_action_event_and_end_has_words(game: type[Game], language: Language) -> None:
    """Whatever a built-in game can tell is told in words, never by a fallback."""
    messages = Messages(language).of(game)
    kinds = [f"action.{kind.name()}" for kind in game.action_types]
    kinds += [f"event.{kind.name()}" for kind in game.event_types]
    assert [kind for kind in kinds if kind not in messages] == []
    assert [reason for reason in game.end_reasons if f"end.{reason}" not in messages] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_symbol_has_words(game: type[Game], language: Language) -> None:
    """Every symbol of every die can be counted, and those that are no numbers have a name."""
    messages, symbols = Messages(language).of(game), game().die.symbols
    assert [symbol.name for symbol in symbols if f"symbol.{symbol.name}" not in messages] == []
    words = [symbol.name for symbol in symbols if not symbol.name.isdigit()]
    assert [name for name in words if f"face.{name}" not in messages] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_option_has_a_german_meaning_and_only_options_do(game: type[Game]) -> None:
    """German says what each declared option means; English leaves it to the declaration."""
    german, english = (Messages(language).of(game) for language in (Language.DE, Language.EN))
    for name in game.options():
        assert f"option.{name}" in german
        assert f"option.{name}" not in english
    own = {key for key in catalogue(Language.DE) if key.startswith(f"{game.name}.option.")}
    assert own <= {f"{game.name}.option.{name}" for name in game.options()}


def test_a_number_chooses_the_form() -> None:
    """One worm is singular; none and two are plural."""
    said = [
        Messages().of(all_games()["heckmeck"]).say("event.took", seat="Anna", tile=21, worms=worms)
        for worms in (0, 1, 2)
    ]
    assert said == ["Anna takes 21 (0 worms).", "Anna takes 21 (1 worm).", "Anna takes 21 (2 worms)."]


def test_what_a_name_holds_is_never_read_as_a_place() -> None:
    """A player called {tile} stays {tile}."""
    assert Messages("de").say("event.drawn", seat="{tile}") == "Das Los fällt auf {tile}."


def test_a_missing_message_is_named() -> None:
    """Whoever asks for a message that does not exist learns which file lacks which key."""
    with pytest.raises(MissingMessageError, match=r"de\.toml has no 'event\.sneezed'"):
        Messages("de").say("event.sneezed")


@pytest.mark.parametrize("key", ["event.drawn", "outcome.won"])
def test_a_missing_value_is_named(key: str) -> None:
    """Whoever forgets a value learns which one, whether it fills a place or chooses the form."""
    with pytest.raises(MissingMessageError, match=rf"'{key}' in en\.toml wants '(seat|n)'"):
        Messages().say(key)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LANG": "en_GB", "LC_ALL": "en_GB", "ROOST_LANG": "de"}, "de"),
        ({"LANG": "de_DE", "ROOST_LANG": ""}, "de"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    """The most particular variable that is set decides: Roost's own, then the locale's in their usual order."""
    assert preferred_language(environment) == language
