"""Picnic Blitz, rule by rule, except the attacks, which are in test_attacks.py."""

import pytest

from games.picnic.table import EMPTY, board, events, legal, play, position
from roost.core.errors import IllegalMoveError
from roost.core.events import Ended, Rolled
from roost.core.state import Drawn, Node
from roost.games.picnic import Picnic, PicnicState
from roost.games.picnic.board import STANDARD_TRACKS
from roost.games.picnic.moves import Captured, Moved, Passed, PickedUp, QueenSpent, QueenTaken
from rules import rule

# -- PB-1, PB-2: board and turn ----------------------------------------------------------------------------------------


@rule("PB-1")
def test_the_box_holds_tracks_ants_and_queen_tokens() -> None:
    """The box holds six tracks, longer ones with more points, six ants for each player and four Queen tokens."""
    lengths, values = (6, 6, 8, 8, 10, 10), (2, 2, 3, 3, 4, 4)
    tracks = {n: {"length": lengths[n - 1], "value": values[n - 1]} for n in range(1, 7)}
    assert Picnic().components == {"tracks": tracks, "ants": 6, "queens": 4}
    holdings = Picnic(players=3, start=0).opening().holdings()
    assert [holdings[seat][f"ant-{seat}"] for seat in "ABC"] == [6, 6, 6]
    assert holdings["supply"]["queen"] == 4


@rule("PB-1")
def test_the_first_player_is_drawn() -> None:
    """Every seat is equally likely to be drawn first, unless the option names one."""
    state = Picnic(players=3).opening()
    assert (state.node, state.seat) == (Node.ROLL, None)
    assert [(str(roll), weight) for roll, weight in state.rolls()] == [("A", 1), ("B", 1), ("C", 1)]
    after, drawn_events = state.play("C")
    assert (after.seat, after.node, drawn_events) == (2, Node.ROLL, (Drawn(2),))
    assert Picnic(players=3, start=1).opening().seat == 1


@rule("PB-1")
def test_a_player_has_one_ant_on_a_track() -> None:
    """A player with an ant on a track moves that ant and cannot bring a second one."""
    state = position("board=2A/-/-/-/-/- A=- B=- turn=A dice=112345")
    assert board(play(state, "move1")) == "4A/-/-/-/-/-"


@rule("PB-2")
def test_a_turn_rolls_re_rolls_attacks_and_moves() -> None:
    """A turn goes from the roll to re-rolls, attacks and the move, and then to the next player."""
    state = position("board=3A/2B/-/-/-/- A=- B=- turn=A")
    assert state.node is Node.ROLL
    assert str(state.dice) == "6 dice"
    assert events(state, "123446") == (Rolled(0, "123446"),)
    state = play(state, "123446")
    assert "reroll4" in legal(state)
    assert events(state, "reroll4") == (PickedUp(0, "4"),)
    state = play(state, "reroll4", "5")
    assert legal(state) == ["pushB2", "move1", "move2", "move3", "move4", "move5", "move6", "skip", "pass"]
    state = play(state, "pushB2")
    assert legal(state) == ["pushB2", "move1", "move2", "move3", "move4", "move5", "move6", "pass"]
    state = play(state, "move1")
    assert (state.seat, state.node, board(state)) == (1, Node.ROLL, "4A/1B/-/-/-/-")


@rule("PB-2")
def test_a_turn_may_end_at_any_point_after_the_re_rolls() -> None:
    """A player may pass instead of attacking and moving, and the next player's turn begins."""
    state = position("board=3A/2B/-/-/-/- A=- B=- turn=A dice=123455")
    assert events(state, "pass") == (Passed(0),)
    assert play(state, "pass").seat == 1
    assert play(state, "pushB2", "pass").seat == 1


# -- PB-3 to PB-5: re-rolls --------------------------------------------------------------------------------------------

# Arthur (A) has two active ants, Beatrice (B) has four, and Charles (C) has three ants, all pinned.
RULEBOOK_REROLLS = "board=2A,3B/4CB/1CA/-/7C,10B/2B A=- B=- C=-"


@rule("PB-3")
def test_active_ants_are_those_of_the_printed_example() -> None:
    """In the rulebook's example the players have two, four and no active ants."""
    state = position(f"{RULEBOOK_REROLLS} turn=A")
    assert [state.active_ants(seat) for seat in range(3)] == [2, 4, 0]


@rule("PB-3")
@pytest.mark.parametrize(
    ("track", "active"),
    [("-", 0), ("3A", 1), ("3AB", 0), ("3BA", 1), ("3A,4B", 1), ("3A,6B", 0), ("6A", 1), ("3B,6A", 1)],
)
def test_an_active_ant_is_neither_covered_nor_shut_out(track: str, active: int) -> None:
    """An ant is active if it is uncovered and no other ant holds the food; the ant that holds it is active."""
    assert position(f"board={track}/-/-/-/-/- A=- B=- turn=A").active_ants(0) == active


