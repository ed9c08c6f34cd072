"""The headline of a review: what decided a game, told to a player or about the winner."""

from typing import Any

import pytest

from roost.core.words import Language, Messages
from roost.study.review.headline import Verdict, tell_headline, verdict


def told(winners: list[int], **parts: float) -> dict[str, Any]:
    """A report as far as its headline needs one: Anna's account has these parts, and nothing else happened."""
    empty = {"own_luck": 0.0, "others_luck": 0.0, "draw": 0.0, "slips": 0.0, "gifts": 0.0}
    return {
        "names": ["Anna", "Ben", "Cleo"],
        "outcome": {"winners": winners},
        "accounts": [{"seat": seat, **empty, **(parts if seat == 0 else {})} for seat in range(3)],
    }


@pytest.mark.parametrize(
    ("winners", "parts", "wanted"),
    [
        ([0], {"own_luck": 0.3, "others_luck": 0.1, "slips": 0.1, "gifts": 0.2}, Verdict.WON_BY_LUCK),
        ([0], {"draw": 0.06, "gifts": 0.05}, Verdict.WON_BY_LUCK),
        ([0], {"own_luck": 0.1, "slips": 0.1, "gifts": 0.4}, Verdict.WON_BY_DECISIONS),
        ([0], {"own_luck": -0.04, "gifts": 0.4}, Verdict.WON_BY_DECISIONS),
        ([0], {"own_luck": -0.2, "gifts": 0.7}, Verdict.WON_AGAINST_THE_DICE),
        ([0], {"own_luck": -0.1, "slips": 0.1}, Verdict.WON),
        ([0, 1], {"own_luck": 0.3}, Verdict.SHARED),
        ([1], {"own_luck": -0.51, "slips": 0.16}, Verdict.LOST_TO_LUCK),
        ([1], {"own_luck": 0.2, "others_luck": -0.4, "slips": 0.3, "gifts": 0.2}, Verdict.LOST_TO_LUCK),
        ([1], {"own_luck": -0.1, "slips": 0.4}, Verdict.LOST_BY_MISTAKES),
        ([1], {"own_luck": 0.2, "slips": 0.7}, Verdict.LOST_DESPITE_THE_DICE),
        ([1], {"own_luck": 0.2, "slips": 0.1, "gifts": -0.5}, Verdict.LOST_BY_OTHERS),
        ([1], {"own_luck": 0.1, "gifts": 0.1}, Verdict.LOST),
    ],
)
def test_what_moved_the_share_most_towards_the_end_decided(
    winners: list[int], parts: dict[str, float], wanted: Verdict
) -> None:
    """All luck together against all decisions together; whoever won or lost against the other is told so."""
    assert verdict(told(winners, **parts), 0) is wanted


def test_the_headline_speaks_to_whoever_played() -> None:
    """The numbers are whole percents of a win; without a seat, the winner is named."""
    lost = told([1], own_luck=-0.31, others_luck=-0.2, slips=0.16, gifts=0.17)
    english, german = Messages("en"), Messages("de")
    assert tell_headline(lost, english, 0) == (
        "You lost to luck: dice −51%, your mistakes −16%, others' mistakes +17% of a win."
    )
    assert tell_headline(lost, german, 0) == (
        "Du hast durch Pech verloren: Würfel −51\xa0%, deine Fehler −16\xa0%, Fehler der anderen +17\xa0% eines Sieges."
    )
    won = told([0], own_luck=-0.2, gifts=0.7)
    assert tell_headline(won, english) == (
        "Anna won against the dice: dice −20%, own mistakes 0%, others' mistakes +70% of a win."
    )


@pytest.mark.parametrize("language", Language)
def test_every_language_has_a_line_for_every_verdict(language: Language) -> None:
    """To "you" all of them, about others those of winners; each is said differently."""
    messages = Messages(language)
    yours = [messages.say(f"review.headline.you.{one}") for one in Verdict]
    theirs = [messages.say(f"review.headline.name.{one}", name="Anna") for one in Verdict if "lost" not in one]
    assert len({*yours, *theirs}) == len(yours) + len(theirs)


def test_a_running_game_has_no_headline() -> None:
    """Nothing has been decided yet."""
    assert tell_headline(told([0]) | {"outcome": None}, Messages("en")) is None
