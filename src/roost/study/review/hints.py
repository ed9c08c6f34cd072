"""Hints: every choice with what it is worth to the player, how the turn would go on, and why the best is the best."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from roost.core.errors import RoostError
from roost.core.moves import Action, Kind
from roost.core.notation import Json
from roost.core.state import Node, State
from roost.core.words import Messages
from roost.core.words.sentences import Names, describe_action, tell_result
from roost.study.odds.choice import FAILS
from roost.study.review.sentences import tell_doubt
from roost.study.review.values import Shares, SolvedTurn, digits, known_well

_EVEN = 0.001
"""Choices whose shares differ by less than a tenth of a percentage point are as good as each other."""
_NOTICEABLE = 0.015
"""Chances that differ by less than this are not worth a word."""
_LIKELY = 0.02
"""A result that is less likely than this is no reason for anything."""


@dataclass(frozen=True)
class Prospect:
    """One choice, and what comes of it."""

    action: Action
    shares: Shares
    """The worth of it to each seat."""
    share: float
    """The worth of it to the player."""
    results: Mapping[Action, float]
    """How likely the turn is to end in each way."""

    @property
    def fails(self) -> float:
        """How likely the turn is to end with nothing."""
        return self.results.get(FAILS, 0.0)

    @property
    def likeliest(self) -> tuple[Action, float]:
        """The likeliest way to end the turn with something; failing, if nothing else is likely."""
        something = {result: chance for result, chance in self.results.items() if result is not FAILS}
        result = max(something, key=lambda result: something[result], default=FAILS)
        return result, self.results.get(result, 0.0)


class Reason(Enum):
    """The reason why the best choice is the best. The values are keys of messages."""

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
    """The advice for a position."""

    state: State
    prospects: tuple[Prospect, ...]
    """Every choice, the best first."""
    error: float = 0.0
    """How far a share may be off, in games whose model was learnt from their declared fields."""

    @property
    def best(self) -> Prospect:
        """The best choice."""
        return self.prospects[0]

    @property
    def reason(self) -> Reason:
        """The reason why it is the best."""
        best, *others = self.prospects
        if not others:
            return Reason.ONLY
        rival = others[0]
        if best.share - rival.share < max(_EVEN, self.error):
            return Reason.EVEN
        if best.share > 1 - _EVEN:
            return Reason.WINS
        if rival.action.kind is Kind.ROLL:
            return Reason.TOO_RISKY if rival.fails >= _NOTICEABLE else Reason.ENOUGH
        if best.action.kind is Kind.ROLL:
            if rival.fails >= _NOTICEABLE:
                return Reason.NOTHING_TO_LOSE
            return Reason.WORTH_THE_RISK if best.fails >= _NOTICEABLE else Reason.NO_RISK
        if best.fails + _NOTICEABLE < rival.fails:
            return Reason.SAFER
        if best.action.kind is Kind.DICE and rival.fails + _NOTICEABLE < best.fails:
            return Reason.BOLDER
        return Reason.BETTER_ENDS

    def _rounded(self, share: float) -> float:
        """A share with the digits that its error allows; all of them, where a model came with the game."""
        return round(share, 2 + digits(self.error)) if self.error else share

    def to_json(self, messages: Messages | None = None, names: Names = ()) -> dict[str, Json]:
        """The hint as JSON; with ``messages``, also in words."""
        told: dict[str, Json] = {
            "position": str(self.state),
            "seat": self.state.seat,
            "best": str(self.best.action),
            "reason": self.reason.value,
            "choices": [self._choice(prospect, messages, names) for prospect in self.prospects],
        }
        if self.error:
            told["error"] = self.error
        if messages is not None:
            told["text"] = tell_hint(self, messages, names)
        return told

    def _choice(self, prospect: Prospect, messages: Messages | None, names: Names) -> dict[str, Json]:
        told: dict[str, Json] = {
            "action": str(prospect.action),
            "shares": [self._rounded(share) for share in prospect.shares],
            "share": self._rounded(prospect.share),
            "fails": prospect.fails,
        }
        if messages is not None:
            told["text"] = describe_action(self.state, prospect.action, messages, names)
            told["what_if"] = tell_what_if(self, prospect, messages, names)
        return told


def hint_at(state: State) -> Hint:
    """The best choice in a position, with its reason. What choices are worth comes from ``study/models``."""
    from roost.study.models import value  # here, because it brings a compiler along

    return hint(state, known_well(value(state)))


def hint(state: State, turn: SolvedTurn) -> Hint:
    """The advice for a position of a turn that was solved."""
    if state.node is not Node.DECIDE or state.seat is None:
        raise RoostError("there is nothing to choose here, so there is no hint", position=str(state))
    best = turn.best(state)
    found = [
        Prospect(action, shares, shares[state.seat], turn.results(state, action))
        for action, shares in turn.choices(state).items()
    ]
    ordered = tuple(sorted(found, key=lambda prospect: (prospect.action != best, -prospect.share)))
    return Hint(state, ordered, turn.error)


# -- in words ----------------------------------------------------------------------------------------------------------


def tell_hint(hint: Hint, messages: Messages, names: Names = ()) -> str:
    """The best choice, its share of the win, and why."""
    action = describe_action(hint.state, hint.best.action, messages, names)
    best = messages.say("hint.best", action=action, share=messages.percent(hint.best.share, digits(hint.error)))
    told = f"{best} {tell_reason(hint, messages, names)}"
    return f"{told} {tell_doubt(hint.error, messages)}" if hint.error else told


def tell_reason(hint: Hint, messages: Messages, names: Names = ()) -> str:
    """Tell in a sentence why the best choice is the best."""
    best, reason = hint.best, hint.reason
    rival = hint.prospects[min(1, len(hint.prospects) - 1)]
    result, gain = _gained(best, rival)
    key = f"hint.{reason.value}"
    if reason in (Reason.BOLDER, Reason.BETTER_ENDS) and (gain < _LIKELY or best.results.get(result) == 1.0):
        key = "hint.better"  # no result tells the difference, or it is the choice itself
    return messages.of(hint.state.game).say(
        key,
        other=describe_action(hint.state, rival.action, messages, names),
        less=messages.percent(best.share - rival.share, digits(hint.error)),
        fails=messages.percent(best.fails, 0),
        other_fails=messages.percent(rival.fails, 0),
        result=tell_result(hint.state, result, messages, names),
        chance=messages.percent(best.results.get(result, 0.0), 0),
        other_chance=messages.percent(rival.results.get(result, 0.0), 0),
    )


def _gained(best: Prospect, rival: Prospect) -> tuple[Action, float]:
    """The result that the best choice makes likelier by most, compared with another one."""
    gains = {
        result: chance - rival.results.get(result, 0.0)
        for result, chance in best.results.items()
        if result is not FAILS
    }
    result = max(gains, key=lambda result: gains[result], default=FAILS)
    return result, gains.get(result, 0.0)


def tell_what_if(hint: Hint, prospect: Prospect, messages: Messages, names: Names = ()) -> str:
    """Tell what another choice would mean, compared with the best."""
    less = hint.best.share - prospect.share
    share, places = messages.percent(prospect.share, digits(hint.error)), digits(hint.error)
    said = messages.say("hint.what_if", share=share, less=messages.percent(less, places))
    if prospect is hint.best or less < max(_EVEN / 10, hint.error):
        said = messages.say("hint.as_good", share=share)
    result, chance = prospect.likeliest
    if not _LIKELY <= chance < 1:  # what ends the turn at once needs no forecast
        return said
    ends = messages.say(
        "hint.ends", result=tell_result(hint.state, result, messages, names), chance=messages.percent(chance, 0)
    )
    if prospect.fails >= _NOTICEABLE:
        or_fails = messages.of(hint.state.game).say("hint.or_fails", fails=messages.percent(prospect.fails, 0))
        ends = f"{ends} {or_fails}"
    return f"{said} {ends}"
