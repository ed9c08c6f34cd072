"""``roost train``: make a model by self-play."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roost.cli.options import given

if TYPE_CHECKING:
    from roost.study.train.training import Plan, Training


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name; roost games lists them.")],
    out: Annotated[Path | None, given("--out", "FILE", "Where the model goes; by default GAME.npz here.")] = None,
    checkpoint: Annotated[
        Path | None, given("--checkpoint", "FILE", "Keep the progress in this file, and go on from there.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed makes the same model.")] = 1,
    rounds: Annotated[
        int | None, typer.Option("--rounds", "-r", min=1, max=100_000, help="Rounds of self-play and learning.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", min=1, max=100_000, help="Games of a round for each number of players."),
    ] = None,
    width: Annotated[
        int | None,
        typer.Option("--width", min=2, max=4_096, help="How wide the network's layers are."),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="Learn tables of so many players only; of every number without it."),
    ] = None,
    trace: Annotated[
        float | None,
        typer.Option("--trace", min=0, max=1, help="Which part of each surprise goes on to the position before."),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=256, help="How many processes play; the model is the same.")
    ] = 1,
    ray: Annotated[str | None, given("--ray", "ADDRESS", "Play on a Ray cluster: HOST:PORT, auto, or local.")] = None,
) -> None:
    """Train a model of a game by self-play: every turn solved exactly, the network learning from what comes of it.

    A game that brings no training of its own is learnt from its declared fields, with its model card beside it. That
    takes some minutes. --seed, --rounds, --games and --players say how, and Roost uses the model from then on.

    With --checkpoint, Ctrl-C loses at most one round, and the same command goes on later; the model that comes out is
    the same. Without --rounds, --games, --width, --players and --trace, it is the training that made the model
    shipped with Roost.
    """
    # These networks are too small for several threads to help; set before NumPy is loaded, which reads it then.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from roost.core.faces import has_face
    from roost.core.registry import game_type
    from roost.study.models.model import Model, save
    from roost.study.train.training import Training, command_of, shipped_plan

    if not has_face(game_type(game), "training"):
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
    """Learn a game from its declared fields; write the model and its card."""
    from dataclasses import replace
    from time import perf_counter

    from roost.core.registry import game
    from roost.study.models.learning import GOOD, Learning
    from roost.study.models.shelf import keep
    from roost.study.train.learnt_card import learnt_card

    began = perf_counter()

    def tell(told: Learning) -> None:
        if told.model is None:
            left = (perf_counter() - began) / max(told.round, 1) * (told.rounds - told.round)
            then = f"{left / 60:.0f} min left" if left else "now its error is measured"
            typer.echo(f"round {told.round} of {told.rounds}: {told.positions:,} positions, {then}", err=True)

    played = game(name, players)
    plan = replace(GOOD, rounds=rounds or GOOD.rounds, games=games or GOOD.games)
    words = [f"roost train {played.name} --seed {seed} --rounds {plan.rounds} --games {plan.games}"]
    words += [f"--players {players}"] if players is not None else []
    made = keep(played, plan, tell, seed)
    made.about["command"] = " ".join(words)
    target = out or Path(f"{played.name}.npz")
    made.save(target)
    card = target.with_suffix(".md")
    card.write_text(learnt_card(made), encoding="utf-8")
    typer.echo(f"{target}: {target.stat().st_size:,} bytes, ±{made.error:.1%}; {card}")


def _run(training: Training, plan: Plan, checkpoint: Path | None, jobs: int, ray: str | None) -> None:
    from time import perf_counter

    from roost.lab.cluster import cluster

    keep = (lambda kept: kept.save(checkpoint)) if checkpoint else None
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
