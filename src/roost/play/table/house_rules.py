"""The rules of the house: what a table allows, and what happens when somebody does not play.

A rule is declared here, once. The reader of requests, the API's description, the page's types and the form for a new
table follow from the declaration; what the form says stands in the words under ``house.NAME``.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeAlias, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import fields

from roost.core.words import Messages

BotName: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9_-]+$", description="A bot of /api/bots.")
]
"""The name of a bot, without settings."""
Seconds: TypeAlias = Annotated[int, Meta(ge=5, le=7 * 86_400)]
Percent: TypeAlias = Annotated[int, Meta(ge=1, le=50)]


def _rule(meaning: str, *, offered: tuple[int, ...] = (), needs: str | None = None) -> Meta:
    """The meaning of a rule, the values that the form offers, and the rule that must hold for it to mean anything."""
    return Meta(description=meaning, extra={"offered": offered, "needs": needs})


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rules of the house: what the table allows, and what happens when somebody does not play."""

    odds: Annotated[bool, _rule("Whether the table tells the odds of its current position.")] = True
    auto_roll: Annotated[bool, _rule("Whether screens take a move that is `obvious` by themselves.")] = True
    aloud: Annotated[
        bool, _rule("Whether screens read aloud what happens and what may be chosen, for people who do not read yet.")
    ] = False
    undo: Annotated[
        bool, _rule("Whether a choice may be taken back that revealed nothing and that nobody answered.")
    ] = True
    coach: Annotated[
        Percent | None,
        _rule(
            "What a choice must cost, in percent of a win, for screens to warn its player before it holds. Nobody is"
            " warned without. Everybody who sits down agrees to it.",
            offered=(1, 2, 5),
            needs="odds",
        ),
    ] = None
    takeover_after: Annotated[
        Seconds | None,
        _rule(
            "Seconds after which a bot plays for a person who does not; nobody is replaced without.",
            offered=(60, 120, 300, 900),
        ),
    ] = None
    turn_seconds: Annotated[
        Seconds | None, _rule("Seconds for a turn; unlimited without.", offered=(30, 60, 120, 300))
    ] = None
    takeover_bot: Annotated[
        BotName | None,
        _rule("Who plays for a person who does not; without one, the bot that plays the game by default."),
    ] = None
    at_zero: Annotated[
        Literal["play", "takeover"],
        _rule("When the time is up, a bot finishes this turn, or takes the seat over until its person returns."),
    ] = "play"
    dice: Annotated[
        Literal["verified", "real"],
        _rule(
            "Whether the people at the table roll real dice and enter them. Bots, and people far away, roll verified"
            " dice."
        ),
    ] = "verified"


class Offered(Struct, frozen=True):
    """A value that a form offers, in words."""

    value: int | None
    text: str


class OfferedRule(Struct, frozen=True):
    """A rule of the house as a form offers it: yes or no, or one of some values."""

    name: str
    title: str
    meaning: str
    default: bool | None
    choices: list[Offered]
    """The possible values; none, for a rule that holds or not."""
    needs: str | None
    """The rule that must hold for this one to mean anything."""


def offered_rules(messages: Messages) -> Iterator[OfferedRule]:
    """The rules that a form offers: those that hold or not, and those that say which of their values are offered."""
    types = get_type_hints(HouseRules, include_extras=True)
    for field in fields(HouseRules):
        declared: dict[str, Any] = types[field.name].__metadata__[0].extra
        if isinstance(field.default, bool) or declared["offered"]:
            title = messages.say(f"house.{field.name}.title")
            meaning = messages.say_if_known(f"house.{field.name}.meaning") or ""
            choices = list(_choices(field.name, declared["offered"], messages))
            yield OfferedRule(field.name, title, meaning, field.default, choices, declared["needs"])


def _choices(name: str, offered: tuple[int, ...], messages: Messages) -> Iterator[Offered]:
    if offered:
        yield Offered(None, messages.say(f"house.{name}.none"))
    for value in offered:
        told = {"n": value, "minutes": value // 60, "percent": messages.percent(value / 100, 0)}
        yield Offered(value, messages.say(f"house.{name}.some", **told))
