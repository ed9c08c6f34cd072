"""House rules: options of a table, such as who may see odds and what happens to idle players.

Each rule is declared here, once. Request parsing, the API description, the page's types and the form for a new table
all follow from the declaration; the form's texts are under ``house.NAME`` in the words.
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
    """Return a rule's metadata: its meaning, the values that the form offers, and the rule it depends on, if any."""
    return Meta(description=meaning, extra={"offered": offered, "needs": needs})


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """House rules: what the table allows, and what happens to idle players."""

    odds: Annotated[bool, _rule("Whether the table shows the odds of its current position.")] = True
    auto_roll: Annotated[bool, _rule("Whether screens make a move that is `obvious` on their own.")] = True
    aloud: Annotated[bool, _rule("Whether screens read events and choices aloud, for non-readers.")] = False
    undo: Annotated[
        bool, _rule("Whether a choice may be taken back that revealed nothing and that no other player answered.")
    ] = True
    coach: Annotated[
        Percent | None,
        _rule(
            "Cost of a choice, in percent of a win, from which screens warn the player before it takes effect. Without"
            " a value, no warnings. By joining, players agree to it.",
            offered=(1, 2, 5),
            needs="odds",
        ),
    ] = None
    takeover_after: Annotated[
        Seconds | None,
        _rule(
            "Seconds after which a bot plays for an idle player; without a value, never.",
            offered=(60, 120, 300, 900),
        ),
    ] = None
    turn_seconds: Annotated[
        Seconds | None, _rule("Seconds for a turn; without a value, unlimited.", offered=(30, 60, 120, 300))
    ] = None
    takeover_bot: Annotated[
        BotName | None,
        _rule("The bot that plays for an idle player; without a value, the game's default bot."),
    ] = None
    at_zero: Annotated[
        Literal["play", "takeover"],
        _rule("When the time is up, a bot finishes this turn, or takes over the seat until the player returns."),
    ] = "play"
    dice: Annotated[
        Literal["verified", "real"],
        _rule(
            "Whether players at the table roll real dice and enter them. Bots and remote players roll verified dice."
        ),
    ] = "verified"


class Offered(Struct, frozen=True):
    """One value that the form offers, and its label."""

    value: int | None
    text: str


class OfferedRule(Struct, frozen=True):
    """A house rule as the form offers it: yes or no, or a choice of values."""

    name: str
    title: str
    meaning: str
    default: bool | None
    choices: list[Offered]
    """Possible values; empty for a yes-or-no rule."""
    needs: str | None
    """The rule on which this one depends, if any."""


def offered_rules(messages: Messages) -> Iterator[OfferedRule]:
    """Yield the rules that the form offers: yes-or-no rules, and those with declared values."""
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
        numbers = {"n": value, "minutes": value // 60, "percent": messages.percent(value / 100, 0)}
        yield Offered(value, messages.say(f"house.{name}.some", **numbers))
