"""Heckmeck Junior, rule by rule (JR-1 to JR-8), and the examples of its rulebook."""

import pytest

import roost
from roost.core.events import Ended, Rolled
from roost.games.junior import Junior
from roost.games.set_aside import DeadRoll, Failed, LaidAside
from roost.games.tiles import FacedDown, Snatched, Took
from rules import rule
from table import legal, play

FULL = "grill=4,4,5,5,6,6,7,7,8,8,9,9"
START = f"junior {FULL} A=- B=- turn=A"

# -- the rules ---------------------------------------------------------------------------------------------------------


@rule("JR-1")
def test_the_dice_show_five_symbols() -> None:
    """The six dice show five symbols, of which the worm is printed twice."""
    game = Junior()
    faces = {symbol.name: weight for symbol, weight in zip(game.die.symbols, game.die.weights, strict=True)}
    assert faces == {"worm": 2, "cucumber": 1, "cheese": 1, "ketchup": 1, "bun": 1}
    assert str(game.opening().dice) == "6 dice"


@rule("JR-1")
@pytest.mark.parametrize("name", ["worm", "cucumber", "cheese", "ketchup", "bun"])
def test_the_double_face_is_an_option(name: str) -> None:
    """An option sets the symbol that is printed twice, which is then rolled twice as often."""
    game = Junior(double_face=name)
    weights = {symbol.name: roll.weight for symbol in game.die.symbols if (roll := game.die.parse(symbol.char))}
    assert weights.pop(name) == 2
    assert set(weights.values()) == {1}


@rule("JR-2")
def test_the_box_holds_each_tile_twice() -> None:
    """Each number from 4 to 9 lies twice on the grill, with one to four worms."""
    assert str(Junior().opening()) == START
    assert Junior().components == {"tiles": {4: 1, 5: 1, 6: 2, 7: 2, 8: 3, 9: 4}, "copies": 2}


@rule("JR-2")
def test_the_worms_on_the_tiles_are_an_option() -> None:
    """An option sets the worms on the tiles, and they count in the scores."""
    state = roost.position("junior worms=0,1,2,3,4,5 grill=4,4 A=9 B=8,5 turn=A")
    assert state.scores() == (5, 5)
    assert roost.position("junior grill=4,4 A=9 B=8,5 turn=A").scores() == (4, 4)


@rule("JR-3")
def test_stopping_is_allowed_after_any_set_aside() -> None:
    """A player may stop on a worthless result, and the turn then ends without a tile."""
    assert play(f"{START} aside=c", "stop").events == (Failed(0, "no-worm"), FacedDown(9))
    assert play(f"{START} aside=cw", "stop").events == (Failed(0, "no-claim"), FacedDown(9))


@rule("JR-4")
def test_a_grill_tile_comes_before_a_pinch() -> None:
    """A number that is on the grill cannot be pinched from a stack."""
    start = "junior grill=4,6,9 A=- B=6 turn=A aside=gggwb"
    assert legal(start) == ["roll", "take6"]
    state, events = play(start, "take6")
    assert events == (Took(0, 6),)
    assert str(state) == "junior grill=4,9 A=6 B=6 turn=B"


@rule("JR-5")
def test_pinching_from_any_stack_that_shows_the_number() -> None:
    """A number gone from the grill may be pinched from every other player's stack that shows it on top."""
    start = "junior grill=4,9 A=5 B=6 C=7,6 turn=A aside=gggwb"
    assert legal(start) == ["roll", "snatch6@B", "snatch6@C", "take4"]
    state, events = play(start, "snatch6@C")
    assert events == (Snatched(0, 6, 2),)
    assert str(state) == "junior grill=4,9 A=5,6 B=6 C=7 turn=B"
    assert legal("junior grill=4,9 A=6 B=6,7 turn=A aside=gggwb") == ["roll", "take4"]


@rule("JR-6")
def test_a_missing_number_takes_the_highest_lower_tile() -> None:
    """Without the number, or instead of a pinch, the highest lower grill tile is taken, never a smaller one."""
    assert legal("junior grill=4,4,5,9 A=- B=- turn=A aside=gggwb") == ["roll", "take5"]
    assert legal("junior grill=4,4,5,9 A=- B=6 turn=A aside=gggwb") == ["roll", "snatch6@B", "take5"]
    assert legal("junior grill=9 A=- B=6 turn=A aside=gggwb") == ["roll", "snatch6@B"]
    assert legal("junior grill=9 A=- B=- turn=A aside=gggwb") == ["roll", "stop"]


