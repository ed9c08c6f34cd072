"""Luck as a control variate leaves the mean unchanged and removes much of the noise."""

import json
from dataclasses import replace
from random import Random
from statistics import pvariance

import pytest

import roost
from command import run as command
from roost.lab.arena import DealTally, EndReason, Tournament, TournamentResult, run
from roost.lab.arena.control import regressed
from roost.lab.arena.result import controlled_shares
from roost.lab.arena.table import WHOLE_WIN
from roost.lab.arena.tally import Moments

pytestmark = pytest.mark.slow

GAMES = 96
BOTS = ("hen", "pullet")


@pytest.fixture(scope="module")
def result() -> TournamentResult:
    """A small tournament in which luck is measured."""
    return run(Tournament(roost.game("junior"), BOTS, "control", GAMES, control=True))


@pytest.mark.parametrize(
    ("won", "luck", "value", "error"),
    [
        ([420, 0, 420, 0], [210, -210, 210, -210], 0.5, 0.0),  # luck explains the whole result
        ([420, 0, 420, 0], [105, -105, 105, -105], 0.5, 0.0),  # luck measured at half its size explains as much
        ([420, 0, 0, 0], [105, -105, -105, -105], 0.5, 0.375),  # one deal that differs keeps the error large
        ([420, 0, 420, 0], [0, 0, 0, 0], 0.5, (1 / 3 / 4) ** 0.5),  # no luck was measured, so the share stays as it is
    ],
)
def test_regression_finds_the_luck_coefficient_with_least_variance(
    won: list[int], luck: list[int], value: float, error: float
) -> None:
    (estimate,) = regressed(list(zip(won, luck, strict=True)), [420], 1)
    assert estimate.value == pytest.approx(value)
    assert estimate.standard_error == pytest.approx(error, abs=1e-9)


def test_the_standard_error_is_the_jackknifes() -> None:
    """The formula gives the spread of regressions that leave out each deal in turn."""
    chance = Random(3)
    deals = [
        [chance.randrange(841) for _ in range(2)] + [chance.randrange(-300, 300) for _ in range(2)] for _ in range(9)
    ]
    estimates = regressed(deals, [420, 840], 1)
    without = [regressed(deals[:at] + deals[at + 1 :], [420, 840], 1) for at in range(9)]
    for bot, estimate in enumerate(estimates):
        values = [left_out[bot].value for left_out in without]
        assert estimate.standard_error == pytest.approx((8 * pvariance(values)) ** 0.5)


@pytest.mark.parametrize("deals", [5, 10, 30])
def test_the_interval_covers_the_true_share_as_often_as_stated(deals: int) -> None:
    """In 1,500 simulated tournaments between equal bots about 95 % of the intervals contain one half.

    The bot with the larger sum of luck and form wins a game; only its luck is known.
    """
    chance, covered, rounds = Random(deals), 0, 1500
    for _ in range(rounds):
        games = [[(chance.gauss(0, 0.8), chance.gauss(0, 0.6)) for _ in range(2)] for _ in range(deals)]
        won = [sum(luck + form > 0 for luck, form in deal) for deal in games]
        lucky = [round(400 * sum(luck for luck, _ in deal)) for deal in games]
        both = [(wins, 2 - wins, luck, -luck) for wins, luck in zip(won, lucky, strict=True)]
        estimate, _ = regressed(both, [2, 2], 1000)
        assert estimate.low is not None
        assert estimate.high is not None
        covered += estimate.low <= 0.5 <= estimate.high
    assert 0.94 < covered / rounds < 0.98


def test_equal_deals_still_have_an_interval() -> None:
    """Three deals with equal results have an interval, even with the luck removed."""
    tournament = Tournament(roost.game("junior"), BOTS, "split", 6, control=True)
    half, shares = WHOLE_WIN, (3 * WHOLE_WIN,) * 2
    split = replace(run(tournament).tally, deals=3, shares=Moments(shares, (3 * half * half,) * 2),
                    lucky=((half, half, 0, 0),) * 3)  # fmt: skip
    assert [share.value for share in controlled_shares(tournament, split)] == [0.5, 0.5]
    assert all(0.2 < share.width < 2 for share in controlled_shares(tournament, split))


def test_two_deals_give_no_standard_error() -> None:
    """Luck's coefficient is estimated as well, so a standard error needs a third deal."""
    (estimate,) = regressed([(420, 7), (0, -7)], [420], 1)
    assert estimate.standard_error is None


def test_shares_without_luck_sum_to_one(result: TournamentResult) -> None:
    assert sum(standing.controlled.value for standing in result.standings if standing.controlled) == pytest.approx(1)


def test_removing_luck_narrows_the_interval(result: TournamentResult) -> None:
    """The interval without luck is narrower, and its midpoint lies within the plain interval."""
    for standing in result.standings:
        assert standing.variance_left is not None
        assert standing.variance_left < 0.9
        fair = standing.controlled
        assert fair is not None
        assert fair.width < standing.share.width
        assert abs(fair.value - standing.share.value) < standing.share.width / 2


def test_measuring_luck_changes_no_game(result: TournamentResult) -> None:
    """The plain shares equal those of a tournament that does not measure luck."""
    plain = run(Tournament(roost.game("junior"), BOTS, "control", GAMES))
    assert plain.tally.shares == result.tally.shares
    assert "controlled" not in plain.to_json()["standings"][0]  # type: ignore[index,operator]  # it is a list of objects
    assert "controlled" not in plain.tally.to_json()


def test_a_tally_with_luck_survives_json(result: TournamentResult) -> None:
    assert DealTally.from_json(json.loads(json.dumps(result.tally.to_json()))) == result.tally


def test_a_tournament_stops_on_the_error_without_luck() -> None:
    """With the luck removed, the requested precision is reached earlier."""
    result = run(Tournament(roost.game("junior"), BOTS, "stop", 400, until_se=0.02, control=True))
    assert result.ended is EndReason.STANDARD_ERROR
    assert all(standing.controlled and standing.controlled.standard_error < 0.02 for standing in result.standings)  # type: ignore[operator]  # measured
    assert any(standing.share.standard_error > 0.02 for standing in result.standings)  # type: ignore[operator]  # measured


def test_the_command_reports_the_variance_without_luck() -> None:
    output = command("arena", "junior", "hen", "pullet", "--games", "48", "--control").out
    assert "without luck" in output
    assert "of the variance is left" in output
