"""The benchmark card for language models: shared deals, programs as policies, and the log in the documentation."""

import sys
from pathlib import Path

import pytest

from roost.core.errors import OptionError
from roost.lab.benchmark.text_card import (
    REFERENCES,
    TEXT_TASKS,
    card_json,
    card_table,
    measure_text,
    paired_difference,
    read_card,
)
from roost.study.bots.external import BotError

DOCS = Path(__file__).parents[3] / "docs"
EIGHT_TILES = TEXT_TASKS[:1]
FIRST_LEGAL = """
import json, sys
for line in sys.stdin:
    moves = json.loads(line)["observation"].partition("Legal moves:\\n")[2].splitlines()
    print(json.dumps({"answer": "I play **" + moves[0][2:].partition(":")[0] + "**"}), flush=True)
"""


def test_a_program_that_plays_like_a_reference_gets_the_same_row(tmp_path: Path) -> None:
    program = tmp_path / "first.py"
    program.write_text(FIRST_LEGAL, encoding="utf-8")
    (reference,) = measure_text("first legal", EIGHT_TILES, deals=2)
    (measured,) = measure_text(f"exec:{sys.executable} {program}", EIGHT_TILES, deals=2)
    assert measured | {"policy": ""} == reference | {"policy": ""}
    assert reference["kind"] == "exact"
    assert reference["regret"]["all"]["value"] > 0.01


def test_the_oracle_gives_nothing_away_and_forced_choices_do_not_count() -> None:
    (row,) = measure_text("oracle", EIGHT_TILES, deals=2)
    assert row["regret"]["all"]["value"] == 0
    assert sum(count for _, count in row["deals"]) == row["decisions"]
    assert read_card(card_json([row])) == [row]
    assert "| junior, eight tiles | `oracle` | 0.000% |" in card_table([row])


def test_an_answer_that_is_not_json_is_quoted_in_the_error() -> None:
    with pytest.raises(BotError, match="answered 'no', which is not JSON"):
        list(measure_text(f"exec:{sys.executable} -c \"input(); print('no'); input()\"", EIGHT_TILES, deals=2))


def test_only_files_with_a_card_are_read() -> None:
    with pytest.raises(OptionError, match="this is no text card"):
        read_card('{"roost_benchmark": 1}')


def test_the_documentation_shows_the_log_and_the_hen_and_the_rooster_differ() -> None:
    rows = read_card((DOCS / "benchmark" / "text.json").read_text(encoding="utf-8"))
    assert card_table(rows) in (DOCS / "language-models.md").read_text(encoding="utf-8")
    by_name = {(row["task"], row["policy"]): row for row in rows}
    assert set(by_name) == {(task.name, policy) for task in TEXT_TASKS for policy in REFERENCES}
    for task in TEXT_TASKS:
        assert by_name[task.name, "hen"]["episodes"] == 100
        assert paired_difference(by_name[task.name, "hen"], by_name[task.name, "rooster"])["low"] > 0
