"""Tests of ``roost odds`` and of its data."""

import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import roost
from command import run
from roost.core.extras import in_plain_python
from roost.core.words import Language
from roost.study.odds.adapter import opening_table
from roost.study.odds.aims import AtLeast, Exactly, Swing
from roost.study.odds.position import position_odds
from study.bots.decisions import decisions

pytestmark = pytest.mark.slow

START = "heckmeck grill=21-36 A=- B=- turn=A"
ROLLED = f"{START} roll=1124445w"
CERTAIN = "heckmeck grill=21 A=- B=31 turn=A aside=1235555w"
TO_STOP = "heckmeck grill=21-24,26 A=25 B=28 C=36 turn=A aside=444www"
TO_ROLL = "barbecue grill=25:A,30:BB,36:snail A=7w1s B=9w0s turn=B"
PICNIC = "picnic board=2BA,5C/-/-/8A/-/- A=- B=queen C=- turn=A dice=112346 rerolls=2/1"
JUNIOR = "junior grill=4,4,5,6,6,7,8,9 A=5,9 B=7 C=8 turn=B aside=wwg"
POSITIONS = (ROLLED, TO_STOP, TO_ROLL, PICNIC, JUNIOR)
OVER = "heckmeck grill=- A=21 B=- over=grill-empty"
DRAW = "junior start=random grill=4,9 A=- B=- turn=draw"
DOCUMENT = Path(__file__).parents[3] / "docs/odds.md"


# -- the data ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", roost.all_games())
def test_odds_of_any_decision(name: str) -> None:
    """Odds list every choice, best first, and survive writing and reading as JSON."""
    for state in decisions(name, 2, 20):
        odds = position_odds(state)
        assert {choice.action for choice in odds.choices} == set(state.actions())
        assert odds.value == max(choice.value for choice in odds.choices)
        assert odds.results == odds.choices[0].results
        data = json.loads(json.dumps(odds.to_json()))
        assert data["position"] == str(state)
        assert [choice["token"] for choice in data["choices"]] == [str(choice.action) for choice in odds.choices]
        for choice in data["choices"]:
            assert state.game.parse_action(choice["action"]) == state.game.parse_action(choice["token"])
            assert sum(result["chance"] for result in choice["results"]) == pytest.approx(1.0, abs=1e-9)


def test_the_odds_of_one_position_need_no_compiler() -> None:
    """Loading NumPy and Numba takes longer than solving a turn in plain Python."""
    code = f"""
import sys
from roost.cli import main
main(["odds", {ROLLED!r}])
main(["odds", {START!r}, "--aim", "win"])
main(["odds", {PICNIC!r}])
assert not {{"numpy", "numba"}} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True)


def test_risks_name_the_aim_that_they_belong_to() -> None:
    """A hint aims to win the game, so its risks may differ from those of other aims; the hint states its aim first."""
    assert "Risk: how often the turn fails when it is played for this value." in run("odds", ROLLED).out
    assert "Risk: " not in run("odds", PICNIC).out


def test_odds_before_a_roll() -> None:
    """Before a roll, odds have no choices, but a value and chances of results."""
    odds = position_odds(roost.position(TO_ROLL))
    assert odds.choices == ()
    assert odds.value == Swing().solve(odds.state).value(odds.state)
    assert sum(odds.results.values()) == pytest.approx(1.0)
    assert odds.to_json()["node"] == "roll"
    assert odds.to_json()["fails"] == odds.fails > 0


def test_the_opening_table_lists_useful_totals() -> None:
    """A game's totals are those that claim something which no lower total claims."""
    numbers = {}
    for name in ("heckmeck", "junior", "barbecue"):
        table = opening_table(roost.game(name))
        numbers[name] = list(table.entries)
        opening = roost.game(name).opening()
        assert table.value == Swing().solve(opening).value(opening)
        at_least, exactly = table.figures
        for place, number in enumerate(table.entries):
            assert at_least.rows[place] == (AtLeast(number).solve(opening).value(opening),)
            assert exactly.rows[place] == (Exactly(number).solve(opening).value(opening),)
    assert numbers == {"heckmeck": list(range(21, 37)), "junior": list(range(4, 10)), "barbecue": list(range(23, 38))}


def test_the_opening_table_does_not_depend_on_the_first_player() -> None:
    """A game with a random first player has the same table."""
    drawn = opening_table(roost.game("junior", 3, start="random"))
    assert drawn.to_json() == opening_table(roost.game("junior", 3)).to_json()


