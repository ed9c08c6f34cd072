"""Tests of grades and their ranges."""

import random
import re
import sys
from statistics import fmean

import pytest

from grades import main
from roost.core.words import Messages
from roost.study.review.accounts import FEWEST_TO_GRADE
from roost.study.review.grades import bot_of, grade
from roost.study.review.sentences import describe_grade, describe_yours


def test_a_few_decisions_are_not_graded() -> None:
    """One decision fewer than the minimum gives no grade."""
    assert grade([0.0] * (FEWEST_TO_GRADE - 1)) is None
    assert grade([0.0] * FEWEST_TO_GRADE) is not None


def test_more_decisions_give_a_narrower_range() -> None:
    """Sixteen times as many of the same decisions keep the grade and reduce the error."""
    few, many = grade([0.0, 0.0, 0.0, 0.02] * 6), grade([0.0, 0.0, 0.0, 0.02] * 96)
    assert few is not None
    assert many is not None
    assert few.bot == many.bot == "hen"
    assert few.average == many.average == pytest.approx(0.005)
    assert many.error < few.error / 3
    assert (few.best, few.worst) == ("fox", "pullet")
    assert (many.best, many.worst) == ("hen", "hen")


def test_a_few_perfect_decisions_have_a_wide_range() -> None:
    """Twenty perfect decisions may be a fox's or a hen's, but a thousand are not a hen's."""
    lucky, sure = grade([0.0] * 20), grade([0.0] * 1_000)
    assert lucky is not None
    assert sure is not None
    assert lucky.bot == sure.bot == "fox"
    assert lucky.error > 0
    assert "hen" in lucky
    assert "hen" not in sure


@pytest.mark.parametrize("decisions", [20, 60, 200])
def test_the_range_contains_the_true_grade_as_often_as_stated(decisions: int) -> None:
    """For players with rare costly mistakes, at least 90 % of the ranges contain the true grade."""
    chance = random.Random(decisions)
    pool = [0.0] * 80 + [0.002] * 12 + [0.02] * 5 + [0.08] * 3
    truth, covered = bot_of(fmean(pool)), 0
    for _ in range(400):
        estimated = grade(chance.choices(pool, k=decisions))
        assert estimated is not None
        covered += truth in estimated
    assert covered >= 360


def test_a_grade_is_described_with_its_range() -> None:
    """The sentence names the bots at both ends of the range, or one bot if the range is a single grade."""
    few, many = grade([0.0, 0.0, 0.0, 0.02] * 6), grade([0.0, 0.0, 0.0, 0.02] * 96)
    assert describe_grade(few, 24, Messages("en")) == (
        "played like the hen (Pullet to Fox): 0.50% ± 0.25% win chance lost per decision, in 24 decisions"
    )
    assert describe_grade(many, 384, Messages("de")) == (
        "entschieden wie die Henne: 0,50\xa0% ± 0,05\xa0% eines Sieges je Entscheidung verschenkt, "
        "bei 384 Entscheidungen"
    )
    assert describe_grade(None, 3, Messages("en")) == "3 decisions: too few for a grade"


def test_a_game_is_summarised_in_a_line() -> None:
    """The line names the bot with the player's grade, if there is one, and the effect of the dice."""
    hen = grade([0.0, 0.0, 0.0, 0.02] * 6)
    english, german = Messages("en"), Messages("de")
    assert describe_yours(hen, 0.08, english) == "You played like a hen; the dice gained you 8% win chance."
    assert describe_yours(hen, -0.08, german) == (
        "Du hast wie eine Henne entschieden; die Würfel haben dich 8\xa0% eines Sieges gekostet."
    )
    assert describe_yours(None, 0.001, english) == "The dice were even."


def test_the_table_of_grades_can_have_one_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The script ``bench/grades.py GAME`` prints only the row of this game."""
    monkeypatch.setattr(sys, "argv", ["roost.study.review", "junior", "--games", "1"])
    main()
    _, _, *rows = capsys.readouterr().out.splitlines()
    assert [row.split("|")[1].strip() for row in rows] == ["Heckmeck Junior"]
    assert re.fullmatch(r"( \d+\.\d\d \(\d of \d\) \|){4}", rows[0].split("|", 2)[2])
