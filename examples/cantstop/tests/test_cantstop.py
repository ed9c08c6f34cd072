"""Tests of Can't Stop, rule by rule."""

from typing import cast

import pytest
from roost_cantstop import COLUMNS, DIE, TOPS, CantStop, CantStopState, sums
from roost_cantstop.adapters import bots

from roost.core.authoring import Transfer
from roost.core.conformance import check_game
from roost.core.state import State


def heights(**columns: int) -> str:
    """Return the text for heights in the columns: ``heights(c7=3)``."""
    return ",".join(str(columns.get(f"c{column}", 0)) for column in COLUMNS)


def position(a: str = heights(), b: str = heights(), more: str = "", turn: str = "A") -> CantStopState:
    """Return a two-player position."""
    return cast("CantStopState", CantStop.read_text(f"cantstop A={a} B={b} turn={turn} {more}"))


def play(state: CantStopState, move: str) -> CantStopState:
    """Return the position after a move."""
    return cast("CantStopState", state.play(move).state)


def choices(state: State) -> list[str]:
    """Return the legal actions as text."""
    return [str(action) for action in state.actions()]


def test_random_games_conform() -> None:
    assert check_game(CantStop(4, goal=1), games=3)
    assert check_game(CantStop(2, start="random"), games=1)


def test_likely_sums_have_more_spaces() -> None:
    """CS-1: a column has more spaces the likelier its sum is."""
    assert dict(zip(COLUMNS, TOPS, strict=True)) == {
        2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("dice", "pairs"),
    [("1346", ((4, 10), (5, 9), (7, 7))), ("1122", ((2, 4), (3, 3))), ("5555", ((10, 10),))],
)
def test_dice_are_paired_in_up_to_three_ways(dice: str, pairs: tuple[tuple[int, int], ...]) -> None:
    """CS-2: four dice have up to three pairings; equal pairings are listed once."""
    assert sums(DIE.parse(dice)) == pairs


def test_a_turn_climbs_and_stops() -> None:
    """CS-3, CS-5, CS-7: runners start above the player's own markers; a stop moves the markers up to them."""
    state = position(heights(c7=4), more="").play("1346").state
    assert choices(state) == ["climb4,10", "climb5,9", "climb7,7"]
    climbed = state.play("climb7,7").state
    assert climbed == position(heights(c7=4), more=f"runners={heights(c7=6)} rolling=0")
    assert choices(climbed) == ["roll", "stop"]
    assert climbed.play("stop").state == position(heights(c7=6), turn="B")


def test_a_double_climb_with_one_space_left() -> None:
    """CS-3: with equal sums and one space left, the runner climbs one space. CS-8: no runner climbs beyond the top."""
    state = position(heights(c7=12)).play("1346").state
    assert choices(state) == ["climb4,10", "climb5,9", "climb7"]
    at_top = state.play("climb7").state.play("roll").state.play("1346").state
    assert choices(at_top) == ["climb4,10", "climb5,9"]


@pytest.mark.parametrize(
    ("runners", "roll", "expected"),
    [
        (heights(c2=1, c3=1), "1346", ["climb4", "climb10", "climb5", "climb9", "climb7,7"]),
        (heights(c2=1, c10=1), "1346", ["climb4,10", "climb5", "climb9", "climb7,7"]),
        (heights(c2=1, c3=1, c10=1), "1346", ["climb10"]),
    ],
)
def test_a_turn_has_three_runners(runners: str, roll: str, expected: list[str]) -> None:
    """CS-4: both sums are used if possible; if one runner is left for two new columns, the player chooses one sum."""
    assert choices(position(more=f"runners={runners}").play(roll).state) == expected


def test_a_failed_roll_loses_the_turns_climbs() -> None:
    """CS-6: a failed roll loses the turn's climbs, but no earlier ones."""
    state = position(heights(c2=1), more=f"runners={heights(c2=2, c3=2, c12=1)}")
    step = state.play("3344")
    assert step.state == position(heights(c2=1), turn="B")
    assert step.events[-1].to_json() == {"type": "fell", "seat": 0, "spaces": 4}