@rule("JR-6")
@pytest.mark.parametrize("roll", ["", " roll=w"], ids=["stop", "dead roll"])
def test_with_must_pinch_a_pinch_comes_before_a_lower_tile(roll: str) -> None:
    """With must_pinch a possible pinch forbids the lower tile; rolling on stays legal."""
    roll_on = [] if roll else ["roll"]
    start = f"junior must_pinch=yes grill=4,5,9 A=8 B=6 C=7,6 turn=A aside=gggwb{roll}"
    assert legal(start) == [*roll_on, "snatch6@B", "snatch6@C"]
    assert legal(start.replace("B=6 C=7,6", "B=- C=6,7")) == [*roll_on, "take5"]
    assert legal(start.replace("4,5,9", "4,6,9").replace("C=7,6", "C=7")) == [*roll_on, "take6"]  # JR-4
    assert str(play(start, "snatch6@C").state) == "junior must_pinch=yes grill=4,5,9 A=8,6 B=6 C=7 turn=B"


@rule("JR-7")
def test_a_turn_that_earns_no_tile_turns_the_highest_tile_over() -> None:
    """The highest face-up tile is turned face down, and no tile is returned."""
    state, events = play("junior grill=4,5,8,8 A=9 B=- turn=A aside=gg", "stop")
    assert events == (Failed(0, "no-worm"), FacedDown(8))
    assert str(state) == "junior grill=4,5,8 A=9 B=- turn=B"


@rule("JR-8")
@pytest.mark.parametrize(
    ("start", "move", "event"),
    [
        ("junior grill=4 A=9 B=8,4 turn=A aside=gggw", "take4", Took(0, 4)),
        ("junior grill=4 A=9 B=8,4 turn=A aside=gg", "stop", FacedDown(4)),
    ],
)
def test_the_game_ends_with_the_last_tile(start: str, move: str, event: Took | FacedDown) -> None:
    """The game is over as soon as the last face-up tile is taken or turned."""
    state, events = play(start, move)
    assert events[-2:] == (event, Ended("grill-empty"))
    assert state.outcome is not None


# -- the rulebook's examples -------------------------------------------------------------------------------------------
# The sum example is in set_aside/test_turn.py. Dice that the printed text does not name are chosen to fit.


@rule("JR-3", "JR-4", "SA-7")
def test_example_a_needs_a_worm() -> None:
    """Six points without a worm earn no tile; the worm makes 7, and a cheese or ketchup would make 8."""
    state, events = play(f"{START} roll=ggwckb", "g", "roll", "bbck")
    assert events == (LaidAside(0, "g", 2, 2), Rolled(0, "ckbb"))
    state, events = play(state, "b")
    assert events == (LaidAside(0, "b", 2, 6),)
    assert legal(str(state)) == ["roll", "stop"]
    state, events = play(state, "roll", "wg", "w")
    assert events[-1] == LaidAside(0, "w", 1, 7)
    assert legal(str(state)) == ["roll", "take7"]
    rolling = play(state, "roll").state
    totals = {roll: play(rolling, roll, roll).events[-1] for roll in "ck"}
    assert totals == {roll: LaidAside(0, roll, 1, 8) for roll in "ck"}
    for roll in "wgb":
        assert legal(str(play(rolling, roll).state)) == ["take7"]


@rule("JR-3", "JR-7")
def test_example_b_uses_up_the_dice_without_a_worm() -> None:
    """Three cucumbers and three forced ketchups use up the dice, so there is no worm and no tile."""
    start = f"{START} aside=ggg roll=kkk"
    assert legal(start) == ["k"]
    assert play(start, "k").events == (LaidAside(0, "k", 3, 6), Failed(0, "no-worm"), FacedDown(9))


@rule("JR-3", "JR-4", "SA-6")
def test_example_c_has_every_symbol_aside() -> None:
    """With all five symbols aside the last die is useless, so the 6 is taken."""
    state, _ = play(f"{START} aside=wckg roll=bb", "b")
    assert legal(str(state)) == ["take8"]
    state, _ = play(f"{START} aside=wckg roll=gb", "b")
    assert legal(str(state)) == ["take6"]
    assert play(state, "take6").events == (Took(0, 6),)


@rule("JR-3", "JR-4", "SA-5")
def test_example_d_ends_with_a_dead_roll() -> None:
    """Two buns and a worm are set aside.

    The next roll shows only buns and worms, so the turn ends and the 5 is taken.
    """
    state, events = play(f"{START} aside=bbw roll=next", "wwb")
    assert events == (Rolled(0, "wwb"), DeadRoll(0))
    assert legal(str(state)) == ["take5"]
    assert play(state, "take5").events == (Took(0, 5),)
