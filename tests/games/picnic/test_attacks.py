"""The attacks of Picnic Blitz (PB-6 to PB-9)."""

from itertools import combinations_with_replacement

import pytest

from games.picnic.table import EMPTY, board, events, legal, play, position
from roost.games.picnic.moves import Pushed, QueenSpent
from rules import rule

STRAIGHTS = {"1234": 1, "2345": 1, "3456": 1, "12345": 2, "23456": 2, "123456": 4}


@rule("PB-6")
def test_straights_give_attacks() -> None:
    """For every roll of six dice, four numbers in a row give one attack, five give two, and six give four."""
    for dice in combinations_with_replacement("123456", 6):
        shown = set(dice)
        attacks = max((gives for straight, gives in STRAIGHTS.items() if shown >= set(straight)), default=0)
        assert position(f"board=-/-/-/-/-/1B A=- B=- turn=A dice={''.join(dice)}").attacks == attacks


@rule("PB-6")
@pytest.mark.parametrize("stage", ["", "dice=123456 rerolls=1/1", "dice=12345 rerolls=0/0", "dice=113456 moved=3"])
def test_attacks_are_impossible_outside_their_stage(stage: str) -> None:
    """A player cannot attack before the re-rolls are done or after a move."""
    state = position(f"board=-/-/2A/-/-/1B A=queen B=- turn=A {stage}")
    assert state.attacks == 0
    assert not any(token.startswith("push") for token in legal(state))


@rule("PB-6")
def test_queen_gives_one_more_attack() -> None:
    """A Queen token gives an attack without a straight, and one more with a straight."""
    state = position("board=-/-/-/-/-/5B A=queen B=- turn=A dice=111222")
    assert legal(state) == ["queen-attack", "move1", "move2", "pass"]
    assert events(state, "queen-attack") == (QueenSpent(0, "attack"),)
    assert legal(play(state, "queen-attack")) == ["pushB6", "move1", "move2", "pass"]
    state = position("board=-/-/-/-/-/5B A=queen B=- turn=A dice=111234")
    assert play(state, "pushB6").attacks == 0
    assert board(play(state, "pushB6", "queen-attack", "pushB6")) == "-/-/-/-/-/3B"
    assert play(state, "queen-attack").attacks == 2


@rule("PB-6")
@pytest.mark.parametrize(
    ("lanes", "dice", "offered"),
    [
        ("-/-/-/-/-/-", "111222", False),  # no ant to attack
        ("-/-/-/-/-/3A", "111222", False),  # only the player's own ant
        ("-/-/-/-/-/10B", "111222", False),  # one attack cannot move a Food holder
        ("-/-/-/-/-/10B", "111234", True),  # together with the straight's attack it can
        ("-/-/-/-/3BA/10B", "111222", False),  # covered
        ("-/-/-/-/3AB/10B", "111222", True),
    ],
)
def test_queen_attack_is_offered_where_it_can_hit(lanes: str, dice: str, offered: bool) -> None:
    """A Queen token may be spent on an attack exactly when the attack brings an ant within reach."""
    assert ("queen-attack" in legal(position(f"board={lanes} A=queen B=- turn=A dice={dice}"))) is offered


@rule("PB-7")
def test_four_attacks_push_a_food_holder_three_spaces() -> None:
    """In the rulebook's example two attacks bump an ant off the food, and two more push it two spaces further."""
    state = position("board=-/-/-/-/10B/- A=- B=- turn=A dice=123456")
    assert state.scores() == (0, 4)
    assert events(state, "pushB5") == (Pushed(0, 1, 5, 10, 9),)
    state = play(state, "pushB5")
    assert (state.attacks, state.scores()) == (2, (0, 0))
    state = play(state, "pushB5", "pushB5")
    assert (board(state), state.attacks) == ("-/-/-/-/7B/-", 0)
    assert not any(token.startswith("push") for token in legal(state))


@rule("PB-7")
def test_two_attacks_push_ants_by_two_spaces_in_all() -> None:
    """In the rulebook's example two attacks push two ants by one space, one ant by two, or a Food holder by one."""
    state = position("board=-/3B/-/5B/8C/- A=- B=- C=- turn=A dice=123455 tracks=6:2,6:2,8:3,8:3,8:3,10:4")
    assert legal(state)[:3] == ["pushB2", "pushB4", "pushC5"]
    assert board(play(state, "pushB2", "pushB4")) == "-/2B/-/4B/8C/-"
    assert board(play(state, "pushB4", "pushB4")) == "-/3B/-/3B/8C/-"
    freed = play(state, "pushC5")
    assert (board(freed), freed.attacks) == ("-/3B/-/5B/7C/-", 0)
    assert "pushC5" not in legal(play(state, "pushB2"))


@rule("PB-7")
def test_an_ant_pushed_from_the_first_space_leaves_the_board() -> None:
    """An ant pushed back from the first space leaves the board and may enter again."""
    state = position("board=1B/-/-/-/-/- A=- B=- turn=A dice=223456")
    assert events(state, "pushB1") == (Pushed(0, 1, 1, 1, 0),)
    state = play(state, "pushB1", "pass")
    assert board(state) == EMPTY
    assert board(play(state, "111222", "move1")) == "3B/-/-/-/-/-"


@rule("PB-8")
@pytest.mark.parametrize(
    ("track", "pushes"),
    [
        ("3B", ["pushB1"]),
        ("3BC", ["pushC1"]),
        ("3BCA", []),
        ("3BA", []),
        ("3B,5C", ["pushB1", "pushC1"]),
        ("3B,6C", ["pushC1"]),
        ("3B,6A", []),
    ],
)
def test_pinned_ants_cannot_be_attacked(track: str, pushes: list[str]) -> None:
    """Only uncovered ants can be attacked, and on a held track only the ant that holds the food."""
    state = position(f"board={track}/-/-/-/-/- A=- B=- C=- turn=A dice=234566")
    assert [token for token in legal(state) if token.startswith("push")] == pushes


@rule("PB-9")
def test_bumping_the_holder_frees_its_track() -> None:
    """Bumping the holder off the food unpins the uncovered ants of the track within the turn."""
    state = position("board=2A,3B,6C/-/-/-/-/- A=- B=- C=- turn=A dice=123455")
    assert "move1" not in legal(state)
    assert "pushB1" not in legal(state)
    assert "move1" in legal(play(state, "pushC1"))
    assert play(state, "pushC1").active_ants(1) == 1


@rule("PB-6", "PB-7", "PB-8", "PB-9", "PB-10")
def test_an_attack_frees_the_players_ant_and_pins_another() -> None:
    """In the rulebook's example one attack frees the player's own ant, which then moves, and pins the attacked ant."""
    state = position("board=-/-/3B,4CA/-/-/- A=- B=- C=- turn=C dice=123344")
    assert "move3" not in legal(state)
    state = play(state, "pushA3")
    assert board(state) == "-/-/3AB,4C/-/-/-"
    state = play(state, "move3")
    assert board(state) == "-/-/3AB,6C/-/-/-"
    assert [state.active_ants(seat) for seat in range(3)] == [0, 1, 1]
