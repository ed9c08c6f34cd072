"""Heckmeck am Bratwurmeck, rule by rule (HM-1 to HM-11), and the figures of its rulebook."""

import pytest

from roost.core.events import Ended, Rolled
from roost.core.state import Drawn
from roost.games.heckmeck import Heckmeck
from roost.games.set_aside import DeadRoll, Failed, LaidAside
from roost.games.tiles import FacedDown, Returned, Snatched, Took
from rules import rule
from table import legal, play

# -- the rules ---------------------------------------------------------------------------------------------------------


@rule("HM-1")
def test_the_box_holds_sixteen_tiles_and_eight_dice() -> None:
    """The box holds sixteen tiles from 21 to 36 with one to four worms, and eight dice with 1 to 5 and a worm."""
    game = Heckmeck()
    worms = [game.worms_on(tile) for tile in game.tiles]
    assert game.tiles == tuple(range(21, 37))
    assert worms == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4
    assert game.components == {"tiles": dict(zip(game.tiles, worms, strict=True)), "copies": 1}
    assert [symbol.name for symbol in game.die.symbols] == ["1", "2", "3", "4", "5", "worm"]
    assert (game.die.faces, game.dice_count) == (6, 8)


@rule("HM-1")
@pytest.mark.parametrize("players", range(2, 8))
def test_the_opening_has_all_tiles_on_the_grill(players: int) -> None:
    """At the opening all tiles lie face up on the grill, all stacks are empty, and the first seat begins."""
    stacks = " ".join(f"{seat}=-" for seat in "ABCDEFG"[:players])
    assert str(Heckmeck(players).opening()) == f"heckmeck grill=21-36 {stacks} turn=A"


@rule("HM-1")
def test_any_seat_can_begin() -> None:
    """The starting seat is an option, and turns pass in order from there."""
    state = Heckmeck(3, start=2).opening()
    assert state.seat == 2
    assert play(state, "11112222", "1", "stop").state.seat == 0


@rule("HM-1")
def test_the_starting_seat_can_be_drawn() -> None:
    """With start=random a die with a face for each seat is rolled before the first turn."""
    state = Heckmeck(3, start="random").opening()
    assert [(str(roll), weight) for roll, weight in state.rolls()] == [("A", 1), ("B", 1), ("C", 1)]
    after, events = state.play("C")
    assert events == (Drawn(2),)
    assert str(after) == "heckmeck start=random grill=21-36 A=- B=- C=- turn=C"


@rule("HM-3")
@pytest.mark.parametrize("aside", ["444ww", "2444ww"])
def test_nearly_is_not_enough_to_snatch(aside: str) -> None:
    """One less (22) or one more (24) than a rival's top tile 23 does not snatch it."""
    assert legal(f"heckmeck grill=21,26-36 A=- B=23 turn=A aside={aside}") == ["roll", "take21"]


@rule("HM-4")
@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("grill=21,23,26-36 A=- B=25,24", "buried under another tile"),
        ("grill=21,23,26-36 A=- B=24", "face down"),
        ("grill=21,23,26-36 A=24,25 B=-", "on top of the player's own stack"),
        ("grill=21,23,26-36 A=25,24 B=-", "buried in the player's own stack"),
    ],
)
def test_a_missing_number_takes_the_highest_lower_tile(table: str, why: str) -> None:
    """A result of 25 takes the 23, never the 21, for every reason why the 25 is not on the grill."""
    assert legal(f"heckmeck {table} turn=A aside=555ww") == ["roll", "take23"], why


@rule("HM-4")
def test_a_snatch_may_be_declined_for_a_lower_tile() -> None:
    """A player who could snatch may take the highest lower grill tile instead, if there is one."""
    assert legal("heckmeck grill=21,23,26-36 A=- B=25 turn=A aside=555ww") == ["roll", "snatch25@B", "take23"]
    assert legal("heckmeck grill=26-36 A=- B=25 turn=A aside=555ww") == ["roll", "snatch25@B"]


@rule("HM-4")
def test_results_above_36_take_the_highest_tile() -> None:
    assert legal("heckmeck grill=21-30 A=- B=36 turn=A aside=wwwwwwww") == ["take30"]


@rule("HM-6")
@pytest.mark.parametrize(("aside", "why"), [("44555", "no-worm"), ("1w", "no-claim")])
def test_stopping_on_nothing_is_allowed_and_fails(aside: str, why: str) -> None:
    """A player may stop without a worm or on a result that earns no tile, and the turn then fails."""
    state, events = play(f"heckmeck grill=21-35 A=36 B=- turn=A aside={aside}", "stop")
    assert events == (Failed(0, why), Returned(0, 36))
    assert str(state) == "heckmeck grill=21-36 A=- B=- turn=B"


