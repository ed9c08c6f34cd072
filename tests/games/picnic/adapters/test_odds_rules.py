"""Turns of Picnic Blitz whose odds can be computed by hand, rule by rule."""

from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest

from games.picnic.summed import LaneValue, solve
from games.picnic.table import play, position
from roost.core.errors import IllegalMoveError, RoostError
from roost.core.state import Node
from roost.games.picnic.adapters.results import ADVANCES, ATTACKS, PUSHES_OFF, WINS, Captures
from roost.games.picnic.board import Lane
from roost.games.picnic.moves import KEEP, PASS, QUEEN_ATTACK, QUEEN_REROLL, SKIP, Move, Push, reroll
from roost.games.picnic.turn import START
from roost.study.odds.choice import FAILS
from rules import rule


def holds(track: int, seat: int = 0) -> LaneValue:
    """Return a value that is 1 if the seat holds the food of a track after the turn."""
    return lambda place, lane: float(place == track - 1 and lane.holder == seat)


def free_of(track: int) -> LaneValue:
    """Return a value that is 1 if no seat holds the food of a track after the turn."""
    return lambda place, lane: float(place == track - 1 and lane.holder is None)


def enters(track: int, before: int = 0) -> LaneValue:
    """Return a value that is 1 if A's ant is beyond a space of a track after the turn."""
    return lambda place, lane: float(place == track - 1 and lane.space_of(0) > before)


def nothing(place: int, lane: Lane) -> float:
    """Return 0 for every lane."""
    return 0.0


def points(place: int, lane: Lane) -> float:
    """Return the points that seat 0 holds, with a small bonus for an ant far ahead on track 2."""
    ahead = 0.1 * lane.space_of(0) if place == 1 else 0.0
    return ahead + ((2, 2, 3, 3, 4, 4)[place] if lane.holder == 0 else 0)


def chance(wanted: Callable[[frozenset[int]], bool]) -> float:
    """Return the chance of the rolls that ``wanted`` accepts, counted over all 46,656 rolls of six dice."""
    shown = Counter(map(frozenset, product(range(1, 7), repeat=6)))
    return sum(ways for numbers, ways in shown.items() if wanted(numbers)) / 6**6


def straight(numbers: frozenset[int]) -> int:
    """Return the length of the longest run among the numbers."""
    return max(length for length in range(1, 7) for start in numbers if numbers >= {*range(start, start + length)})


# -- re-rolls ----------------------------------------------------------------------------------------------------------


@rule("PB-4")
@pytest.mark.parametrize(
    ("board", "dice"),
    [
        ("-/1AB/-/-/-/-", 6),
        ("-/1A/-/-/-/-", 7),
        ("-/1A/1A/1A/-/-", 9),
        ("-/-/1A/1A/1A/1A", 10),
        ("1A/1A/1A/1A/1A/1A", 12),
    ],
)
def test_each_active_ant_is_one_more_die(board: str, dice: int) -> None:
    """To roll at least one 1, a re-roll is as good as an additional die, in one group or in two."""
    start = position(f"board={board} A=- B=- turn=A")
    before = start.board[0].space_of(0)
    solution = solve(start, enters(1, before))
    assert solution.value(start) == pytest.approx(1 - (5 / 6) ** dice)


@rule("PB-4")
def test_the_second_group_is_chosen_after_seeing_the_first() -> None:
    """With two pairs that each need a third die, the other two dice are rolled, and rolled again if they miss."""
    state = position("board=3A/3A/-/1A/1A/- A=- B=- turn=A dice=112245 rerolls=4/2")
    solution = solve(state, lambda place, lane: float(lane.holder == 0))
    assert solution.best(state) == reroll("45")
    assert solution.value(state) == pytest.approx(1 - (4 / 6) ** 4)
    missed = play(state, "reroll45", "56")
    assert solution.best(missed) == reroll("56")
    assert solution.value(missed) == pytest.approx(1 - (4 / 6) ** 2)
    assert solution.best(play(state, "reroll45", "16")) == KEEP


@rule("PB-5")
def test_a_queen_token_buys_a_fresh_set_of_re_rolls() -> None:
    """With one active ant and a token there are eight tries for a 1; without an active ant the token buys none."""
    start = position("board=5A/-/-/-/-/- A=queen B=- turn=A")
    solution = solve(start, holds(1))
    assert solution.value(start) == pytest.approx(1 - (5 / 6) ** 8)
    missed = play(start, "223456", "reroll2", "2")
    assert solution.best(missed) == QUEEN_REROLL
    assert solution.value(missed) == pytest.approx(1 / 6)
    idle = position("board=-/-/-/-/-/- A=queen B=- turn=A")
    assert solve(idle, enters(1)).value(idle) == pytest.approx(1 - (5 / 6) ** 6)


