"""Reasons why a choice is illegal, in words that a player would use."""

import pytest

import roost
from policies import walked
from roost.core.registry import all_games
from roost.core.state import choose_at_random
from roost.core.stream import Stream
from roost.core.words import Language, Messages
from roost.core.words.reasons import describe_reason, doubts
from rules import rule

NAMES = ("Anna", "Ben", "Carla")
TILES = "heckmeck grill=21-24,26,27,29-36 A=25 B=28"
BARBECUE = "barbecue grill=24:A,25:B,27:BB,36:snail A=2w1s B=6w0s turn=A"
PICNIC = "picnic board=2BA,5C/-/8B/1A/-/- A=- B=queen C=- turn=A"


def reason(position: str, action: str, messages: Messages | None = None) -> str | None:
    """Return the reason why an action is illegal in a position."""
    state = roost.position(position)
    return describe_reason(state, state.game.parse_action(action), messages or Messages(), NAMES)


@pytest.mark.parametrize(
    ("turn", "action", "expected"),
    [
        ("turn=A", "take24", "Roll the dice first."),
        ("turn=A aside=44 roll=next", "w", "Roll the dice first."),
        ("turn=A roll=1123445w", "take24", "First set aside dice from this roll."),
        ("turn=A roll=1123445w", "roll", "First set aside dice from this roll."),
        ("turn=A roll=11223445", "w", "No die in this roll shows worm."),
        ("turn=A aside=44 roll=112345", "4", "You can set aside each symbol only once a turn, and you already have 4."),
        ("turn=A aside=44", "5", "You have already set aside dice from this roll: roll again, or stop."),
        ("turn=A aside=4455", "take21", "You have no worm, and without a worm your result earns nothing."),
        ("turn=A aside=ww4443", "take26", "You need at least 26 to take tile 26; you have 25."),
        ("turn=A aside=wwww3", "take22", "23 is on the grill. With exactly 23 you must take that tile."),
        ("turn=A aside=wwww32", "take23", "With 25 you get the next lower tile on the grill, which is 24."),
        (
            "turn=A aside=wwww32",
            "take25",
            "25 is in a stack. You can take only the top tile of a stack, and only with",
        ),
        ("turn=A aside=wwww32", "snatch25@A", "This tile is already yours."),
        ("turn=A aside=wwww32", "snatch28@B", "You need exactly 28 to take 28 from a stack; you have 25."),
        ("turn=A aside=wwww32", "snatch29@B", "The rules don't allow this here."),
        ("turn=A aside=wwww32", "stop", "Your result earns something: take it to stop."),
        ("turn=A aside=wwww5554", "roll", "All dice are set aside, so there are none left to roll."),
        ("turn=A aside=123455w", "roll", "You cannot roll again this turn."),
    ],
)
@rule("HM-2")
def test_heckmeck_gives_a_reason_for_each_illegal_tap(turn: str, action: str, expected: str) -> None:
    sentence = reason(f"{TILES} {turn}", action)
    assert sentence is not None
    assert sentence.startswith(expected)


def test_a_face_down_or_covered_tile_cannot_be_taken() -> None:
    table = "heckmeck grill=21,22 A=- B=24,28 turn=A aside=wwww3"
    assert reason(table, "take30") == "30 is face down and out of the game."
    assert reason(table, "snatch24@B") == "From Ben, you can take only the top tile."
    assert reason(table, "take99") == "The rules don't allow this here."


@rule("JR-6")
def test_must_pinch_forbids_taking_a_lower_tile() -> None:
    table = "grill=4,5 A=- B=6 turn=A aside=gggwb"
    must_pinch = "6 is on top of another stack. With exactly 6 you must take it from there."
    assert reason(f"junior must_pinch=yes {table}", "take5") == must_pinch
    assert reason(f"junior {table}", "take5") is None
    assert reason(f"junior must_pinch=yes {table}", "take4") == must_pinch


@rule("BQ-3", "BQ-12")
def test_stopping_on_nothing_in_barbecue_asks_for_confirmation() -> None:
    """The question says whether stopping ends the game."""
    table = "barbecue stop_on_nothing=yes grill=36:snail A=0w{}s B=0w0s turn=A aside=66w"
    state = roost.position(table.format(10))
    assert doubts(state, state.game.parse_action("stop"), Messages())[1] == "Give up the turn"
    state = roost.position(table.format(11))
    assert doubts(state, state.game.parse_action("stop"), Messages())[1] == "End the game"


@pytest.mark.parametrize(
    ("turn", "action", "expected"),
    [
        ("aside=66w", "occupy23", "A result needs to be at least 23; you have 17."),
        ("aside=666w2", "occupy26", "You need exactly 26 for spot 26; you have 25."),
        ("aside=666w2", "protect27", "There are two plates on 27, so it is closed."),
        ("aside=666w2", "snail", "You need more than 36 for this; you have 25."),
        ("aside=66w", "stop", "Your result earns nothing yet: roll again."),
        ("aside=666w2", "occupy25", "The rules don't allow this here."),
    ],
)
@rule("BQ-3")
def test_barbecue_gives_a_reason_for_each_illegal_spot(turn: str, action: str, expected: str) -> None:
    assert reason(f"{BARBECUE} {turn}", action) == expected


