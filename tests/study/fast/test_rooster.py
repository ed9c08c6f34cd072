"""The rooster in compiled code is the rooster, and their games are told turn by turn."""

from typing import cast

import numpy as np
import pytest

import roost
from roost.core.game import Game
from roost.core.state import Node
from roost.core.stream import Stream
from roost.games.set_aside import SetAsideState
from roost.study.bots.flock import Rooster
from roost.study.fast import histories, packing, play
from roost.study.fast.solved import SolvedPlay, solved_play
from soak import rarely, tries
from study.fast.whole_games import check_whole_games
from study.odds.positions import random_positions

pytestmark = pytest.mark.slow

NAMES = ["heckmeck", "junior", *rarely("barbecue")]
POSITIONS = tries(40, 300)
GAMES = 40
STREAM = Stream("the rooster never asks for chance")


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_they_choose_what_the_rooster_chooses(name: str) -> None:
    """At decisions of random games, of all variants and numbers of players, both choose the same action."""
    tables: dict[Game, SolvedPlay] = {}
    compared = 0
    for state in random_positions(name, POSITIONS, "kernel"):
        if state.node is Node.DECIDE:
            packed = packing(state.game)
            table = tables.setdefault(state.game, solved_play(packed))
            number = table.choose(packed.pack(state.turn_start()), packed.pack(state))
            assert packed.action(state, number) == Rooster().choose(state, STREAM), str(state)
            compared += 1
    assert compared > POSITIONS / 3


@pytest.mark.parametrize("name", NAMES)
def test_a_known_solution_is_found_again(name: str) -> None:
    """Asked twice about the same turns, in another order, they choose the same."""
    states = [s for s in random_positions(name, 60, "again") if s.node is Node.DECIDE]
    game = states[0].game
    mine = [state for state in states if state.game == game]
    packed = packing(game)
    table = solved_play(packed)

    def chosen(state: SetAsideState) -> int:
        return table.choose(packed.pack(state.turn_start()), packed.pack(state))

    first = [chosen(state) for state in mine]
    assert [chosen(state) for state in reversed(mine)] == first[::-1]


def test_they_beat_the_chick_s_scores() -> None:
    """The rooster solves their turns and ends them with something: they win far more worms than chance does."""
    game = roost.game("heckmeck", players=2)
    assert play(game, GAMES, by="rooster").scores.sum() > 1.5 * play(game, GAMES).scores.sum()


def test_histories_are_the_same_games_turn_by_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Told in parts, the games are those of ``play``: every turn at its first decision, and the end."""
    monkeypatch.setattr("roost.study.fast.solved._TURNS", 8)  # too few for a game, so that room has to be made
    game = roost.game("junior", players=2)
    packed, played = packing(game), play(game, GAMES, seed=5, by="rooster")
    told = list(histories(game, GAMES, seed=5))
    assert sum(map(len, told)) == GAMES
    assert len(told) > 1
    assert np.concatenate([part.scores for part in told]).tolist() == played.scores.tolist()
    assert np.concatenate([part.winners for part in told]).tolist() == played.winners.tolist()
    for part in told:
        assert part.is_last.sum() == len(part)
        for place, is_last in enumerate(part.is_last):
            state = cast("SetAsideState", packed.unpack(part.positions[place : place + 1]))
            assert state.node is (Node.OVER if is_last else Node.DECIDE)
            assert is_last or state.turn.aside == state.turn_start().turn.aside


@pytest.mark.parametrize(
    ("name", "told"),
    [("fox", "picnic has no fox"), ("owl", "chick, hen, rooster, fox"), (["hen"], "2 players are seated, not 1")],
)
def test_who_cannot_play_in_the_kernel_is_refused(name: str | list[str], told: str) -> None:
    """The fox of Picnic Blitz thinks in Python, and only four players play whole games in the kernel."""
    with pytest.raises(roost.OptionError, match=told):
        play(roost.game("picnic"), 1, by=name)


@pytest.mark.parametrize(("players", "by"), [(2, "fox"), (3, ["hen", "fox", "rooster"])])
def test_bots_play_whole_games(players: int, by: str | list[str]) -> None:
    """The games of a run are those that the bots play with the same dice, in whatever parts they are played."""
    check_whole_games(roost.game("junior", players, start=0), by)
