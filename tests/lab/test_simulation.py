"""Many random games: reproducible, recorded, and summarised with honest intervals."""

import pytest

import roost
from roost.core.record import read, write
from roost.core.registry import all_games
from roost.lab.simulation import Summary, play_at_random, simulate, wilson
from roost.play.dice import verify_dice


@pytest.mark.parametrize("name", all_games())
def test_the_same_seed_plays_the_same_games(name: str) -> None:
    """Game i depends on its seed alone, not on the games before it."""
    game = roost.game(name)
    playouts = list(simulate(game, 3, "seed"))
    assert [playout.seed for playout in playouts] == ["seed/0", "seed/1", "seed/2"]
    assert playouts == [play_at_random(game, f"seed/{number}") for number in range(3)]
    assert len({playout.moves for playout in playouts}) == 3


@pytest.mark.parametrize("name", all_games())
def test_a_record_replays_to_the_same_end(name: str) -> None:
    """Replaying a record that was written and read again gives the game's outcome, and the seed proves its dice."""
    playout = play_at_random(roost.game(name, players=3), "records/0")
    record = read(write(playout.record()))
    assert record.outcome == playout.outcome
    assert record.moves == playout.moves
    assert verify_dice(record).is_proved


def test_a_summary_adds_up() -> None:
    """Win shares sum to one, and averages and counts match the games."""
    game, summary = roost.game("barbecue", players=3), Summary(roost.game("barbecue", players=3))
    playouts = list(simulate(game, 40, "sum"))
    for playout in playouts:
        summary.add(playout)
    shares = [summary.win_share(seat) for seat in range(3)]
    assert sum(share for share, _, _ in shares) == pytest.approx(1)
    assert all(low < share < high for share, low, high in shares)
    summarised = summary.to_json()
    assert summarised["games"] == 40
    assert summarised["decisions_per_game"] == sum(playout.decisions for playout in playouts) / 40
    assert summarised["turns_per_game"] == sum(playout.turns for playout in playouts) / 40
    assert sum(summary.reasons.values()) == 40
    scores = [sum(playout.outcome.scores[seat] for playout in playouts) / 40 for seat in range(3)]
    assert [seat["average_score"] for seat in summarised["seats"]] == scores  # type: ignore[index, union-attr, call-overload]  # JSON


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775), (1.0, 10, 0.7225, 1.0), (0.1, 50, 0.0435, 0.2136)],
)
def test_wilson_intervals_match_published_values(share: float, count: int, low: float, high: float) -> None:
    assert wilson(share, count) == pytest.approx((low, high), abs=5e-5)
