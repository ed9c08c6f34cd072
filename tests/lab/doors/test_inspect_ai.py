"""Inspect runs the task with a model of its own that answers at random."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai", reason="inspect-ai is not installed: python tools/doors.py doors")

from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from lab.doors.playing import GAMES, record
from roost.core.stream import Stream
from roost.lab.doors.inspect_ai import roost

pytestmark = pytest.mark.filterwarnings("ignore")  # of Inspect and its libraries


def test_random_games_are_played_without_an_illegal_move(tmp_path: Path) -> None:
    chance = Stream(1)

    def answer(messages: Any, *_: Any) -> ModelOutput:
        moves = messages[-1].text.partition("Legal moves:\n")[2].splitlines()
        output = ModelOutput.from_content("mockllm", chance.choice(moves)[2:].partition(":")[0])
        output.usage = ModelUsage()  # or Inspect would download an encoding to count tokens
        return output

    model = get_model("mockllm/model", custom_outputs=answer, memoize=False)
    (log,) = evaluate(roost(episodes=GAMES, opponent="chick"), model=model, log_dir=str(tmp_path), display="none")
    assert log.status == "success"
    assert log.samples is not None
    assert len(log.samples) == GAMES
    moves = 0
    for sample in log.samples:
        assert not any("problem" in price for price in sample.metadata["prices"])
        moves += len(sample.metadata["prices"])
        assert next(iter((sample.scores or {}).values())).as_float() >= 0
    record("inspect-ai", random_games=GAMES, moves=moves, illegal=0)
