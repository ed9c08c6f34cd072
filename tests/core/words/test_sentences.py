"""Sentences about actions, events and endings."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import pytest
from roost_cantstop import CantStop

import roost
from golden import DATA, assert_golden
from policies import walked
from roost.core.dice import Die, Symbol
from roost.core.events import Ended
from roost.core.game import Game
from roost.core.moves import Action, Event, Number, SeatNumber
from roost.core.outcome import Outcome
from roost.core.registry import all_games
from roost.core.state import State, choose_at_random
from roost.core.stream import Stream
from roost.core.words import Language, Messages
from roost.core.words.sentences import (
    concerned,
    describe_action,
    describe_dice,
    describe_event,
    describe_list,
    describe_outcome,
    describe_result,
    describe_result_short,
    describe_score,
    option_meaning,
    seat_name,
)
from roost.games.picnic.moves import Pushed
from roost.games.set_aside import Failed
from roost.games.tiles import Snatched
from roost.study.odds.choice import FAILS
from soak import tries

ENGLISH, GERMAN = Messages("en"), Messages("de")
NAMES = ("Anna", "Ben", "Carla")


@pytest.mark.no_cover
@pytest.mark.soak
@pytest.mark.parametrize("name", all_games())
def test_random_games_are_described_in_every_language(name: str) -> None:
    """Every action, event and outcome becomes a sentence without empty placeholders."""
    game, languages = roost.game(name, players=3), [Messages(language) for language in Language]
    known: set[str] = set()

    def sentences(tell: Callable[[Messages], str]) -> list[str]:
        """Return a sentence in every language, unless its English is already known."""
        if (english := tell(ENGLISH)) in known:
            return []
        known.add(english)
        return [tell(messages) for messages in languages]

    for seed in range(tries(2, 6)):
        for before, played in walked(game.opening(), Stream(f"telling {seed}"), choose_at_random):
            for action in before.actions():
                for sentence in sentences(partial(_describe, before, action)):
                    assert sentence != str(action)
                    assert "{" not in sentence
            for event in played.events:
                for sentence in sentences(partial(_tell, event, game)):
                    assert sentence[-1] in ".!"
                    assert "{" not in sentence
                for reader in concerned(event):
                    for sentence in sentences(partial(_tell, event, game, reader=reader)):
                        assert sentence[-1] in ".!"
                        assert NAMES[reader] not in sentence
        assert played.state.outcome is not None
        for messages in languages:
            sentence = describe_outcome(played.state.outcome, game, messages, NAMES)
            assert any(name in sentence for name in NAMES)


def _describe(state: State, action: Action, messages: Messages) -> str:
    return describe_action(state, action, messages, NAMES)


def _tell(event: Event, game: Game, messages: Messages, reader: int | None = None) -> str:
    return describe_event(event, game, messages, NAMES, reader)


@pytest.mark.parametrize(
    ("reader", "english", "german"),
    [
        (None, "Anna snatches 25 from Ben (2 worms)!", "Anna klaut die 25 von Ben (2 Würmer)!"),
        (0, "You snatch 25 from Ben (2 worms)!", "Du klaust die 25 von Ben (2 Würmer)!"),
        (1, "Anna snatches 25 from you (2 worms)!", "Anna klaut dir die 25 (2 Würmer)!"),
        (2, "Anna snatches 25 from Ben (2 worms)!", "Anna klaut die 25 von Ben (2 Würmer)!"),
    ],
)
def test_the_reader_of_a_sentence_is_addressed_as_you(reader: int | None, english: str, german: str) -> None:
    event, game = Snatched(0, 25, 1), roost.game("heckmeck", players=3)
    assert [_tell(event, game, messages, reader) for messages in (ENGLISH, GERMAN)] == [english, german]


def test_french_elides_before_names() -> None:
    event, game = Pushed(1, 0, 2, 3, 2), roost.game("picnic", players=3)
    assert "la fourmi d'Anna," in describe_event(event, game, Messages("fr"), NAMES)
    assert "la fourmi de Ben," in describe_event(event, game, Messages("fr"), ("Ben", "Anna"))


def test_portuguese_numbers_agree_with_their_nouns() -> None:
    state = roost.position("heckmeck grill=21-36 A=- B=- turn=A roll=114555ww")
    sentences = [describe_action(state, action, Messages("pt")) for action in state.actions()]
    assert sentences[0] == "pôr de lado dois 1 → 2"
    assert sentences[-1] == "pôr de lado duas minhocas → 10"


def _sentences(position: str, moves: str, messages: Messages) -> list[str]:
    """Return the sentence of each legal action of a position, or of each event while moves are played."""
    state, sentences = roost.position(position), list[str]()
    if not moves:
        return [f"{action}: {describe_action(state, action, messages, NAMES)}" for action in state.actions()]
    for move in moves.split():
        state, events = state.play(move)
        sentences += (describe_event(event, state.game, messages, NAMES) for event in events)
    return sentences


def test_actions_and_events_have_the_sentences_of_the_file() -> None:
    """Setting aside shows the new sum, rolling on shows the dice left, and a claim shows its gain and victim."""
    lines: list[str] = []
    for case in re.findall(r"^\w.*$", (DATA / "sentences.txt").read_text("utf-8"), re.MULTILINE):
        position, _, moves = case.partition(" | ")
        english, german = (_sentences(position, moves, messages) for messages in (ENGLISH, GERMAN))
        lines += (case, *(f"  {left} | {right}" for left, right in zip(english, german, strict=True)))
    assert_golden(DATA / "sentences.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize(
    ("game", "outcome", "english", "german"),
    [
        (
            "heckmeck",
            Outcome((7, 3), (0,), "grill-empty", "score"),
            "Anna wins with 7 worms.",
            "Anna gewinnt: 7 Würmer.",
        ),
        (
            "heckmeck",
            Outcome((7, 7), (1,), "grill-empty", "highest-tile"),
            "Ben wins with 7 worms. Tied on worms: the highest single tile decides.",
            "Ben gewinnt: 7 Würmer. Bei Gleichstand entscheidet das höchste einzelne Plättchen.",
        ),
        (
            "junior",
            Outcome((1, 1, 1), (0, 1, 2), "grill-empty", "shared"),
            "Anna, Ben and Carla share the win with 1 worm each.",
            "Anna, Ben und Carla teilen sich den Sieg: je 1 Wurm.",
        ),
        (
            "barbecue",
            Outcome((9, 9), (0,), "no-snail-to-place", "highest-plate"),
            "Anna wins with 9 points. Tied on points: the highest plate on the grill decides.",
            "Anna gewinnt: 9 Punkte. Bei Gleichstand entscheidet der höchste Teller auf dem Grill.",
        ),
    ],
)
def test_the_sentence_of_an_outcome_has_winners_score_and_tie_break(
    game: str, outcome: Outcome, english: str, german: str
) -> None:
    kind = roost.game(game, players=len(outcome.scores))
    assert describe_outcome(outcome, kind, ENGLISH, NAMES) == english
    assert describe_outcome(outcome, kind, GERMAN, NAMES) == german


def test_a_seat_without_a_name_is_shown_by_its_letter() -> None:
    assert [seat_name(seat, ["Anna"]) for seat in range(3)] == ["Anna", "B", "C"]


def test_the_last_two_names_of_a_list_are_joined_by_and() -> None:
    assert describe_list(["Anna"], GERMAN) == "Anna"
    assert describe_list(NAMES, GERMAN) == "Anna, Ben und Carla"


def test_options_have_meanings_in_both_languages() -> None:
    """English repeats the declaration; German has its own words, including those that games share."""
    heckmeck = all_games()["heckmeck"]
    options = heckmeck.options()
    assert option_meaning(options["short_game"], heckmeck, ENGLISH) == options["short_game"].meaning
    assert "umgedreht" in option_meaning(options["short_game"], heckmeck, GERMAN)
    assert "ausgelost" in option_meaning(options["start"], heckmeck, GERMAN)


# -- plug-in games, which our message files cannot describe -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dance(Action):
    form: ClassVar[str] = "dance{steps}"
    steps: Number


@dataclass(frozen=True, slots=True)
class FellOver(Event):
    seat: SeatNumber
    steps: Number


def test_results_of_a_turn_have_a_long_and_a_short_form() -> None:
    """The short form of a result has at most three characters."""
    state, messages = roost.position("heckmeck grill=21-23,25-36 A=- B=24 turn=A"), Messages()
    take, snatch = (state.game.parse_action(text) for text in ("take21", "snatch24@B"))
    assert describe_result(state, take, messages) == describe_action(state, take, messages)
    assert describe_result(state, FAILS, messages) == "the turn fails"
    assert [describe_result_short(state, result, messages) for result in (take, snatch, FAILS)] == ["21", "24B", "✗"]


def test_words_without_a_message_are_shown_as_they_are() -> None:
    """Unknown reasons and symbols do not break a sentence either."""
    game = roost.game("heckmeck")
    assert describe_action(game.opening(), Dance(3), GERMAN) == "dance 3"
    assert describe_event(FellOver(1, 3), game, GERMAN, NAMES) == "fell over Ben 3."
    assert describe_event(Failed(0, "hiccups"), game, ENGLISH) == "A's turn fails: hiccups."
    assert describe_event(Ended("bedtime"), game, ENGLISH) == "The game is over: bedtime."
    die = Die((Symbol("x", "crown", 1), Symbol("w", "worm", 5)), (1, 1))
    assert describe_dice(die.roll((2, 1)), GERMAN.of(game)) == "crown crown Wurm"
    assert describe_score(3, game, ENGLISH) == "3 worms"


def test_a_list_of_numbers_is_written_as_a_list() -> None:
    state = CantStop().opening().play("1346").state
    assert describe_action(state, state.actions()[0], Messages()) == "climb 4 and 10"
    climbed = state.play("climb4,10").events[0]
    assert describe_event(climbed, state.game, Messages(), ["Anna", "Ben"]) == "climbed Anna 4 and 10."
