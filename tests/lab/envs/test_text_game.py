"""Games for language models: what is read, what it costs, and that the same seed gives the same game."""

import re
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roost.core.errors import OptionError, RoostError
from roost.core.registry import all_games, position
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.lab.envs.text import TextGame
from roost.lab.envs.text.answers import LONGEST
from roost.lab.envs.text.text_game import MOST_REFUSALS, REWARDS
from roost.study.review import decision_cost
from roost.study.solve import Exact, endgame
from soak import tries

FOUR_TILES = "junior grill=4,4,5,5 A=- B=- turn=A"
EIGHT_TILES = "junior grill=4,4,5,5,6,6,7,7 A=- B=- turn=A"
WITH_A_CHOICE = "heckmeck grill=21-23,26-28 A=24 B=25 turn=A aside=5555w"
"""A turn on 25 points, in which the player may roll, or take tile 25 from the other player."""

Policy = Callable[[TextGame], str]


def oracle(game: TextGame) -> str:
    return game.best()


def first_legal(game: TextGame) -> str:
    return next(iter(game.legal))


def at_random(seed: int) -> Policy:
    chance = Stream(seed)
    return lambda game: chance.choice(list(game.legal))


def played(game: TextGame, policy: Policy, most: int = 10_000) -> tuple[list[str], float]:
    """Play a game to its end, or ``most`` decisions; return every observation and reward, and the sum of rewards."""
    transcript, total = [game.reset()], 0.0
    while not game.is_done and len(transcript) <= most:
        step = game.step(policy(game))
        transcript.append(f"{step.observation}\n{step.reward} {step.info}")
        total += step.reward
    return transcript, total


@pytest.mark.parametrize("name", all_games())
def test_the_same_seed_and_answers_give_the_same_transcript(name: str) -> None:
    first, second, other = (
        TextGame(name, opponent="hen", seed=seed, alias=alias) for seed, alias in [(1, None), (1, None), (2, 5)]
    )
    most = tries(12, 10_000)
    transcript = played(first, at_random(3), most)[0]
    assert transcript == played(second, at_random(3), most)[0]
    assert transcript == played(first, at_random(3), most)[0], "reset begins the same game again"
    assert transcript != played(other, at_random(3), most)[0]


@pytest.mark.parametrize("seed", range(tries(3, 100)))
def test_the_oracle_loses_nothing_and_the_first_legal_move_loses_much(seed: int) -> None:
    game = TextGame("junior", opponent="rooster", seed=seed, start=EIGHT_TILES)
    assert played(game, oracle)[1] == 0
    assert played(game, first_legal)[1] < -0.05


def test_regret_agrees_with_a_second_solver_to_nine_digits() -> None:
    start = position(FOUR_TILES if tries(0, 1) == 0 else EIGHT_TILES)
    known = endgame(start, 30_000)
    assert known is not None
    worth = _second_solver(known)
    decisions, seed = 0, 0
    while decisions < tries(200, 10_000):
        game, choose = TextGame("junior", opponent="chick", seed=seed, start=start, seat=seed % 2), at_random(seed)
        while not game.is_done:
            state, answer = game.state, choose(game)
            assert state.seat is not None
            values = {str(action): worth(after, state.seat) for action, after in state.choices()}
            info = game.step(answer).info
            assert info["kind"] == "exact"
            assert info["error"] < 1e-9
            assert info["regret"] == pytest.approx(max(values.values()) - values[answer], abs=1e-9)
            decisions += 1
        seed += 1


def _second_solver(known: Exact) -> Callable[[State, int], float]:
    """Return a function for the share of a seat, which asks the rules engine about every roll and choice of a turn."""

    @cache
    def worth(state: State, seat: int) -> float:
        if state.seat != seat or state.node is Node.OVER:
            return known.shares(state)[seat]
        if state.node is Node.DECIDE:
            return max(worth(after, seat) for _, after in state.choices())
        rolls = state.rolls()
        after = state.throws(roll for roll, _ in rolls)
        total = sum(weight for _, weight in rolls)
        return sum(weight * worth(state, seat) for (_, weight), state in zip(rolls, after, strict=True)) / total

    return worth


def test_regret_in_an_unsolved_game_comes_with_the_models_error() -> None:
    info = TextGame("heckmeck", opponent="hen", seed=2).step("w").info
    assert info["kind"] == "turn"
    assert 0 < info["error"] < 0.05