@rule("PB-4")
def test_reroll_up_to_the_number_of_active_ants() -> None:
    """With two active ants any one or two dice may be re-rolled, or none."""
    state = play(position("board=1A/1A/-/-/-/- A=- B=- turn=A"), "112444")
    assert sorted(legal(state)) == sorted(
        ["keep", "reroll1", "reroll2", "reroll4", "reroll11", "reroll12", "reroll14", "reroll24", "reroll44"]
    )
    assert board(play(state, "keep", "pass")) == "1A/1A/-/-/-/-"


@rule("PB-4")
def test_without_an_active_ant_there_is_no_re_roll() -> None:
    """Without an active ant the player is not asked about re-rolls."""
    state = play(position(f"{RULEBOOK_REROLLS} turn=C"), "112444")
    assert "move4" in legal(state)
    assert "keep" not in legal(state)


@rule("PB-4")
def test_four_dice_may_be_split() -> None:
    """With four active ants a second group may re-roll the dice that the first left over; there is no third."""
    state = play(position(f"{RULEBOOK_REROLLS} turn=B"), "122345")
    assert max(len(token) for token in legal(state)) == len("reroll") + 4
    for first, most in (("reroll1", 3), ("reroll22", 2), ("reroll123", 1)):
        count = len(first) - len("reroll")
        again = play(state, first, "666"[:count])
        assert max(len(token) for token in legal(again)) == len("reroll") + most
        assert "pass" in legal(play(again, "reroll5", "5"))
        assert "pass" in legal(play(again, "keep"))
    assert "pass" in legal(play(state, "reroll1223", "6666"))


@rule("PB-5")
def test_queen_buys_a_fresh_set_of_rerolls() -> None:
    """After the regular re-rolls a Queen token buys the same number again, in as many groups."""
    state = position("board=1A/1A/1A/1A/-/- A=queen B=- turn=A")
    state = play(state, "112233", "reroll1122", "4444")
    assert legal(state) == ["keep", "queen-reroll"]
    assert events(state, "queen-reroll") == (QueenSpent(0, "reroll"),)
    state = play(state, "queen-reroll")
    assert state.queens == (False, False)
    assert "reroll3344" in legal(state)
    state = play(state, "reroll33", "55")
    assert max(len(token) for token in legal(state)) == len("reroll") + 2
    assert "queen-reroll" not in legal(state)


@rule("PB-5")
def test_spending_the_queen_gives_up_the_re_rolls_left() -> None:
    """A Queen token spent early replaces the remaining re-rolls instead of adding to them."""
    state = play(position("board=1A/1A/1A/1A/-/- A=queen B=- turn=A"), "112233", "reroll1", "4")
    assert str(state).endswith("rerolls=3/1")
    assert str(play(state, "queen-reroll")).endswith("rerolls=4/2")


@rule("PB-5")
def test_no_queen_reroll_without_an_active_ant() -> None:
    state = play(position("board=2AB/-/-/-/-/- A=queen B=- turn=A"), "112233")
    assert legal(state) == ["queen-attack", "move2", "move3", "pass"]


# -- PB-10 to PB-12: moves ---------------------------------------------------------------------------------------------


@rule("PB-10")
@pytest.mark.parametrize(
    ("track", "dice", "after"),
    [
        ("-", "123456", "1A"),
        ("-", "111456", "3A"),
        ("2A", "111456", "5A"),
        ("4A", "111456", "6A"),
        ("-", "111111", "6A"),
        ("5A", "111111", "6A"),
    ],
)
def test_move_by_the_number_of_dice(track: str, dice: str, after: str) -> None:
    """An ant moves as many spaces as dice show its track's number, and stops at the Food square."""
    state = position(f"board={track}/-/-/-/-/- A=- B=- turn=A dice={dice}")
    assert board(play(state, "move1")) == f"{after}/-/-/-/-/-"


@rule("PB-10")
def test_a_capture_is_an_event_with_its_points() -> None:
    """Reaching the Food square adds an event with the points of the food."""
    state = position("board=-/-/-/-/8A/- A=- B=- turn=A dice=555123")
    assert events(state, "move5") == (Moved(0, 5, 8, 10), Captured(0, 5, 4))
    assert events(position(f"board={EMPTY} A=- B=- turn=A dice=555123"), "move5") == (Moved(0, 5, 0, 3),)


@rule("PB-11")
@pytest.mark.parametrize(
    ("track", "open_"),
    [("-", True), ("6B", False), ("6A", False), ("3A,6B", False), ("3AB", False), ("3BA", True), ("3B", True)],
)
def test_held_tracks_and_covered_ants_allow_no_move(track: str, open_: bool) -> None:
    """A player cannot move on a track whose food is held, or with a covered ant; passing is always possible."""
    state = position(f"board={track}/-/-/-/-/- A=- B=- turn=A dice=111223")
    assert ("move1" in legal(state)) is open_
    assert legal(state)[-1] == "pass"


# Beatrice's three 3s are of no use, because Arthur holds the sandwich.
RULEBOOK_MOVES = "board=2B/-/4B,8A/-/-/- A=- B={} turn=B dice=113336"


