import pytest

import roost
from roost.core.errors import OptionError
from roost.lab.arena import Tournament

JUNIOR = roost.game("junior")


def test_games_are_rounded_up_to_whole_deals() -> None:
    """100 games of three bots are 17 deals of 6."""
    tournament = Tournament(roost.game("junior", players=3), ("a", "b", "c"), games=100)
    assert (tournament.games_per_deal, tournament.deals) == (6, 17)


def test_a_deal_is_played_by_every_lineup_in_every_seating() -> None:
    """Two bots on three seats play six games per deal: each bot sits twice in three orders."""
    tournament = Tournament(roost.game("junior", players=3), ("a", "b"))
    matches = list(tournament.matches(5))
    assert [match.order for match in matches] == list(range(6))
    assert {match.deal for match in matches} == {5}
    assert ["".join(match.seating) for match in matches] == ["aab", "aba", "baa", "abb", "bab", "bba"]
    assert tournament.seats_per_deal == {"a": 9, "b": 9}
    assert tournament.tables_per_deal == {"a": 6, "b": 6}
    assert tournament.meetings_per_deal("a", "b") == 12


def test_a_round_robin_of_three_bots_plays_six_games_per_deal() -> None:
    """Three bots on two seats play four games of a deal each, two against each of the other bots."""
    tournament = Tournament(JUNIOR, ("a", "b", "c"))
    assert tournament.games_per_deal == 6
    assert tournament.seats_per_deal == tournament.tables_per_deal == {"a": 4, "b": 4, "c": 4}
    assert tournament.meetings_per_deal("a", "c") == 2


@pytest.mark.parametrize("players", range(2, 8))
def test_chunks_are_whole_deals_and_cover_them_all(players: int) -> None:
    """Chunks follow one another without a gap; their size depends on the line-ups alone."""
    game = roost.game("heckmeck", players=players)
    tournament = Tournament(game, tuple("abcdefg"[:players]), games=1_000)
    chunks = [tournament.chunk(number) for number in range(tournament.deals + 1)]
    assert [deal for chunk in chunks for deal in chunk] == list(range(tournament.deals))
    assert not tournament.chunk(10**6)
    more = Tournament(game, tournament.bots, games=5_000)
    assert more.deals_per_chunk == tournament.deals_per_chunk == len(chunks[0])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "games must be 1 to 1,000,000,000, not 0"),
        ({"until_se": 0.0}, "between 0 and 1, not 0.0"),
        ({"until_se": 2.0}, "between 0 and 1, not 2.0"),
        ({"move_timeout": 0.0}, "up to 3600 seconds, not 0"),
        ({"move_timeout": float("nan")}, "up to 3600 seconds, not nan"),
        ({"seed": "x" * 101}, "at most 100 printable characters"),
        ({"seed": "a\nb"}, "printable characters, not 'a.nb'"),
        ({"bots": ("", "b")}, "a bot's name must have 1 to 500 printable characters"),
        ({"bots": ("a\x1b", "b")}, "printable characters"),
        ({"bots": ()}, "needs 1 to 50 bots"),
    ],
)
def test_a_wrong_setting_is_refused(wrong: dict[str, object], message: str) -> None:
    settings: dict[str, object] = {"game": JUNIOR, "bots": ("a", "b"), **wrong}
    with pytest.raises(OptionError, match=message):
        Tournament(**settings)  # type: ignore[arg-type]  # wrong on purpose


def test_the_json_lists_only_options_that_differ_from_defaults() -> None:
    game = roost.game("heckmeck", players=2, short_game=True)
    data = Tournament(game, ("hen", "chick"), 7, 3).to_json()
    assert data["options"] == {"short_game": True}
    assert (data["seed"], data["games"], data["deals"], data["lineups"]) == ("7", 3, 2, [["hen", "chick"]])