def test_the_error_of_another_model_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stored error holds for the weights with which it was measured."""
    monkeypatch.setattr(decision_cost, "weights_digest", lambda kind: "0" * 64)
    decision_cost.measured_error.cache_clear()
    try:
        assert TextGame("heckmeck", opponent="hen", seed=2).step("w").info["error"] is None
    finally:
        decision_cost.measured_error.cache_clear()


@pytest.mark.parametrize(
    "text",
    [
        "snatch25@B",
        " Snatch25@B.\n",
        "snatch 25 @ B",
        "snatch 25 from B",
        "snatch 25 from B (2 worms)",
        "`snatch25@B`",
        "**snatch25@B**",
        '{"move": "snatch25@B", "why": "roll is risky"}',
        "<move>snatch25@B</move>",
        "I could roll, but that is risky.\nMove: snatch25@B",
        "The best move is: snatch 25 from B",
        "My answer is [snatch25@B].",
        "So I answer \\boxed{snatch25@B}",
        "Rolling is too risky here.\n\nsnatch25@B",
    ],
)
def test_a_move_is_read_in_the_forms_that_models_write(text: str) -> None:
    game = TextGame("heckmeck", start=WITH_A_CHOICE)
    assert str(game.read(text)) == "snatch25@B"


@pytest.mark.parametrize(
    "text",
    [
        "[roll] or [snatch25@B]",
        "Move: roll\nMove: snatch25@B",
        '{"move": "roll"} {"move": "snatch25@B"}',
        "`roll` `take",
    ],
)
def test_a_text_that_names_two_moves_is_refused(text: str) -> None:
    game = TextGame("heckmeck", start=WITH_A_CHOICE)
    if text.endswith("take"):
        assert str(game.read(text)) == "roll"
    else:
        with pytest.raises(RoostError, match="more than one move"):
            game.read(text)


def test_a_sentence_that_only_mentions_a_move_is_refused() -> None:
    with pytest.raises(RoostError, match="names no legal move; answer with one move alone, such as"):
        TextGame("heckmeck", start=WITH_A_CHOICE).read("I would rather not roll again")


def test_an_illegal_move_is_explained_and_costs_the_penalty() -> None:
    game = TextGame("heckmeck", start=WITH_A_CHOICE, penalty=0.25)
    step = game.step("take28")
    assert step.observation.startswith("'take28' is not legal here: You need at least 28 to take tile 28; you have 25.")
    assert (step.reward, step.done) == (-0.25, False)


@pytest.mark.parametrize("reward", REWARDS)
def test_giving_up_costs_the_whole_win_share_that_was_left(reward: str) -> None:
    game = TextGame("junior", start=FOUR_TILES, reward=reward, penalty=0)
    before = game.step(game.best()).info["after"]
    steps = [game.step("?") for _ in range(MOST_REFUSALS + 1)]
    assert [step.done for step in steps] == [False] * (MOST_REFUSALS - 1) + [True, True]
    lost = sum(step.reward for step in steps)
    assert lost == (0 if reward == "result" else pytest.approx(-before, abs=0.4))
    assert (lost < 0) == (reward == "minus_regret")
    assert game.result == 0


def test_the_result_reward_is_the_final_win_share() -> None:
    game = TextGame("junior", opponent="chick", seed=1, start=FOUR_TILES, reward="result")
    _, total = played(game, oracle)
    assert total == game.result == 1


def test_asking_for_the_rules_costs_nothing() -> None:
    game = TextGame("junior", alias=4)
    step = game.step("Rules")
    assert "face up on the grill" in step.observation
    assert (step.reward, step.done) == (0, False)
    assert "Heckmeck" not in step.observation
    assert "cucumber" not in step.observation


@pytest.mark.parametrize("name", all_games())
def test_an_alias_changes_names_and_nothing_else(name: str) -> None:
    plain, hidden = (TextGame(name, opponent="hen", seed=6, alias=alias) for alias in (None, 9))
    chance = Stream(1)
    for _ in range(tries(20, 1_000)):
        if plain.is_done:
            break
        assert plain.state == hidden.state
        place = chance.below(len(plain.legal))
        assert len(hidden.legal) == len(plain.legal), "different moves have different names"
        known, other = (game.step(list(game.legal)[place]) for game in (plain, hidden))
        assert (known.reward, known.done) == (other.reward, other.done)
        assert not re.search(rf"\b({name}|worms?|cucumber|snatch|reroll)\b", other.observation)


def test_a_list_of_legal_moves_can_be_left_out() -> None:
    shown, hidden = (TextGame("junior", show_legal=show).reset() for show in (True, False))
    assert "Legal moves:" in shown
    assert "Legal moves:" not in hidden


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reward": "points"}, "reward must be minus_regret or result"),
        ({"penalty": -1}, "penalty must be 0 to 1"),
        ({"seat": 2}, "seat must be 0 to 1"),
        ({"opponent": "dog"}, "no bot is called 'dog'"),
        ({"opponent": ["hen", "hen"]}, "there are 1 opponents"),
        ({"start": WITH_A_CHOICE}, "the position is of"),
    ],
)
def test_a_wrong_setting_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        TextGame("junior", **options)  # type: ignore[arg-type]


@given(
    st.one_of(
        st.text(max_size=200),
        st.lists(
            st.sampled_from(
                [
                    "roll",
                    "stop",
                    "w",
                    "take24",
                    "[",
                    "]",
                    "`",
                    "{",
                    "}",
                    '"move":',
                    "Move:",
                    "\n",
                    "<move>",
                    "</",
                    "boxed{",
                ]
            )
        ).map(" ".join),
        st.sampled_from(["x" * LONGEST, "[roll]" * 100, "{" * 5000, "\x00", "٣"]),
    )
)
@settings(max_examples=tries(200, 100_000))
def test_no_text_crashes_a_step(text: str) -> None:
    game = _for_any_text()
    if game.is_done:
        game.reset()
    step = game.step(text)
    assert isinstance(step.observation, str)
    assert -2 <= step.reward <= 0
    assert "result" in step.info


@cache
def _for_any_text() -> TextGame:
    return TextGame("junior", opponent="chick", start=FOUR_TILES)
