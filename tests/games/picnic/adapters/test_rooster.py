"""The compiled rooster of Picnic Blitz plays exactly like the Python rooster."""

from collections import Counter

import pytest

import roost
from games.picnic.positions import random_states
from roost.core.moves import Action
from roost.core.state import Node
from roost.core.stream import Stream
from roost.games.picnic import PicnicState
from roost.games.picnic.adapters.rooster import RoosterTurns
from roost.games.picnic.moves import Keep, Move, Push, Reroll
from roost.study.bots.simple_bots import Rooster
from roost.study.fast import packing
from soak import tries
from study.fast.whole_games import check_whole_games

pytestmark = pytest.mark.slow

STREAM = Stream("unused: the rooster plays without chance")
LONG = "tracks=20:9,20:8,20:7,20:6,20:5,20:4"
CROWDED = "/".join(["6B,12C,18D"] * 6)


def compiled(state: PicnicState) -> Action:
    """Return the compiled rooster's choice."""
    packed = packing(state.game)
    return packed.action(state, RoosterTurns(packed).choose(packed.pack(state)))


@pytest.mark.soak
def test_both_roosters_choose_the_same_action() -> None:
    """In random games with all numbers of players and all options, both roosters choose the same action."""
    kinds = Counter[type[Action]]()
    for number in range(tries(1, 60)):
        for state in random_states(80, f"compiled/{number}"):
            if state.node is Node.DECIDE:
                chosen = Rooster().choose(state, STREAM)
                assert compiled(state) == chosen, str(state)
                kinds[type(chosen)] += 1
    assert {Keep, Move, Push, Reroll} <= set(kinds)


@pytest.mark.parametrize(
    ("position", "action"),
    [
        # A Queen token is spent on dice, on an attack or on a second move, stays in hand, or is saved up for.
        ("board=6A/-/8A/-/-/9A A=queen B=- turn=A dice=112233 rerolls=0/0", "queen-reroll"),
        ("board=5B/6B/7B/8B/-/- A=queen B=- turn=A dice=111122", "queen-attack"),
        ("board=6A/-/-/-/-/9A A=queen B=- turn=A dice=112266 moved=1", "move6"),
        ("board=-/-/-/-/-/10A A=queen B=- turn=A dice=112266 moved=6", "pass"),
        ("board=6B/6B/8B/-/-/- A=- B=- turn=A dice=111222", "skip"),
        # Beginners have no Queen tokens.
        ("beginner=yes board=6B/6B/8B/-/-/- A=- B=- turn=A dice=111222", "pass"),
        ("beginner=yes board=-/-/-/-/-/- A=- B=- turn=A dice=112346 rerolls=3/1", "reroll234"),
        # Of two moves the winning one comes last; two moves that each win cannot both be made.
        ("goal=5 board=5A/-/-/8A/-/4A A=queen B=- turn=A dice=126666", "move6"),
        ("goal=5 board=-/-/-/8A/9A/9A A=queen B=- turn=A dice=115566", "move5"),
        # Pushes: from a Food square, which takes two attacks, onto piles and off the board.
        ("board=-/-/-/-/-/10B A=queen B=- turn=A dice=123455", "pushB6"),
        ("board=6B/1B/3AB/-/-/10B A=- B=- turn=A dice=123456", "pushB3"),
        ("board=6B/1B/3AB/-/-/10B A=queen B=- turn=A dice=123455 attacks=1", "pushB3"),
        # Three rivals on every track and five attacks: the most lanes that are possible.
        (f"{LONG} board={CROWDED} A=queen B=- C=- D=- turn=A dice=123456", "pushB1"),
        (f"{LONG} board={CROWDED} A=- B=queen C=- D=queen turn=A dice=123456 attacks=3", "pushB1"),
        (f"{LONG} board={CROWDED} A=queen B=- C=queen D=- turn=B dice=112456 rerolls=6/2", "reroll2456"),
    ],
)
def test_both_roosters_agree_in_rare_positions(position: str, action: str) -> None:
    """Both roosters choose the expected action in positions picked for their rules."""
    state = roost.position(f"picnic {position}")
    assert isinstance(state, PicnicState)
    chosen = compiled(state)
    assert chosen == Rooster().choose(state, STREAM)
    assert str(chosen) == action


def test_the_compiled_rooster_plays_whole_games() -> None:
    """The compiled rooster plays whole games against a hen; this test is here because the kernel is compiled anyway."""
    check_whole_games(roost.game("picnic", 2, start=0), ["rooster", "hen"])
