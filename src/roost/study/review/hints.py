"""Hints: every choice with its value to the player and the turn's likely results, and why the best one is best."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from roost.core.errors import RoostError
from roost.core.moves import Action, Kind
from roost.core.notation import Json
from roost.core.state import Node, State
from roost.core.words import Messages
from roost.core.words.sentences import Names, describe_action, describe_result
from roost.study.odds.choice import FAILS
from roost.study.review.sentences import describe_doubt
from roost.study.review.values import Shares, ValuedTurn, digits, known_well

_EVEN = 0.001
"""Maximum difference between the win shares of equally good choices, which is a tenth of a percentage point."""
_NOTICEABLE = 0.015
"""Minimum difference between probabilities that is worth mentioning."""
_LIKELY = 0.02
"""Minimum probability of a result that counts as a reason."""


@dataclass(frozen=True)
class Prospect:
    """A choice with its value and the probabilities of its results."""

    action: Action
    shares: Shares
    """Each seat's win share after the choice."""
    share: float
    """The player's win share after the choice."""
    results: Mapping[Action, float]
    """Probability of each ending of the turn."""

    @property
    def fails(self) -> float:
        """Probability that the turn fails."""
        return self.results.get(FAILS, 0.0)

    @property
    def likeliest(self) -> tuple[Action, float]:
        """The likeliest ending with a gain, and its probability. If there is none, the failure and its probability."""
        gains = {result: chance for result, chance in self.results.items() if result is not FAILS}
        result = max(gains, key=lambda result: gains[result], default=FAILS)
        return result, self.results.get(result, 0.0)


class HintReason(Enum):
    """The reason why a choice is the best; values are message keys."""

    ONLY = "only"
    WINS = "wins"
    EVEN = "even"
    TOO_RISKY = "too_risky"
    ENOUGH = "enough"
    NO_RISK = "no_risk"
    WORTH_THE_RISK = "worth_the_risk"
    NOTHING_TO_LOSE = "nothing_to_lose"
    SAFER = "safer"
    BOLDER = "bolder"
    BETTER_ENDS = "better_ends"


@dataclass(frozen=True)
class Hint:
    """Advice on a position."""

    state: State
    prospects: tuple[Prospect, ...]
    """All choices, best first."""
    error: float = 0.0
    """Mean error of a win share if the game's model was learnt from declared fields, else 0."""

    @property
    def best(self) -> Prospect:
        return self.prospects[0]

    @property
    def reason(self) -> HintReason:
        """The main reason why the best choice is better than the second best."""
        best, *rest = self.prospects
        if not rest:
            return HintReason.ONLY
        rival = rest[0]
        if best.share - rival.share < max(_EVEN, self.error):
            return HintReason.EVEN
        if best.share > 1 - _EVEN:
            return HintReason.WINS
        if rival.action.kind is Kind.ROLL:
            return HintReason.TOO_RISKY if rival.fails >= _NOTICEABLE else HintReason.ENOUGH
        if best.action.kind is Kind.ROLL:
            if rival.fails >= _NOTICEABLE:
                return HintReason.NOTHING_TO_LOSE
            return HintReason.WORTH_THE_RISK if best.fails >= _NOTICEABLE else HintReason.NO_RISK
        if best.fails + _NOTICEABLE < rival.fails:
            return HintReason.SAFER
        if best.action.kind is Kind.DICE and rival.fails + _NOTICEABLE < best.fails:
            return HintReason.BOLDER
        return HintReason.BETTER_ENDS

    def _rounded(self, share: float) -> float:
        """Round a win share to the precision of a learnt model. With a model that comes with the game, do not round."""
        return round(share, 2 + digits(self.error)) if self.error else share

    def to_json(self, messages: Messages | None = None, names: Names = ()) -> dict[str, Json]:
        """Return the hint as JSON; if ``messages`` is given, also in words."""
        data: dict[str, Json] = {
            "position": str(self.state),
            "seat": self.state.seat,
            "best": str(self.best.action),
            "reason": self.reason.value,
            "choices": [self._choice(prospect, messages, names) for prospect in self.prospects],
        }
        if self.error:
            data["error"] = self.error
        if messages is not None:
            data["text"] = describe_hint(self, messages, names)
        return data

    def _choice(self, prospect: Prospect, messages: Messages | None, names: Names) -> dict[str, Json]:
        data: dict[str, Json] = {
            "action": str(prospect.action),
            "shares": [self._rounded(share) for share in prospect.shares],
            "share": self._rounded(prospect.share),
            "fails": prospect.fails,
        }
        if messages is not None:
            data["text"] = describe_action(self.state, prospect.action, messages, names)
            data["what_if"] = describe_what_if(self, prospect, messages, names)
        return data


