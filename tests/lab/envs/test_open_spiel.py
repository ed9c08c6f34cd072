"""The games pass OpenSpiel's own simulation test, and its algorithms run on them."""

import pickle
from typing import Any

import numpy as np
import pytest

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install open_spiel)")

import roost  # noqa: E402  # these imports need OpenSpiel
from roost.lab.envs.open_spiel import GAMES, Rollouts, RoostState  # noqa: E402

pytestmark = pytest.mark.slow

# Heckmeck with always_turn ends soon, because every failed turn turns over a tile.
LOADED = {name: f"roost_{name}" for name in GAMES} | {"heckmeck": "roost_heckmeck(always_turn=yes,players=3)"}


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_simulation_test_passes(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Whole random games pass, including cloning and serialising."""
    pyspiel.random_sim_test(pyspiel.load_game(LOADED[name]), num_sims=1, serialize=name == "junior", verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_probabilities_of_rolls_are_exact(name: str) -> None:
    """The probabilities sum to one, with an outcome for each roll."""
    state = pyspiel.load_game(LOADED[name]).new_initial_state()
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert sum(chance for _, chance in outcomes) == pytest.approx(1.0, abs=1e-12)
    assert [number for number, _ in outcomes] == list(range(len(state.state.rolls())))


def test_a_games_options_are_openspiel_parameters() -> None:
    game = pyspiel.load_game("roost_heckmeck", {"players": 3, "short_game": "yes"})
    assert game.num_players() == 3
    assert game.game == roost.game("heckmeck", players=3, short_game=True)
    assert "short_game=yes" in str(game)
    assert pyspiel.load_game("roost_junior(worms=1/1/1/1/1/1)").game.worms == (1,) * 6


def play_out(game: Any, seed: int) -> RoostState:
    """Play a random game to its end."""
    state, rng = game.new_initial_state(), np.random.default_rng(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(numbers, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    finished: RoostState = state
    return finished


def test_a_game_can_be_pickled() -> None:
    game = pyspiel.load_game("roost_junior(players=3,worms=1/1/2/2/3/4)")
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    assert str(again.new_initial_state()) == str(game.new_initial_state())


def test_returns_are_shares_of_the_win() -> None:
    """A sole winner gets 1, and all returns sum to zero."""
    game = pyspiel.load_game("roost_junior", {"players": 3})
    for seed in range(5):
        state = play_out(game, seed)
        assert sum(state.returns()) == pytest.approx(0.0)
        assert state.state.outcome is not None
        if len(state.state.outcome.winners) == 1:
            assert state.returns()[state.state.outcome.winners[0]] == 1.0


def test_positions_actions_and_rolls_use_roosts_notation() -> None:
    state = pyspiel.load_game("roost_junior").new_initial_state()
    assert roost.position(str(state)) == state.state
    assert state.action_to_string(state.current_player(), 0) == "rolled wwwwww"
    state.apply_action(0)
    assert state.legal_actions_mask()[0] == 1
    assert state.action_to_string(state.current_player(), 0) == "w"
    copied = state.clone()
    copied.apply_action(0)
    assert str(copied) != str(state)


def test_the_observer_fills_in_the_fields_of_the_layout() -> None:
    game = pyspiel.load_game("roost_junior")
    state = game.new_initial_state()
    state.apply_action(0)
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert observer.dict["roll"].tolist() == [6, 0, 0, 0, 0]
    assert observer.dict["left"].tolist() == [6]
    assert observer.string_from(state, 0) == str(state)


@pytest.mark.parametrize("name", ["heckmeck", "picnic"])
def test_sampled_rolls_represent_all_rolls(name: str) -> None:
    """A position has the same few rolls each time, others with another seed, and the right distribution on average."""
    few = pyspiel.load_game(f"roost_{name}", {"chance_samples": 6})
    outcomes = few.new_initial_state().chance_outcomes()
    assert len(outcomes) <= 6
    assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
    assert few.new_initial_state().chance_outcomes() == outcomes
    exact = pyspiel.load_game(f"roost_{name}").new_initial_state()
    chance = dict(exact.chance_outcomes())
    drawn = np.zeros(len(chance))
    for seed in range(40):
        other = pyspiel.load_game(f"roost_{name}", {"chance_samples": 50, "chance_seed": seed})
        for number, share in other.new_initial_state().chance_outcomes():
            drawn[number] += share / 40
    likely = max(chance, key=lambda number: chance[number])
    assert drawn[likely] == pytest.approx(chance[likely], abs=5 * (chance[likely] / 2000) ** 0.5)
    with pytest.raises(roost.OptionError, match="0 \\(all rolls\\) to"):
        pyspiel.load_game(f"roost_{name}", {"chance_samples": -1})


@pytest.mark.parametrize("options", ["players=3", "chance_samples=5", "start=random"])
def test_numbers_select_outcomes_by_their_probability(options: str) -> None:
    """Evenly spaced numbers from 0 to 1 select every outcome as often as its probability says."""
    state = pyspiel.load_game(f"roost_junior({options})").new_initial_state()
    chances, numbers = dict(state.chance_outcomes()), (np.arange(2000) + 0.5) / 2000
    drawn = [state.draw(number) for number in numbers]
    assert set(drawn) <= set(chances)
    for number, chance in chances.items():
        assert drawn.count(number) / 2000 == pytest.approx(chance, abs=0.001)


def test_a_search_can_begin_at_any_position() -> None:
    game = pyspiel.load_game("roost_junior(chance_samples=4)")
    middle = "junior grill=4,4,5,5,6,6,7,7,8,8,9,9 A=- B=- turn=A aside=www roll=wgk"
    state = game.state_at(middle)
    assert str(state) == middle
    assert state.current_player() == 0
    assert state.legal_actions() == sorted(state.legal_actions())
    with pytest.raises(roost.OptionError, match="not of"):
        game.state_at("junior grill=4,4,5,5,6,6,7,7,8,8,9,9 A=- B=- C=- turn=A")


def test_openspiels_tree_search_takes_a_tile_that_is_certain() -> None:
    from open_spiel.python.algorithms import mcts  # type: ignore[import-not-found, import-untyped, unused-ignore]

    game, rng = pyspiel.load_game("roost_heckmeck(chance_samples=4)"), np.random.RandomState(0)
    state = game.state_at("heckmeck grill=21 A=22,23 B=24 turn=A aside=11555ww")
    bot = mcts.MCTSBot(game, 2, 60, Rollouts(rollouts=20, seed=1), random_state=rng)
    assert state.action_to_string(0, bot.step(state)) == "take21"
    ended = play_out(pyspiel.load_game("roost_junior"), 1)
    assert Rollouts().evaluate(ended).tolist() == ended.returns()