@rule("PB-5", "PB-13")
def test_a_token_spent_on_re_rolls_may_be_earned_back() -> None:
    """A player who wants the food and a token spends the token on re-rolls, and skips for another if those fail."""
    start = position("board=5A/-/-/-/-/- A=queen B=- turn=A")
    solution = solve(start, holds(1), token=0.5)
    with_token, without = 1 - (5 / 6) ** 7, (5 / 6) ** 7 / 6
    lost = 1 - with_token - without
    assert solution.value(start) == pytest.approx(1.5 * with_token + without + 0.5 * lost)
    assert solution.results(start) == pytest.approx({Captures(1): with_token + without, SKIP: lost, FAILS: 0.0})


@rule("PB-15")
def test_beginners_re_roll_three_dice() -> None:
    """A beginner without an ant on the board has nine tries for a 1, and takes no token."""
    start = position("beginner=yes board=-/-/-/-/-/- A=- B=- turn=A")
    assert solve(start, enters(1)).value(start) == pytest.approx(1 - (5 / 6) ** 9)
    assert solve(start, nothing, token=1.0).value(start) == 0.0


# -- attacks and moves -------------------------------------------------------------------------------------------------


@rule("PB-6", "PB-7")
def test_an_ant_on_food_takes_two_attacks() -> None:
    """An ant on food is pushed off by a straight of five, or with a Queen token by a straight of four."""
    start = position("board=6B/-/-/-/-/- A=- B=- turn=A")
    five = chance(lambda numbers: straight(numbers) >= 5)
    solution = solve(start, free_of(1))
    assert solution.value(start) == pytest.approx(five)
    assert solution.results(start)[PUSHES_OFF] == pytest.approx(five)
    with_queen = position("board=6B/-/-/-/-/- A=queen B=- turn=A")
    solution = solve(with_queen, free_of(1))
    assert solution.value(with_queen) == pytest.approx(chance(lambda numbers: straight(numbers) >= 4))
    assert solution.best(play(with_queen, "112345")) == Push(1, 1)  # a straight of five needs no token
    assert solution.best(play(with_queen, "111234")) == QUEEN_ATTACK


@rule("PB-6", "PB-9", "PB-10")
def test_an_ant_freed_by_an_attack_may_move_at_once() -> None:
    """The freed ant reaches its food with a 1; the attack takes a straight of four or a Queen token."""
    start = position("board=5AB/-/-/-/-/- A=- B=- turn=A")
    both = chance(lambda numbers: straight(numbers) >= 4 and 1 in numbers)
    assert solve(start, holds(1)).value(start) == pytest.approx(both)
    with_queen = position("board=5AB/-/-/-/-/- A=queen B=- turn=A")
    solution = solve(with_queen, holds(1))
    assert solution.value(with_queen) == pytest.approx(1 - (5 / 6) ** 6)
    state = play(with_queen, "113366")
    assert solution.best(state) == QUEEN_ATTACK
    state = play(state, "queen-attack")
    assert solution.best(state) == Push(1, 1)
    state = play(state, "pushB1")
    assert solution.best(state) == Move(1)
    assert solution.results(state) == {Captures(1): 1.0, FAILS: 0.0}


@rule("PB-12")
def test_a_queen_token_moves_on_two_tracks() -> None:
    """With a 1, a 2 and the token two foods are captured, and the result names the more valuable."""
    state = position("board=5A/5A/-/-/-/- A=queen B=- turn=A dice=123344")
    solution = solve(state, lambda place, lane: float((2, 2, 3, 3, 4, 4)[place] * (lane.holder == 0)))
    assert solution.value(state) == 4.0
    assert solution.best(state) == Move(1)
    second = play(state, "move1")
    assert solution.values(second) == {Move(2): 4.0, Move(3): 2.0, Move(4): 2.0, PASS: 2.0}
    assert solution.results(second) == {Captures(1): 1.0, FAILS: 0.0}
    assert solution.results(second, PASS) == {Captures(1): 1.0, FAILS: 0.0}
    assert solution.results(state, Move(3)) == {Captures(1): 1.0, FAILS: 0.0}


@rule("PB-13")
def test_skipping_takes_a_token_once() -> None:
    """A player who wants a Queen token always skips; a player who has one passes."""
    start = position("board=-/-/-/-/-/- A=- B=- turn=A")
    solution = solve(start, nothing, token=1.0)
    assert solution.results(start) == pytest.approx({SKIP: 1.0, FAILS: 0.0})
    rich = position("board=-/-/-/-/-/- A=queen B=- turn=A dice=123456")
    solution = solve(rich, lambda place, lane: float(-lane.space_of(0)), token=1.0)
    assert solution.best(rich) == PASS
    assert solution.results(rich) == {FAILS: 1.0}


