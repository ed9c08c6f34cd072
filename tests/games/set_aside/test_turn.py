"""The set-aside turn (SA-1 to SA-8), in the three games that share it."""

import pickle

import pytest

import roost
from roost.core.events import Rolled
from roost.core.moves import Event
from roost.core.state import Node
from roost.games.barbecue.moves import SnailPlaced
from roost.games.set_aside import DeadRoll, Failed, LaidAside, SetAsideState
from roost.games.tiles import FacedDown
from rules import rule
from table import legal, play

HECKMECK = "heckmeck grill=21-36 A=- B=- turn=A"
JUNIOR = "junior grill=4,4,5,5,6,6,7,7,8,8,9,9 A=- B=- turn=A"
BARBECUE = "barbecue grill=- A=0w0s B=0w0s turn=A"


def total(position: str) -> int:
    """Return the sum of the dice set aside."""
    state = roost.position(position)
    assert isinstance(state, SetAsideState)
    return state.turn.aside.total


@rule("SA-1")
@pytest.mark.parametrize(("position", "count"), [(HECKMECK, 8), (JUNIOR, 6), (BARBECUE, 8)])
def test_a_turn_starts_with_all_dice(position: str, count: int) -> None:
    """The first roll of a turn takes all dice, and any other number is refused."""
    state = roost.position(position)
    assert (state.node, str(state.dice)) == (Node.ROLL, f"{count} dice")
    with pytest.raises(roost.NotationError, match=f"shows {count - 1} dice where {count} are rolled"):
        state.play("w" * (count - 1))


@rule("SA-1")
def test_the_next_turn_starts_with_all_dice_again() -> None:
    """After a turn the next player rolls all dice, with no dice set aside."""
    state, _ = play(f"{HECKMECK} aside=444ww", "take22")
    assert str(state) == "heckmeck grill=21,23-36 A=22 B=- turn=B"
    assert str(state.dice) == "8 dice"


@rule("SA-2")
@pytest.mark.parametrize(
    ("position", "choices"),
    [
        (f"{HECKMECK} roll=1224445w", ["1", "2", "4", "5", "w"]),
        (f"{HECKMECK} aside=44w roll=12244", ["1", "2"]),
        (f"{JUNIOR} roll=wwgckb", ["w", "g", "c", "k", "b"]),
        (f"{BARBECUE} aside=66 roll=1234w6", ["1", "2", "3", "4", "w"]),
    ],
)
def test_only_symbols_not_yet_set_aside_can_be_chosen(position: str, choices: list[str]) -> None:
    """Every rolled symbol that is not yet set aside can be chosen, and no other."""
    assert legal(position) == choices


@rule("SA-2")
def test_all_dice_of_the_symbol_are_set_aside() -> None:
    """A player cannot set aside only some of the dice that show the chosen symbol."""
    state, events = play(f"{HECKMECK} roll=1224445w", "4")
    assert events == (LaidAside(seat=0, symbol="4", count=3, total=12),)
    assert str(state) == f"{HECKMECK} aside=444"


@rule("SA-3")
@pytest.mark.parametrize(
    ("position", "result"),
    [
        (f"{HECKMECK} aside=12345", 1 + 2 + 3 + 4 + 5),
        (f"{HECKMECK} aside=1122w", 1 + 1 + 2 + 2 + 5),
        (f"{HECKMECK} aside=wwww", 20),
        (f"{BARBECUE} aside=12346", 1 + 2 + 3 + 4 + 6),
        (f"{BARBECUE} aside=wwww", 20),
        (f"{JUNIOR} aside=wgck", 4),
        (f"{JUNIOR} aside=bbb", 6),
        (f"{JUNIOR} aside=gggwb", 6),  # the printed example: the bun counts 2
    ],
)
def test_the_result_is_the_sum(position: str, result: int) -> None:
    """A number counts its value and a worm 5; in Junior a delicacy counts 1 and a bun 2."""
    assert total(position) == result


@rule("SA-4")
@pytest.mark.parametrize(
    ("position", "actions"),
    [
        (f"{HECKMECK} aside=444ww", ["roll", "take22"]),
        (f"{HECKMECK} aside=444", ["roll", "stop"]),
        (f"{JUNIOR} aside=gggwb", ["roll", "take6"]),
        (f"{JUNIOR} aside=ggg", ["roll", "stop"]),
        (f"{BARBECUE} aside=666w", ["roll", "occupy23"]),
    ],
)
def test_a_player_rolls_on_or_stops(position: str, actions: list[str]) -> None:
    """After setting dice aside the player rolls the rest again or stops; the name of stopping says what it earns."""
    assert legal(position) == actions


