"""Every game, for every number of players and with every option, keeps the contract of roost.core."""

from collections.abc import Mapping

import pytest

import roost
from policies import brisk
from roost.core.conformance import check_game
from soak import SOAKING, tries

GAMES = tries(1, 100)

# Every combination of flags, and every other option at a value that is not its default; both ways to begin elsewhere
# ride along, so that each set adds something.
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
"""Other options with two and three players, and with any number of them in ``make soak``."""


def test_every_game_is_in_the_table_with_every_option() -> None:
    """No game and no option is left out of the conformance games."""
    tried = {name: {key for options in sets for key in options} for name, sets in OPTION_SETS.items()}
    assert tried == {name: set(kind.options()) for name, kind in roost.all_games().items()}


@pytest.mark.soak
@pytest.mark.conformance
@pytest.mark.parametrize(("name", "players", "options"), CELLS)
def test_whole_games_keep_the_contract(name: str, players: int, options: dict[str, object]) -> None:
    """Every node of a random game, of a hundred in ``make soak``, keeps every promise."""
    game = roost.game(name, players, **options)
    assert check_game(game, games=GAMES, choose=brisk) > GAMES


@pytest.mark.parametrize("name", OPTION_SETS)
def test_a_game_keeps_the_contract(name: str) -> None:
    """The same for one game each, quick enough to run all the time."""
    assert check_game(roost.game(name, players=3), games=1, seed="quick", choose=brisk) > 1


@pytest.mark.soak
@pytest.mark.conformance
@pytest.mark.parametrize("name", OPTION_SETS)
def test_uniform_games_keep_the_contract(name: str) -> None:
    """Uniformly random players, who do more foolish things, find no broken promise either."""
    assert check_game(roost.game(name), games=tries(1, 20), seed="uniform") > 2