@rule("PB-14")
def test_a_move_that_wins_ends_the_game_before_a_second_one() -> None:
    """If two moves each win, only one is made; if one of them wins, it is made last."""
    both = position("goal=5 board=5A/5A/8A/-/-/- A=queen B=- turn=A dice=112245")
    solution = solve(both, points, win=10.0)
    assert play(both, "move1").node is Node.OVER
    assert solution.value(both) == pytest.approx(15.6)
    start = both.at(START)
    assert solve(start, points, win=10.0).value(play(start, "112245", "keep")) == pytest.approx(15.6)
    single = position("goal=5 board=5A/1A/8A/-/-/- A=queen B=- turn=A dice=112244")
    solution = solve(single, points, win=10.0)
    assert solution.value(single) == pytest.approx(15.3)
    assert solution.best(single) == Move(2)
    assert solution.best(play(single, "move2")) == Move(1)
    assert solution.results(single) == {WINS: 1.0, FAILS: 0.0}


@rule("PB-12", "PB-14")
def test_two_moves_may_win_together() -> None:
    """With a Queen token two foods of four points win a game to eight in one turn."""
    state = position("goal=8 board=-/-/-/-/8A/8A A=queen B=- turn=A dice=115566")
    solution = solve(state, points, win=10.0)
    assert solution.value(state) == pytest.approx(18.0)
    assert solution.results(state) == {WINS: 1.0, FAILS: 0.0}
    assert play(state, "move5", "move6").node is Node.OVER


def test_the_most_important_result_counts() -> None:
    """A turn with several effects has the first result in the list that fits."""
    state = position("board=5A,6B/2A,5B/-/-/-/- A=- B=- turn=A dice=112345")
    solution = solve(state, free_of(1))
    assert solution.best(state) == Push(1, 1)
    assert solution.results(state) == {PUSHES_OFF: 1.0, FAILS: 0.0}
    assert solution.results(state, Move(2)) == {ADVANCES: 1.0, FAILS: 0.0}
    assert solution.results(state, SKIP) == {SKIP: 1.0, FAILS: 0.0}
    assert solution.results(state, PASS) == {FAILS: 1.0}
    attacked = solve(state, _worse_with_moves)
    assert attacked.results(state) == {ATTACKS: 1.0, FAILS: 0.0}


def _worse_with_moves(place: int, lane: Lane) -> float:
    return -10.0 * (place == 1) * lane.space_of(1) - lane.space_of(0)


# -- ties and errors ---------------------------------------------------------------------------------------------------


def test_dice_are_kept_if_a_re_roll_gains_nothing() -> None:
    """If all choices are equal, no dice are re-rolled, no token is spent, and a move is made."""
    start = position("board=5A/1A/1A/1B/1A/1A A=queen B=- turn=A")
    solution = solve(start, nothing)
    state = play(start, "122346")
    assert solution.best(state) == KEEP
    state = play(state, "keep")
    assert solution.best(state) == Move(1)
    without = position("board=6B/6A/-/-/-/- A=- B=- turn=A dice=111222")
    assert solve(without, nothing).best(without) == SKIP


@pytest.mark.parametrize(
    "text",
    [
        "board=1A/-/-/-/-/- A=- B=- turn=B",  # another seat's turn
        "board=1A/-/-/-/-/- A=- B=queen turn=A",  # a token that the solved turn lacks
        "board=2A/-/-/-/-/- A=- B=- turn=A",  # another board
        "board=1A/2B/-/-/-/- A=- B=- turn=A dice=112345 attacks=0",  # no attack leads to this board
        "goal=5 board=1A/-/-/-/-/- A=- B=- turn=A",  # a game with other options
        "board=6A/6A/8A/8A/-/- A=- B=- over=goal",
    ],
)
def test_a_state_of_another_turn_is_refused(text: str) -> None:
    """A state of another turn raises an error instead of returning a wrong value."""
    start = position("board=1A/-/-/-/-/- A=- B=- turn=A")
    solution = solve(start, nothing)
    with pytest.raises(RoostError, match="does not belong to the turn that was solved"):
        solution.value(position(text))


def test_choices_and_results_need_a_legal_action() -> None:
    """Asking for a choice before a roll, or for the results of an illegal action, raises an error."""
    start = position("board=1A/-/-/-/-/- A=- B=- turn=A")
    solution = solve(start, nothing)
    with pytest.raises(RoostError, match="no choice to make"):
        solution.best(start)
    with pytest.raises(IllegalMoveError):
        solution.results(start, KEEP)
    rolled = play(start, "112345")
    with pytest.raises(IllegalMoveError):
        solution.results(rolled, reroll("66"))
    with pytest.raises(IllegalMoveError):
        solution.results(play(rolled, "keep"), Push(1, 1))
