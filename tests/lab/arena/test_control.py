"""Luck as a control variate: it takes nothing from anybody on average, and much of the noise from the result."""

import json
from dataclasses import replace
from random import Random
from statistics import pvariance

import pytest

import roost
from command import run as command
from roost.lab.arena import Ended, Result, Tally, Tournament, run
from roost.lab.arena.control import regressed
from roost.lab.arena.result import controlled_shares
from roost.lab.arena.table import WHOLE_WIN
from roost.lab.arena.tally import Moments

pytestmark = pytest.mark.slow

GAMES = 96
BOTS = ("hen", "pullet")


@pytest.fixture(scope="module")
def result() -> Result:
    """A small tournament, with luck measured."""
    return run(Tournament(roost.game("junior"), BOTS, "control", GAMES, control=True))


@pytest.mark.parametrize(
    ("won", "luck", "value", "error"),
    [
        ([420, 0, 420, 0], [210, -210, 210, -210], 0.5, 0.0),  # who wins is lucky, and that is all
        ([420, 0, 420, 0], [105, -105, 105, -105], 0.5, 0.0),  # luck that was measured too small tells as much
        ([420, 0, 0, 0], [105, -105, -105, -105], 0.5, 0.375),  # one deal that tells so is not believed too readily
        ([420, 0, 420, 0], [0, 0, 0, 0], 0.5, (1 / 3 / 4) ** 0.5),  # without luck there is none to take out
    ],
)
def test_as_much_luck_is_taken_out_as_helps(won: list[int], luck: list[int], value: float, error: float) -> None:
    """Regression finds the part of the luck that leaves least variance."""
    (found,) = regressed(list(zip(won, luck, strict=True)), [420], 1)
    assert found.value == pytest.approx(value)
    assert found.standard_error == pytest.approx(error, abs=1e-9)


def test_the_error_is_that_of_leaving_each_deal_out() -> None:
    """The formula gives what regression gives when it is done again without each of the deals."""
    chance = Random(3)
    deals = [
        [chance.randrange(841) for _ in range(2)] + [chance.randrange(-300, 300) for _ in range(2)] for _ in range(9)
    ]
    found = regressed(deals, [420, 840], 1)
    others = [regressed(deals[:at] + deals[at + 1 :], [420, 840], 1) for at in range(9)]
    for bot, estimate in enumerate(found):
        values = [other[bot].value for other in others]
        assert estimate.standard_error == pytest.approx((8 * pvariance(values)) ** 0.5)


@pytest.mark.parametrize("deals", [5, 10, 30])
def test_the_interval_covers_the_truth_as_often_as_it_says(deals: int) -> None:
    """In 1,500 simulated tournaments between equals about 95 % of the intervals hold the half, also after few deals.

    Each game is won by whoever has more luck and form together; their luck is known.
    """
    chance, covered, rounds = Random(deals), 0, 1500
    for _ in range(rounds):
        games = [[(chance.gauss(0, 0.8), chance.gauss(0, 0.6)) for _ in range(2)] for _ in range(deals)]
        won = [sum(luck + form > 0 for luck, form in deal) for deal in games]
        lucky = [round(400 * sum(luck for luck, _ in deal)) for deal in games]
        both = [(one, 2 - one, luck, -luck) for one, luck in zip(won, lucky, strict=True)]
        found, _ = regressed(both, [2, 2], 1000)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 0.5 <= found.high
    assert 0.94 < covered / rounds < 0.98


def test_deals_that_came_out_alike_are_not_certain() -> None:
    """Three deals that were split leave an interval, with the luck taken out as well."""
    tournament = Tournament(roost.game("junior"), BOTS, "split", 6, control=True)
    half, shares = WHOLE_WIN, (3 * WHOLE_WIN,) * 2
    split = replace(run(tournament).tally, deals=3, shares=Moments(shares, (3 * half * half,) * 2),
                    lucky=((half, half, 0, 0),) * 3)  # fmt: skip
    assert [one.value for one in controlled_shares(tournament, split)] == [0.5, 0.5]
    assert all(0.2 < one.width < 2 for one in controlled_shares(tournament, split))


def test_two_deals_say_nothing_about_their_error() -> None:
    """The part of the luck is estimated too, so that a third deal is needed."""
    (found,) = regressed([(420, 7), (0, -7)], [420], 1)
    assert found.standard_error is None


def test_shares_without_luck_still_share_one_win(result: Result) -> None:
    """The luck that one bot is relieved of burdens the others."""
    assert sum(standing.controlled.value for standing in result.standings if standing.controlled) == pytest.approx(1)


def test_without_luck_less_variance_is_left(result: Result) -> None:
    """The interval is narrower, and says nothing else than the wide one."""
    for standing in result.standings:
        assert standing.variance_left is not None
        assert standing.variance_left < 0.9
        fair = standing.controlled
        assert fair is not None
        assert fair.width < standing.share.width
        assert abs(fair.value - standing.share.value) < standing.share.width / 2


def test_everything_else_stays_as_it_was(result: Result) -> None:
    """Measuring luck changes no game: the plain shares are those of a tournament without it."""
    plain = run(Tournament(roost.game("junior"), BOTS, "control", GAMES))
    assert plain.tally.shares == result.tally.shares
    assert "controlled" not in plain.to_json()["standings"][0]  # type: ignore[index,operator]  # it is a list of objects
    assert "controlled" not in plain.tally.to_json()


def test_a_tally_with_luck_can_be_kept(result: Result) -> None:
    """It is read again as it was written: a checkpoint holds it."""
    assert Tally.from_json(json.loads(json.dumps(result.tally.to_json()))) == result.tally


def test_a_tournament_stops_on_the_smaller_error() -> None:
    """With luck taken out, the precision that was asked for comes sooner."""
    asked = Tournament(roost.game("junior"), BOTS, "stop", 400, until_se=0.02, control=True)
    found = run(asked)
    assert found.ended is Ended.STANDARD_ERROR
    assert all(standing.controlled and standing.controlled.standard_error < 0.02 for standing in found.standings)  # type: ignore[operator]  # measured
    assert any(standing.share.standard_error > 0.02 for standing in found.standings)  # type: ignore[operator]  # measured


def test_the_command_tells_what_it_was_worth() -> None:
    """A column without luck, and a sentence about the variance."""
    told = command("arena", "junior", "hen", "pullet", "--games", "48", "--control").out
    assert "without luck" in told
    assert "of the variance is left" in told
