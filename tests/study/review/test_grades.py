"""Grades: whom somebody decided like, and who else it may be."""

import random
import re
import sys
from statistics import fmean

import pytest

from grades import main
from roost.core.words import Messages
from roost.study.review.accounts import FEWEST_TO_GRADE
from roost.study.review.grades import bot_of, grade
from roost.study.review.sentences import tell_grade, tell_yours


def test_a_handful_of_decisions_is_not_graded() -> None:
    """Nobody is judged by one decision less than it takes."""
    assert grade([0.0] * (FEWEST_TO_GRADE - 1)) is None
    assert grade([0.0] * FEWEST_TO_GRADE) is not None


def test_more_decisions_leave_less_doubt() -> None:
    """The same mistakes four times over: the same grade, half the error, no wider range."""
    few, many = grade([0.0, 0.0, 0.0, 0.02] * 6), grade([0.0, 0.0, 0.0, 0.02] * 96)
    assert few is not None
    assert many is not None
    assert few.bot == many.bot == "hen"
    assert few.average == many.average == pytest.approx(0.005)
    assert many.error < few.error / 3
    assert (few.best, few.worst) == ("fox", "pullet")
    assert (many.best, many.worst) == ("hen", "hen")


def test_no_mistake_in_few_decisions_proves_nothing() -> None:
    """Twenty decisions without a mistake are like the fox's, and may be a hen's as well; a thousand are not."""
    lucky, sure = grade([0.0] * 20), grade([0.0] * 1_000)
    assert lucky is not None
    assert sure is not None
    assert lucky.bot == sure.bot == "fox"
    assert lucky.error > 0
    assert "hen" in lucky
    assert "hen" not in sure


@pytest.mark.parametrize("decisions", [20, 60, 200])
def test_the_range_holds_the_truth_as_often_as_it_should(decisions: int) -> None:
    """Of players who rarely make a costly mistake, at least nine of ten find their true grade in their range."""
    chance = random.Random(decisions)
    pool = [0.0] * 80 + [0.002] * 12 + [0.02] * 5 + [0.08] * 3
    truth, held = bot_of(fmean(pool)), 0
    for _ in range(400):
        found = grade(chance.choices(pool, k=decisions))
        assert found is not None
        held += truth in found
    assert held >= 360


def test_the_doubt_is_told() -> None:
    """With the bots at both ends, unless there is only one; differences are percent of a win, never points."""
    few, many = grade([0.0, 0.0, 0.0, 0.02] * 6), grade([0.0, 0.0, 0.0, 0.02] * 96)
    assert tell_grade(few, 24, Messages("en")) == (
        "decided like the hen (Pullet to Fox): 0.50% ± 0.25% of a win given away per decision, in 24 decisions"
    )
    assert tell_grade(many, 384, Messages("de")) == (
        "entschieden wie die Henne: 0,50\xa0% ± 0,05\xa0% eines Sieges je Entscheidung verschenkt, "
        "bei 384 Entscheidungen"
    )
    assert tell_grade(None, 3, Messages("en")) == "3 decisions: too few for a grade"


def test_a_game_in_one_line() -> None:
    """The line names the bot that one decided like, if that can be told, and what the dice gave or cost."""
    hen = grade([0.0, 0.0, 0.0, 0.02] * 6)
    english, german = Messages("en"), Messages("de")
    assert tell_yours(hen, 0.08, english) == "You decided like a hen; the dice gave you 8% of a win."
    assert tell_yours(hen, -0.08, german) == (
        "Du hast wie eine Henne entschieden; die Würfel haben dich 8\xa0% eines Sieges gekostet."
    )
    assert tell_yours(None, 0.001, english) == "The dice took nobody's side."


def test_the_table_of_grades_for_one_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """``bench/grades.py GAME`` makes the row of that game alone."""
    monkeypatch.setattr(sys, "argv", ["roost.study.review", "junior", "--games", "1"])
    main()
    _, _, *rows = capsys.readouterr().out.splitlines()
    assert [row.split("|")[1].strip() for row in rows] == ["Heckmeck Junior"]
    assert re.fullmatch(r"( \d+\.\d\d \(\d of \d\) \|){4}", rows[0].split("|", 2)[2])
