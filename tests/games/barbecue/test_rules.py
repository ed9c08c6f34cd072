"""Heckmeck Barbecue, rule by rule (BQ-1 to BQ-13), and the examples of its rulebook."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import roost
from roost.core.events import Ended
from roost.games.barbecue import Barbecue
from roost.games.barbecue.moves import Closed, Placed, PlateReturned, SnailPlaced, SnailTaken, Stolen
from roost.games.barbecue.notation import Larder, LarderCodec
from roost.games.set_aside import Failed, LaidAside
from rules import rule
from table import legal, play

START = "barbecue grill=- A=0w0s B=0w0s turn=A"
CLOSED = ",".join(f"{spot}:{'AA' if spot < 28 else 'BB'}" for spot in range(23, 33))
"""The ten lowest spots closed, so all plates of A and B are on the grill."""

# -- the rules ---------------------------------------------------------------------------------------------------------


@rule("BQ-1")
def test_the_dice_have_no_5_and_their_6_is_not_a_worm() -> None:
    """Eight dice show 1, 2, 3, 4, a worm that counts 5, and a 6 that is a number."""
    game = Barbecue()
    assert {symbol.name: symbol.value for symbol in game.die.symbols} == {
        "1": 1,
        "2": 2,
        "3": 3,
        "4": 4,
        "worm": 5,
        "6": 6,
    }
    assert (game.die.faces, str(game.opening().dice)) == (6, "8 dice")
    assert legal(f"{START} aside=66664") == ["roll"]  # 28, but the 6 is not a worm


@rule("BQ-2")
def test_the_box_holds_spots_snails_and_plates() -> None:
    """The box holds fourteen spots from 23 to 36 with one to four worms, twelve snails, and ten plates per player."""
    game = Barbecue(3)
    worms = [1] * 2 + [2] * 4 + [3] * 4 + [4] * 4
    assert game.components == {"spots": dict(zip(range(23, 37), worms, strict=True)), "snails": 12, "plates": 10}
    assert str(game.opening()) == "barbecue grill=- A=0w0s B=0w0s C=0w0s turn=A"
    assert game.opening().pool == 12
    assert [game.opening().plates_left(seat) for seat in range(3)] == [10, 10, 10]


@rule("BQ-2")
def test_the_worms_on_the_spots_are_an_option() -> None:
    """An option sets the worms on the spots, for owners of another board."""
    start = f"barbecue worms=9,1,2,2,2,2,3,3,3,3,4,4,4,4 {START.removeprefix('barbecue ')} aside=666w"
    assert play(start, "occupy23").events == (Placed(0, 23, 9),)


@rule("BQ-3")
@pytest.mark.parametrize(
    ("grill", "aside", "why"),
    [
        ("-", "6664", "no-worm"),
        ("-", "4466", "no-worm"),
        ("-", "466w", "no-claim"),
        ("23:BB", "666w", "no-claim"),
        ("23:AA", "666w", "no-claim"),
    ],
)
def test_stopping_needs_a_valid_result(grill: str, aside: str, why: str) -> None:
    """Without a worm, below 23 or on a closed spot a player must roll on; with stop_on_nothing they may stop and fail.

    With a valid result they may only claim or roll on.
    """
    table = f"grill={grill} A=9w0s B=9w0s turn=A aside={aside}"
    valid = "grill=- A=9w0s B=9w0s turn=A aside=666w"
    assert [legal(f"barbecue {fields}") for fields in (table, valid)] == [["roll"], ["roll", "occupy23"]]
    variant = "barbecue stop_on_nothing=yes"
    assert [legal(f"{variant} {fields}") for fields in (table, valid)] == [["roll", "stop"], ["roll", "occupy23"]]
    assert play(f"{variant} {table}", "stop").events == (Failed(0, why), SnailPlaced(36))


@rule("BQ-3", "BQ-12")
@pytest.mark.parametrize(("snails", "obvious"), [(10, "roll"), (11, None)])
def test_stopping_on_nothing_may_end_the_game(snails: int, obvious: str | None) -> None:
    """The game names rolling on as obvious unless stopping would end the game, which a leading player may want."""
    state = roost.position(f"barbecue stop_on_nothing=yes grill=36:snail A=0w{snails}s B=0w0s turn=A aside=466w")
    assert (None if state.obvious is None else str(state.obvious)) == obvious
    assert (state.play("stop").state.outcome is None) == (obvious == "roll")


@rule("BQ-5")
def test_a_snail_goes_to_the_highest_empty_spot() -> None:
    state, events = play("barbecue grill=35:AA,36:snail A=8w0s B=0w0s turn=A aside=666w roll=next", "666w")
    assert events[-1] == SnailPlaced(34)
    assert str(state) == "barbecue grill=34:snail,35:AA,36:snail A=8w0s B=0w0s turn=B"


@rule("BQ-5")
def test_a_snail_replaces_the_highest_single_plate() -> None:
    """With no empty spot, the highest single plate goes back to its owner, who keeps the worms."""
    grill = f"{CLOSED.replace('24:AA', '24:C').replace('26:AA', '26:C')},33:snail,34:snail,35:snail,36:snail"
    state, events = play(f"barbecue grill={grill} A=30w0s B=30w0s C=3w0s turn=A aside=666w roll=next", "666w")
    assert events[-2:] == (PlateReturned(owner=2, spot=26), SnailPlaced(26))
    after = grill.replace("26:C", "26:snail")
    assert str(state) == f"barbecue grill={after} A=30w0s B=30w0s C=3w0s turn=B"


@rule("BQ-6")
def test_occupying_an_empty_spot() -> None:
    """A plate goes on the spot, and the spot's worms come from the supply."""
    state, events = play(f"{START} aside=1666www", "occupy34")
    assert events == (Placed(seat=0, spot=34, worms=4),)
    assert str(state) == "barbecue grill=34:A A=4w0s B=0w0s turn=B"


