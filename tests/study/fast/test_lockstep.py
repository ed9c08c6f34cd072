"""Tests that the kernels and the reference engine play the same games."""

from typing import Any

import pytest

import roost
from roost.core.game import Game
from roost.study.fast import lockstep
from roost.study.fast.lockstep import LockstepError, check, every_variant, main, variants
from roost.study.fast.packed import Packing
from soak import tries

pytestmark = pytest.mark.slow

MOVES = tries(700, 2_700)
"""Moves per variant; the 75 variants make more than 200,000 moves in ``make soak``."""


def test_every_option_of_every_game_is_tested() -> None:
    """The variants of each game together use all of its options."""
    tried = {
        name: {key for options in sets for key in options}
        for name, sets in ((name, variants(kind)) for name, kind in roost.all_games().items())
    }
    assert tried == {name: set(kind.options()) for name, kind in roost.all_games().items()}


def test_there_are_enough_moves() -> None:
    """All variants together make at least 50,000 moves, or 200,000 in ``make soak``."""
    assert len(list(every_variant())) * MOVES >= tries(50_000, 200_000)


@pytest.mark.soak
@pytest.mark.parametrize("game", list(every_variant()), ids=str)
def test_every_variant_agrees_after_every_move(game: Game) -> None:
    """State, legal actions, dice to roll and outcome agree after every move of whole random games."""
    assert check(game, MOVES) >= 1


WRONG: dict[str, tuple[Any, str]] = {
    "legal": (lambda packed, record: [0], "the legal actions"),
    "unpack": (lambda packed, record: roost.game("junior", start="B").opening(), "the state"),
    "dice": (lambda packed, record: 3, "the dice to roll"),
    "outcome": (lambda packed, record: "won", "the outcome"),
    "action": (lambda packed, state, number: "another", "the action's number"),
}
"""Wrong answers by method, each with an excerpt of the error message."""


@pytest.mark.parametrize("method", WRONG)
def test_a_wrong_kernel_is_detected(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong answer of any method stops the check with an error that has the position."""
    game, (wrong, message) = roost.game("junior"), WRONG[method]
    monkeypatch.setattr(type(_packing(game)), method, wrong)
    with pytest.raises(LockstepError, match=message) as error:
        check(game, 1)
    assert error.value.position == str(game.opening()) or method == "action"  # an action needs a roll first


def test_the_command_checks_every_variant(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints a line per variant."""
    monkeypatch.setattr(lockstep, "every_variant", lambda: iter([roost.game("junior"), roost.game("junior", 3)]))
    main(["--moves", "1", "--seed", "command"])
    assert len(capsys.readouterr().out.splitlines()) == 2


def _packing(game: Game) -> Packing[Any, Any]:
    from roost.study.fast import packing

    return packing(game)