@rule("PB-10", "PB-11")
def test_moves_are_those_of_the_printed_example() -> None:
    """In the rulebook's example Beatrice may move two spaces on one track or enter another; the third is held."""
    state = position(RULEBOOK_MOVES.format("-"))
    assert legal(state) == ["move1", "move6", "skip", "pass"]
    assert board(play(state, "move1")) == "4B/-/4B,8A/-/-/-"
    assert board(play(state, "move6")) == "2B/-/4B,8A/-/-/1B"
    assert play(state, "move1").seat == 0


@rule("PB-12")
def test_two_moves_are_those_of_the_printed_example() -> None:
    """In the rulebook's example a Queen token allows both moves, in either order."""
    state = position(RULEBOOK_MOVES.format("queen"))
    for first, second in (("move1", "move6"), ("move6", "move1")):
        moved = play(state, first)
        assert legal(moved) == [second, "pass"]
        both, second_events = moved.play(second)
        assert isinstance(both, PicnicState)
        assert second_events[0] == QueenSpent(1, "move")
        assert (board(both), both.queens, both.seat) == ("4B/-/4B,8A/-/-/1B", (False, False), 0)


# -- PB-13: the Queen --------------------------------------------------------------------------------------------------


@rule("PB-13")
def test_skipping_earns_a_queen() -> None:
    """Skipping attack and move takes a Queen token and ends the turn."""
    state = position(f"board={EMPTY} A=- B=- turn=A dice=112233")
    assert events(state, "skip") == (QueenTaken(0),)
    state = play(state, "skip")
    assert (state.queens, state.seat, state.node) == ((True, False), 1, Node.ROLL)
    assert state.holdings()["supply"]["queen"] == 3


@rule("PB-13")
@pytest.mark.parametrize(
    ("dice", "queen", "obvious"), [("111111", "-", "skip"), ("111111", "queen", "pass"), ("111112", "-", None)]
)
def test_skipping_is_obvious_where_nothing_else_helps(dice: str, queen: str, obvious: str | None) -> None:
    """Dice that show only the number of a held track allow no move, so taking a Queen token is the obvious choice."""
    state = position(f"board={STANDARD_TRACKS[0].length}B/-/-/-/-/- A={queen} B=- turn=A dice={dice}")
    assert (None if state.obvious is None else str(state.obvious)) == obvious


# -- PB-14: the end ----------------------------------------------------------------------------------------------------


@rule("PB-14")
def test_score_is_the_food_held() -> None:
    """A player scores the Food squares they hold, and loses the points when their ant is bumped off."""
    state = position("board=6A/6B/8A/3A/10B/9A A=- B=- turn=A dice=123456")
    assert state.scores() == (5, 6)
    assert play(state, "pushB5").scores() == (5, 2)


@rule("PB-14")
@pytest.mark.parametrize(("players", "goal"), [(2, 9), (3, 7), (4, 6)])
def test_the_goal_depends_on_the_number_of_players(players: int, goal: int) -> None:
    """Nine points win with two players, seven with three, six with four."""
    assert Picnic(players=players).winning_score == goal


@rule("PB-14")
def test_reaching_the_goal_ends_the_game_at_once() -> None:
    """Reaching the goal ends the game, even if a second move would be possible."""
    state = position("board=5A/-/-/-/10A/10A A=queen B=- turn=A dice=112233")
    over, final_events = state.play("move1")
    assert final_events == (Moved(0, 1, 5, 6), Captured(0, 1, 2), Ended("goal"))
    assert (over.node, over.seat, over.actions(), over.rolls()) == (Node.OVER, None, (), ())
    assert over.outcome is not None
    assert (over.outcome.scores, over.outcome.winners) == ((10, 0), (0,))
    assert (over.outcome.reason, over.outcome.decided_by) == ("goal", "score")
    assert str(over) == "picnic board=6A/-/-/-/10A/10A A=queen B=- over=goal"
    with pytest.raises(IllegalMoveError, match="the game is over"):
        over.play("move2")


@rule("PB-14")
def test_a_second_move_can_end_the_game() -> None:
    """The second move of a turn can reach the goal that the first has not reached."""
    state = position("board=5A/-/-/7A/-/10A A=queen B=- turn=A dice=112244")
    state = play(state, "move1")
    assert (state.scores(), state.outcome) == ((6, 0), None)
    assert play(state, "move4").outcome is not None


@rule("PB-14")
def test_an_option_sets_the_goal() -> None:
    state = position("goal=5 board=5A/-/8A/-/-/- A=- B=- turn=A dice=112233")
    assert play(state, "move1").node is Node.OVER
    state = position("goal=11 board=5A/-/-/-/10A/10A A=- B=- turn=A dice=112233")
    assert play(state, "move1").seat == 1


# -- PB-15: beginners --------------------------------------------------------------------------------------------------


@rule("PB-15")
@pytest.mark.parametrize("lanes", [EMPTY, "1A/1A/1A/1A/1A/1A", "3AB/-/-/-/-/-"])
def test_beginners_reroll_three_dice(lanes: str) -> None:
    """Beginners re-roll up to three dice in one group, regardless of their ants."""
    state = play(position(f"beginner=yes board={lanes} A=- B=- turn=A"), "123456")
    assert max(len(token) for token in legal(state)) == len("reroll") + 3
    assert "pass" in legal(play(state, "reroll1", "1"))
