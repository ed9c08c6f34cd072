from fractions import Fraction
from functools import cache
from math import isclose
from statistics import mean, stdev

import pytest

import roost
from lab.arena.players import MAKERS
from roost.core.errors import OptionError
from roost.lab.arena import DealTally, EndReason, Tournament, TournamentResult, run
from roost.lab.arena.result import win_shares
from roost.lab.arena.table import WHOLE_WIN, play_game
from roost.lab.arena.tally import Moments
from roost.study.bots import Bot


def played(bots: tuple[str, ...], players: int, games: int) -> TournamentResult:
    """Play a tournament of Junior."""
    return run(Tournament(roost.game("junior", players=players), bots, "result", games), bots=MAKERS)


@cache
def three() -> TournamentResult:
    """Play a tournament at tables of three."""
    return played(("greedy", "random"), 3, 240)


def test_results_match_a_plain_loop_over_the_deals() -> None:
    tournament = three().tournament
    shares, scores, turns = [], [], []
    for deal in range(tournament.deals):
        won, points, seats, length = Fraction(0), 0, 0, 0
        for match in tournament.matches(deal):
            bots: list[Bot] = [MAKERS[name]() for name in match.seating]
            settled = play_game(tournament.game, match, bots, "result")
            length += settled.turns
            for seat, name in enumerate(match.seating):
                if name == "greedy":
                    won += Fraction(settled.shares[seat], WHOLE_WIN)
                    points += settled.scores[seat]
                    seats += 1
        shares.append(float(won / seats))
        scores.append(points / seats)
        turns.append(length / tournament.games_per_deal)
    result, greedy = three(), three().standing("greedy")
    assert (result.deals, result.games, greedy.seats) == (40, 240, 360)
    assert result.turns is not None
    for estimate, values in ((greedy.share, shares), (greedy.score, scores), (result.turns, turns)):
        assert isclose(estimate.value, mean(values))
        assert estimate.standard_error is not None
        assert isclose(estimate.standard_error, stdev(values) / 40**0.5)


def test_standings_are_best_first_and_their_shares_sum_to_all_wins() -> None:
    assert [standing.bot for standing in three().standings] == ["greedy", "random"]
    total = sum(standing.share.value * standing.seats for standing in three().standings)
    assert isclose(total, three().games)
    assert isclose(sum(seat.value for seat in three().seats), 1)


def test_the_shares_of_two_bots_against_each_other_sum_to_one() -> None:
    greedy, random = three().versus("greedy", "random"), three().versus("random", "greedy")
    assert isclose(greedy.value + random.value, 1)
    assert three().meetings("greedy", "random") == 40 * 12
    assert greedy.value > 0.5
    assert three().standing("greedy").rating.value > 0


def test_with_two_players_the_pair_share_is_the_win_share() -> None:
    result = played(("greedy", "random"), 2, 100)
    assert isclose(result.versus("greedy", "random").value, result.standing("greedy").share.value)


def test_a_bot_alone_has_its_fair_share_exactly() -> None:
    """Copies of one bot win every game between them, so their share has no uncertainty."""
    result = played(("greedy",), 3, 30)
    (standing,) = result.standings
    assert isclose(standing.share.value, 1 / 3)
    assert standing.share.width == 0
    assert standing.rating.value == 0
    assert result.meetings("greedy", "greedy") == 0


def test_copies_that_won_everything_keep_an_uncertain_share() -> None:
    """Two copies that have shared every win might still lose a game, so their interval has a lower end."""
    tournament = Tournament(roost.game("junior", players=3), ("greedy", "greedy", "random"))
    deals, wins = 50, (3 * WHOLE_WIN, 0)
    shares = Moments(tuple(deals * won for won in wins), tuple(deals * won * won for won in wins))
    strong, weak = win_shares(tournament, DealTally(deals=deals, games=3 * deals, shares=shares))
    assert (strong.value, strong.high) == (0.5, 0.5)
    assert strong.low is not None
    assert weak.high is not None
    assert 0.46 < strong.low < 0.47
    assert isclose(2 * strong.low + weak.high, 1)


def test_an_unknown_bot_is_refused_with_a_suggestion() -> None:
    with pytest.raises(OptionError, match="'greed' does not play in this tournament; did you mean 'greedy'"):
        three().standing("greed")
    with pytest.raises(OptionError, match="'greedy' and 'greedy' never met"):
        three().versus("greedy", "greedy")


def test_a_tournament_without_deals_has_an_empty_result() -> None:
    """A tournament interrupted before the end of its first chunk still has a result."""
    result = TournamentResult(three().tournament, DealTally(), EndReason.INTERRUPTED)
    assert result.standings == ()
    assert result.seats == ()
    assert result.turns is None
    data = result.to_json()
    assert (data["games"], data["standings"], data["pairs"], data["turns"]) == (0, [], [], None)
