"""Tests that the model card in the documentation agrees with the training plans."""

import re
from pathlib import Path

import roost
from roost.study.models.model import model
from roost.study.train.training import command_of, shipped_plan

CARDS = Path(__file__).parents[3] / "docs" / "models.md"


def row(name: str) -> list[str]:
    """Return the cells of a row in the table of the four models."""
    (cells,) = re.findall(rf"^\| {re.escape(name)} \|(.*)\|$", CARDS.read_text(encoding="utf-8"), re.MULTILINE)
    return [cell.strip() for cell in cells.split("|")]


def test_the_card_agrees_with_the_plans() -> None:
    """The card's commands, commits, weights, games and settings match the shipped models."""
    names = list(roost.all_games())
    models, plans = [model(name) for name in names], [shipped_plan(name) for name in names]
    assert row("command: `roost train …`") == [f"`{m.about['command'].removeprefix('roost train ')}`" for m in models]
    assert all(m.about["command"].startswith(command_of(plan)) for m, plan in zip(models, plans, strict=True))
    assert row("at commit") == [m.about["commit"][:7] for m in models]
    assert row("weights") == [f"{sum(w.size for w in m.net.weights.values()):,}" for m in models]
    rounds = [[chunk for number in range(plan.rounds) for chunk in plan.chunks(number)] for plan in plans]
    assert row("games of self-play") == [f"{sum(chunk.games for chunk in chunks):,}" for chunks in rounds]
    variants = [sum(chunk.games for chunk in chunks if chunk.options) for chunks in rounds]
    assert row("of them with other options") == [f"{games:,}" for games in variants]
    ranges = [roost.all_games()[name].player_range for name in names]
    assert row("numbers of players") == [f"{players.start} to {players.stop - 1}" for players in ranges]
    assert row("passes, batch, trace") == [f"{plan.passes}, {plan.batch}, {plan.trace}" for plan in plans]


def test_the_card_agrees_with_the_measured_strength() -> None:
    """The strength in the table matches the measured strength of the shipped model."""
    for cell, name in zip(row("fox against rooster, for each"), roost.all_games(), strict=True):
        assert model(name).about["strength"].endswith(f" players: {cell}")
