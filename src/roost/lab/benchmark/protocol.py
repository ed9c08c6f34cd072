"""The benchmark's protocol: what is measured, how often, and with which dice. Any change here needs a new version."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from roost.core.errors import OptionError
from roost.core.notation import Json
from roost.core.registry import game_type, position
from roost.lab.arena import BotMaker, Estimate, Tournament, run
from roost.lab.benchmark.exact_play import evaluate
from roost.lab.benchmark.true_losses import true_losses
from roost.study.solve import endgame

PROTOCOL = 2
"""Version of the protocol. Results of different versions cannot be compared."""
SEED = f"roost benchmark {PROTOCOL}"
"""Seed of all dice, so that all policies play the same deals."""
_MOST_POSITIONS = 1_000_000


class Policy(NamedTuple):
    """The policy to be measured."""

    name: str
    make: BotMaker


class TaskMeasurements(NamedTuple):
    """The measurements of one task."""

    measures: Mapping[str, Estimate]
    """Measured values by name. ``share``: win share. ``loss``: win share lost per decision. ``plain_share``: win share
    without removing luck."""
    facts: Mapping[str, Json] = {}
    """Number of games, decisions or positions measured, by name."""


class BenchmarkTask(Protocol):
    """A task of the benchmark."""

    @property
    def name(self) -> str: ...

    def measure(self, policy: Policy, part: float, jobs: int) -> TaskMeasurements:
        """Measure a policy. If the task has deals, play only the fraction ``part`` of them."""

    def to_json(self) -> dict[str, Json]:
        """Return all settings that determine the result, apart from the policy."""


@dataclass(frozen=True)
class ExactTask:
    """Measure a policy against best play in a small endgame, evaluated exactly."""

    name: str
    position: str

    def measure(self, policy: Policy, part: float, jobs: int) -> TaskMeasurements:
        """Evaluate the policy. ``part`` has no effect, because the task has no deals."""
        start = position(self.position)
        known = endgame(start, _MOST_POSITIONS)
        assert known is not None  # the protocol's positions are small enough to solve
        result = evaluate(policy.make(), start, known)
        share, loss = (Estimate(value, 0.0, value, value) for value in (result.share, result.loss))
        return TaskMeasurements({"share": share, "loss": loss}, {"positions": result.positions})

    def to_json(self) -> dict[str, Json]:
        return {"kind": "exact", "position": self.position}


@dataclass(frozen=True)
class LossTask:
    """Measure a policy against best play in a solved two-player game, from the opening or from another position."""

    name: str
    start: str
    """Name of a game whose table must exist on this machine, or a position whose endgame is solved on the fly."""
    deals: int

    def measure(self, policy: Policy, part: float, jobs: int) -> TaskMeasurements:
        is_whole = " " not in self.start
        start = game_type(self.start).make().opening() if is_whole else position(self.start)
        known = None if is_whole else endgame(start, _MOST_POSITIONS)
        result = true_losses(policy.make(), start, _part_of(self.deals, part), SEED, known)
        return TaskMeasurements({"share": result.share, "loss": result.loss}, {"decisions": result.decisions})

    def to_json(self) -> dict[str, Json]:
        return {"kind": "losses", "start": self.start, "players": 2, "deals": self.deals}


@dataclass(frozen=True)
class MatchTask:
    """Measure a policy in two-player games against a standard bot.

    Each deal is played from both seats, and luck is taken out.
    """

    game: str
    opponent: str
    deals: int

    @property
    def name(self) -> str:
        return f"{self.game} against {self.opponent}"

    def measure(self, policy: Policy, part: float, jobs: int) -> TaskMeasurements:
        """Play a tournament. If the policy is the opponent itself, return a half without playing."""
        if policy.name == self.opponent:
            half = Estimate(0.5, 0.0, 0.5, 0.5)
            return TaskMeasurements({"share": half, "plain_share": half}, {"games": 0})
        rules = game_type(self.game).make()
        games = 2 * _part_of(self.deals, part)
        tournament = Tournament(rules, (policy.name, self.opponent), SEED, games, control=True)
        result = run(tournament, jobs=jobs, bots={policy.name: policy.make})
        if any(result.tally.forfeits):
            raise OptionError(f"{policy.name} could not finish a game: {result.tally.forfeited[0].reason}")
        standing = result.standing(policy.name)
        assert standing.controlled is not None
        return TaskMeasurements({"share": standing.controlled, "plain_share": standing.share}, {"games": result.games})

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": "match", "game": self.game, "players": 2, "opponent": self.opponent, "deals": self.deals
        }  # fmt: skip


def _part_of(deals: int, part: float) -> int:
    return max(2, round(deals * part))


TASKS: tuple[BenchmarkTask, ...] = (
    ExactTask("junior, four tiles", "junior grill=4,4,5,5 A=- B=- turn=A"),
    LossTask("junior, eight tiles", "junior grill=4,4,5,5,6,6,7,7 A=- B=- turn=A", deals=100),
    LossTask("junior, solved", "junior", deals=100),
    MatchTask("heckmeck", "rooster", deals=50),
    MatchTask("heckmeck", "fox", deals=50),
    MatchTask("barbecue", "rooster", deals=50),
    MatchTask("barbecue", "fox", deals=50),
    MatchTask("picnic", "rooster", deals=50),
    MatchTask("picnic", "fox", deals=50),
)
"""All tasks of the benchmark."""
