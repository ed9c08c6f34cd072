"""Results on the disk: a JSON file for each policy, and the table that several of them make."""

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
from roost.lab.benchmark.protocol import PROTOCOL, SEED, TASKS, Policy, Task
from roost.lab.benchmark.sample_efficiency import LEARNING_DEALS, Learnt

FORMAT = 1
"""The version of the file."""
_LARGEST_FILE = 1_000_000


def measure(
    policy: Policy,
    *,
    tasks: Sequence[Task] = TASKS,
    part: float = 1.0,
    jobs: int = 1,
    before: Mapping[str, Any] | None = None,
) -> Iterator[dict[str, Any]]:
    """Measure a policy, task by task; yields the results so far, as a file holds them.

    What ``before``, results of the same policy, holds already is not measured again.
    """
    results: Mapping[str, Any] = before or _header(policy.name, part)
    told = {key: results.get(key) for key in ("policy", "part", "roost")}
    wanted = {"policy": policy.name, "part": part, "roost": __version__}
    if told != wanted:
        raise OptionError(f"these are other results: {told}, not {wanted}", input=policy.name)
    done: dict[str, Any] = dict(results.get("tasks", {}))
    for task in tasks:
        if "measures" not in done.get(task.name, {}):
            done[task.name] = _measured(task, policy, part, jobs)
        yield {**results, "tasks": {one.name: done[one.name] for one in TASKS if one.name in done}}


def _measured(task: Task, policy: Policy, part: float, jobs: int) -> dict[str, Any]:
    """The result of a task, or the reason why there is none."""
    began = perf_counter()
    try:
        found = task.measure(policy, part, jobs)
    except OptionError as why:
        return {"asked": task.to_json(), "not_measured": str(why)}
    return {
        "asked": task.to_json(),
        "seconds": round(perf_counter() - began, 1),
        "measures": {name: estimate.to_json() for name, estimate in found.measures.items()},
        "facts": dict(found.facts),
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


def results_of_learning(learner: str, game: str, seed: int, curve: Iterable[Learnt]) -> dict[str, Json]:
    """The results of a learner, as the file holds them."""
    points: list[Json] = [
        {"decisions": point.decisions, "opponent": point.opponent, "share": point.share.to_json()} for point in curve
    ]
    about: dict[str, Json] = {
        "game": game,
        "players": 2,
        "deals": LEARNING_DEALS,
        "learner_seed": seed,
        "points": points,
    }
    return _header(learner, 1.0) | {"learning": about}


def read_results(file: Path) -> dict[str, Any]:
    """The results in a file."""
    try:
        if file.stat().st_size > _LARGEST_FILE:
            raise ValueError("it is far too large")
        found = json.loads(file.read_bytes())
        if not isinstance(found, dict) or found.get("roost_benchmark") != FORMAT:
            raise ValueError(f"it is not of format {FORMAT}")
        if found.get("protocol") != PROTOCOL:
            raise ValueError(f"it is of protocol {found.get('protocol')}, not {PROTOCOL}")
        if not isinstance(found.get("policy"), str):
            raise ValueError("it names no policy")
    except (OSError, ValueError, RecursionError) as why:
        raise OptionError(f"{file} holds no results of the benchmark: {why}", input=str(file)) from None
    return found


def table(results: Sequence[Mapping[str, Any]]) -> str:
    """A table in Markdown: a row for each task and measure, a column for each policy; then what was learnt."""
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
    learnt = learners_shares(results)
    if learnt:
        lines += [
            "",
            "| learner | game | decisions | opponent | share of the win | seeds |",
            "| --- | --- | ---: | --- | ---: | ---: |",
        ]
        for one in learnt:
            where = f"{one.learner} | {one.game} | {one.decisions:,} | {one.opponent}"
            lines.append(f"| {where} | {_shown(one.share, digits=1)} | {one.seeds} |")
    return "\n".join(lines) + "\n"


class LearnersShare(NamedTuple):
    """The strength of a learner, all their seeds together."""

    learner: str
    game: str
    decisions: int
    opponent: str
    share: Mapping[str, Any]
    """As of an :class:`Estimate`: of one seed with the interval of its deals, of several with that of their mean."""
    seeds: int


def learners_shares(results: Sequence[Mapping[str, Any]]) -> list[LearnersShare]:
    """The strength of all learners, seeds together; seeds that are alike have the interval of one of them."""
    together: dict[tuple[str, str, int, str], list[Mapping[str, Any]]] = {}
    for one in results:
        for point in one.get("learning", {}).get("points", ()):
            key = one["policy"], one["learning"]["game"], point["decisions"], point["opponent"]
            together.setdefault(key, []).append(point["share"])
    found = []
    for key, shares in together.items():
        values = [one["value"] for one in shares]
        share = shares[0] if len(set(values)) == 1 else mean_of(values).to_json()
        found.append(LearnersShare(*key, share, len(shares)))
    return found


def _shown(told: Mapping[str, Any] | None, digits: int) -> str:
    """A share in percent, with its interval, if it has one."""
    if not told:
        return ""
    estimate = Estimate(**told)
    text = f"{100 * estimate.value:.{digits}f}%"
    if estimate.low is None or estimate.high is None or estimate.low == estimate.high:
        return text
    return f"{text} ({100 * estimate.low:.{digits}f} to {100 * estimate.high:.{digits}f})"