@rule("SA-4")
def test_rolling_on_throws_the_remaining_dice() -> None:
    """Only the dice that are not set aside are rolled again."""
    state, events = play(f"{HECKMECK} aside=444ww", "roll")
    assert events == ()
    assert str(state) == f"{HECKMECK} aside=444ww roll=next"
    assert str(state.dice) == "3 dice"


@rule("SA-5", "SA-7", "JR-3")
@pytest.mark.parametrize(
    ("position", "roll", "further", "claims"),
    [
        (f"{HECKMECK} aside=444ww", "44w", (Failed(0, "dead-roll"),), None),
        (f"{BARBECUE} aside=666ww", "w66", (Failed(0, "dead-roll"), SnailPlaced(36)), None),
        (f"{JUNIOR} aside=gggw", "wg", (), ["take4"]),
        (f"{JUNIOR} aside=gggb", "gb", (Failed(0, "no-worm"), FacedDown(9)), None),
    ],
)
def test_a_dead_roll_fails_or_ends_the_turn(
    position: str, roll: str, further: tuple[Event, ...], claims: list[str] | None
) -> None:
    """A dead roll fails the turn; in Junior the dice aside still count if one shows a worm."""
    state, events = play(f"{position} roll=next", roll)
    assert events == (Rolled(0, roll), DeadRoll(0), *further)
    assert (state.seat, claims and legal(str(state))) == (1 if claims is None else 0, claims)


@rule("SA-6")
@pytest.mark.parametrize(
    ("position", "last", "actions"),
    [
        (f"{HECKMECK} aside=33344ww roll=1", "1", ["take28"]),
        (f"{HECKMECK} aside=12345 roll=3ww", "w", ["take25"]),
        (f"{BARBECUE} aside=1234w roll=666", "6", ["occupy33"]),
    ],
)
def test_without_a_further_roll_the_result_must_be_claimed(position: str, last: str, actions: list[str]) -> None:
    """With no dice left, or with every symbol set aside, the result can only be claimed."""
    state, events = play(position, last)
    assert len(events) == 1
    assert legal(str(state)) == actions


@rule("SA-6")
@pytest.mark.parametrize(
    ("position", "last", "why"),
    [
        (f"{HECKMECK} aside=1112222 roll=w", "w", "no-claim"),
        (f"{HECKMECK} aside=3334444 roll=5", "5", "no-worm"),
        (f"{JUNIOR} aside=gggcc roll=k", "k", "no-worm"),
        (f"{BARBECUE} aside=1112222 roll=w", "w", "no-claim"),
    ],
)
def test_a_worthless_finished_turn_fails_by_itself(position: str, last: str, why: str) -> None:
    """A turn fails by itself when no roll and no claim is possible."""
    state, events = play(position, last)
    assert events[1] == Failed(0, why)
    assert state.seat == 1


@rule("SA-7")
@pytest.mark.parametrize(
    ("position", "actions"),
    [
        (f"{HECKMECK} aside=44555", ["roll", "stop"]),
        (f"{JUNIOR} aside=bbgg", ["roll", "stop"]),
        (f"{BARBECUE} aside=66644", ["roll"]),
    ],
)
def test_without_a_worm_nothing_is_earned(position: str, actions: list[str]) -> None:
    """A result that matches a tile or spot earns nothing without a worm."""
    assert total(position) in (23, 26, 6)
    assert legal(position) == actions


@rule("SA-8")
def test_the_worm_and_the_five_are_two_symbols() -> None:
    """Worms and 5s are chosen separately and count 5 each, but a 5 does not count as a worm."""
    assert legal(f"{HECKMECK} roll=555www12") == ["1", "2", "5", "w"]
    assert total(f"{HECKMECK} aside=555") == total(f"{HECKMECK} aside=www") == 15
    assert legal(f"{HECKMECK} aside=555 roll=555ww") == ["w"]
    assert legal(f"{HECKMECK} aside=55553") == ["roll", "stop"]
    assert legal(f"{HECKMECK} aside=5553w") == ["roll", "take23"]


