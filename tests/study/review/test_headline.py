"""Tests of the headline of a review: the main cause of the result."""

from typing import Any

import pytest

from roost.core.words import Language, Messages
from roost.study.review.headline import Verdict, describe_headline, verdict


def report_of(winners: list[int], **parts: float) -> dict[str, Any]:
    """Return the parts of a report that its headline needs, with an account for Anna."""
    empty = {"own_luck": 0.0, "others_luck": 0.0, "draw": 0.0, "mistakes": 0.0, "gifts": 0.0}
    return {
        "names": ["Anna", "Ben", "Cleo"],
        "outcome": {"winners": winners},
        "accounts": [{"seat": seat, **empty, **(parts if seat == 0 else {})} for seat in range(3)],
    }


@pytest.mark.parametrize(
    ("winners", "parts", "expected"),
    [
        ([0], {"own_luck": 0.3, "others_luck": 0.1, "mistakes": 0.1, "gifts": 0.2}, Verdict.WON_BY_LUCK),
        ([0], {"draw": 0.06, "gifts": 0.05}, Verdict.WON_BY_LUCK),
        ([0], {"own_luck": 0.1, "mistakes": 0.1, "gifts": 0.4}, Verdict.WON_BY_DECISIONS),
        ([0], {"own_luck": -0.04, "gifts": 0.4}, Verdict.WON_BY_DECISIONS),
        ([0], {"own_luck": -0.2, "gifts": 0.7}, Verdict.WON_AGAINST_THE_DICE),
        ([0], {"own_luck": -0.1, "mistakes": 0.1}, Verdict.WON),
        ([0, 1], {"own_luck": 0.3}, Verdict.SHARED),
        ([1], {"own_luck": -0.51, "mistakes": 0.16}, Verdict.LOST_TO_LUCK),
        ([1], {"own_luck": 0.2, "others_luck": -0.4, "mistakes": 0.3, "gifts": 0.2}, Verdict.LOST_TO_LUCK),
        ([1], {"own_luck": -0.1, "mistakes": 0.4}, Verdict.LOST_BY_MISTAKES),
        ([1], {"own_luck": 0.2, "mistakes": 0.7}, Verdict.LOST_DESPITE_THE_DICE),
        ([1], {"own_luck": 0.2, "mistakes": 0.1, "gifts": -0.5}, Verdict.LOST_BY_OTHERS),
        ([1], {"own_luck": 0.1, "gifts": 0.1}, Verdict.LOST),
    ],
)
def test_the_larger_effect_decides_the_verdict(winners: list[int], parts: dict[str, float], expected: Verdict) -> None:
    """The verdict compares total luck with all decisions, and says if the result went against one of them."""
    assert verdict(report_of(winners, **parts), 0) is expected


def test_the_headline_addresses_the_player() -> None:
    """Numbers are whole percents of a win; without a viewer, the winner is named."""
    lost = report_of([1], own_luck=-0.31, others_luck=-0.2, mistakes=0.16, gifts=0.17)
    english, german = Messages("en"), Messages("de")
    assert describe_headline(lost, english, 0) == (
        "You lost to luck (win chance: dice −51%, your mistakes −16%, others' mistakes +17%)."
    )
    assert describe_headline(lost, german, 0) == (
        "Du hast durch Pech verloren: Würfel −51\xa0%, deine Fehler −16\xa0%, Fehler der anderen +17\xa0% eines Sieges."
    )
    won = report_of([0], own_luck=-0.2, gifts=0.7)
    assert describe_headline(won, english) == (
        "Anna won despite bad dice (win chance: dice −20%, own mistakes 0%, others' mistakes +70%)."
    )


@pytest.mark.parametrize("language", Language)
def test_every_language_has_a_line_for_every_verdict(language: Language) -> None:
    """All lines differ: those for "you", and those of winners for other players."""
    messages = Messages(language)
    yours = [messages.say(f"review.headline.you.{outcome}") for outcome in Verdict]
    theirs = [
        messages.say(f"review.headline.name.{outcome}", name="Anna") for outcome in Verdict if "lost" not in outcome
    ]
    assert len({*yours, *theirs}) == len(yours) + len(theirs)


def test_an_unfinished_game_has_no_headline() -> None:
    assert describe_headline(report_of([0]) | {"outcome": None}, Messages("en")) is None
