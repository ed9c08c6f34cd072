import json
from collections import Counter
from itertools import permutations

import roost
from roost.core.stream import Stream
from roost.lab.arena import Tournament
from roost.lab.arena.lineup import Seating
from roost.lab.arena.table import WHOLE_WIN, Forfeit, Settled
from roost.lab.arena.tally import MOST_FORFEITS_KEPT, Deal, DealTally, Moments

NAMES = ("hen", "chick")
SEATINGS: tuple[Seating, ...] = (("hen", "hen", "chick"), ("hen", "chick", "hen"), ("chick", "hen", "hen"))


def invented_deals(count: int) -> list[Deal]:
    """Make deals of three games with random results, including ties and forfeits."""
    rng, deals = Stream("tally"), list[Deal]()
    for deal in range(count):
        games = []
        for order, seating in enumerate(SEATINGS):
            scores = tuple(rng.below(4) for _ in seating)
            winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
            shares = tuple(WHOLE_WIN // len(winners) if seat in winners else 0 for seat in range(3))
            ranks = tuple((True, seat in winners, score) for seat, score in enumerate(scores))
            late = rng.below(3)
            forfeits = (Forfeit(seating[late], deal, order, late, 7, "late"),) if rng.below(5) == 0 else ()
            reason = rng.choice(("grill-empty", "broken-off"))
            games.append((seating, Settled(shares, scores, ranks, 10 + rng.below(5), reason, forfeits)))
        deals.append(games)
    return deals


DEALS = invented_deals(40)
WHOLE = DealTally.of_deals(NAMES, 3, DEALS)


def test_totals_match_a_plain_loop_over_the_games() -> None:
    wins, points, forfeits, seats = Counter[str](), Counter[str](), Counter[str](), Counter[int]()
    before = Counter[tuple[str, str]]()
    for games in DEALS:
        for seating, settled in games:
            for seat, name in enumerate(seating):
                wins[name] += settled.shares[seat]
                seats[seat] += settled.shares[seat]
                points[name] += settled.scores[seat]
            for first, second in permutations(range(3), 2):
                pair = seating[first], seating[second]
                if pair[0] != pair[1]:
                    before[pair] += 2 * (settled.ranks[first] > settled.ranks[second])
                    before[pair] += settled.ranks[first] == settled.ranks[second]
            forfeits.update(forfeit.bot for forfeit in settled.forfeits)
    assert (WHOLE.deals, WHOLE.games) == (40, 120)
    assert WHOLE.shares.totals == (wins["hen"], wins["chick"])
    assert WHOLE.seats.totals == (seats[0], seats[1], seats[2])
    assert WHOLE.scores.totals == (points["hen"], points["chick"])
    assert WHOLE.pairs.totals == (0, before["hen", "chick"], before["chick", "hen"], 0)
    assert WHOLE.forfeits == (forfeits["hen"], forfeits["chick"])
    assert WHOLE.turns.totals == (sum(settled.turns for games in DEALS for _, settled in games),)
    assert WHOLE.ends == Counter(settled.reason for games in DEALS for _, settled in games)


def test_squares_and_products_are_summed_over_whole_deals() -> None:
    per_deal = [DealTally.of_deals(NAMES, 3, [games]) for games in DEALS]
    for name in ("shares", "scores", "seats", "turns", "pairs"):
        columns = zip(*(getattr(tally, name).totals for tally in per_deal), strict=True)
        assert getattr(WHOLE, name).squares == tuple(sum(value * value for value in column) for column in columns)
    hen, chick = zip(*((tally.pairs.totals[1], tally.pairs.totals[2]) for tally in per_deal), strict=True)
    assert WHOLE.products == (
        sum(a * a for a in hen),
        sum(a * b for a, b in zip(hen, chick, strict=True)),
        sum(a * b for a, b in zip(hen, chick, strict=True)),
        sum(b * b for b in chick),
    )


def test_every_win_and_every_meeting_is_counted_once() -> None:
    """The bots' shares sum to one win per game, and a pair's points sum to two per meeting."""
    tournament = Tournament(roost.game("junior", players=3), ("hen", "hen", "chick"))
    assert sum(WHOLE.shares.totals) == sum(WHOLE.seats.totals) == 120 * WHOLE_WIN
    assert sum(WHOLE.pairs.totals) == 2 * 40 * tournament.meetings_per_deal("hen", "chick") == 2 * 40 * 6


def test_tallies_of_any_chunks_add_up_to_the_same_sum() -> None:
    """For any division of the deals into chunks the sum is exactly the same, including the first forfeits."""
    for size in (1, 3, 7, 40):
        parts = [DEALS[at : at + size] for at in range(0, len(DEALS), size)]
        assert sum((DealTally.of_deals(NAMES, 3, part) for part in parts), DealTally()) == WHOLE
    assert len(WHOLE.forfeited) == MOST_FORFEITS_KEPT < sum(WHOLE.forfeits)
    assert [forfeit.deal for forfeit in WHOLE.forfeited] == sorted(forfeit.deal for forfeit in WHOLE.forfeited)


def test_a_tally_survives_json() -> None:
    assert DealTally.from_json(json.loads(json.dumps(WHOLE.to_json()))) == WHOLE


def test_adding_an_empty_tally_changes_nothing() -> None:
    assert DealTally() + DealTally() == DealTally()
    assert Moments() + Moments((3,), (9,)) == Moments((3,), (9,)) + Moments() == Moments((3,), (9,))