@rule("BQ-11")
def test_a_player_without_plates_cannot_place_one() -> None:
    spots = ",".join(f"{spot}:AA" for spot in (23, 24, 26, 27, 28))
    table = f"barbecue grill={spots} A=20w0s B=0w0s turn=A aside=666w2"
    assert reason(table, "occupy25") == "All your plates are on the grill."


@pytest.mark.parametrize(
    ("turn", "action", "expected"),
    [
        ("dice=112346 rerolls=2/1", "move1", "First re-roll dice or keep them."),
        ("dice=112346 rerolls=2/1", "reroll1123", "You may re-roll up to 2 dice now."),
        ("dice=112346 rerolls=2/1", "queen-reroll", "You have no Queen token."),
        ("dice=112346", "keep", "You have no re-rolls left this turn."),
        ("dice=112346", "move5", "No die shows 5, so you cannot move on track 5."),
        ("dice=112346", "move3", "An ant holds the food on track 3"),
        ("dice=112346", "pushA4", "This ant is yours."),
        ("dice=112346", "pushC4", "There is no such ant on track 4."),
        ("dice=112346", "pushB1", "Ben's ant is pinned under another one and cannot be pushed."),
        ("dice=112346", "pushB3", "Pushing an ant off its food takes two attacks."),
        ("dice=111346", "pushC1", "To attack you need a straight: four, five or six numbers in a row."),
        ("dice=111346", "queen-attack", "You have no Queen token."),
        ("dice=112346 attacks=0", "skip", "It is too late to pass for a Queen token this turn."),
    ],
)
@rule("PB-8")
def test_picnic_gives_a_reason_for_each_illegal_track_or_ant(turn: str, action: str, expected: str) -> None:
    sentence = reason(f"{PICNIC} {turn}", action)
    assert sentence is not None
    assert sentence.startswith(expected)


@rule("PB-12")
def test_a_second_move_at_the_picnic_is_limited() -> None:
    """After the first move there is no attack, the second needs another track, and a Queen holder may not skip."""
    table = "picnic board=3A,5C/-/-/1A/-/- A=queen B=- C=- turn=A"
    assert reason(f"{table} dice=111344 moved=1", "move1") == "Your second move must be on a track other than 1."
    assert reason(f"{table} dice=111344 moved=1", "pushC1") == "Attacks come before the move."
    assert reason(f"{table} dice=111344", "skip") == "You already have a Queen token."
    alone = "picnic board=-/-/-/1A/-/- A=queen B=- C=- turn=A dice=111344"
    assert reason(alone, "queen-attack") == "No ant is within reach, even with one more attack."


@rule("PB-11")
def test_an_ant_under_another_one_cannot_move() -> None:
    table = "picnic board=2AB/-/-/-/-/- A=- B=- turn=A dice=111344"
    assert reason(table, "move1") == "Your ant on track 1 is pinned under another one."


def test_a_legal_action_has_no_reason_against_it() -> None:
    """After the end of a game, the reason is the same for all actions."""
    assert reason("heckmeck grill=21-36 A=- B=- turn=A roll=1123445w", "w") is None
    assert reason("heckmeck grill=- A=21 B=- over=grill-empty", "take21") == "The game is over."


def test_giving_up_a_turn_asks_for_confirmation() -> None:
    """Giving up needs a confirmation, but rolling on does not."""
    state = roost.position("heckmeck grill=21-36 A=- B=- turn=A aside=555")
    stop, roll = (state.game.parse_action(text) for text in ("stop", "roll"))
    question, answer = doubts(state, stop, Messages())
    assert question is not None
    assert question.startswith("Give up this turn?")
    assert answer == "Give up the turn"
    assert doubts(state, roll, Messages()) == (None, None)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", all_games())
def test_every_action_of_a_game_is_legal_or_has_a_reason(name: str) -> None:
    """In every language, an action from a random game has a reason wherever it is illegal in that game."""
    english, translations = Messages(), [Messages(language) for language in Language if language is not Language.EN]
    tokens, known = dict[str, None](), set[str | None]()
    for round_ in range(2):
        opening, chance = roost.game(name, players=3).opening(), Stream(f"reasons {round_}")
        for state, _ in walked(opening, chance, choose_at_random):
            legal = set(map(str, state.actions()))
            for token in tokens if round_ else ():
                action = state.game.parse_action(token)
                sentence = describe_reason(state, action, english, NAMES)
                assert (sentence is None) == (token in legal)
                assert sentence != ""
                if sentence not in known:
                    known.add(sentence)
                    translated = [describe_reason(state, action, messages, NAMES) for messages in translations]
                    assert all((text is None) == (sentence is None) and text != "" for text in translated)
            tokens |= dict.fromkeys(sorted(legal)[:8])
