"""``roost benchmark``: measure a policy's strength with a fixed protocol."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from roost.cli.options import given

if TYPE_CHECKING:
    from roost.core.notation import Json

benchmark = typer.Typer(
    name="benchmark",
    help="Measure the strength of a policy against exact solutions and strong bots.",
    no_args_is_help=True,
)
Out = Annotated[Path | None, given("--out", "FILE.json", "Write the results to this file.")]


@benchmark.command()
def tasks() -> None:
    """List the tasks of the protocol."""
    from roost.lab.benchmark.protocol import PROTOCOL, TASKS

    typer.echo(f"protocol {PROTOCOL}")
    for task in TASKS:
        typer.echo(f"{task.name}: {json.dumps(task.to_json())}")


@benchmark.command()
def run(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot's name, or exec:COMMAND for a program.")],
    task: Annotated[list[str] | None, given("--task", "NAME", "Run only this task; can be repeated.")] = None,
    part: Annotated[
        float,
        typer.Option("--part", min=0.001, max=1.0, help="Play only this fraction of the deals, for a quick look."),
    ] = 1.0,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=256, help="Number of processes that play matches.")
    ] = 1,
    out: Out = None,
) -> None:
    """Measure a bot in all tasks, and print the results as one column of a table.

    With --out, results already in the file are not measured again, so an interrupted run can be continued.
    """
    # Imported here so that other commands and --help start fast.
    from functools import partial

    from roost.core.errors import OptionError, quote
    from roost.lab.benchmark.protocol import TASKS, Policy
    from roost.lab.benchmark.results import measure, read_results, table
    from roost.study.bots import bot as make_bot

    make_bot(bot)
    for name in task or ():
        if name not in (known.name for known in TASKS):
            raise OptionError(f"there is no task {quote(name)}; roost benchmark tasks lists them", input=name)
    before = read_results(out) if out is not None and out.exists() else None
    chosen = [known for known in TASKS if not task or known.name in task]
    results: dict[str, Json] = {}
    steps = measure(Policy(bot, partial(make_bot, bot)), tasks=chosen, part=part, jobs=jobs, before=before)
    for measured, results in zip(chosen, steps, strict=True):
        if out is not None:
            _write(results, out)
        typer.echo(f"{measured.name}: {_outcome(results, measured.name)}", err=True)
    typer.echo(table([results]), nl=False)


@benchmark.command()
def learn(
    learner: Annotated[str, typer.Argument(metavar="FILE.py:NAME", help="The function that makes the learner.")],
    game: Annotated[str, given("--game", "GAME", "The game to learn, for two players.")] = "heckmeck",
    seed: Annotated[int, typer.Option("--seed", min=0, help="The learner's own seed.")] = 1,
    out: Out = None,
) -> None:
    """Train a learner and measure it after fixed numbers of decisions. This runs the code in the file."""
    from roost.core.registry import game_type
    from roost.lab.benchmark.results import results_of_learning, table
    from roost.lab.benchmark.sample_efficiency import learner_from, learning_curve

    rules = game_type(game).make()
    trained = learner_from(learner)(rules, seed)
    points = []
    for point in learning_curve(trained, rules):
        points.append(point)
        typer.echo(f"{point.decisions:,} decisions, {point.opponent}: {point.share.value:.1%}", err=True)
    results = results_of_learning(trained.name, game, seed, points)
    if out is not None:
        _write(results, out)
    typer.echo(table([results]), nl=False)


@benchmark.command(name="table")
def show_table(
    files: Annotated[list[Path], typer.Argument(metavar="FILE.json", help="Result files.")],
) -> None:
    """Print several results as one table in Markdown."""
    from roost.lab.benchmark.results import read_results, table

    typer.echo(table([read_results(file) for file in files]), nl=False)


@benchmark.command()
def text(
    policy: Annotated[
        list[str] | None,
        given("--policy", "PROGRAM", "A bot, a reference, or exec:PROGRAM; can be repeated. Default: all references."),
    ] = None,
    task: Annotated[list[str] | None, given("--task", "NAME", "Run only this task; can be repeated.")] = None,
    deals: Annotated[int, typer.Option("--deals", min=2, max=10_000, help="Deals, each played from both seats.")] = 50,
    out: Out = None,
) -> None:
    """Measure what the decisions of language models give away in games played as text.

    A program reads lines {"observation": "…"} and writes lines {"answer": "…"}. Rows already in the file given by
    --out are kept, and measured again only if they are named.
    """
    from roost.core.errors import OptionError, quote
    from roost.lab.benchmark.text_card import REFERENCES, TEXT_TASKS, card_json, card_table, measure_text, read_card

    known = {each.name: each for each in TEXT_TASKS}
    for name in task or ():
        if name not in known:
            raise OptionError(f"there is no task {quote(name)}; tasks: {'; '.join(known)}", input=name)
    before = read_card(out.read_text(encoding="utf-8")) if out is not None and out.exists() else []
    rows = {(row["task"], row["policy"]): row for row in before}
    for name in policy or REFERENCES:
        for row in measure_text(name, [known[each] for each in task or known], deals):
            rows[row["task"], row["policy"]] = row
            typer.echo(f"{row['task']}, {name}: {row['regret']['all']['value']:.3%}", err=True)
            if out is not None:
                out.write_text(card_json(list(rows.values())), encoding="utf-8")
    places = {name: place for place, name in enumerate(known)}
    typer.echo(card_table(sorted(rows.values(), key=lambda row: places[row["task"]])), nl=False)


def _outcome(results: dict[str, Any], task: str) -> str:
    result = results["tasks"][task]
    return f"{result['seconds']} s" if "measures" in result else f"not measured, {result['not_measured']}"


def _write(results: dict[str, Json], out: Path) -> None:
    out.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
