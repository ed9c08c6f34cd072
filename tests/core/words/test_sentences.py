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
    option_meaning,
    seat_name,
    tell_dice,
    tell_event,
    tell_list,
    tell_outcome,
    tell_result,
    tell_result_short,
    tell_score,
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
def test_whole_random_games_are_told(name: str) -> None:
    """Every action and event of whole games, and every outcome, becomes a filled sentence in every language."""
    game, others = roost.game(name, players=3), [Messages(language) for language in Language]
    known: set[str] = set()

    def sentences(tell: Callable[[Messages], str]) -> list[str]:
        """The sentences that are told, in every language if they are new."""
        if (told := tell(ENGLISH)) in known:
            return []
        known.add(told)
        return [tell(messages) for messages in others]

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
        for messages in others:
            told = tell_outcome(played.state.outcome, game, messages, NAMES)
            assert any(name in told for name in NAMES)


def _describe(state: State, action: Action, messages: Messages) -> str:
    return describe_action(state, action, messages, NAMES)


def _tell(event: Event, game: Game, messages: Messages, reader: int | None = None) -> str:
    return tell_event(event, game, messages, NAMES, reader)


@pytest.mark.parametrize(
    ("reader", "english", "german"),
    [
        (None, "Anna snatches 25 from Ben (2 worms)!", "Anna klaut die 25 von Ben (2 Würmer)!"),
        (0, "You snatch 25 from Ben (2 worms)!", "Du klaust die 25 von Ben (2 Würmer)!"),
        (1, "Anna snatches 25 from you (2 worms)!", "Anna klaut dir die 25 (2 Würmer)!"),
        (2, "Anna snatches 25 from Ben (2 worms)!", "Anna klaut die 25 von Ben (2 Würmer)!"),
    ],
)
def test_who_reads_is_you(reader: int | None, english: str, german: str) -> None:
    """A reader who did it, or to whom it was done, is told so; everybody else is named."""
    event, game = Snatched(0, 25, 1), roost.game("heckmeck", players=3)
    assert [_tell(event, game, messages, reader) for messages in (ENGLISH, GERMAN)] == [english, german]


def test_french_elides_before_names() -> None:
    """As people say it: la fourmi d'Anna, la fourmi de Ben."""
    event, game = Pushed(1, 0, 2, 3, 2), roost.game("picnic", players=3)
    assert "la fourmi d'Anna," in tell_event(event, game, Messages("fr"), NAMES)
    assert "la fourmi de Ben," in tell_event(event, game, Messages("fr"), ("Ben", "Anna"))


def test_portuguese_numbers_agree_with_their_nouns() -> None:
    """Two of a number are dois, two worms duas."""
    state = roost.position("heckmeck grill=21-36 A=- B=- turn=A roll=114555ww")
    told = [describe_action(state, action, Messages("pt")) for action in state.actions()]
    assert told[0] == "pôr de lado dois 1 → 2"
    assert told[-1] == "pôr de lado duas minhocas → 10"


def _said(position: str, moves: str, messages: Messages) -> list[str]:
    """The sentence of every legal action of a position; or those that are told while these moves are played."""
    state, sentences = roost.position(position), list[str]()
    if not moves:
        return [f"{action}: {describe_action(state, action, messages, NAMES)}" for action in state.actions()]
    for move in moves.split():
        state, events = state.play(move)
        sentences += (tell_event(event, state.game, messages, NAMES) for event in events)
    return sentences


