"""Tests of the statistics: independent of threads, and correct where they can be calculated."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import roost
from command import run
from roost.core.game import Game
from roost.study.stats import FrequencyEstimate, statistics
from roost.study.stats.adapter import ExactFacts, stats_adapter
from roost.study.stats.counts import Counts

JUNIOR = roost.game("junior", players=2)
SVG = "{http://www.w3.org/2000/svg}"


def test_counts_agree_with_exact_facts() -> None:
    """First turns of three thousand games fail as often as calculated, within four standard errors."""
    facts = statistics([JUNIOR], 3_000, seed=11)
    opening = facts.tables[0].situations[-1]
    assert (opening.left, opening.turns) == (12, 3_000)
    assert facts.exact.fails_first is not None
    error = (facts.exact.fails_first * (1 - facts.exact.fails_first) / opening.turns) ** 0.5
    assert abs(opening.fails.value - facts.exact.fails_first) < 4 * error


def test_threads_do_not_change_the_statistics() -> None:
    """One thread and three threads give the same statistics; another seed gives others."""
    by_one, by_three = (statistics([JUNIOR], 1_200, seed=2, threads=threads).to_json() for threads in (1, 3))
    assert by_one == by_three
    assert by_one != statistics([JUNIOR], 1_200, seed=3).to_json()


def test_statistics_are_consistent() -> None:
    """Wins and lengths sum to one, lengths are ordered, and no tile is kept in more copies than exist."""
    (table,) = statistics([roost.game("junior", players=3)], 500).tables
    assert sum(seat.value for seat in table.seats) == pytest.approx(1)
    assert table.length.short <= table.length.median <= table.length.long
    assert sum(table.lengths.values()) == pytest.approx(1)
    assert all(piece.what["kept"] <= 2 for piece in table.pieces)
    assert all(piece.what["kept"] <= piece.what["grill"] for piece in table.pieces)


def test_picnic_blitz_has_statistics_of_seats_and_lengths_only() -> None:
    """Its turns cannot fail and it has no pieces to take. The hen plays the sampled games."""
    facts = statistics([roost.game("picnic", players=2)], 3)
    (table,) = facts.tables
    assert (facts.player, facts.exact, table.pieces, table.fails) == ("hen", ExactFacts(), (), None)
    assert table.length.mean > 5


def exact(game: Game) -> ExactFacts:
    face = stats_adapter(game)
    assert face is not None
    return face.exact(game)


def test_the_chance_of_a_dead_roll() -> None:
    """With three symbols set aside, two dice show only those in a quarter of rolls; Junior has no dead rolls."""
    rolls = exact(roost.game("heckmeck")).dead_rolls
    assert rolls[3][1] == pytest.approx(1 / 4)
    assert rolls[5][6] == pytest.approx((5 / 6) ** 7)
    assert exact(JUNIOR).dead_rolls == {}
    assert exact(roost.game("picnic")).dead_rolls == {}


def test_higher_tiles_are_harder() -> None:
    """The fewer low tiles, the likelier the turn fails; a random first player makes no difference."""
    chances = list(exact(roost.game("heckmeck", start="random")).fails_by_lowest.values())
    assert chances == sorted(chances)
    assert len(chances) == 16
    assert chances[0] == exact(roost.game("heckmeck")).fails_first
    assert exact(roost.game("barbecue")).fails_by_lowest == {}


def test_an_estimate_is_wider_with_fewer_cases() -> None:
    """A half, measured in a hundred cases, has an interval of about ten percentage points to each side."""
    assert FrequencyEstimate.of(0.5, 100).error == pytest.approx(0.098, abs=1e-3)


def test_statistics_of_no_games_have_a_length_of_zero() -> None:
    assert Counts(2).turns_within(0.5) == 0


@pytest.mark.parametrize(("games", "threads"), [(0, 1), (10**10, 1), (1, 0), (1, 1000)])
def test_numbers_of_games_and_threads_are_limited(games: int, threads: int) -> None:
    """Zero and very large numbers are refused."""
    with pytest.raises(roost.OptionError, match="must be 1 to"):
        statistics([JUNIOR], games, threads=threads)


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "headings"),
    [("en", ["Who wins, by seat", "from the grill", "likely a turn is to fail"]), ("de", ["Wer gewinnt", "vom Grill"])],
)
def test_the_command_prints_the_statistics(lang: str, headings: list[str], tmp_path: Path) -> None:
    """The command prints tables in both languages and draws a well-formed picture with a description."""
    file = tmp_path / "junior.svg"
    result = run("stats", "junior", "--players", "2", "--games", "60", "--plot", str(file), lang=lang)
    assert (result.code, result.err) == (0, "")
    assert all(words in result.out for words in headings)
    picture = ElementTree.parse(file).getroot()
    assert picture.tag == f"{SVG}svg"
    assert len(picture.findall(f"{SVG}g")) == 4
    assert "2A" in (picture.findtext(f"{SVG}desc") or "")


def test_the_command_prints_json() -> None:
    """Without a number of players, the JSON covers every number and equals the result in Python."""
    result = run("stats", "junior", "--games", "20", "--seed", "4", "--json")
    games = [roost.game("junior", players=players) for players in (2, 3, 4, 5)]
    assert json.loads(result.out) == json.loads(json.dumps(statistics(games, 20, seed=4).to_json()))


def test_the_command_covers_games_with_other_pieces(tmp_path: Path) -> None:
    """Barbecue's statistics are about spots, and Picnic Blitz has no pieces."""
    file = tmp_path / "picture.svg"
    assert "taken over" in run("stats", "barbecue", "-p", "2", "-n", "5", "--plot", str(file)).out
    assert "free" in file.read_text()
    assert "by the hen" in run("stats", "picnic", "-p", "2", "-n", "2", "--plot", str(file)).out