@rule("HM-6")
def test_a_dead_roll_costs_a_tile() -> None:
    """A dead roll fails the turn and returns a tile."""
    _, events = play("heckmeck grill=21-29,31-36 A=30 B=- turn=A aside=444ww roll=next", "44w")
    assert events == (Rolled(0, "44w"), DeadRoll(0), Failed(0, "dead-roll"), Returned(0, 30), FacedDown(36))


@rule("HM-8")
def test_a_player_without_a_tile_turns_no_tile_over() -> None:
    """A failed turn with an empty stack changes neither grill nor stacks."""
    state, events = play("heckmeck grill=21,34 A=- B=36 turn=A aside=1", "stop")
    assert events == (Failed(0, "no-worm"),)
    assert str(state) == "heckmeck grill=21,34 A=- B=36 turn=B"


@rule("HM-8")
@pytest.mark.parametrize(
    ("stack", "grill_after", "turned"), [("-", "21", True), ("22", "21-22", True), ("35", "21,34-35", False)]
)
def test_always_turn_turns_a_tile_after_every_failed_turn(stack: str, grill_after: str, turned: bool) -> None:
    """With always_turn every failed turn turns the highest tile face down, unless it was just returned."""
    state, events = play(f"heckmeck always_turn=yes grill=21,34 A={stack} B=36 turn=A aside=1", "stop")
    assert str(state) == f"heckmeck always_turn=yes grill={grill_after} A=- B=36 turn=B"
    assert (FacedDown(34) in events) is turned


@rule("HM-9")
def test_the_game_ends_with_the_last_tile_taken() -> None:
    state, events = play("heckmeck grill=22 A=- B=36 turn=A aside=444ww", "take22")
    assert events == (Took(0, 22), Ended("grill-empty"))
    assert str(state) == "heckmeck grill=- A=22 B=36 over=grill-empty"
    assert state.outcome is not None


@rule("HM-9")
def test_the_game_ends_with_the_last_tile_turned() -> None:
    """The game also ends when the last tile is turned face down."""
    state, events = play("heckmeck always_turn=yes grill=22 A=- B=36 turn=A aside=1", "stop")
    assert events == (Failed(0, "no-worm"), FacedDown(22), Ended("grill-empty"))
    assert str(state) == "heckmeck always_turn=yes grill=- A=- B=36 over=grill-empty"


@rule("HM-11")
def test_the_short_game_turns_a_returned_tile_too() -> None:
    """With short_game the highest tile is turned face down even if it was just returned."""
    short = "heckmeck short_game=yes"
    state, events = play(f"{short} grill=21,23,34 A=22,35 B=- turn=A aside=1", "stop")
    assert events == (Failed(0, "no-worm"), Returned(0, 35), FacedDown(35))
    assert str(state) == f"{short} grill=21,23,34 A=22 B=- turn=B"
    assert play(f"{short} grill=21,23,34 A=29 B=- turn=A aside=1", "stop").events[-1] == FacedDown(34)


@rule("HM-8", "HM-11")
def test_the_short_game_turns_no_tile_over_for_an_empty_stack() -> None:
    """short_game concerns only returned tiles; together with always_turn every failed turn costs a tile."""
    empty = "grill=21,34 A=- B=36 turn=A aside=1"
    assert play(f"heckmeck short_game=yes {empty}", "stop").events == (Failed(0, "no-worm"),)
    both = "heckmeck short_game=yes always_turn=yes"
    assert play(f"{both} {empty}", "stop").events == (Failed(0, "no-worm"), FacedDown(34))
    returned = play(f"{both} grill=21,34 A=35 B=36 turn=A aside=1", "stop").events
    assert returned == (Failed(0, "no-worm"), Returned(0, 35), FacedDown(35))


# -- ~sits at A => sits in seat A --------------------------------------------------------------------------------------
# The player whose turn is described sits at A. Dice and tiles that the printed text does not name are chosen to fit.


@rule("SA-2", "SA-3", "SA-4")
def test_figure_3_sets_symbols_aside_one_by_one() -> None:
    """Two worms, then two 4s (the new worms cannot be set aside), then the only 5: the sum so far is 23."""
    start = "heckmeck grill=21-36 A=- B=- turn=A roll=112345ww"
    state, events = play(start, "w", "roll", "144www")
    assert events == (LaidAside(0, "w", 2, 10), Rolled(0, "144www"))
    assert legal(str(state)) == ["1", "4"]
    state, events = play(state, "4", "roll", "445w")
    assert events == (LaidAside(0, "4", 2, 18), Rolled(0, "445w"))
    assert legal(str(state)) == ["5"]
    state, events = play(state, "5")
    assert events == (LaidAside(0, "5", 1, 23),)
    rolling = play(state, "roll").state
    alive = {str(roll) for roll, _ in rolling.rolls() if rolling.play(roll).state.seat == 0}
    assert alive == {str(roll) for roll, _ in rolling.rolls() if set(str(roll)) & set("123")}