def hint_at(state: State) -> Hint:
    """Return the hint for a position, valued with the game's model."""
    from roost.study.models import value  # imported late, because it needs a compiler

    return hint(state, known_well(value(state)))


def hint(state: State, turn: ValuedTurn) -> Hint:
    """Return the hint for a position in a turn that has been solved."""
    if state.node is not Node.DECIDE or state.seat is None:
        raise RoostError("this position has no choice to make, so there is no hint", position=str(state))
    best = turn.best(state)
    prospects = [
        Prospect(action, shares, shares[state.seat], turn.results(state, action))
        for action, shares in turn.choices(state).items()
    ]
    ordered = tuple(sorted(prospects, key=lambda prospect: (prospect.action != best, -prospect.share)))
    return Hint(state, ordered, turn.error)


def describe_hint(hint: Hint, messages: Messages, names: Names = ()) -> str:
    """Describe the best choice, its win share, and the reason."""
    action = describe_action(hint.state, hint.best.action, messages, names)
    best = messages.say("hint.best", action=action, share=messages.percent(hint.best.share, digits(hint.error)))
    sentence = f"{best} {describe_reason(hint, messages, names)}"
    return f"{sentence} {describe_doubt(hint.error, messages)}" if hint.error else sentence


def describe_reason(hint: Hint, messages: Messages, names: Names = ()) -> str:
    """Explain in a sentence why the best choice is the best."""
    best, reason = hint.best, hint.reason
    rival = hint.prospects[min(1, len(hint.prospects) - 1)]
    result, gain = _gained(best, rival)
    key = f"hint.{reason.value}"
    if reason in (HintReason.BOLDER, HintReason.BETTER_ENDS) and (gain < _LIKELY or best.results.get(result) == 1.0):
        key = "hint.better"  # no result explains the difference, or the choice is itself the result
    return messages.of(hint.state.game).say(
        key,
        other=describe_action(hint.state, rival.action, messages, names),
        less=messages.percent(best.share - rival.share, digits(hint.error)),
        fails=messages.percent(best.fails, 0),
        other_fails=messages.percent(rival.fails, 0),
        result=describe_result(hint.state, result, messages, names),
        chance=messages.percent(best.results.get(result, 0.0), 0),
        other_chance=messages.percent(rival.results.get(result, 0.0), 0),
    )


def _gained(best: Prospect, rival: Prospect) -> tuple[Action, float]:
    """Return the result whose probability differs most in favour of the best choice, and this difference."""
    gains = {
        result: chance - rival.results.get(result, 0.0)
        for result, chance in best.results.items()
        if result is not FAILS
    }
    result = max(gains, key=lambda result: gains[result], default=FAILS)
    return result, gains.get(result, 0.0)


def describe_what_if(hint: Hint, prospect: Prospect, messages: Messages, names: Names = ()) -> str:
    """Describe a choice in comparison with the best choice."""
    less = hint.best.share - prospect.share
    share, places = messages.percent(prospect.share, digits(hint.error)), digits(hint.error)
    sentence = messages.say("hint.what_if", share=share, less=messages.percent(less, places))
    if prospect is hint.best or less < max(_EVEN / 10, hint.error):
        sentence = messages.say("hint.as_good", share=share)
    result, chance = prospect.likeliest
    if not _LIKELY <= chance < 1:  # do not predict the result of a choice that ends the turn at once
        return sentence
    ends = messages.say(
        "hint.ends", result=describe_result(hint.state, result, messages, names), chance=messages.percent(chance, 0)
    )
    if prospect.fails >= _NOTICEABLE:
        or_fails = messages.of(hint.state.game).say("hint.or_fails", fails=messages.percent(prospect.fails, 0))
        ends = f"{ends} {or_fails}"
    return f"{sentence} {ends}"
