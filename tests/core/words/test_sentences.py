"""Sentences about actions, events and endings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import pytest
from roost_cantstop import CantStop

import roost
from roost.core.dice import Die, Symbol
from roost.core.events import Ended
from roost.core.game import Game
from roost.core.moves import Action, Event, Number, SeatNumber
from roost.core.outcome import Outcome
from roost.core.registry import all_games
from roost.core.state import Node, State
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

ENGLISH, GERMAN = Messages("en"), Messages("de")
NAMES = ("Anna", "Ben", "Carla")


def described(position: str, messages: Messages) -> dict[str, str]:
    """Every legal action of a position with its sentence."""
    state = roost.position(position)
    return {str(action): describe_action(state, action, messages, NAMES) for action in state.actions()}


def told(position: str, moves: str, messages: Messages) -> list[str]:
    """The sentences that are told while these moves are played."""
    state, sentences = roost.position(position), list[str]()
    for move in moves.split():
        state, events = state.play(move)
        sentences += (tell_event(event, state.game, messages, NAMES) for event in events)
    return sentences


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

    for seed in range(6):
        state, chance = game.opening(), Stream(f"telling {seed}")
        while state.node is not Node.OVER:
            for action in state.actions():
                for sentence in sentences(partial(_describe, state, action)):
                    assert sentence != str(action)
                    assert "{" not in sentence
            move = state.dice.draw(chance) if state.dice is not None else chance.choice(state.actions())
            state, events = state.play(move)
            for event in events:
                for sentence in sentences(partial(_tell, event, game)):
                    assert sentence[-1] in ".!"
                    assert "{" not in sentence
                for reader in concerned(event):
                    for sentence in sentences(partial(_tell, event, game, reader=reader)):
                        assert sentence[-1] in ".!"
                        assert NAMES[reader] not in sentence
        assert state.outcome is not None
        for messages in others:
            told = tell_outcome(state.outcome, game, messages, NAMES)
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
    """Whoever did it, or whom it was done to, is told so; everybody else by name."""
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


@pytest.mark.parametrize(
    ("position", "english", "german"),
    [
        (
            "heckmeck grill=21-23,25-28 A=24 B=31,29 turn=A aside=444w roll=1123",
            {"1": "set aside two 1s → 19", "2": "set aside one 2 → 19", "3": "set aside one 3 → 20"},
            {
                "1": "zwei Einsen beiseitelegen → 19",
                "2": "eine Zwei beiseitelegen → 19",
                "3": "eine Drei beiseitelegen → 20",
            },
        ),
        (
            "heckmeck grill=21-23,25-28 A=24 B=31,29 turn=A aside=5555w4",
            {"roll": "roll 2 dice", "snatch29@B": "snatch 29 from Ben (3 worms)", "take28": "take 28 (2 worms)"},
            {
                "roll": "2 Würfel werfen",
                "snatch29@B": "die 29 von Ben klauen (3 Würmer)",
                "take28": "die 28 nehmen (2 Würmer)",
            },
        ),
        (
            "heckmeck grill=21-23,25-28 A=24 B=31,29 turn=A aside=1111222",
            {"roll": "roll the last die", "stop": "give up the turn"},
            {"roll": "den letzten Würfel werfen", "stop": "den Zug aufgeben"},
        ),
        (
            "junior grill=4,4,5,9 A=6 B=7,6 turn=A aside=wwbb",
            {"roll": "roll 2 dice", "snatch6@B": "pinch 6 from Ben (2 worms)", "take5": "take 5 (1 worm)"},
            {
                "roll": "2 Würfel werfen",
                "snatch6@B": "die 6 von Ben stibitzen (2 Würmer)",
                "take5": "die 5 nehmen (1 Wurm)",
            },
        ),
        (
            "junior grill=4,4,5,9 A=6 B=7,6 turn=B aside=kk roll=wggc",
            {"w": "set aside one worm → 3", "g": "set aside two cucumbers → 4", "c": "set aside one cheese → 3"},
            {
                "w": "einen Wurm beiseitelegen → 3",
                "g": "zwei Gurken beiseitelegen → 4",
                "c": "einen Käse beiseitelegen → 3",
            },
        ),
        (
            "barbecue grill=36:A A=4w0s B=12w0s turn=A aside=66666w1",
            {"roll": "roll the last die", "protect36": "close 36 with a second plate (4 worms)"},
            {
                "roll": "den letzten Würfel werfen",
                "protect36": "Grillplatz 36 mit einem zweiten Teller sichern (4 Würmer)",
            },
        ),
        (
            "barbecue grill=35:B A=4w0s B=12w0s turn=A aside=66666w",
            {"roll": "roll 2 dice", "steal35": "take over 35 from Ben (4 worms)"},
            {"roll": "2 Würfel werfen", "steal35": "Ben auf Grillplatz 35 bestehlen (4 Würmer)"},
        ),
        (
            "barbecue grill=- A=- B=- turn=A aside=66ww11",
            {"roll": "roll 2 dice", "occupy24": "place a plate on 24 (1 worm)"},
            {"roll": "2 Würfel werfen", "occupy24": "Grillplatz 24 besetzen (1 Wurm)"},
        ),
        (
            "barbecue grill=34:snail A=- B=- turn=A aside=6666ww",
            {"roll": "roll 2 dice", "snail34": "take the snail from 34"},
            {"roll": "2 Würfel werfen", "snail34": "die Grillschnecke von Grillplatz 34 nehmen"},
        ),
        (
            "barbecue grill=- A=- B=- turn=A aside=6666wwww",
            {"snail": "take a snail from the pool"},
            {"snail": "eine Grillschnecke aus dem Vorrat nehmen"},
        ),
        (
            "barbecue grill=- A=6s B=6s turn=A aside=6666wwww",
            {"end": "stop on 44: no snail is left, and the game ends"},
            {"end": "mit 44 aufhören: keine Grillschnecke ist mehr da, und das Spiel endet"},
        ),
        (
            "picnic board=5A/6B/1B/-/-/- A=queen B=- turn=A dice=123444",
            {
                "pushB3": "push Ben's ant on track 3 off the board",
                "queen-attack": "spend the Queen on one more attack",
                "move1": "track 1: 1 step → the food (2 points)",
                "move3": "track 3: 1 step → space 1 of 8",
                "move4": "track 4: 3 steps → space 3 of 8",
                "pass": "end the turn",
            },
            {
                "pushB3": "die Ameise von Ben auf Bahn 3 vom Plan schieben",
                "queen-attack": "die Königin für einen weiteren Angriff ausgeben",
                "move1": "Bahn 1: 1 Schritt → das Futter (2 Punkte)",
                "move3": "Bahn 3: 1 Schritt → Feld 1 von 8",
                "move4": "Bahn 4: 3 Schritte → Feld 3 von 8",
                "pass": "den Zug beenden",
            },
        ),
        (
            "picnic board=6A/6B/6A/-/-/- A=- B=- turn=A dice=123456 attacks=2",
            {
                "pushB2": "push Ben's ant on track 2 back to space 5 of 6, which takes two attacks",
                "move3": "track 3: 1 step → space 7 of 8",
                "move4": "track 4: 1 step → space 1 of 8",
                "move5": "track 5: 1 step → space 1 of 10",
                "move6": "track 6: 1 step → space 1 of 10",
                "pass": "end the turn",
            },
            {
                "pushB2": "die Ameise von Ben auf Bahn 2 zurück auf Feld 5 von 6 schieben, was zwei Angriffe kostet",
                "move3": "Bahn 3: 1 Schritt → Feld 7 von 8",
                "move4": "Bahn 4: 1 Schritt → Feld 1 von 8",
                "move5": "Bahn 5: 1 Schritt → Feld 1 von 10",
                "move6": "Bahn 6: 1 Schritt → Feld 1 von 10",
                "pass": "den Zug beenden",
            },
        ),
        (
            "picnic board=3A/-/5A/-/-/- A=queen B=- turn=A dice=111333 moved=1",
            {
                "move3": "track 3: 3 steps, spending the Queen → the food (3 points)",
                "pass": "end the turn",
            },
            {
                "move3": "Bahn 3: 3 Schritte und die Königin ausgeben → das Futter (3 Punkte)",
                "pass": "den Zug beenden",
            },
        ),
        (
            "picnic board=2A/-/5A/-/-/- A=queen B=- turn=A dice=111333 rerolls=2/1",
            {
                "keep": "keep these dice",
                "reroll3": "re-roll one 3",
                "reroll33": "re-roll two 3s",
                "reroll1": "re-roll one 1",
                "reroll13": "re-roll one 1 and one 3",
                "reroll11": "re-roll two 1s",
                "queen-reroll": "spend the Queen on more re-rolls",
            },
            {
                "keep": "diese Würfel behalten",
                "reroll3": "eine Drei nachwürfeln",
                "reroll33": "zwei Dreien nachwürfeln",
                "reroll1": "eine Eins nachwürfeln",
                "reroll13": "eine Eins und eine Drei nachwürfeln",
                "reroll11": "zwei Einsen nachwürfeln",
                "queen-reroll": "die Königin für weiteres Nachwürfeln ausgeben",
            },
        ),
    ],
)
def test_actions_say_what_they_do(position: str, english: dict[str, str], german: dict[str, str]) -> None:
    """Setting aside tells the new sum, rolling the dice left, a claim what it brings and from whom."""
    assert described(position, ENGLISH) == english
    assert described(position, GERMAN) == german


@pytest.mark.parametrize(
    ("position", "moves", "english", "german"),
    [
        (
            "heckmeck grill=21-23,25-28 A=24 B=31,29 turn=A aside=444w",
            "roll 144w",
            [
                "Anna rolls 1 4 4 worm.",
            ],
            ["Anna würfelt 1 4 4 Wurm."],
        ),
        (
            "heckmeck grill=21-23,25-28 A=24 B=31,29 turn=A aside=444w",
            "roll 44ww",
            [
                "Anna rolls 4 4 worm worm.",
                "No new symbol: bust!",
                "Anna's turn fails.",
                "Anna gives 24 back.",
                "28 goes face down.",
            ],
            [
                "Anna würfelt 4 4 Wurm Wurm.",
                "Kein neues Symbol: eine Niete!",
                "Der Zug von Anna misslingt.",
                "Anna gibt die 24 zurück.",
                "Die 28 wird umgedreht.",
            ],
        ),
        (
            "heckmeck grill=21-23,25-28 A=24 B=31,29 turn=A aside=5555w roll=134",
            "4 snatch29@B",
            ["Anna sets aside one 4: 29.", "Anna snatches 29 from Ben (3 worms)!"],
            ["Anna legt eine Vier beiseite: 29.", "Anna klaut die 29 von Ben (3 Würmer)!"],
        ),
        (
            "heckmeck grill=21 A=24 B=29 turn=A aside=4444w",
            "take21",
            ["Anna takes 21 (1 worm).", "The game is over: no tile lies face up on the grill."],
            ["Anna nimmt die 21 (1 Wurm).", "Das Spiel ist vorbei: auf dem Grill liegt kein Plättchen mehr offen."],
        ),
        (
            "junior grill=4,9 A=6 B=7 turn=A aside=w",
            "stop",
            ["Anna gets no tile: nothing to claim.", "9 goes face down."],
            ["Anna bekommt kein Plättchen: es gibt nichts zu holen.", "Die 9 wird umgedreht."],
        ),
        (
            "junior grill=4,9 A=6 B=7 turn=A aside=wwwbb",
            "snatch7@B",
            ["Anna pinches 7 from Ben (2 worms)!"],
            ["Anna stibitzt die 7 von Ben (2 Würmer)!"],
        ),
        (
            "barbecue grill=35:B A=- B=4w turn=A aside=66666w",
            "steal35",
            ["Anna takes over 35 and gets 4 worms from Ben!"],
            ["Anna stiehlt Ben 4 Würmer auf Grillplatz 35!"],
        ),
        (
            "barbecue grill=35:A A=4w B=- turn=A aside=66666w",
            "protect35",
            ["Anna closes 35 with a second plate and gets 4 worms!"],
            ["Anna sichert Grillplatz 35 mit einem zweiten Teller und bekommt 4 Würmer!"],
        ),
        (
            "barbecue grill=36:snail A=- B=- turn=A aside=66ww11",
            "occupy24",
            ["Anna places a plate on 24 and gets 1 worm."],
            ["Anna besetzt Grillplatz 24 und bekommt 1 Wurm."],
        ),
        (
            "barbecue grill=34:snail A=- B=- turn=A aside=6666ww",
            "snail34",
            ["Anna takes a snail from 34."],
            ["Anna nimmt eine Grillschnecke von Grillplatz 34."],
        ),
        (
            "barbecue grill=- A=- B=- turn=A aside=6666wwww",
            "snail",
            ["Anna takes a snail from the pool."],
            ["Anna nimmt eine Grillschnecke aus dem Vorrat."],
        ),
        (
            "barbecue grill=- A=- B=- turn=A aside=6666",
            "roll 6666",
            [
                "Anna rolls 6 6 6 6.",
                "No new symbol: bust!",
                "Anna's attempt fails.",
                "A snail settles on 36.",
            ],
            [
                "Anna würfelt 6 6 6 6.",
                "Kein neues Symbol: eine Niete!",
                "Anna macht einen Fehlwurf.",
                "Eine Grillschnecke macht es sich auf Grillplatz 36 bequem.",
            ],
        ),
        (
            "picnic board=-/-/-/-/-/- A=- B=- turn=draw",
            "b",
            ["Ben is drawn to begin."],
            ["Das Los fällt auf Ben."],
        ),
        (
            "picnic board=5A/6B/1B/-/-/- A=queen B=- turn=A dice=123444",
            "queen-attack pushB2",
            [
                "Anna spends the Queen on one more attack.",
                "Anna pushes Ben's ant on track 2 back to space 5 of 6!",
            ],
            [
                "Anna gibt die Königin für einen weiteren Angriff aus.",
                "Anna schiebt die Ameise von Ben auf Bahn 2 zurück auf Feld 5 von 6!",
            ],
        ),
        (
            "picnic board=5A/6B/1B/2A/-/- A=- B=- turn=A dice=123444 rerolls=2/1",
            "reroll12 14 move1",
            [
                "Anna picks up one 1 and one 2 to re-roll.",
                "Anna rolls 1 4.",
                "Anna goes to the food on track 1.",
                "Anna gets 2 points for it!",
            ],
            [
                "Anna nimmt eine Eins und eine Zwei zum Nachwürfeln auf.",
                "Anna würfelt 1 4.",
                "Anna geht auf Bahn 1 auf das Futter.",
                "Anna bekommt dafür 2 Punkte!",
            ],
        ),
        (
            "picnic board=5A/6B/1B/-/-/- A=- B=- turn=A dice=123444",
            "skip",
            ["Anna skips attack and move and takes a Queen token."],
            ["Anna lässt Angriff und Ziehen aus und nimmt eine Königin."],
        ),
        (
            "picnic board=5A/6B/1B/-/-/- A=- B=- turn=A dice=123444",
            "pass",
            ["Anna ends the turn."],
            ["Anna beendet den Zug."],
        ),
    ],
)
def test_events_are_told(position: str, moves: str, english: list[str], german: list[str]) -> None:
    """What happened is told in order, by name, in both languages."""
    assert told(position, moves, ENGLISH) == english
    assert told(position, moves, GERMAN) == german


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


def test_an_action_without_words_is_spelled_out() -> None:
    """What no message describes is shown by its name and its fields."""
    assert describe_action(roost.game("heckmeck").opening(), Dance(3), GERMAN) == "dance 3"


def test_an_event_without_words_is_spelled_out() -> None:
    """What no message tells is told by its name and its fields."""
    assert tell_event(FellOver(1, 3), roost.game("heckmeck"), GERMAN, NAMES) == "fell over Ben 3."


def test_words_from_outside_are_shown_as_they_are() -> None:
    """Unknown reasons, symbols and numbers of dice do not stop a sentence."""
    game = roost.game("heckmeck")
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