def test_the_opening_table_of_picnic_lists_rerolls() -> None:
    """Without re-rolls the chances equal those of six plain dice, and every active ant improves them."""
    table = opening_table(roost.game("picnic"))
    assert table.entries == tuple(range(7))
    of_a_number, straights = table.figures
    assert of_a_number.rows[0][0] == pytest.approx(1 - (5 / 6) ** 6)
    assert of_a_number.rows[0][5] == pytest.approx(6**-6)
    assert straights.rows[0][2] == pytest.approx(720 / 6**6)
    # With one die to re-roll: all six at once, or five at first and then the sixth.
    assert of_a_number.rows[1][5] == pytest.approx(6**-6 + 30 * 6**-6 / 6)
    for figures in table.figures:
        for worse, better in pairwise(figures.rows):
            assert all(less < more for less, more in zip(worse, better, strict=True))


# -- the command -------------------------------------------------------------------------------------------------------


EVERYWHERE = [(text, lang) for text in (*POSITIONS, *roost.all_games()) for lang in ("en", "de")]
IN_EVERY_LANGUAGE = [(POSITIONS[0], language.value) for language in Language if language.value not in ("en", "de")]


@pytest.mark.parametrize(("text", "lang"), [*EVERYWHERE, *IN_EVERY_LANGUAGE])
def test_the_output_fits_on_a_screen_and_in_a_pipe(text: str, lang: str) -> None:
    """No line is wider than 80 characters or ends in blanks, and a pipe gets no colours."""
    result = run("odds", *text.split(), lang=lang)
    assert result.code == 0
    assert "\x1b" not in result.out
    assert result.out.strip()
    for line in result.out.splitlines():
        assert len(line) <= 80, line
        assert line == line.rstrip()


def test_a_certain_end_has_no_comparison() -> None:
    """If every choice ends the turn, the table of results by choice is left out."""
    out = run("odds", *CERTAIN.split()).out
    assert "snatch 31 from B" in out
    assert "take 21" in out
    assert "with each choice" not in out
    assert "100.0%" in out


def test_a_roll_has_a_value() -> None:
    """Before a roll, the command prints the value of the turn."""
    out = run("odds", *TO_ROLL.split()).out
    assert "B rolls 8 dice." in out
    assert re.search(r"^value \+\d\.\d{3}$", out, re.MULTILINE)
    assert "How the turn ends with best play:" in out


def test_an_aim_for_a_total_prints_a_chance() -> None:
    """With an aim for a total, the value is a chance and the results are totals."""
    out = run("odds", *START.split(), "--aim", "at-least 24").out
    assert "the best chance of a result of 24 or more" in out
    assert "value 74.8%" in out
    assert "ends on 24 " in out
    out = run("odds", *START.split(), "--aim", "exactly 28").out
    assert "value 22.1%" in out


def test_many_choices_are_cut_short() -> None:
    """The best ways to re-roll are printed and the others counted; JSON has all."""
    state = roost.position(PICNIC)
    out = run("odds", *PICNIC.split()).out
    assert f"{len(state.actions()) - 12} more choices are worth less." in out
    assert len(json.loads(run("odds", *PICNIC.split(), "--json").out)["choices"]) == len(state.actions())


@pytest.mark.parametrize("words", [*POSITIONS, *roost.all_games()])
def test_json_is_the_result_of_the_library(words: str) -> None:
    """With ``--json`` the command prints the data that the Python function returns."""
    with in_plain_python():
        data = position_odds(roost.position(words)) if " " in words else opening_table(roost.game(words))
    assert json.loads(run("odds", *words.split(), "--json").out) == data.to_json()


def test_options_change_the_printed_opening_table() -> None:
    assert run("odds", "junior", "double_face=bun").out != run("odds", "Junior").out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (OVER, "the game is over, so there is no turn to solve"),
        (DRAW, "the first player is not drawn yet; write turn=A instead of turn=draw"),
        ("heckmek", "did you mean 'heckmeck'?"),
        ("heckmeck grill=21", "the position names no seats"),
        (f"{ROLLED} --aim winning", "'winning' is not an aim; aims: gain, win, at-least N, exactly N"),
        (f"{PICNIC} --aim exactly\xa05", "picnic has no number to aim at in a turn"),
        ("junior double_face=onion", "double_face of junior must be"),
    ],
)
def test_an_unsolvable_position_is_explained_in_one_line(words: str, message: str) -> None:
    """The command prints one line of error, and its exit status is 2."""
    result = run("odds", *words.split(" "))
    assert result.code == 2
    assert message in result.err
    assert result.out == ""
    assert result.err.count("\n") == 1


# -- the document ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [*roost.all_games(), ROLLED])
def test_the_documentation_shows_the_output(words: str) -> None:
    """The examples in docs/odds.md are what the command prints."""
    example = re.search(rf"^\$ roost odds {words}\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert example is not None
    assert example[1].strip() == run("odds", *words.split()).out.strip()
