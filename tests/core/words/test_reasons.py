"""The reasons against a choice: those that a player at the table would give."""

import pytest

import roost
from policies import walked
from roost.core.registry import all_games
from roost.core.state import choose_at_random
from roost.core.stream import Stream
from roost.core.words import Language, Messages
from roost.core.words.reasons import doubts, tell_reason
from rules import rule

NAMES = ("Anna", "Ben", "Carla")
TILES = "heckmeck grill=21-24,26,27,29-36 A=25 B=28"
BARBECUE = "barbecue grill=24:A,25:B,27:BB,36:snail A=2w1s B=6w0s turn=A"
PICNIC = "picnic board=2BA,5C/-/8B/1A/-/- A=- B=queen C=- turn=A"


def reason(position: str, action: str, messages: Messages | None = None) -> str | None:
    """The reason why an action is not possible in a position."""
    state = roost.position(position)
    return tell_reason(state, state.game.parse_action(action), messages or Messages(), NAMES)


@pytest.mark.parametrize(
    ("turn", "action", "told"),
    [
        ("turn=A", "take24", "Roll the dice first."),
        ("turn=A aside=44 roll=next", "w", "Roll the dice first."),
        ("turn=A roll=1123445w", "take24", "First set aside dice from this roll."),
        ("turn=A roll=1123445w", "roll", "First set aside dice from this roll."),
        ("turn=A roll=11223445", "w", "No die of this roll shows worm."),
        ("turn=A aside=44 roll=112345", "4", "You can set aside each symbol only once a turn, and you have 4 already."),
        ("turn=A aside=44", "5", "You have set aside dice from this roll already: roll on, or stop."),
        ("turn=A aside=4455", "take21", "You have no worm, and without one a result earns nothing."),
        ("turn=A aside=ww4443", "take26", "For 26 you need 26; you have 25."),
        ("turn=A aside=wwww3", "take22", "23 lies on the grill: with exactly 23 it is this tile and no other."),
        ("turn=A aside=wwww32", "take23", "With 25 you get the next lower tile on the grill, which is 24."),
        (
            "turn=A aside=wwww32",
            "take25",
            "25 lies in a stack. Only a top tile can be taken from others, and only with",
        ),
        ("turn=A aside=wwww32", "snatch25@A", "This tile is yours already."),
        ("turn=A aside=wwww32", "snatch28@B", "To take 28 from a stack you need exactly 28; you have 25."),
        ("turn=A aside=wwww32", "snatch29@B", "The rules do not allow this here."),
        ("turn=A aside=wwww32", "stop", "Your result earns something: to stop, take it."),
        ("turn=A aside=wwww5554", "roll", "All dice are set aside: none is left to roll."),
        ("turn=A aside=123455w", "roll", "No further roll is possible in this turn."),
    ],
)
@rule("HM-2")
def test_tiles_and_dice_of_heckmeck(turn: str, action: str, told: str) -> None:
    """Each thing that a player of Heckmeck may tap has its reason."""
    found = reason(f"{TILES} {turn}", action)
    assert found is not None
    assert found.startswith(told)


def test_a_tile_that_is_gone_or_buried() -> None:
    """A face-down tile is out of the game, and only the top of a stack can be taken."""
    table = "heckmeck grill=21,22 A=- B=24,28 turn=A aside=wwww3"
    assert reason(table, "take30") == "30 lies face down and is out of the game."
    assert reason(table, "snatch24@B") == "Only the top tile of Ben can be taken."
    assert reason(table, "take99") == "The rules do not allow this here."


@rule("JR-6")
def test_a_pinch_that_has_to_be_made() -> None:
    """With must_pinch a lower tile is no way out; without it, it is one."""
    table = "grill=4,5 A=- B=6 turn=A aside=gggwb"
    told = "6 lies on top of another stack: with exactly 6 you have to take it from there."
    assert reason(f"junior must_pinch=yes {table}", "take5") == told
    assert reason(f"junior {table}", "take5") is None
    assert reason(f"junior must_pinch=yes {table}", "take4") == told


@rule("BQ-3", "BQ-12")
def test_stopping_on_nothing_is_asked_twice() -> None:
    """A player who gives up a turn of Barbecue is asked, and told if that ends the game."""
    table = "barbecue stop_on_nothing=yes grill=36:snail A=0w{}s B=0w0s turn=A aside=66w"
    state = roost.position(table.format(10))
    assert doubts(state, state.game.parse_action("stop"), Messages())[1] == "Give up the turn"
    state = roost.position(table.format(11))
    assert doubts(state, state.game.parse_action("stop"), Messages())[1] == "End the game"


@pytest.mark.parametrize(
    ("turn", "action", "told"),
    [
        ("aside=66w", "occupy23", "A result counts from 23 on; you have 17."),
        ("aside=666w2", "occupy26", "For spot 26 you need exactly 26; you have 25."),
        ("aside=666w2", "protect27", "Two plates are on 27: it is closed."),
        ("aside=666w2", "snail", "For this you need more than 36; you have 25."),
        ("aside=66w", "stop", "Your result earns nothing yet: roll on."),
        ("aside=666w2", "occupy25", "The rules do not allow this here."),
    ],
)
@rule("BQ-3")
def test_spots_of_barbecue(turn: str, action: str, told: str) -> None:
    """A spot takes its exact number, unless it is closed."""
    assert reason(f"{BARBECUE} {turn}", action) == told


