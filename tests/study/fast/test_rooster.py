"""Tests of the compiled rooster and of the histories of its games."""

from typing import cast

import numpy as np
import pytest

import roost
from roost.core.game import Game
from roost.core.state import Node
from roost.core.stream import Stream
from roost.games.set_aside import SetAsideState
from roost.study.bots.simple_bots import Rooster
from roost.study.fast import histories, packing, play
from roost.study.fast.solved import SolvedPlay, solved_play
from soak import rarely, tries
from study.fast.whole_games import check_whole_games
from study.odds.positions import random_positions

pytestmark = pytest.mark.slow

NAMES = ["heckmeck", "junior", *rarely("barbecue")]
POSITIONS = tries(40, 300)
GAMES = 40
STREAM = Stream("the rooster needs no random numbers")


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_the_kernel_chooses_like_the_rooster(name: str) -> None:
    """The compiled rooster and the bot agree in random games of all variants and numbers of players."""
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
def test_cached_solutions_give_the_same_choices(name: str) -> None:
    """The compiled rooster chooses the same when the positions come again in another order."""
    states = [s for s in random_positions(name, 60, "again") if s.node is Node.DECIDE]
    game = states[0].game
    of_one_game = [state for state in states if state.game == game]
    packed = packing(game)
    table = solved_play(packed)

    def chosen(state: SetAsideState) -> int:
        return table.choose(packed.pack(state.turn_start()), packed.pack(state))

    first = [chosen(state) for state in of_one_game]
    assert [chosen(state) for state in reversed(of_one_game)] == first[::-1]


def test_the_rooster_scores_more_than_the_chick() -> None:
    """The rooster's games end with more than 1.5 times as many worms as random games."""
    game = roost.game("heckmeck", players=2)
    assert play(game, GAMES, by="rooster").scores.sum() > 1.5 * play(game, GAMES).scores.sum()


def test_histories_are_the_same_games_turn_by_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Histories contain the same games as ``play``, with a position for each turn and one at the end."""
    monkeypatch.setattr("roost.study.fast.solved._TURNS", 8)  # too few for a game, so that the log must grow
    game = roost.game("junior", players=2)
    packed, played = packing(game), play(game, GAMES, seed=5, by="rooster")
    batches = list(histories(game, GAMES, seed=5))
    assert sum(map(len, batches)) == GAMES
    assert len(batches) > 1
    assert np.concatenate([batch.scores for batch in batches]).tolist() == played.scores.tolist()
    assert np.concatenate([batch.winners for batch in batches]).tolist() == played.winners.tolist()
    for batch in batches:
        assert batch.is_last.sum() == len(batch)
        for place, is_last in enumerate(batch.is_last):
            state = cast("SetAsideState", packed.unpack(batch.positions[place : place + 1]))
            assert state.node is (Node.OVER if is_last else Node.DECIDE)
            assert is_last or state.turn.aside == state.turn_start().turn.aside


@pytest.mark.parametrize(
    ("name", "message"),
    [("fox", "picnic has no fox"), ("owl", "chick, hen, rooster, fox"), (["hen"], "2 players are needed, not 1")],
)
def test_unavailable_players_are_refused(name: str | list[str], message: str) -> None:
    """The error names the missing player, lists the possible ones, or gives the number of players needed."""
    with pytest.raises(roost.OptionError, match=message):
        play(roost.game("picnic"), 1, by=name)


@pytest.mark.parametrize(("players", "by"), [(2, "fox"), (3, ["hen", "fox", "rooster"])])
def test_compiled_games_equal_the_bots_games(players: int, by: str | list[str]) -> None:
    """The compiled players make the same games as the bots with the same dice."""
    check_whole_games(roost.game("junior", players, start=0), by)