@rule("HM-10", "JR-8", "BQ-13")
@pytest.mark.parametrize(
    ("table", "scores", "winners", "decided_by"),
    [
        ("heckmeck grill=- A=33,21 B=36 over=grill-empty", (5, 4), (0,), "score"),
        ("heckmeck grill=- A=33 B=34 over=grill-empty", (4, 4), (1,), "highest-tile"),
        ("heckmeck grill=- A=25,21 B=29 C=- over=grill-empty", (3, 3, 0), (1,), "highest-tile"),
        ("heckmeck grill=- A=29,21 B=27,25 over=grill-empty", (4, 4), (0,), "highest-tile"),
        ("heckmeck grill=- A=- B=- C=- over=grill-empty", (0, 0, 0), (0, 1, 2), "shared"),
        ("junior grill=- A=9 B=8 over=grill-empty", (4, 3), (0,), "score"),
        ("junior grill=- A=9 B=8,5 C=4 over=grill-empty", (4, 4, 1), (0, 1), "shared"),
        ("junior grill=- A=- B=- over=grill-empty", (0, 0), (0, 1), "shared"),
        ("barbecue grill=- A=4w4s B=10w8s over=no-snail-to-place", (16, 34), (1,), "score"),
        ("barbecue grill=35:A,36:AA,34:BB A=16w0s B=8w12s over=no-snail-to-place", (16, 44), (1,), "score"),
        ("barbecue grill=35:A,34:BB A=10w6s B=10w6s over=no-snail-to-place", (28, 28), (0,), "highest-plate"),
        (
            "barbecue grill=34:AA,35:A,36:B A=16w6s B=16w6s C=0w0s over=no-snail-to-place",
            (34, 34, 0), (1,), "highest-plate",
        ),
        ("barbecue grill=36:C A=9w6s B=9w6s C=4w0s over=no-snail-to-place", (27, 27, 4), (0, 1), "shared"),
    ],
)  # fmt: skip
def test_winners_and_tie_breaks(table: str, scores: tuple[int, ...], winners: tuple[int, ...], decided_by: str) -> None:
    """Most worms win, and snails count 3; a tie goes to the highest tile or plate, and without one the win is shared.

    Junior has no tie-break.
    """
    outcome = roost.position(table).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.decided_by) == (scores, winners, decided_by)


# -- the turn as an object ---------------------------------------------------------------------------------------------


def turn_of(position: str) -> SetAsideState:
    """Return a state of a set-aside game."""
    state = roost.position(position)
    assert isinstance(state, SetAsideState)
    return state


def test_equal_dice_aside_are_one_object() -> None:
    """Equal dice that are set aside are the same object, whatever moves led to them, even after unpickling."""
    expected = turn_of(f"{HECKMECK} aside=444ww")
    played = play(f"{HECKMECK} roll=12344455", "4", "roll", "123ww", "w").state
    assert isinstance(played, SetAsideState)
    assert played.turn.aside is expected.turn.aside
    assert pickle.loads(pickle.dumps(expected)).turn.aside is expected.turn.aside


def test_dice_aside_are_written_like_a_roll() -> None:
    """The text and the repr of dice that are set aside look like those of a roll."""
    aside = turn_of(f"{HECKMECK} aside=w4w44").turn.aside
    assert (str(aside), repr(aside)) == ("444ww", "Aside('444ww')")


def test_every_state_knows_the_start_of_its_turn() -> None:
    """The start of a turn, taken from any of its states, has the same table and all dice to roll."""
    assert str(turn_of(f"{HECKMECK} aside=444ww roll=123").turn_start()) == HECKMECK


@pytest.mark.parametrize(
    ("text", "obvious"),
    [
        ("heckmeck grill=21-36 A=- B=- turn=A aside=44", "roll"),
        ("heckmeck grill=21-36 A=- B=- turn=A aside=5555w", None),  # there is a tile to take
        ("heckmeck grill=21-36 A=- B=- turn=A roll=1123445w", None),
        ("heckmeck grill=21-36 A=- B=- turn=A aside=4455 roll=4411", "1"),  # no other dice may be set aside
        ("heckmeck grill=36 A=25 B=- turn=A aside=44", None),  # failing may end the game, which a player may want
        ("heckmeck grill=21-25,27-36 A=- B=26 turn=A aside=11144www", None),  # two tiles to choose from
        ("barbecue grill=- A=0w0s B=0w0s turn=A aside=11144www", "occupy26"),  # no other action is possible
        ("junior grill=4,4,5 A=- B=- turn=A aside=bb", "roll"),
        ("barbecue grill=- A=0w0s B=0w0s turn=A aside=44", "roll"),  # BQ-3: there is no other choice
        ("picnic board=1A/-/-/-/-/- A=- B=- turn=A dice=112346 rerolls=1/1", None),
    ],
)
def test_the_obvious_action_is_the_only_choice_that_earns_something(text: str, obvious: str | None) -> None:
    """The game names the obvious action, so screens need not ask for it."""
    state = roost.position(text)
    assert state.obvious == (None if obvious is None else state.parse(obvious))
    assert state.obvious is None or state.obvious in state.actions()
