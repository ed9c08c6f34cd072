"""The benchmark card for language models: what a policy's decisions give away, over deals that all policies share.

A policy reads observations and answers with text (:mod:`roost.lab.envs.text`). Each deal is played from both seats.
The measure is the regret of each decision with a choice, so the luck of the dice does not enter it. What remains random
is which positions the dice lead to; the intervals show it, with one value for each deal.
"""

import json
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from roost.core.errors import OptionError, quote
from roost.core.moves import Kind
from roost.core.stream import Stream
from roost.core.version import __version__
from roost.lab.benchmark.estimates import mean_of, ratio_of
from roost.lab.envs.text import TextGame
from roost.study.bots import bot
from roost.study.bots.external import BotError, JsonProgram, ProgramFaultError

TEXT_PROTOCOL = 1
"""Version of the card's protocol. Results of different versions cannot be compared."""
DEALS = 50
"""Number of deals of each task; each is played from both seats, so that a task has 100 episodes."""
OPPONENT = "hen"
"""The bot on all other seats."""
REFERENCES = ("oracle", "fox", "rooster", "hen", "chick", "first legal", "always stop")
"""Policies without a language model. ``oracle`` always plays the best move."""
_PROGRAM_SECONDS = 120.0
"""Time that a program may take for an answer."""
_GRACE = 0.5
"""Time that a program has to exit by itself, in seconds."""
_FORMAT = "roost_text_card"


class TextTask(NamedTuple):
    """A game of the card, for two players."""

    name: str
    game: str
    start: str | None = None
    """The position where games begin; None for the opening."""


TEXT_TASKS = (
    TextTask("junior, eight tiles", "junior", "junior grill=4,4,5,5,6,6,7,7 A=- B=- turn=A"),
    TextTask("junior", "junior"),
    TextTask("heckmeck", "heckmeck"),
    TextTask("barbecue", "barbecue"),
    TextTask("picnic", "picnic"),
)
"""The tasks of the card, in its order."""

Answer = Callable[[TextGame, str], str]
"""A policy: returns the answer to an observation."""


def text_policy(name: str) -> Answer:
    """Return a policy by name: one of :data:`REFERENCES`, a bot, or ``exec:PROGRAM``."""
    if name == "oracle":
        return lambda game, observation: game.best()
    if name == "first legal":
        return lambda game, observation: next(iter(game.legal))
    if name == "always stop":
        return lambda game, observation: _stop(game)
    if name.startswith("exec:"):
        return _ProgramPolicy(name.removeprefix("exec:"))
    player, chance = bot(name), Stream(f"text card/{name}")
    return lambda game, observation: str(player.choose(game.state, chance))


def _stop(game: TextGame) -> str:
    """Return the last move that ends the turn, or the first legal one while there is none."""
    ending = [name for name, action in game.legal.items() if action.kind in (Kind.MOVE, Kind.ATTACK)]
    return ending[-1] if ending else next(iter(game.legal))