@rule("HM-2")
def test_figure_4a_takes_the_tile_of_the_result() -> None:
    """The 4s are already set aside, so three 2s must be taken; the result is 24, and the 24 is taken from the grill."""
    start = "heckmeck grill=21-36 A=- B=- turn=A aside=44ww roll=2224"
    assert legal(start) == ["2"]
    state, events = play(start, "2", "take24")
    assert events == (LaidAside(0, "2", 3, 24), Took(0, 24))
    assert str(state) == "heckmeck grill=21-23,25-36 A=24 B=- turn=B"


@rule("HM-3")
def test_figure_4b_snatches_the_top_tile_of_the_result() -> None:
    """Steven (A) ends his turn on 21 and snatches the 21 on top of Heather's (B) stack."""
    state, events = play("heckmeck grill=22-36 A=- B=21 turn=A aside=2333ww", "snatch21@B")
    assert events == (Snatched(0, 21, 1),)
    assert str(state) == "heckmeck grill=22-36 A=21 B=- turn=B"


@rule("HM-4")
def test_figure_4c_takes_a_lower_tile_in_place_of_a_safe_one() -> None:
    """Nicole (A) has 23, but it is in her own stack and the 22 is buried in another, so she takes the 21."""
    start = "heckmeck grill=21,25-36 A=23 B=22,24 turn=A aside=1444ww"
    assert legal(start) == ["roll", "take21"]
    assert str(play(start, "take21").state) == "heckmeck grill=25-36 A=23,21 B=22,24 turn=B"


@rule("HM-4")
def test_figure_4d_takes_the_highest_lower_tile() -> None:
    """Tom (A) has 31, but 31, 30 and 29 are neither on the grill nor on top of a stack, so he takes the 28."""
    start = "heckmeck grill=21-28,32-36 A=- B=29,30 turn=A aside=1555www"
    assert legal(start) == ["roll", "take28"]
    assert play(start, "take28").events == (Took(0, 28),)


@rule("HM-4")
def test_figure_4e_declines_a_snatch() -> None:
    """Heather (A) has 26, declines the 26 on Jonathan's (B) stack and takes the 25."""
    start = "heckmeck grill=21-25,27-36 A=- B=26 turn=A aside=4444ww"
    assert legal(start) == ["roll", "snatch26@B", "take25"]
    assert str(play(start, "take25").state) == "heckmeck grill=21-24,27-36 A=25 B=26 turn=B"


@rule("HM-5")
def test_figure_5_buries_the_tiles_beneath() -> None:
    """Nicole (A) puts the 28 on her stack, and the tiles beneath it are safe."""
    state, _ = play("heckmeck grill=21,28 A=25,24 B=- turn=A aside=33444ww", "roll", "1", "1", "take28")
    assert str(state) == "heckmeck grill=21 A=25,24,28 B=- turn=B"
    assert legal(f"{state} aside=2444ww") == ["roll", "take21"]


@rule("HM-6")
def test_figure_6a_is_a_dead_roll() -> None:
    """Nicole's (A) fourth roll shows only symbols that she has collected already."""
    start = "heckmeck grill=21-36 A=- B=- turn=A roll=11444355"
    _, events = play(start, "4", "roll", "11335", "3", "roll", "45w", "w", "roll", "34")
    assert events[-3:] == (Rolled(0, "34"), DeadRoll(0), Failed(0, "dead-roll"))


@rule("HM-6", "SA-7")
def test_figure_6b_fails_without_a_worm() -> None:
    """Heather (A) reaches 31 with two 5s, and the 31 is on the grill, but she has no worm."""
    _, events = play("heckmeck grill=21-36 A=- B=- turn=A aside=333444 roll=55", "5")
    assert events == (LaidAside(0, "5", 2, 31), Failed(0, "no-worm"))


@rule("HM-6")
def test_figure_6c_fails_without_a_lower_tile() -> None:
    """Tom (A) reaches 25 with two 1s, but the 25 is his own and the grill has no lower tile."""
    _, events = play("heckmeck grill=26-36 A=25 B=- turn=A aside=33444w roll=11", "1")
    assert events == (LaidAside(0, "1", 2, 25), Failed(0, "no-claim"), Returned(0, 25), FacedDown(36))


@rule("HM-7")
def test_figure_7a_turns_the_highest_tile() -> None:
    """Tom (A) returns his top tile; the 34 is the highest on the grill and is turned face down."""
    state, events = play("heckmeck grill=22,23,34 A=27,25 B=- turn=A aside=1", "stop")
    assert events[1:] == (Returned(0, 25), FacedDown(34))
    assert str(state) == "heckmeck grill=22-23,25 A=27 B=- turn=B"


@rule("HM-7")
def test_figure_7b_spares_the_returned_tile() -> None:
    """Heather (A) returns the 30, which is now the highest tile on the grill, so no tile is turned face down."""
    state, events = play("heckmeck grill=22,24 A=28,30 B=- turn=A aside=1", "stop")
    assert events[1:] == (Returned(0, 30),)
    assert str(state) == "heckmeck grill=22,24,30 A=28 B=- turn=B"
