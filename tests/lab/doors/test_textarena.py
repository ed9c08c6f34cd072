"""TextArena makes the games by their ids, and plays them with its own state and observations."""

import pytest

textarena = pytest.importorskip("textarena", reason="textarena is not installed: python tools/doors.py doors")

import roost.lab.doors.textarena  # noqa: E402, F401  # registers the games
from lab.doors.playing import GAMES, MOST_MOVES, NAMES, random_move, record  # noqa: E402
from roost.core.stream import Stream  # noqa: E402


def test_random_games_are_played_without_an_illegal_move() -> None:
    moves = 0
    for seed in range(GAMES):
        name = NAMES[seed % len(NAMES)]
        textarena.envs.registration.check_env_exists(f"Roost-{name.capitalize()}-v0")
        env, chance = textarena.make(f"Roost-{name.capitalize()}-v0", opponent="chick"), Stream(seed)
        env.reset(num_players=1, seed=seed)
        for _ in range(MOST_MOVES):
            player, observation = env.get_observation()
            assert player == 0
            assert "Legal moves:" in observation[-1][1]
            done, info = env.step(random_move(env.text, chance))
            assert "problem" not in info
            moves += 1
            if done:
                rewards, game_info = env.close()
                assert rewards[0] <= 0
                assert not game_info[0]["invalid_move"]
                break
    record("textarena", random_games=GAMES, moves=moves, illegal=0)


def test_three_unreadable_answers_lose_the_game() -> None:
    env = textarena.make("Roost-Junior-v0", opponent="chick")
    env.reset(num_players=1, seed=1)
    assert [env.step("?")[0] for _ in range(3)] == [False, False, True]
    rewards, game_info = env.close()
    assert rewards[0] < -0.3
    assert game_info[0]["invalid_move"]
