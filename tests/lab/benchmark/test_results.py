"""The benchmark's results as files and as a table."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import roost
from command import run
from roost.core.errors import OptionError
from roost.lab.arena import Estimate
from roost.lab.benchmark import TASKS, Policy, TaskMeasurements, learning_curve, measure, read_results, table
from roost.lab.benchmark.estimates import mean_of, ratio_of
from roost.lab.benchmark.protocol import MatchTask
from roost.lab.benchmark.results import learners_shares, results_of_learning
from roost.lab.benchmark.sample_efficiency import LearnerStrength, learner_from
from roost.study.bots import Bot, bot

DOCS = Path(__file__).parents[3] / "docs"
HEN = Policy("hen", partial(bot, "hen"))
QUICK = MatchTask("junior", "rooster", deals=4)


def measured(before: dict[str, Any] | None = None) -> Iterator[dict[str, Any]]:
    """Measure the hen at a single task that is over quickly."""
    return measure(HEN, tasks=[TASKS[3]], part=0.02, before=before)


def test_a_match_yields_both_shares() -> None:
    """A match yields the win share with and without luck; a bot against itself gets one half without playing."""
    measurement = QUICK.measure(HEN, 1.0, 1)
    assert measurement.facts == {"games": 8}
    assert {"share", "plain_share"} == set(measurement.measures)
    assert measurement.measures["share"].standard_error is not None
    itself = QUICK.measure(Policy("rooster", partial(bot, "rooster")), 1.0, 1)
    assert itself.measures["share"] == Estimate(0.5, 0.0, 0.5, 0.5)
    assert itself.facts == {"games": 0}


def test_measured_tasks_are_skipped_on_resuming() -> None:
    """Saved results are completed by the missing tasks; results of another policy are refused."""
    (results,) = measured()
    task = results["tasks"]["heckmeck against rooster"]
    task["measures"]["share"]["value"] = 0.123
    (again,) = measured(results)
    assert again["tasks"]["heckmeck against rooster"]["measures"]["share"]["value"] == 0.123
    with pytest.raises(OptionError, match="saved results are of"):
        next(measure(Policy("fox", partial(bot, "fox")), part=0.02, before=results))


def test_result_files_are_validated(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    for text, message in (
        ("[]", "not of format"),
        ('{"roost_benchmark": 1, "protocol": 99, "policy": "hen"}', "of protocol 99"),
        ('{"roost_benchmark": 1, "protocol": 2}', "holds no results"),
    ):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(OptionError, match=message):
            read_results(file)


def test_the_documentation_shows_the_tables_of_all_result_files() -> None:
    order = ("chick", "hen", "rooster", "fox", "ppo", "alphazero")
    files = [file for file in (DOCS / "benchmark").glob("*.json") if "roost_benchmark" in file.read_text("utf-8")]
    ordered = sorted(files, key=lambda file: (order.index(file.stem.partition("-")[0]), file.stem))
    page = (DOCS / "benchmark.md").read_text(encoding="utf-8")
    for part in table([read_results(file) for file in ordered]).strip().split("\n\n"):
        assert part in page


def test_means_and_ratios_have_standard_errors() -> None:
    assert mean_of([1.0, 3.0]).value == 2.0
    assert mean_of([1.0, 3.0]).standard_error == pytest.approx(1.0)
    assert mean_of([1.0]).standard_error is None
    assert ratio_of([1.0, 2.0], [2.0, 4.0]) == Estimate(0.5, 0.0, 0.5, 0.5)
    assert ratio_of([1.0], [4.0]).value == 0.25
    assert ratio_of([1.0, 1.0], [1.0, 3.0]).standard_error == pytest.approx(0.25)


class Slow:
    """A learner that learns nothing and records its budgets."""

    name = "slow"

    def __init__(self) -> None:
        self.asked = list[int]()

    def learn(self, decisions: int) -> None:
        self.asked.append(decisions)

    def bot(self) -> Bot:
        return bot("chick")


def test_a_learner_is_measured_at_its_budgets() -> None:
    learner = Slow()
    game = roost.game("junior", players=2)
    points = list(learning_curve(learner, game, budgets=(10, 20), opponents=("hen",), deals=3))
    assert learner.asked == [10, 20]
    assert [(point.decisions, point.opponent) for point in points] == [(10, "hen"), (20, "hen")]
    assert points[0].share == points[1].share


def test_results_are_averaged_over_a_learners_seeds() -> None:
    """With one seed the interval reflects the deals; with several seeds it is that of the seeds' mean."""

    def learnt(seed: int, share: float) -> dict[str, Any]:
        return results_of_learning(
            "slow", "junior", seed, [LearnerStrength(10, "hen", Estimate(share, 0.1, share - 0.2, 1.0))]
        )

    (alone,) = learners_shares([learnt(1, 0.4)])
    assert (alone.share["low"], alone.seeds) == (pytest.approx(0.2), 1)
    (both,) = learners_shares([learnt(1, 0.4), {"policy": "hen", "tasks": {}}, learnt(2, 0.6)])
    assert (both.share["value"], both.share["standard_error"], both.seeds) == (0.5, pytest.approx(0.1), 2)
    (alike,) = learners_shares([learnt(1, 0.4), learnt(2, 0.4)])
    assert (alike.share, alike.seeds) == (alone.share, 2)
    assert "| slow | junior | 10 | hen | 50.0% (" in table([learnt(1, 0.4), learnt(2, 0.6)])


def test_a_learner_is_loaded_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def make(game, seed):\n    return (game, seed)\n", encoding="utf-8")
    maker: Any = learner_from(f"{file}:make")
    assert maker("game", 3) == ("game", 3)
    for wrong, message in ((f"{file}:other", "has no callable"), ("nowhere.py:make", "FILE.py:NAME")):
        with pytest.raises(OptionError, match=message):
            learner_from(wrong)


def test_the_command_writes_what_it_measures(tmp_path: Path) -> None:
    """The file contains protocol, seed, task and intervals; the table is printed."""
    file = tmp_path / "hen.json"
    words = ("benchmark", "run", "hen", "--part", "0.04", "--task", "heckmeck against rooster", "--out", str(file))
    ran = run(*words)
    assert "| heckmeck against rooster | share of the win |" in ran.out
    written = json.loads(file.read_bytes())
    assert written == read_results(file)
    assert written["seed"] == "roost benchmark 2"
    assert written["tasks"]["heckmeck against rooster"]["asked"]["deals"] == 50
    assert run("benchmark", "table", str(file)).out == ran.out
    assert "there is no task" in run("benchmark", "run", "hen", "--task", "chess").err
    assert "protocol 2" in run("benchmark", "tasks").out


def test_a_task_that_cannot_be_measured_states_the_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Impossible(MatchTask):
        def measure(self, policy: Policy, part: float, jobs: int) -> TaskMeasurements:
            raise OptionError("no table")

    monkeypatch.setattr("roost.lab.benchmark.results.TASKS", (Impossible("junior", "hen", 2),))
    (results,) = measure(HEN, tasks=[Impossible("junior", "hen", 2)])
    assert results["tasks"]["junior against hen"]["not_measured"] == "no table"