@rule("BQ-7")
def test_stealing_from_a_single_plate() -> None:
    """The other player loses the spot's worms and gets their plate back; the thief's plate takes its place."""
    state, events = play("barbecue grill=34:B A=1w0s B=4w1s turn=A aside=1666www", "steal34")
    assert events == (Stolen(seat=0, spot=34, owner=1, worms=4),)
    assert str(state) == "barbecue grill=34:A A=5w0s B=0w1s turn=B"


@rule("BQ-8")
def test_protecting_the_players_own_plate() -> None:
    """A second plate brings the worms again and closes the spot, even to its owner."""
    state, events = play("barbecue grill=34:A A=4w0s B=0w0s turn=A aside=1666www", "protect34")
    assert events == (Closed(seat=0, spot=34, worms=4),)
    assert str(state) == "barbecue grill=34:AA A=8w0s B=0w0s turn=B"
    assert legal("barbecue grill=34:AA A=8w0s B=0w0s turn=A aside=1666www") == ["roll"]


@rule("BQ-9")
def test_taking_a_snail_from_a_spot() -> None:
    """The snail is taken, no plate is placed, and the spot is empty again."""
    state, events = play("barbecue grill=34:snail A=0w0s B=0w0s turn=A aside=1666www", "snail34")
    assert events == (SnailTaken(seat=0, spot=34),)
    assert str(state) == "barbecue grill=- A=0w1s B=0w0s turn=B"


@rule("BQ-10")
def test_above_36_takes_a_snail_from_the_pool() -> None:
    """A result above 36 brings a snail from the pool, regardless of the grill."""
    start = "barbecue grill=36:snail A=0w0s B=0w0s turn=A aside=4666www"
    assert legal(start) == ["roll", "snail"]
    state, events = play(start, "snail")
    assert events == (SnailTaken(seat=0, spot=0),)
    assert str(state) == "barbecue grill=36:snail A=0w1s B=0w0s turn=B"


@rule("BQ-10")
def test_above_36_takes_the_highest_snail_when_the_pool_is_empty() -> None:
    """With an empty pool the snail that lies highest on the grill is taken."""
    start = "barbecue grill=25:snail,30:snail A=0w10s B=0w0s turn=A aside=4666www"
    assert legal(start) == ["roll", "snail30"]
    assert play(start, "snail30").events == (SnailTaken(0, 30),)


@rule("BQ-10")
def test_above_36_ends_the_game_when_there_is_no_snail() -> None:
    """A result above 36 ends the game if there is no snail in the pool or on the grill."""
    start = "barbecue grill=- A=0w12s B=0w0s turn=A aside=4666www"
    assert legal(start) == ["roll", "end"]
    state, events = play(start, "end")
    assert events == (Ended("no-snail-to-take"),)
    assert str(state) == "barbecue grill=- A=0w12s B=0w0s over=no-snail-to-take"


