"""Store results on disk as one JSON file per policy, and compare several files in a table."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from roost.core.errors import OptionError
from roost.core.notation import Json
from roost.core.version import __version__
from roost.lab.arena import Estimate
from roost.lab.benchmark.estimates import mean_of
from roost.lab.benchmark.protocol import PROTOCOL, SEED, TASKS, BenchmarkTask, Policy
from roost.lab.benchmark.sample_efficiency import LEARNING_DEALS, LearnerStrength

FORMAT = 1
"""Version of the file format."""
_LARGEST_FILE = 1_000_000


def measure(
    policy: Policy,
    *,
    tasks: Sequence[BenchmarkTask] = TASKS,
    part: float = 1.0,
    jobs: int = 1,
    before: Mapping[str, Any] | None = None,
) -> Iterator[dict[str, Any]]:
    """Measure a policy, task by task; after each task, yield the results so far in the file format.

    ``before`` contains earlier results of the same policy; tasks measured there are skipped.
    """
    results: Mapping[str, Any] = before or _header(policy.name, part)
    saved = {key: results.get(key) for key in ("policy", "part", "roost")}
    wanted = {"policy": policy.name, "part": part, "roost": __version__}
    if saved != wanted:
        raise OptionError(f"the saved results are of {saved}, not of {wanted}", input=policy.name)
    done: dict[str, Any] = dict(results.get("tasks", {}))
    for task in tasks:
        if "measures" not in done.get(task.name, {}):
            done[task.name] = _measured(task, policy, part, jobs)
        yield {**results, "tasks": {known.name: done[known.name] for known in TASKS if known.name in done}}


def _measured(task: BenchmarkTask, policy: Policy, part: float, jobs: int) -> dict[str, Any]:
    """Return the result of a task, or the reason why the task could not be measured."""
    began = perf_counter()
    try:
        result = task.measure(policy, part, jobs)
    except OptionError as error:
        return {"asked": task.to_json(), "not_measured": str(error)}
    return {
        "asked": task.to_json(),
        "seconds": round(perf_counter() - began, 1),
        "measures": {name: estimate.to_json() for name, estimate in result.measures.items()},
        "facts": dict(result.facts),
    }


def _header(policy: str, part: float) -> dict[str, Json]:
    return {
        "roost_benchmark": FORMAT,
        "protocol": PROTOCOL,
        "roost": __version__,
        "seed": SEED,
        "policy": policy,
        "part": part,
    }


def results_of_learning(learner: str, game: str, seed: int, curve: Iterable[LearnerStrength]) -> dict[str, Json]:
    """Return the results of a learner in the file format."""
    points: list[Json] = [
        {"decisions": point.decisions, "opponent": point.opponent, "share": point.share.to_json()} for point in curve
    ]
    learning: dict[str, Json] = {
        "game": game,
        "players": 2,
        "deals": LEARNING_DEALS,
        "learner_seed": seed,
        "points": points,
    }
    return _header(learner, 1.0) | {"learning": learning}


def read_results(file: Path) -> dict[str, Any]:
    """Read a file of results; raise an error if its format or protocol differs."""
    try:
        if file.stat().st_size > _LARGEST_FILE:
            raise ValueError("it is far too large")
        results = json.loads(file.read_bytes())
        if not isinstance(results, dict) or results.get("roost_benchmark") != FORMAT:
            raise ValueError(f"it is not of format {FORMAT}")
        if results.get("protocol") != PROTOCOL:
            raise ValueError(f"it is of protocol {results.get('protocol')}, not {PROTOCOL}")
        if not isinstance(results.get("policy"), str):
            raise ValueError("it names no policy")
    except (OSError, ValueError, RecursionError) as error:
        raise OptionError(f"{file} holds no results of the benchmark: {error}", input=str(file)) from None
    return results


def table(results: Sequence[Mapping[str, Any]]) -> str:
    """Return a Markdown table: one row per task and measure, one column per policy.

    The learners' win shares follow in a second table.
    """
    policies = [result for result in results if "tasks" in result]
    lines = []
    if policies:
        names = [str(result["policy"]) for result in policies]
        lines += [f"| task | measure | {' | '.join(names)} |", f"| --- | --- |{' ---: |' * len(names)}"]
        for task in TASKS:
            cells = [result["tasks"].get(task.name, {}).get("measures", {}) for result in policies]
            for measure_name, title in (("share", "share of the win"), ("loss", "given away per decision")):
                row = [_shown(cell.get(measure_name), digits=1 if measure_name == "share" else 3) for cell in cells]
                if any(row):
                    lines.append(f"| {task.name} | {title} | {' | '.join(row)} |")
    learners = learners_shares(results)
    if learners:
        lines += [
            "",
            "| learner | game | decisions | opponent | share of the win | seeds |",
            "| --- | --- | ---: | --- | ---: | ---: |",
        ]
        for entry in learners:
            key = f"{entry.learner} | {entry.game} | {entry.decisions:,} | {entry.opponent}"
            lines.append(f"| {key} | {_shown(entry.share, digits=1)} | {entry.seeds} |")
    return "\n".join(lines) + "\n"


class LearnersShare(NamedTuple):
    """A learner's win share against one opponent, averaged over its seeds."""

    learner: str
    game: str
    decisions: int
    opponent: str
    share: Mapping[str, Any]
    """An :class:`Estimate` as JSON. Its interval is over deals if there is one seed, and over seeds if there are
    several."""
    seeds: int


def learners_shares(results: Sequence[Mapping[str, Any]]) -> list[LearnersShare]:
    """Average each learner's win shares over its seeds.

    If all seeds have equal results, keep the first seed's interval.
    """
    by_key: dict[tuple[str, str, int, str], list[Mapping[str, Any]]] = {}
    for result in results:
        for point in result.get("learning", {}).get("points", ()):
            key = result["policy"], result["learning"]["game"], point["decisions"], point["opponent"]
            by_key.setdefault(key, []).append(point["share"])
    averages = []
    for key, shares in by_key.items():
        values = [share["value"] for share in shares]
        share = shares[0] if len(set(values)) == 1 else mean_of(values).to_json()
        averages.append(LearnersShare(*key, share, len(shares)))
    return averages


def _shown(share: Mapping[str, Any] | None, digits: int) -> str:
    """Format a win share in percent, with its interval if there is one."""
    if not share:
        return ""
    estimate = Estimate(**share)
    text = f"{100 * estimate.value:.{digits}f}%"
    if estimate.low is None or estimate.high is None or estimate.low == estimate.high:
        return text
    return f"{text} ({100 * estimate.low:.{digits}f} to {100 * estimate.high:.{digits}f})"