def test_a_won_column_is_closed() -> None:
    """CS-8: when a column is won, the other players' markers leave it, and no runner may climb there."""
    step = position(heights(c2=1), heights(c2=2, c5=1), f"runners={heights(c2=3, c7=1)} rolling=0").play("stop")
    assert step.state == position(heights(c2=3, c7=1), heights(c5=1), turn="B")
    assert [event.name() for event in step.events] == ["stopped", "won"]
    assert step.state.scores() == (1, 0)
    assert choices(step.state.play("1122").state) == ["climb4", "climb3,3"]


def test_a_player_with_the_last_column_can_only_stop() -> None:
    """CS-9: a player who has reached the last column can only stop, and then wins."""
    state = position(heights(c2=3, c3=5), more=f"runners={heights(c12=3, c7=1)} rolling=0")
    assert choices(state) == ["stop"]
    outcome = state.play("stop").state.outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((3, 0), (0,))


@pytest.mark.parametrize(
    ("a", "b", "more"),
    [
        (heights(c2=4), heights(), ""),
        (heights(c2=3), heights(c2=1), ""),
        (heights(c2=3), heights(), f"runners={heights(c2=3)}"),
        (heights(), heights(c2=3), f"runners={heights(c2=1)}"),
        (heights(c7=4), heights(), f"runners={heights(c7=4)}"),
        (heights(), heights(), f"runners={heights(c2=4)}"),
        (heights(), heights(), f"runners={heights(c2=1, c3=1, c4=1, c5=1)}"),
        (heights(), heights(), "roll=134 rolling=0"),
        (heights(), heights(), "roll=1346"),
        (heights(), heights(), f"runners={heights(c2=1, c3=1, c12=1)} roll=3344 rolling=0"),
        (heights(), heights(), "rolling=0"),
    ],
)
def test_impossible_positions_are_refused(a: str, b: str, more: str) -> None:
    with pytest.raises(Exception, match="no such position of cantstop"):
        position(a, b, more)


def test_progress_counts_fractions_of_columns() -> None:
    """A column counts 1 at its top, and less than half halfway up."""
    assert position(heights(c2=3, c12=3), heights(c7=13)).heuristic() == (2.0, 1.0)
    assert position(heights(c6=5), heights(c6=6)).heuristic() == pytest.approx((0.331, 0.421), abs=0.001)


def test_a_won_column_moves_to_its_owner() -> None:
    """A column belongs to the board until it is won; the event then moves it to the winner."""
    step = position(heights(c2=1), more=f"runners={heights(c2=3, c7=1)} rolling=0").play("stop")
    assert step.state.holdings()["A"] == {"2": 1}
    assert "2" not in step.state.holdings()["board"]
    assert step.events[1].transfers() == (Transfer("2", "board", "A"),)


def test_the_rule_of_28() -> None:
    """The hen counts rare columns more and stops at 28; the pullet stops once all runners are in use."""
    few, some = (
        position(more=f"runners={runners} rolling=0")
        for runners in (heights(c6=1, c7=1, c8=1), heights(c4=3, c6=2, c8=3))
    )
    assert [str(bots.hen(state)) for state in (few, some)] == ["roll", "stop"]  # 4 + 2 + 4 and 16 + 6 + 8 - 2
    assert [str(bots.pullet(state)) for state in (few, some)] == ["stop", "stop"]
    again = play(position(more=f"runners={heights(c7=1)}"), "1346")
    assert str(bots.hen(again)) == "climb7,7"  # this takes no further runner
    assert str(bots.pullet(again)) == "climb4,10"
    at_goal = position(heights(c2=3, c3=5), more=f"runners={heights(c12=3)} rolling=0")
    assert str(bots.hen(at_goal)) == "stop"
