"""The board view: what a screen shows beyond a position's fields, so that the screen needs no rule."""

import msgspec
import pytest
from roost_cantstop import CantStop
from roost_farkle import Farkle

import roost
from roost.core.game import Game
from roost.core.state import State
from roost.core.words import Language
from roost.play.table.board_facts import board_facts, transfers_of
from roost.play.table.views import action_views, die_view

GAMES = list(roost.all_games().values())


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_the_board_view_has_the_number_of_dice_to_roll(kind: type[Game]) -> None:
    """A turn starts with all dice to roll, and the view marks it as new."""
    state = kind.make(2, {"start": "A"}).opening()
    facts = board_facts(state)
    assert (facts.to_roll, facts.new) == (kind.dice_count, True)
    after = state.play(state.rolls()[0][0]).state
    assert board_facts(after).new is (after.seat != state.seat)


class Undrawn(CantStop):
    """Can't Stop without a board, because a subclass does not inherit adapters."""


def test_a_game_without_a_board_gets_a_generic_board_view() -> None:
    """The view has the dice, the fields of the position and of each seat, and the scores in the game's own units."""
    state = roost_position(Farkle, "farkle A=50 B=0 turn=A total=100 left=3 roll=125 rolling=0")
    facts = board_facts(state, Language.DE)
    assert (facts.rolled, facts.on, facts.to_roll) == ("125", 0, 0)
    assert [msgspec.to_builtins(field) for field in facts.fields] == [
        {"name": "total", "values": ["100"]},
        {"name": "left", "values": ["3"]},
        {"name": "rolling", "values": ["0"]},
    ]
    assert (facts.scored, facts.held) == (["50 Punkte", "0 Punkte"], [[], []])
    rolling = roost_position(Farkle, "farkle A=50 B=0 turn=A total=100 left=3 rolling=0")
    assert board_facts(rolling).on == 3
    climbing = board_facts(Undrawn().opening().play("1346").state.play("climb7,7").state.play("stop").state)
    assert msgspec.to_builtins(climbing.held) == [
        [{"name": "markers", "values": ["7: 2"]}],
        [{"name": "markers", "values": []}],
    ]


def test_a_game_with_a_board_has_its_dice_in_the_view_too() -> None:
    """The board can then leave the dice tray to the page."""
    facts = board_facts(CantStop().opening().play("1346").state)
    assert (facts.rolled, facts.fields, facts.held) == ("1346", [], [])
    assert board_facts(roost.position("heckmeck grill=21-36 A=- B=- turn=A aside=44")).on == 6


def roost_position(kind: type[Game], text: str) -> State:
    """Read a position of a game that is not installed, so the game's words are unknown as well."""
    return kind.read_text(text)


def test_the_view_of_an_action_says_what_it_does() -> None:
    """The view has the dice, whether they are picked one by one, and a question before choices that players regret."""
    state = roost.position("heckmeck grill=21-36 A=- B=- turn=A roll=1123445w")
    assert [(view.kind, view.dice) for view in action_views(state, Language.EN)][:2] == [("dice", "11"), ("dice", "2")]
    stop = roost.position("heckmeck grill=21-36 A=- B=- turn=A aside=44")
    roll_on, give_up = action_views(stop, Language.EN)
    assert (roll_on.kind, roll_on.quiet, roll_on.doubt) == ("roll", False, None)
    assert give_up.quiet
    assert give_up.doubt == "Give up this turn? You could still roll."
    assert give_up.sure == "Give up the turn"
    keeps = action_views(roost_position(Farkle, "farkle A=0 B=0 turn=A roll=112346 rolling=0"), Language.EN)
    assert {(view.dice, view.picked) for view in keeps} == {("1", True), ("11", True)}


def test_an_event_lists_the_pieces_that_moved() -> None:
    """The list is empty if no event moved a piece."""
    taken = roost.position("heckmeck grill=21-36 A=- B=- turn=A aside=5555w").play("take25")
    assert msgspec.to_builtins(transfers_of(taken.events)) == [
        [{"piece": "25", "source": "grill", "target": "A", "count": 1}]
    ]
    rolled = roost.position("heckmeck grill=21-36 A=- B=- turn=A").play("1123445w")
    assert transfers_of(rolled.events) == []


def test_the_faces_of_a_die_are_listed_in_its_own_order() -> None:
    """A symbol printed on two faces is listed twice, and each symbol has a name in the language."""
    view = die_view(roost.game("junior", double_face="cheese"), Language.DE)
    assert view.faces == "wgcckb"
    assert view.symbols[2].text == "Käse"