@rule("BQ-11")
def test_plates_that_are_all_placed() -> None:
    """A player who has no plate left cannot place one."""
    spots = ",".join(f"{spot}:AA" for spot in (23, 24, 26, 27, 28))
    table = f"barbecue grill={spots} A=20w0s B=0w0s turn=A aside=666w2"
    assert reason(table, "occupy25") == "All your plates are on the grill."


@pytest.mark.parametrize(
    ("turn", "action", "told"),
    [
        ("dice=112346 rerolls=2/1", "move1", "First re-roll, or keep these dice."),
        ("dice=112346 rerolls=2/1", "reroll1123", "You may re-roll up to 2 dice now."),
        ("dice=112346 rerolls=2/1", "queen-reroll", "You hold no Queen token."),
        ("dice=112346", "keep", "There is nothing left to re-roll in this turn."),
        ("dice=112346", "move5", "No die shows 5, so you cannot move on track 5."),
        ("dice=112346", "move3", "Somebody holds the food of track 3"),
        ("dice=112346", "pushA4", "This ant is yours."),
        ("dice=112346", "pushC4", "There is no such ant on track 4."),
        ("dice=112346", "pushB1", "Ben's ant is pinned under another one and cannot be pushed."),
        ("dice=112346", "pushB3", "Pushing an ant off its food takes two attacks."),
        ("dice=111346", "pushC1", "For an attack you need a straight: four, five or six dice in a row."),
        ("dice=111346", "queen-attack", "You hold no Queen token."),
        ("dice=112346 attacks=0", "skip", "Skipping for a Queen token is not possible any more in this turn."),
    ],
)
@rule("PB-8")
def test_tracks_and_ants_of_the_picnic(turn: str, action: str, told: str) -> None:
    """Each track and each ant that cannot be chosen has its reason."""
    found = reason(f"{PICNIC} {turn}", action)
    assert found is not None
    assert found.startswith(told)


@rule("PB-12")
def test_a_second_move_at_the_picnic() -> None:
    """After the first move there is no attack, and the second one goes elsewhere; a Queen holder takes no second."""
    table = "picnic board=3A,5C/-/-/1A/-/- A=queen B=- C=- turn=A"
    assert reason(f"{table} dice=111344 moved=1", "move1") == "The second move must go to another track than 1."
    assert reason(f"{table} dice=111344 moved=1", "pushC1") == "Attacks come before the move."
    assert reason(f"{table} dice=111344", "skip") == "You hold a Queen token already."
    alone = "picnic board=-/-/-/1A/-/- A=queen B=- C=- turn=A dice=111344"
    assert reason(alone, "queen-attack") == "No ant is within reach, even with one more attack."


@rule("PB-11")
def test_an_ant_that_is_covered_cannot_move() -> None:
    """One's own ant below another one is pinned."""
    table = "picnic board=2AB/-/-/-/-/- A=- B=- turn=A dice=111344"
    assert reason(table, "move1") == "Your ant on track 1 is pinned under another one."


def test_what_is_possible_needs_no_reason() -> None:
    """A legal action has none; after the end everything has the same."""
    assert reason("heckmeck grill=21-36 A=- B=- turn=A roll=1123445w", "w") is None
    assert reason("heckmeck grill=- A=21 B=- over=grill-empty", "take21") == "The game is over."


def test_what_people_regret_is_asked_about() -> None:
    """Stopping with nothing is; setting dice aside is not."""
    state = roost.position("heckmeck grill=21-36 A=- B=- turn=A aside=555")
    stop, roll = (state.game.parse_action(text) for text in ("stop", "roll"))
    asked, answer = doubts(state, stop, Messages())
    assert asked is not None
    assert asked.startswith("Give up this turn?")
    assert answer == "Give up the turn"
    assert doubts(state, roll, Messages()) == (None, None)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", all_games())
def test_every_action_of_a_game_is_possible_or_has_a_reason(name: str) -> None:
    """Along whole random games, every action that is ever legal gets a sentence where it is not, in every language."""
    english, others = Messages(), [Messages(language) for language in Language if language is not Language.EN]
    seen, known = dict[str, None](), set[str | None]()
    for round_ in range(2):
        opening, chance = roost.game(name, players=3).opening(), Stream(f"reasons {round_}")
        for state, _ in walked(opening, chance, choose_at_random):
            legal = set(map(str, state.actions()))
            for token in seen if round_ else ():
                action = state.game.parse_action(token)
                told = tell_reason(state, action, english, NAMES)
                assert (told is None) == (token in legal)
                assert told != ""
                if told not in known:
                    known.add(told)
                    in_others = [tell_reason(state, action, messages, NAMES) for messages in others]
                    assert all((one is None) == (told is None) and one != "" for one in in_others)
            seen |= dict.fromkeys(sorted(legal)[:8])
