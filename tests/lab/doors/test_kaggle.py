"""Kaggle's harness reads our moves, and its agent plays them in OpenSpiel."""

from typing import Any

import pytest

core_harness = pytest.importorskip(
    "kaggle_environments.core_harness",
    reason="kaggle-environments is not installed: python tools/doors.py doors",
    exc_type=ImportError,
)
pyspiel = pytest.importorskip("pyspiel", reason="open-spiel is not installed")

import roost.lab.envs.open_spiel  # noqa: E402, F401  # registers the games
from lab.doors.playing import GAMES, MOST_MOVES, NAMES, record  # noqa: E402
from roost.core.stream import Stream  # noqa: E402
from roost.lab.doors import kaggle  # noqa: E402


def observed(state: Any) -> dict[str, Any]:
    """Return an observation with the fields that Kaggle's OpenSpiel environment gives to an agent."""
    player, legal = state.current_player(), state.legal_actions()
    return {
        "observationString": str(state),
        "legalActions": legal,
        "legalActionStrings": [state.action_to_string(player, action) for action in legal],
        "playerId": player,
        "currentPlayer": player,
        "isTerminal": state.is_terminal(),
    }


def test_random_games_are_played_without_an_illegal_move() -> None:
    played = 0
    for seed in range(GAMES):
        chance = Stream(seed)
        state = pyspiel.load_game(f"roost_{NAMES[seed % len(NAMES)]}").new_initial_state()
        for _ in range(MOST_MOVES):
            while state.is_chance_node():
                state.apply_action(state.draw(chance.below(1_000) / 1_000))
            if state.is_terminal():
                break
            observation = observed(state)
            moves = kaggle.get_legal_moves(observation)
            action = chance.choice(list(moves))
            prompt = kaggle.generate_prompt(observation, [])
            assert "Legal moves" not in prompt
            answer = kaggle.parse_response(f'I think so: {{"move": "{moves[action].upper()}"}}', list(moves.values()))
            assert answer.legal_action == moves[action]
            state.apply_action(action)
            played += 1
    record("kaggle-environments", random_games=GAMES, moves=played, illegal=0)


def test_kaggles_own_agent_submits_the_move() -> None:
    class Harness:
        get_legal_moves = staticmethod(kaggle.get_legal_moves)
        make_prompt = staticmethod(kaggle.generate_prompt)

        @staticmethod
        def parse_response(response: str, legal: Any, *, observation: Any) -> Any:
            return kaggle.parse_response(response, legal)

    state = pyspiel.load_game("roost_junior").new_initial_state()
    state.apply_action(state.draw(0.5))
    observation = observed(state)
    action, text = next(iter(kaggle.get_legal_moves(observation).items()))
    model = ("gpt-4o", {"mock_response": f'{{"move": "{text}"}}', "api_key": "none"})
    agent = core_harness.create_agent_fn(Harness(), model_override=model)
    assert agent(observation, {})["submission"] == action


def test_a_second_prompt_says_what_was_wrong() -> None:
    state = pyspiel.load_game("roost_junior").new_initial_state()
    state.apply_action(state.draw(0.5))
    prompt = kaggle.generate_prompt(observed(state), [], "so I take it", "take9")
    assert prompt.endswith("Your move take9 is not legal here. Read the rules and the position again.")
    assert kaggle.parse_response("no JSON", ["roll"]).legal_action is None
