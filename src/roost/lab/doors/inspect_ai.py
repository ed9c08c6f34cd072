"""Roost's games as a task for Inspect: ``inspect eval roost/lab/doors/inspect_ai.py --model … -T game=junior``.

Each sample is one game. The score is the win share that the model's decisions gave away in it; less is better.
"""

from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Score, mean, scorer, stderr
from inspect_ai.solver import Generate, TaskState, solver

from roost.lab.envs.text import TextGame

_LATEST = 40
"""Number of messages that the model sees besides the first."""


@task
def roost(
    game: str = "junior",
    episodes: int = 100,
    opponent: str = "hen",
    show_legal: bool = True,
    alias: int | None = None,
) -> Task:
    """Play games against a bot; sample i has the dice of seed i."""
    options: dict[str, Any] = {"opponent": opponent, "show_legal": show_legal, "alias": alias}
    samples = [
        Sample(input=TextGame(game, seed=seed, **options).reset(), target="0", id=seed, metadata={"seed": seed})
        for seed in range(episodes)
    ]
    return Task(MemoryDataset(samples, name=f"roost {game}"), solver=play(game, options), scorer=given_away())


@solver
def play(game: str, options: dict[str, Any]) -> Any:
    """Play a sample's game to its end."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        text = TextGame(game, seed=state.metadata["seed"], **options)
        prices: list[dict[str, Any]] = []
        total = 0.0
        while not text.is_done:
            state.messages[1:] = state.messages[1:][-_LATEST:]
            state = await generate(state)
            step = text.step(state.output.completion)
            total += step.reward
            prices.append(step.info)
            state.messages.append(ChatMessageUser(content=step.observation))
        state.metadata |= {"prices": prices, "total": total, "result": text.result}
        return state

    return solve


@scorer(metrics=[mean(), stderr()])
def given_away() -> Any:
    """Score a game by the win share that its decisions gave away, with unreadable answers at their price."""

    async def score(state: TaskState, target: Any) -> Score:
        result = state.metadata["result"]
        return Score(value=-state.metadata["total"], explanation=f"win share at the end: {result}")

    return score
