import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from xml.etree import ElementTree

import pytest
from rich.console import Console

import roost
from lab.arena.players import MAKERS, Broken
from roost.lab.arena import DealTally, EndReason, Tournament, TournamentResult, run
from roost.lab.arena.plot import svg
from roost.lab.arena.report import csv_text, json_text, report
from roost.lab.arena.table import Forfeit

SVG = "{http://www.w3.org/2000/svg}"
EVERY = {
    "two": ("random", 2, 101),
    "three": ("random", 3, 60),
    "one deal": ("random", 2, 2),
    "broken": ("broken", 2, 10),
}
"""For each name, the greedy bot's opponent, the number of players, and the number of games."""


@cache
def played(name: str) -> TournamentResult:
    """Play a tournament of Junior."""
    bot, players, games = EVERY[name]
    tournament = Tournament(roost.game("junior", players=players), (bot, "greedy"), 7, games)
    return run(tournament, bots=MAKERS | {"broken": Broken})


def interrupted() -> TournamentResult:
    """Return the result of a tournament interrupted at once."""
    return TournamentResult(played("two").tournament, DealTally(), EndReason.INTERRUPTED)


each_result = pytest.mark.parametrize("result_of", [*(partial(played, name) for name in EVERY), interrupted])


def shown(result: TournamentResult) -> str:
    """Render the report for a terminal of 100 columns."""
    console = Console(file=io.StringIO(), width=100, highlight=False, markup=False)
    for part in report(result):
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_report_of_two_bots() -> None:
    """The report lists win shares with intervals, best bot first, and how the games went."""
    lines = shown(played("two")).splitlines()
    assert lines[0] == "Heckmeck Junior, 2 players, seed 7"
    assert lines[1].startswith("102 games: 51 deals of 2, with changing seats and the same dice (101 rounded up")
    assert lines[3].split() == ["bot", "win", "share", "95", "%", "interval", "points", "rating"]
    greedy = played("two").standing("greedy")
    assert lines[4].startswith("greedy")
    assert f"{100 * greedy.share.value:.1f} %" in lines[4]
    assert f"{100 * (greedy.share.low or 0):.1f} – {100 * (greedy.share.high or 0):.1f} %" in lines[4]
    assert lines[5].startswith("random")
    assert "Equal bots would each have a win share of 50.0 %." in lines
    assert "Ends: grill-empty 100.0 %." in lines


def test_the_table_of_pairs_is_shown_for_three_players() -> None:
    """With two players the table of pairs would repeat the win shares, so it is left out."""
    assert "finished before" not in shown(played("two"))
    assert "finished before … " in shown(played("three"))
    assert f"{100 * played('three').versus('greedy', 'random').value:.1f} %" in shown(played("three"))


def test_one_deal_shows_no_interval() -> None:
    row = next(line for line in shown(played("one deal")).splitlines() if line.startswith("greedy"))
    assert " – " in row
    assert "± ?" in row


def test_forfeits_are_shown_with_their_reason() -> None:
    """The report says which bot forfeited, how often, where and why."""
    text = " ".join(shown(played("broken")).split())
    assert "Stopped early: bots forfeited in every game." in text
    assert "broken forfeited 10 times, first in deal 0, game 0, seat A, turn 1: RuntimeError: no idea" in text
    assert "Some bots never lost to some others" in text


def test_the_output_of_a_bots_program_cannot_control_the_terminal() -> None:
    """Standard error is shown without its control characters, and markup in names stays text."""
    name = "exec:[bold]x"
    forfeit = Forfeit(name, 0, 0, 0, 1, "[red]reason", "one\x1b[2J\ntwo")
    tournament = replace(played("broken").tournament, bots=(name, "greedy"))
    text = shown(
        replace(played("broken"), tournament=tournament, tally=replace(played("broken").tally, forfeited=(forfeit,)))
    )
    assert "exec:[bold]x forfeited 10 times" in text
    assert "[red]reason" in text
    assert "    one [2J\n    two" in text
    assert "\x1b" not in text


@pytest.mark.parametrize(
    ("ended", "sentence"),
    [(EndReason.STANDARD_ERROR, "as precise as asked"), (EndReason.INTERRUPTED, "these are the finished games")],
)
def test_an_early_end_is_reported_with_its_reason(ended: EndReason, sentence: str) -> None:
    assert sentence in shown(replace(played("two"), ended=ended))
    assert "rounded up" not in shown(replace(played("two"), ended=ended))


def test_a_report_without_games_has_no_tables() -> None:
    assert "0 games" in shown(interrupted())
    assert "win share" not in shown(interrupted())


@each_result
def test_the_json_text_contains_the_whole_result(result_of: Callable[[], TournamentResult]) -> None:
    result = result_of()
    data = json.loads(json_text(result))
    assert data == json.loads(json.dumps(result.to_json()))
    assert DealTally.from_json(data["exact"]) == result.tally


def test_csv_has_a_line_for_each_bot() -> None:
    """The columns are the values of the JSON; unknown values are empty."""
    rows = list(csv.DictReader(io.StringIO(csv_text(played("two")))))
    assert [row["bot"] for row in rows] == ["greedy", "random"]
    greedy = played("two").standing("greedy")
    assert float(rows[0]["win_share"]) == pytest.approx(greedy.share.value)
    assert float(rows[0]["score_se"]) == pytest.approx(greedy.score.standard_error)
    assert float(rows[0]["rating_high"]) == pytest.approx(greedy.rating.high)
    (only,) = (row for row in csv.DictReader(io.StringIO(csv_text(played("one deal")))) if row["bot"] == "greedy")
    assert only["win_share_se"] == ""


@each_result
def test_the_chart_is_well_formed(result_of: Callable[[], TournamentResult]) -> None:
    """The chart has a dot for every bot, a bar for every interval, and a description in words."""
    result = result_of()
    root = ElementTree.fromstring(svg(result))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    dots = root.findall(f"{SVG}circle")
    assert len(dots) == len(result.standings)
    assert all(left < float(dot.attrib["cx"]) < width and top < float(dot.attrib["cy"]) < height for dot in dots)
    bars = root.findall(f"{SVG}path[@class='error']")
    assert len(bars) == sum(standing.share.low is not None for standing in result.standings)
    description = root.findtext(f"{SVG}desc") or ""
    assert all(standing.bot in description for standing in result.standings)


def test_better_bots_are_further_right() -> None:
    """The chart is to scale: the dots of two bots are equally far from the line of equal bots."""
    root = ElementTree.fromstring(svg(played("two")))
    best, worst = (float(dot.attrib["cx"]) for dot in root.findall(f"{SVG}circle"))
    fair = next(path.attrib["d"] for path in root.findall(f"{SVG}path") if path.attrib["class"] == "fair")
    middle = float(fair[1:].split()[0])
    assert worst < middle < best
    assert best - middle == pytest.approx(middle - worst, abs=0.2)


def test_a_bots_name_cannot_break_the_chart() -> None:
    name = "exec:cat <in >out & echo " + "x" * 50
    tournament = replace(played("two").tournament, bots=("random", name))
    root = ElementTree.fromstring(svg(TournamentResult(tournament, played("two").tally, EndReason.GAMES)))
    labels = [text.text or "" for text in root.findall(f"{SVG}text")]
    assert any(label.startswith("exec:cat <in >out & echo") and label.endswith("…") for label in labels)
