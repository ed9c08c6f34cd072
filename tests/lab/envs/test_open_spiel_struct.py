"""OpenSpiel's structured states of our games are positions that Roost reads back."""

import json

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open-spiel is not installed")

import roost.lab.envs.open_spiel  # noqa: E402, F401  # registers the games
from roost.core.registry import our_games, position  # noqa: E402
from roost.core.stream import Stream  # noqa: E402
from soak import tries  # noqa: E402


@pytest.mark.parametrize("name", [kind.name for kind in our_games()])
def test_the_json_of_a_state_is_its_position(name: str) -> None:
    game = pyspiel.load_game(f"roost_{name}")
    for seed in range(tries(1, 250)):
        state, chance = game.new_initial_state(), Stream(seed)
        for _ in range(tries(30, 2_000)):
            if state.is_terminal():
                break
            if state.is_chance_node():
                state.apply_action(state.draw(chance.below(1_000) / 1_000))
            else:
                state.apply_action(chance.choice(state.legal_actions()))
            assert position(json.loads(state.to_json())) == state.state
            assert state.to_struct().to_dict() == state.state.to_json()
