"""Tests of accuracies, grades and the games' scales."""

from math import exp
from pathlib import Path

import pytest

from grades import level, measure, named
from pages import section
from roost.core.registry import game_type, our_games
from roost.core.words import Messages
from roost.study.review.accounts import FEWEST_TO_GRADE
from roost.study.review.grades import BotLevel, Scale, accuracy, bot_of, bots_at, grade, mean_scale, scale_of
from roost.study.review.sentences import describe_grade, describe_yours
from soak import SOAKING, tries

SCALE: Scale = (
    BotLevel("fox", 0.0, 100.0, 100.0, 100.0),
    BotLevel("rooster", 0.0004, 94.0, 97.0, 100.0),
    BotLevel("hen", 0.004, 75.0, 85.0, 92.0),
    BotLevel("pullet", 0.008, 65.0, 78.0, 87.0),
    BotLevel("chick", 0.025, 0.0, 40.0, 60.0),
)
_BOTS = ("rooster", "hen", "pullet", "chick")


def test_an_accuracy_is_the_mean_over_the_decisions() -> None:
    """A perfect decision counts 100, one that gives away 1 % of a win 37, and a lost win nothing."""
    assert accuracy([0.0] * 20) == 100
    assert accuracy([0.01]) == pytest.approx(100 * exp(-1))
    assert accuracy([0.0, 1.0]) == pytest.approx(50)


def test_a_few_decisions_are_not_graded() -> None:
    assert grade([0.0] * (FEWEST_TO_GRADE - 1), SCALE) is None
    assert grade([0.0] * FEWEST_TO_GRADE, SCALE) is not None


@pytest.mark.parametrize(
    ("reached", "bots"),
    [
        (100.0, ("fox", "rooster")),
        (97.0, ("rooster",)),
        (93.5, ("rooster",)),
        (92.9, ("hen",)),
        (90.0, ("hen",)),
        (80.0, ("hen", "pullet")),
        (70.0, ("pullet",)),
        (64.0, ("pullet",)),
        (10.0, ("chick",)),
    ],
)
def test_a_grade_names_every_bot_in_whose_games_the_accuracy_is_usual(reached: float, bots: tuple[str, ...]) -> None:
    """Between two bots' accuracies, it names the nearer bot."""
    assert bots_at(reached, SCALE) == bots


def test_many_games_are_graded_by_their_mean_loss() -> None:
    assert [bot_of(loss, SCALE) for loss in (0, 0.00009, 0.0003, 0.004, 0.007, 0.03)] == [
        "fox", "fox", "rooster", "hen", "pullet", "chick",
    ]  # fmt: skip
    worse = tuple(entry._replace(loss=3 * entry.loss) for entry in SCALE)
    mixed = mean_scale({SCALE: 10, worse: 30})
    assert mixed[2].loss == pytest.approx((10 * 0.004 + 30 * 0.012) / 40)
    assert mean_scale({SCALE: 10, (): 10}) == ()


def test_a_grade_is_described_with_its_range() -> None:
    """The sentence names one bot, or both ends of the range, or no bot if the game has no scale."""
    mistakes = [0.0, 0.0, 0.0, 0.02] * 6
    hen = (BotLevel("hen", 0.0, 0.0, 50.0, 100.0),)
    assert describe_grade(grade(mistakes, hen), 24, Messages("en")) == (
        "accuracy 78 of 100; played like the hen; 0.50% ± 0.25% win chance lost per decision, in 24 decisions"
    )
    assert describe_grade(grade(mistakes, SCALE), 24, Messages("de")) == (
        "Genauigkeit 78 von 100; zwischen Junghenne und Henne; 0,50\xa0% ± 0,25\xa0% eines Sieges je Entscheidung "
        "verschenkt, bei 24 Entscheidungen"
    )
    assert describe_grade(grade(mistakes, ()), 24, Messages("en")) == (
        "accuracy 78 of 100; 0.50% ± 0.25% win chance lost per decision, in 24 decisions"
    )
    assert describe_grade(None, 3, Messages("en")) == "3 decisions: too few for a grade"


def test_a_game_is_summarised_in_a_line() -> None:
    """The line names the bot with the player's grade if there is one, or the accuracy, and the effect of the dice."""
    rooster, between = grade([0.0, 0.0, 0.0, 0.001] * 6, SCALE), grade([0.0, 0.0, 0.0, 0.02] * 6, SCALE)
    english, german = Messages("en"), Messages("de")
    assert describe_yours(rooster, 0.08, english) == "You played like a rooster; the dice gained you 8% win chance."
    assert describe_yours(between, 0.08, english) == "Accuracy 78 of 100; the dice gained you 8% win chance."
    assert describe_yours(rooster, -0.08, german) == (
        "Du hast wie ein Hahn entschieden; die Würfel haben dich 8\xa0% eines Sieges gekostet."
    )
    assert describe_yours(None, 0.001, english) == "The dice were even."


def test_every_game_of_ours_has_a_scale_for_each_number_of_players() -> None:
    for kind in our_games():
        for players in kind.player_range:
            scale = scale_of(kind, players)
            assert [entry.bot for entry in scale] == ["fox", *_BOTS]
            assert [entry.loss for entry in scale] == sorted(entry.loss for entry in scale)
            assert all(entry.low <= entry.middle <= entry.high for entry in scale)


@pytest.mark.parametrize("name", ["heckmeck", "junior", "barbecue", "picnic"])
def test_a_bots_own_games_get_its_own_name_in_nine_of_ten(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games are from the docs' check, not those from which the scale was made."""
    monkeypatch.setattr("grades.ROOT", tmp_path)
    game = game_type(name).make(2, {})
    for bot in _BOTS if SOAKING else ("hen",):
        right, graded = named(bot, measure(game, bot, tries(10, 30), "fresh"), scale_of(type(game), 2))
        assert graded >= 16
        assert right >= 0.9 * graded, (bot, right, graded)


def test_a_scale_is_made_from_single_games() -> None:
    losses = [[0.0] * 20, [0.01] * 20, [0.02] * 3]
    made = level("hen", losses)
    assert made.low == pytest.approx(100 * exp(-1), abs=0.001)
    assert made.high == 100
    assert made.loss == pytest.approx(0.26 / 43, abs=1e-6)
    assert level("chick", losses).low == 0, "nobody plays worse than the chick"


def test_the_grades_table_in_the_docs_lists_every_game_and_number_of_players() -> None:
    rows = section("review.md", "grades").splitlines()[2:]
    assert len(rows) == 3 * len(our_games())
    for row in rows:
        for cell in row.split("|")[2:-1]:
            if " of " in cell:
                right, graded = map(int, cell.rpartition(", ")[2].split(" of "))
                assert right >= 0.9 * graded - 1, row