def test_actions_and_events_say_what_they_do() -> None:
    """Actions of positions, and what is told of moves, as the file has them, in two languages.

    Setting aside tells the new sum, rolling the dice left, a claim what it brings and from whom; what happened is told
    in order and by name.
    """
    lines: list[str] = []
    for case in re.findall(r"^\w.*$", (DATA / "sentences.txt").read_text("utf-8"), re.MULTILINE):
        position, _, moves = case.partition(" | ")
        english, german = (_said(position, moves, messages) for messages in (ENGLISH, GERMAN))
        lines += (case, *(f"  {one} | {two}" for one, two in zip(english, german, strict=True)))
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
            "Ben wins with 7 worms. Others have as much; the highest single tile decides.",
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
            "Anna wins with 9 points. Others have as much; the highest plate on the grill decides.",
            "Anna gewinnt: 9 Punkte. Bei Gleichstand entscheidet der höchste Teller auf dem Grill.",
        ),
    ],
)
def test_outcomes_are_told(game: str, outcome: Outcome, english: str, german: str) -> None:
    """The end names the winners, their score, and what decided between equals."""
    kind = roost.game(game, players=len(outcome.scores))
    assert tell_outcome(outcome, kind, ENGLISH, NAMES) == english
    assert tell_outcome(outcome, kind, GERMAN, NAMES) == german


def test_seats_without_names_go_by_their_letters() -> None:
    """Without names, or with too few, a seat is its letter."""
    assert [seat_name(seat, ["Anna"]) for seat in range(3)] == ["Anna", "B", "C"]


def test_lists_read_as_people_write_them() -> None:
    """One name stands alone, the last of several follows an 'and'."""
    assert tell_list(["Anna"], GERMAN) == "Anna"
    assert tell_list(NAMES, GERMAN) == "Anna, Ben und Carla"


def test_options_mean_the_same_in_both_languages() -> None:
    """English repeats the declaration; German has its own words, shared ones included."""
    heckmeck = all_games()["heckmeck"]
    options = heckmeck.options()
    assert option_meaning(options["short_game"], heckmeck, ENGLISH) == options["short_game"].meaning
    assert "umgedreht" in option_meaning(options["short_game"], heckmeck, GERMAN)
    assert "ausgelost" in option_meaning(options["start"], heckmeck, GERMAN)


# -- games from outside, whose words our files cannot have ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dance(Action):
    form: ClassVar[str] = "dance{steps}"
    steps: Number


@dataclass(frozen=True, slots=True)
class FellOver(Event):
    seat: SeatNumber
    steps: Number


def test_results_of_a_turn_are_told_long_and_short() -> None:
    """A claim is told as its action is, failing in words of its own; in short there is room for three characters."""
    state, messages = roost.position("heckmeck grill=21-23,25-36 A=- B=24 turn=A"), Messages()
    take, snatch = (state.game.parse_action(text) for text in ("take21", "snatch24@B"))
    assert tell_result(state, take, messages) == describe_action(state, take, messages)
    assert tell_result(state, FAILS, messages) == "the turn fails"
    assert [tell_result_short(state, result, messages) for result in (take, snatch, FAILS)] == ["21", "24B", "✗"]


def test_words_from_outside_are_shown_as_they_are() -> None:
    """A thing without a message is told by name and fields; unknown reasons and symbols do not stop a sentence."""
    game = roost.game("heckmeck")
    assert describe_action(game.opening(), Dance(3), GERMAN) == "dance 3"
    assert tell_event(FellOver(1, 3), game, GERMAN, NAMES) == "fell over Ben 3."
    assert tell_event(Failed(0, "hiccups"), game, ENGLISH) == "A's turn fails: hiccups."
    assert tell_event(Ended("bedtime"), game, ENGLISH) == "The game is over: bedtime."
    die = Die((Symbol("x", "crown", 1), Symbol("w", "worm", 5)), (1, 1))
    assert tell_dice(die.roll((2, 1)), GERMAN.of(game)) == "crown crown Wurm"
    assert tell_score(3, game, ENGLISH) == "3 worms"


def test_a_list_of_numbers_is_told_as_one() -> None:
    """The numbers in an action or event stand in a sentence as names would."""
    state = CantStop().opening().play("1346").state
    assert describe_action(state, state.actions()[0], Messages()) == "climb 4 and 10"
    climbed = state.play("climb4,10").events[0]
    assert tell_event(climbed, state.game, Messages(), ["Anna", "Ben"]) == "climbed Anna 4 and 10."
