"""Every game, for every number of players and with every option, keeps the contract of roost.core."""

from collections.abc import Mapping

import pytest

import roost
from policies import brisk
from roost.core.conformance import check_game
from soak import SOAKING, tries

GAMES = tries(1, 100)

# Every combination of flags, and every other option at a value that is not its default. The two other ways to begin are
# spread over these sets, so that every set adds a case.
OPTION_SETS: Mapping[str, tuple[dict[str, object], ...]] = {
    "heckmeck": (
        {},
        {"short_game": True, "start": "random"},
        {"always_turn": True, "start": "B"},
        {"short_game": True, "always_turn": True},
    ),
    "junior": (
        {},
        {"double_face": "bun", "start": "random"},
        {"worms": (2, 0, 1, 9, 3, 5), "must_pinch": True, "start": "B"},
    ),
    "barbecue": (
        {},
        {"worms": (9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4), "start": "random"},
        {"stop_on_nothing": True, "start": "B"},
    ),
    "picnic": ({}, {"beginner": True, "start": "B"}, {"goal": 5}, {"tracks": "4:1,5:2,6:3,7:4,8:5,9:6", "start": "A"}),
}

CELLS = [
    pytest.param(name, players, options, id=" ".join((name, str(players), *(f"{k}={v}" for k, v in options.items()))))
    for name, option_sets in OPTION_SETS.items()
    for options in option_sets
    for players in roost.all_games()[name].player_range
    if SOAKING or not options or players in (2, 3)
]
"""Option sets for two and three players; in ``make soak``, for any number of players."""


def test_the_conformance_games_cover_every_option_of_every_game() -> None:
    tried = {name: {key for options in sets for key in options} for name, sets in OPTION_SETS.items()}
    assert tried == {name: set(kind.options()) for name, kind in roost.all_games().items()}


@pytest.mark.soak
@pytest.mark.conformance
@pytest.mark.parametrize(("name", "players", "options"), CELLS)
def test_random_games_keep_the_contract_at_every_node(name: str, players: int, options: dict[str, object]) -> None:
    """``make soak`` plays a hundred games for each set of options, any other run plays one."""
    game = roost.game(name, players, **options)
    assert check_game(game, games=GAMES, choose=brisk) > GAMES


@pytest.mark.parametrize("name", OPTION_SETS)
def test_one_game_of_each_keeps_the_contract(name: str) -> None:
    """This quick check is part of every test run."""
    assert check_game(roost.game(name, players=3), games=1, seed="quick", choose=brisk) > 1


@pytest.mark.soak
@pytest.mark.conformance
@pytest.mark.parametrize("name", OPTION_SETS)
def test_games_of_uniformly_random_players_keep_the_contract(name: str) -> None:
    """Uniformly random players make more mistakes than the usual policy."""
    assert check_game(roost.game(name), games=tries(1, 20), seed="uniform") > 2
