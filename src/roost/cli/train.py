"""``roost train``: train a game's model by self-play."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roost.cli.options import given

if TYPE_CHECKING:
    from roost.study.train.training import Training, TrainingPlan


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name; roost games lists them.")],
    out: Annotated[
        Path | None, given("--out", "FILE", "The file of the model; default: GAME.npz in this folder.")
    ] = None,
    checkpoint: Annotated[
        Path | None, given("--checkpoint", "FILE", "Save the progress in this file, and continue from it.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same model.")] = 1,
    rounds: Annotated[
        int | None, typer.Option("--rounds", "-r", min=1, max=100_000, help="Rounds of self-play and learning.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", min=1, max=100_000, help="Games per round for each number of players."),
    ] = None,
    width: Annotated[
        int | None,
        typer.Option("--width", min=2, max=4_096, help="Width of the network's layers."),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="Number of players to train for; default: all numbers."),
    ] = None,
    trace: Annotated[
        float | None,
        typer.Option(
            "--trace",
            min=0,
            max=1,
            help="Trace decay of TD(λ): the fraction of each error passed to the position before.",
        ),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=256, help="Number of processes; the model does not depend on it.")
    ] = 1,
    ray: Annotated[str | None, given("--ray", "ADDRESS", "Play on a Ray cluster: HOST:PORT, auto, or local.")] = None,
) -> None:
    """Train a model of a game by self-play. Every turn is solved exactly, and the network learns from the results.

    A game without its own training code is learnt from its declared fields in a few minutes, and a model card is
    written next to the model. Only --seed, --rounds, --games and --players apply to such a game. From then on, Roost
    uses the model.

    With --checkpoint, Ctrl-C loses at most one round, and the same command continues later with the same final model.
    Without --rounds, --games, --width, --players and --trace, the training reproduces the model shipped with Roost.
    """
    from roost.core.adapters import has_adapter
    from roost.core.registry import game_type
    from roost.study.models.model import Model, save
    from roost.study.train.training import Training, command_of, shipped_plan

    if not has_adapter(game_type(game), "training"):
        _learn(game, out, seed, rounds, games, players)
        return
    changes = {"rounds": rounds, "games": games, "width": width, "players": players}
    plan = shipped_plan(game_type(game).name, seed=seed, **changes, trace=trace)
    training = Training.resumed(plan, checkpoint) if checkpoint and checkpoint.exists() else Training(plan)
    _run(training, plan, checkpoint, jobs, ray)
    target = out or Path(f"{plan.game}.npz")
    save(Model(plan.game, training.learner.playing, {"command": command_of(plan), "seed": seed}), target)
    typer.echo(f"{target}: {target.stat().st_size:,} bytes")


def _learn(name: str, out: Path | None, seed: int, rounds: int | None, games: int | None, players: int | None) -> None:
    """Train a model from a game's declared fields; write the model and its card."""
    from dataclasses import replace
    from time import perf_counter

    from roost.core.registry import game
    from roost.study.models.learning import GOOD, Learning
    from roost.study.models.model_cache import keep
    from roost.study.train.learnt_card import learnt_card

    began = perf_counter()

    def print_progress(state: Learning) -> None:
        if state.model is None:
            left = (perf_counter() - began) / max(state.round, 1) * (state.rounds - state.round)
            outlook = f"{left / 60:.0f} min left" if left else "measuring the model's error"
            typer.echo(f"round {state.round} of {state.rounds}: {state.positions:,} positions, {outlook}", err=True)

    played = game(name, players)
    plan = replace(GOOD, rounds=rounds or GOOD.rounds, games=games or GOOD.games)
    words = [f"roost train {played.name} --seed {seed} --rounds {plan.rounds} --games {plan.games}"]
    words += [f"--players {players}"] if players is not None else []
    model = keep(played, plan, print_progress, seed)
    model.about["command"] = " ".join(words)
    target = out or Path(f"{played.name}.npz")
    model.save(target)
    card = target.with_suffix(".md")
    card.write_text(learnt_card(model), encoding="utf-8")
    typer.echo(f"{target}: {target.stat().st_size:,} bytes, ±{model.error:.1%}; {card}")


def _run(training: Training, plan: TrainingPlan, checkpoint: Path | None, jobs: int, ray: str | None) -> None:
    from time import perf_counter

    from roost.lab.cluster import cluster

    keep = (lambda training: training.save(checkpoint)) if checkpoint else None
    began, first = perf_counter(), training.round
    with cluster(ray) if ray is not None else nullcontext() as connected:
        for progress in training.run(keep, jobs, None if connected is None else connected.answers):
            pace = (perf_counter() - began) / (progress.round - first)
            left = pace * (plan.rounds - progress.round)
            typer.echo(
                f"round {progress.round} of {plan.rounds}: {progress.positions:,} positions, loss {progress.loss:.5f}, "
                f"{left / 60:.0f} min left",
                err=True,
            )