class _ProgramPolicy:
    """A program that reads a line ``{"observation": …}`` and writes a line ``{"answer": …}`` for each decision."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._program: JsonProgram | None = None

    def __call__(self, game: TextGame, observation: str) -> str:
        try:
            self._program = self._program or JsonProgram(shlex.split(self.command))
            reply = self._program.ask({"observation": observation}, _PROGRAM_SECONDS)
        except ProgramFaultError as fault:
            raise BotError(f"{self.command} {fault}", input=self.command, reason=str(fault)) from None
        answer = reply.get("answer") if isinstance(reply, dict) else None
        if not isinstance(answer, str):
            raise BotError(f'{self.command} answered {quote(reply)} instead of {{"answer": "…"}}', input=self.command)
        return answer

    def close(self) -> None:
        """Let the program exit, or kill it after a moment."""
        if self._program is not None:
            self._program.end(_GRACE)


class _Deal:
    """What a policy gave away in the two games of a deal."""

    def __init__(self) -> None:
        self.regret: dict[str, float] = {}
        self.decisions: dict[str, int] = {}
        self.refused = 0
        self.share = 0.0

    def add(self, info: Mapping[str, Any]) -> None:
        if "problem" in info:
            self.refused += 1
        elif info.get("choices", 1) > 1:
            for kind in ("all", str(info["decision"])):
                self.regret[kind] = self.regret.get(kind, 0.0) + info["regret"]
                self.decisions[kind] = self.decisions.get(kind, 0) + 1


def measure_text(name: str, tasks: Sequence[TextTask] = TEXT_TASKS, deals: int = DEALS) -> Iterator[dict[str, Any]]:
    """Measure a policy; yield one row for each task."""
    policy = text_policy(name)
    try:
        for task in tasks:
            yield _measured(name, policy, task, deals)
    finally:
        if isinstance(policy, _ProgramPolicy):
            policy.close()


def _measured(name: str, policy: Answer, task: TextTask, deals: int) -> dict[str, Any]:
    played, last = list[_Deal](), dict[str, Any]()
    for number in range(deals):
        deal = _Deal()
        played.append(deal)
        for seat in range(2):
            seed = f"roost text card {TEXT_PROTOCOL}/{task.name}/{number}"
            game = TextGame(task.game, 2, opponent=OPPONENT, seed=seed, seat=seat, start=task.start)
            observation = game.reset()
            while not game.is_done:
                observation, _, _, info = game.step(policy(game, observation))
                deal.add(info)
                last = info if "kind" in info else last
            deal.share += (game.result or 0.0) / 2
    return _row(name, task, played, last)


def _row(name: str, task: TextTask, played: Sequence[_Deal], last: Mapping[str, Any]) -> dict[str, Any]:
    kinds = sorted({kind for deal in played for kind in deal.decisions})
    regrets = {
        kind: ratio_of(
            [deal.regret.get(kind, 0.0) for deal in played], [deal.decisions.get(kind, 0) for deal in played]
        ).to_json()
        for kind in kinds
    }
    return {
        "policy": name,
        "task": task.name,
        "kind": last.get("kind"),
        "error": last.get("error"),
        "episodes": 2 * len(played),
        "decisions": sum(deal.decisions.get("all", 0) for deal in played),
        "refused": sum(deal.refused for deal in played),
        "regret": regrets,
        "share": mean_of([deal.share for deal in played]).to_json(),
        "deals": [[round(deal.regret.get("all", 0.0), 9), deal.decisions.get("all", 0)] for deal in played],
    }


def card_json(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the log of a card: a line for each row."""
    lines = ",\n".join(json.dumps(row) for row in rows)
    return f'{{"{_FORMAT}": {TEXT_PROTOCOL}, "roost": "{__version__}", "rows": [\n{lines}\n]}}\n'


def read_card(text: str) -> list[dict[str, Any]]:
    """Read what :func:`card_json` writes."""
    data = json.loads(text)
    if not isinstance(data, dict) or data.get(_FORMAT) != TEXT_PROTOCOL:
        raise OptionError(f"this is no text card of protocol {TEXT_PROTOCOL}", input=quote(text[:80]))
    rows: list[dict[str, Any]] = data["rows"]
    return rows


def card_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return a card as a Markdown table: the regret per decision in percent of a win, with 95 % intervals."""
    kinds = list(dict.fromkeys(kind for row in rows for kind in row["regret"]))
    header = ["task", "policy", "regret", *(kind for kind in kinds if kind != "all"), "win share", "decisions"]
    lines = [f"| {' | '.join(header)} |", f"| --- | --- |{' ---: |' * (len(header) - 2)}"]
    for row in rows:
        cells = [_percent(row["regret"].get(kind), 3) for kind in ("all", *(kind for kind in kinds if kind != "all"))]
        lines.append(
            f"| {row['task']} | `{row['policy']}` | {' | '.join(cells)} | {_percent(row['share'], 0)} "
            f"| {row['decisions']:,} |"
        )
    return "\n".join(lines) + "\n"


def _percent(estimate: Mapping[str, float | None] | None, digits: int) -> str:
    if estimate is None or estimate["value"] is None:
        return ""
    value, low, high = estimate["value"], estimate["low"], estimate["high"]
    shown = f"{100 * value:.{digits}f}%"
    if low is None or high is None or high - low < 10 ** -(digits + 2):
        return shown
    return f"{shown} ± {100 * (high - low) / 2:.{digits}f}"


def paired_difference(worse: Mapping[str, Any], better: Mapping[str, Any]) -> dict[str, Any]:
    """Return by how much more one policy gives away per deal than another, over the same deals, as an estimate."""
    pairs = zip(worse["deals"], better["deals"], strict=True)
    return mean_of([first[0] / first[1] - second[0] / second[1] for first, second in pairs]).to_json()