@rule("BQ-11")
@pytest.mark.parametrize(
    "grill",
    [CLOSED, CLOSED.replace("32:BB", "32:B") + ",34:B", CLOSED.replace("27:AA", "27:A") + ",34:A"],
    ids=["occupy", "steal", "protect"],
)
def test_without_a_plate_in_hand_34_is_not_valid(grill: str) -> None:
    """Without a plate in hand a player cannot occupy, steal or protect, but can still take snails."""
    assert legal(f"barbecue grill={grill} A=50w0s B=50w0s turn=A aside=1666www") == ["roll"]
    assert legal(f"barbecue grill={CLOSED},34:snail A=50w0s B=50w0s turn=A aside=1666www") == ["roll", "snail34"]


@rule("BQ-12")
def test_the_game_ends_when_the_pool_is_empty() -> None:
    """A failed attempt that calls for a snail when none is left ends the game."""
    start = "barbecue grill=36:snail A=0w11s B=0w0s turn=A aside=666w roll=next"
    state, events = play(start, "666w")
    assert events[-2:] == (Failed(0, "dead-roll"), Ended("no-snail-to-place"))
    assert str(state) == "barbecue grill=36:snail A=0w11s B=0w0s over=no-snail-to-place"


@rule("BQ-12")
def test_the_game_ends_when_no_spot_can_hold_a_snail() -> None:
    """The game ends when every spot is closed or has a snail, even if snails are left in the pool."""
    grill = f"{CLOSED},33:snail,34:snail,35:snail,36:snail"
    state, events = play(f"barbecue grill={grill} A=50w0s B=50w0s turn=A aside=666w roll=next", "666w")
    assert events[-1] == Ended("no-snail-to-place")
    assert str(state) == f"barbecue grill={grill} A=50w0s B=50w0s over=no-snail-to-place"


@rule("BQ-12")
def test_a_single_plate_does_not_prolong_a_game_with_an_empty_pool() -> None:
    """With an empty pool the game ends at once, and no plate is returned first."""
    grill = f"{CLOSED[:-2]}B,33:snail,34:snail,35:snail,36:snail"
    _, events = play(f"barbecue grill={grill} A=50w4s B=50w4s turn=A aside=666w roll=next", "666w")
    assert events[-2:] == (Failed(0, "dead-roll"), Ended("no-snail-to-place"))


# -- the rulebook's examples -------------------------------------------------------------------------------------------
# Dice that the printed text does not name are chosen to fit.


@rule("BQ-1", "BQ-6", "SA-3")
def test_example_a_claims_a_result_of_30() -> None:
    """John sets aside two 6s, two worms, one 4 and two 2s. With one die left he may claim the result of 30."""
    state, events = play(f"{START} roll=112346w6", "6", "roll", "1123ww", "w", "roll", "1346", "4", "roll", "226", "2")
    totals = [event.total for event in events if isinstance(event, LaidAside)]
    assert totals == [12, 22, 26, 30]
    assert legal(str(state)) == ["roll", "occupy30"]


@rule("BQ-3", "BQ-4", "BQ-8")
def test_example_b_fails_on_a_closed_spot() -> None:
    """Steven's result of 30 is a failed attempt, because two plates are on that spot."""
    _, events = play("barbecue grill=30:BB A=0w0s B=6w0s turn=A aside=66ww roll=2222", "2")
    assert events == (LaidAside(0, "2", 4, 30), Failed(0, "no-claim"), SnailPlaced(36))


@rule("BQ-3", "BQ-8")
def test_example_b_with_seven_dice() -> None:
    """With seven dice aside and one left the player must roll on; with stop_on_nothing they may stop and fail."""
    table = "grill=30:BB A=0w0s B=6w0s turn=A aside=66ww4 roll=122"
    state, events = play(f"barbecue {table}", "2")
    assert (events, legal(str(state))) == ((LaidAside(0, "2", 2, 30),), ["roll"])
    state, _ = play(f"barbecue stop_on_nothing=yes {table}", "2")
    assert legal(str(state)) == ["roll", "stop"]
    assert play(state, "stop").events == (Failed(0, "no-claim"), SnailPlaced(36))


# -- notation ----------------------------------------------------------------------------------------------------------


@given(st.integers(0, 999), st.integers(0, 12))
def test_larders_survive_writing_and_reading(worms: int, snails: int) -> None:
    """Worms and snails are written as 7w1s, and a count of zero may be left out."""
    codec, larder = LarderCodec(), Larder(worms, snails)
    assert codec.parse(codec.text(larder)) == codec.from_json(codec.json(larder)) == codec.check(larder) == larder
    assert codec.parse(f"{snails}s") == Larder(0, snails)
    assert codec.parse(f"{worms}W") == Larder(worms, 0)
    assert codec.parse("-") == Larder()
