"""Positions typed by hand are read and played on, and wrong ones are refused with a helpful message."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import roost
from roost.core.state import Node, State
from strategies import garbage, json_values, names, positions
from table import legal, play

# Each row: the typed text, Roost's text, the options, a move, and the position after it.
TYPED = [
    (
        "heckmeck turn=b A=25,21 B=- grill=22-24,26-36",
        "heckmeck grill=22-24,26-36 A=25,21 B=- turn=B",
        "8 dice",
        "1112223w",
        "heckmeck grill=22-24,26-36 A=25,21 B=- turn=B roll=1112223w",
    ),
    (
        "HECKMECK grill=36,22,21 A=- B=- C=- turn=C aside=w44w4",
        "heckmeck grill=21-22,36 A=- B=- C=- turn=C aside=444ww",
        "roll take22",
        "take22",
        "heckmeck grill=21,36 A=- B=- C=22 turn=A",
    ),
    (
        "heckmeck short_game=on start=A grill=21 A=- B=36,33 turn=A aside=WW roll=443w15",
        "heckmeck short_game=yes grill=21 A=- B=36,33 turn=A aside=ww roll=13445w",
        "1 3 4 5",
        "4",
        "heckmeck short_game=yes grill=21 A=- B=36,33 turn=A aside=44ww",
    ),
    (
        "heckmeck grill=21-36 A=- B=- turn=A roll=next",
        "heckmeck grill=21-36 A=- B=- turn=A",
        "8 dice",
        "wwwwwwww",
        "heckmeck grill=21-36 A=- B=- turn=A roll=wwwwwwww",
    ),
    (
        "heckmeck grill=21-36 A=- B=- turn=draw",
        "heckmeck grill=21-36 A=- B=- turn=draw",
        "1 die",
        "b",
        "heckmeck grill=21-36 A=- B=- turn=B",
    ),
    (
        "junior double_face=Bun grill=9,4 A=4,5 B=9 turn=A aside=wbgk roll=wg",
        "junior double_face=bun grill=4,9 A=4,5 B=9 turn=A aside=wgkb roll=wg",
        "take4",
        "take4",
        "junior double_face=bun grill=9 A=4,5,4 B=9 turn=B",
    ),
    (
        "barbecue grill=36:SNAIL,25:a,30:bb A=7w B=7w1s turn=A aside=6644w",
        "barbecue grill=25:A,30:BB,36:snail A=7w0s B=7w1s turn=A aside=44w66",
        "roll protect25",
        "protect25",
        "barbecue grill=25:AA,30:BB,36:snail A=9w0s B=7w1s turn=B",
    ),
    (
        "picnic start=b board=5c,2ba/-/-/8A/-/- A=- B=Queen C=- turn=A dice=641123",
        "picnic start=B board=2BA,5C/-/-/8A/-/- A=- B=queen C=- turn=A dice=112346",
        "pushC1 move1 move2 move3 move6 skip pass",
        "pass",
        "picnic start=B board=2BA,5C/-/-/8A/-/- A=- B=queen C=- turn=B",
    ),
]


@pytest.mark.parametrize(("typed", "written", "options", "move", "after"), TYPED)
def test_typed_positions_are_read_and_played_on(typed: str, written: str, options: str, move: str, after: str) -> None:
    """Fields may come in any order and case, are written in one form, and play continues from them."""
    state = roost.position(typed)
    assert str(state) == written
    listed = str(state.dice) if state.dice is not None else " ".join(legal(typed))
    assert listed == options
    assert str(play(state, move).state) == after


HECKMECK = "heckmeck grill=21-36 A=- B=- turn=A"
BARBECUE = "barbecue grill=- A=0w0s B=0w0s turn=A"
ELEVEN_PLATES = "23:AA,24:AA,25:AA,26:AA,27:AA,28:A"

WRONG_TEXTS = [
    ("", "a position starts with the name of its game"),
    ("   ", "a position starts with the name of its game"),
    ("chess e2e4", "not 'chess'; known: barbecue, heckmeck, junior, picnic"),
    ("hekmeck grill=21", "not 'hekmeck'; did you mean 'heckmeck'?"),
    (HECKMECK + " " + "x" * 2_000, "a position has at most 2000 characters"),
    (f"{HECKMECK} nonsense", "'nonsense' should look like key=value"),
    (f"{HECKMECK} aside=", "'aside=' should look like key=value"),
    (f"{HECKMECK} turn=B", "'turn' is given twice"),
    (f"{HECKMECK} asid=444", "heckmeck has no 'asid'; did you mean 'aside'?"),
    (f"{HECKMECK} colour=red", "heckmeck has no 'colour'; known: "),
    ("heckmeck grill=21 A=- C=- turn=A", "seat B is missing; there is A, C"),
    ("heckmeck grill=21 A=- B=- D=- E=- turn=A", "seat C is missing; there is A, B, D, E"),
    ("heckmeck grill=21 B=- turn=B", "seat A is missing; there is B"),
    ("heckmeck grill=21 A=- turn=A", "heckmeck is for 2 to 7 players, not 1"),
    (
        "heckmeck grill=21 turn=A",
        "the position names no seats; one looks like this: heckmeck grill=21-36 A=- B=- turn=A",
    ),
    ("junior grill=4 A=- B=- C=- D=- E=- F=- turn=A", "junior is for 2 to 5 players, not 6"),
    ("heckmeck short_game=perhaps grill=21 A=- B=- turn=A", "short_game of heckmeck must be yes or no, not 'perhaps'"),
    ("heckmeck start=C grill=21 A=- B=- turn=A", "start of heckmeck must be A to B or random, not 'C'"),
    ("heckmeck A=- B=- turn=A", "no such position of heckmeck: grill is missing"),
    ("heckmeck grill=20 A=- B=- turn=A", "grill=20: '20' must be within 21 to 36"),
    ("heckmeck grill=x A=- B=- turn=A", "grill=x: must be 0 to 16 numbers of 21 to 36"),
    ("heckmeck grill=21 A=21-24 B=- turn=A", "A=21-24: must be 0 to 16 numbers of 21 to 36"),
    ("heckmeck grill=21,22 A=22 B=- turn=A", "tile 22 lies in 2 places, but the box holds 1"),
    ("junior grill=4,4 A=4 B=- turn=A", "tile 4 lies in 3 places, but the box holds 2"),
    ("heckmeck grill=21 A=- B=-", "no such position of heckmeck: turn is missing"),
    ("heckmeck grill=21 A=- B=- turn=H", "turn=H: must be a seat A to G or draw"),
    ("heckmeck grill=21 A=- B=- turn=C", "turn=C, but there are 2 players"),
    (f"{HECKMECK} aside=66", "aside=66: must be dice, 1 to 8 of 1 2 3 4 5 w -"),
    (f"{HECKMECK} aside=1-1", "'1-1' is not a roll: no face shows '-'"),
    (f"{HECKMECK} aside=111111111", "aside=111111111: must be dice, 1 to 8"),
    (f"{HECKMECK} aside=444 roll=12345w", "3 dice lie aside, so 5 are rolled, not 6"),
    (f"{HECKMECK} roll=12345w", "0 dice lie aside, so 8 are rolled, not 6"),
    (f"{HECKMECK} aside=4444wwww roll=next", "no further roll is possible"),
    (f"{HECKMECK} aside=12345w roll=11", "6 dice lie aside, so 2 are rolled, not 2"),
    (f"{HECKMECK} aside=44w roll=4444w", "roll=4444w is a dead roll, so the turn is over"),
    (f"{HECKMECK} aside=1111222w", "the dice that lie aside earn nothing, so the turn is over"),
    (f"{HECKMECK} over=grill-empty", "there is no turn here, so turn, aside and roll must be left out"),
    ("heckmeck grill=21 A=- B=- turn=draw aside=44", "there is no turn here, so turn, aside and roll must be left out"),
    ("heckmeck grill=21 A=- B=- over=grill-empty", "over must be given exactly when the game has ended"),
    ("heckmeck grill=- A=21 B=- turn=A", "over must be given exactly when the game has ended"),
    ("heckmeck grill=- A=21 B=- over=bored", "over=bored: must be grill-empty"),
    ("barbecue grill=22:A A=1w0s B=0w0s turn=A", "'22:A' must be like 25:A (a plate)"),
    ("barbecue grill=25 A=1w0s B=0w0s turn=A", "'25' must be like 25:A (a plate)"),
    ("barbecue grill=25:A,25:A A=1w0s B=0w0s turn=A", "'25:A' must be like 25:A (a plate)"),
    ("barbecue grill=25:AB A=1w0s B=0w0s turn=A", "'AB' must be like 25:A (a plate)"),
    ("barbecue grill=x:A A=1w0s B=0w0s turn=A", "'x' is not a whole number"),
    ("barbecue grill=25:C A=1w0s B=0w0s turn=A", "plates of a seat that does not play; there are 2 players"),
    ("barbecue grill=25:A A=1w0s B=0w0s turn=A", "A has 1 worms, but their single plates brought 2 (BQ-7)"),
    ("barbecue grill=- A=1w B=9s4s turn=A", "B=9s4s: must be worms and snails like 7w1s"),
    ("barbecue grill=- A=1w B=5w13s turn=A", "B=5w13s: snails must be 0 to 12"),
    ("barbecue grill=36:snail A=0w6s B=0w6s turn=A", "there are more than 12 snails"),
    (f"barbecue grill={ELEVEN_PLATES} A=50w B=- turn=A", "A has placed more than 10 plates"),
    (f"{BARBECUE[:-7]} over=no-snail-to-place", "over=no-snail-to-place, but a snail can be placed"),
    ("barbecue grill=- A=0w11s B=0w0s over=no-snail-to-take", "over=no-snail-to-take, but there is a snail to take"),
    ("barbecue grill=30:snail A=0w11s B=- over=no-snail-to-take", "but there is a snail to take"),
    (f"{BARBECUE} over=no-snail-to-take", "there is no turn here, so turn, aside and roll must be left out"),
]


@pytest.mark.parametrize(("text", "message"), WRONG_TEXTS)
def test_wrong_text_is_explained(text: str, message: str) -> None:
    """The error says what is wrong, where, and what would be right."""
    with pytest.raises(roost.NotationError, match=re.escape(message)) as caught:
        roost.position(text)
    assert caught.value.input == text


FINE: dict[str, Any] = roost.position(f"{HECKMECK} aside=444ww").to_json()
GRILLED: dict[str, Any] = roost.position(BARBECUE).to_json()


def without(data: dict[str, Any], key: str) -> dict[str, Any]:
    """Return the JSON without one key."""
    return {name: value for name, value in data.items() if name != key}


WRONG_JSON = [
    (None, "not None; known: barbecue"),
    ([FINE], "a position starts with the name of its game"),
    ({}, "not None; known: barbecue"),
    (FINE | {"game": "chess"}, "not 'chess'"),
    (FINE | {"game": ["heckmeck"]}, "not ['heckmeck']"),
    (FINE | {"options": []}, "options must be an object, not []"),
    (FINE | {"options": {"speed": 1}}, "heckmeck has no option 'speed'"),
    (FINE | {"options": {"short_game": 1}}, "short_game of heckmeck must be yes or no, not 1"),
    (without(FINE, "players"), "players is missing"),
    (FINE | {"players": None}, "players is missing"),
    (FINE | {"players": 2.0}, "heckmeck is for 2 to 7 players, not 2.0"),
    (FINE | {"players": 3}, "stacks must have 3 entries, one for each seat"),
    (FINE | {"stacks": []}, "stacks must have 2 entries, one for each seat"),
    (FINE | {"stacks": {"A": []}}, "stacks must be a list with an entry for each seat"),
    (FINE | {"stacks": [[99], []]}, "stacks must be 21 to 36"),
    (without(FINE, "grill"), "grill is missing"),
    (FINE | {"grill": "21-36"}, "grill must be 0 to 16 numbers of 21 to 36"),
    (FINE | {"asid": "44"}, "heckmeck has no 'asid'; did you mean 'aside'?"),
    (FINE | {"turn": 7}, "turn must be a seat A to G or draw"),
    (FINE | {"aside": 44}, "aside must be dice, 1 to 8 of"),
    (GRILLED | {"grill": [""] * 13}, "grill must have an entry for each of the 14 spots"),
    (GRILLED | {"grill": ["x"] * 14}, "grill 'x' must be like 25:A (a plate)"),
    (GRILLED | {"larders": [{"worms": 1}, {}]}, "larders must have worms and snails"),
    (GRILLED | {"larders": [{"worms": True, "snails": 0}] * 2}, "larders worms must be 0 to 999"),
]


@pytest.mark.parametrize(("data", "message"), WRONG_JSON)
def test_wrong_json_is_explained(data: Any, message: str) -> None:
    """The error names the key and the allowed values."""
    with pytest.raises(roost.NotationError, match=re.escape(message)) as caught:
        roost.position(data)
    assert caught.value.input == data


@pytest.mark.no_cover
@given(positions())
def test_text_and_json_rebuild_a_position(state: State) -> None:
    """A position read from its text or its JSON is equal and has the same moves."""
    for copy in (roost.position(str(state)), roost.position(state.to_json())):
        assert (copy, hash(copy), copy.actions(), copy.rolls()) == (
            state,
            hash(state),
            state.actions(),
            state.rolls(),
        )


@pytest.mark.no_cover
@given(positions(), st.randoms(use_true_random=False))
def test_the_order_of_fields_is_free(state: State, random: Any) -> None:
    name, *fields = str(state).split()
    random.shuffle(fields)
    assert roost.position(" ".join((name, *fields))) == state


@given(garbage | st.tuples(names, garbage).map(" ".join))
def test_garbage_text_is_refused(text: str) -> None:
    """Random text raises NotationError and no other error."""
    with pytest.raises(roost.NotationError):
        roost.position(text)


@pytest.mark.no_cover
@given(positions(), garbage, st.data())
def test_damaged_text_is_refused_or_read(state: State, noise: str, data: st.DataObject) -> None:
    """A damaged text is refused, or read as a position that can be played on."""
    text = str(state)
    place = data.draw(st.integers(0, len(text)))
    until = data.draw(st.integers(place, len(text)))
    try:
        again = roost.position(text[:place] + noise + text[until:])
    except roost.NotationError:
        return
    assert roost.position(str(again)) == again
    assert again.node is Node.OVER or again.actions() or again.rolls()


@pytest.mark.no_cover
@given(json_values | st.dictionaries(st.sampled_from(["game", "players", "options", "grill", "turn"]), json_values))
def test_garbage_json_is_refused(data: Any) -> None:
    """Random JSON raises NotationError and no other error."""
    with pytest.raises(roost.NotationError):
        roost.position(data)
