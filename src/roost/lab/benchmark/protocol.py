"""The protocol: what is measured, how often, and with which dice. Any change of a line here raises its number."""

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
"""The number of the protocol. Results of different protocols are not to be compared."""
SEED = f"roost benchmark {PROTOCOL}"
"""All dice come from it, so that all policies play the same deals."""
_MOST_POSITIONS = 1_000_000


class Policy(NamedTuple):
    """The policy that is measured."""

    name: str
    make: BotMaker


class Measured(NamedTuple):
    """The measurements of one task."""

    measures: Mapping[str, Estimate]
    """``share``: the share of the win. ``loss``: what is given away per decision. ``plain_share``: with the luck in."""
    facts: Mapping[str, Json] = {}
    """How many games, decisions or positions it was."""


class Task(Protocol):
    """Something to be measured."""

    @property
    def name(self) -> str:
        """Its name in results."""

    def measure(self, policy: Policy, part: float, jobs: int) -> Measured:
        """Measure a policy; ``part`` of the deals, where there are deals."""

    def to_json(self) -> dict[str, Json]:
        """All that its result depends on, apart from the policy."""


@dataclass(frozen=True)
class ExactTask:
    """The small end of a game, from a position, against best play; nothing is drawn."""

    name: str
    position: str

    def measure(self, policy: Policy, part: float, jobs: int) -> Measured:
        """All of it: there are no deals to take a part of."""
        start = position(self.position)
        known = endgame(start, _MOST_POSITIONS)
        assert known is not None  # the protocol asks for small ones
        found = evaluate(policy.make(), start, known)
        share, loss = (Estimate(value, 0.0, value, value) for value in (found.share, found.loss))
        return Measured({"share": share, "loss": loss}, {"positions": found.positions})

    def to_json(self) -> dict[str, Json]:
        return {"kind": "exact", "position": self.position}


@dataclass(frozen=True)
class LossTask:
    """A whole game that is solved, or one from a position on, two players, against best play."""

    name: str
    start: str
    """The name of a game, whose table must have been made on this machine, or a position whose rest is solved here."""
    deals: int

    def measure(self, policy: Policy, part: float, jobs: int) -> Measured:
        """Every decision compared with the exact solution."""
        is_whole = " " not in self.start
        start = game_type(self.start).make().opening() if is_whole else position(self.start)
        known = None if is_whole else endgame(start, _MOST_POSITIONS)
        found = true_losses(policy.make(), start, _part_of(self.deals, part), SEED, known)
        return Measured({"share": found.share, "loss": found.loss}, {"decisions": found.decisions})

    def to_json(self) -> dict[str, Json]:
        return {"kind": "losses", "start": self.start, "players": 2, "deals": self.deals}


@dataclass(frozen=True)
class MatchTask:
    """Two players, a bot of the flock as opponent, every deal from both seats, the luck of the dice taken out."""

    game: str
    opponent: str
    deals: int

    @property
    def name(self) -> str:
        """The name of the match: who plays whom at what."""
        return f"{self.game} against {self.opponent}"

    def measure(self, policy: Policy, part: float, jobs: int) -> Measured:
        """A tournament. Against themselves, everybody has a half."""
        if policy.name == self.opponent:
            half = Estimate(0.5, 0.0, 0.5, 0.5)
            return Measured({"share": half, "plain_share": half}, {"games": 0})
        rules = game_type(self.game).make()
        games = 2 * _part_of(self.deals, part)
        tournament = Tournament(rules, (policy.name, self.opponent), SEED, games, control=True)
        result = run(tournament, jobs=jobs, bots={policy.name: policy.make})
        if any(result.tally.forfeits):
            raise OptionError(f"{policy.name} could not finish a game: {result.tally.forfeited[0].reason}")
        standing = result.standing(policy.name)
        assert standing.controlled is not None
        return Measured({"share": standing.controlled, "plain_share": standing.share}, {"games": result.games})

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": "match", "game": self.game, "players": 2, "opponent": self.opponent, "deals": self.deals
        }  # fmt: skip


def _part_of(deals: int, part: float) -> int:
    return max(2, round(deals * part))


TASKS: tuple[Task, ...] = (
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
"""The tasks of the benchmark."""
