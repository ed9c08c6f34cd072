"""The bots by name, from the random chick to the strongest.

``bot("rooster")`` makes a bot, ``bot("ev:beta=0")`` one with a setting of its own, ``bot("exec:./mine --fast")`` one
that is another program. Outside packages add theirs through the entry point group ``roost.bots``; a bot is loaded
only when it is asked for, because the strong ones bring a compiler along.
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint
from math import isfinite, nan
from typing import cast

from roost.core.errors import OptionError, quote, suggest
from roost.core.game import Game
from roost.core.plugins import plugins
from roost.core.registry import all_games
from roost.study.bots.bot import Bot, ExplainingBot
from roost.study.bots.face import default_bot, has_thumb_rules, own_bots
from roost.study.cards.card import has_cards

__all__ = ["Bot", "ExplainingBot", "all_bots", "bot", "bots_for", "default_bot", "kind_of", "plays"]

_GROUP = "roost.bots"
_BUILT_IN = {
    "chick": "roost.study.bots.flock:Chick",
    "pullet": "roost.study.bots.flock:Pullet",
    "hen": "roost.study.bots.flock:Hen",
    "rooster": "roost.study.bots.flock:Rooster",
    "fox": "roost.study.bots.searchers:Fox",
    "owl": "roost.study.bots.searchers:Owl",
    "card": "roost.study.bots.reader:CardReader",
}
_OTHER_NAMES = {"random": "chick"}


@cache
def all_bots() -> Mapping[str, EntryPoint]:
    """Every known bot's maker by name: the flock by its strength, the card's reader, single games' own, outsiders'."""
    makers = dict(_BUILT_IN)
    for kind in all_games().values():
        makers |= own_bots(kind)
    found = {name: EntryPoint(name, maker, _GROUP) for name, maker in makers.items()}
    for entry in plugins(_GROUP):
        found.setdefault(entry.name, entry)
    return found


def bots_for(kind: type[Game]) -> list[str]:
    """The bots that play a game: those of the flock that can, its own, and outsiders, who may yet refuse."""
    return [name for name in all_bots() if plays(name, kind) is not False]


def plays(name: str, kind: type[Game]) -> bool | None:
    """Whether a bot plays a game; nothing, if only the bot itself can tell."""
    if name == "card":
        return has_cards(kind)
    if name in _BUILT_IN:
        return name not in ("pullet", "hen") or has_thumb_rules(kind)
    if name in own_bots(kind):
        return True
    return False if any(name in own_bots(other) for other in all_games().values()) else None


def kind_of(name: str) -> str:
    """The bot that is meant, without its settings: ``fox:depth=2`` is a fox, ``random`` a chick."""
    kind = name.partition(":")[0]
    return _OTHER_NAMES.get(kind, kind)


def bot(name: str) -> Bot:
    """A bot, fresh. An unknown name gets an error that suggests a known one."""
    kind, (_, _, rest) = kind_of(name), name.partition(":")
    if kind == "exec":
        from roost.study.bots.external import ExternalBot

        return ExternalBot(rest)
    makers = all_bots()
    if kind not in makers:
        raise OptionError(f"no bot is called {quote(kind)}; {suggest(kind, makers)}", input=name)
    settings = _settings(name, rest) if rest else {}
    try:
        return cast("Bot", makers[kind].load()(**settings, **({"name": name} if settings else {})))
    except TypeError as why:
        raise OptionError(f"{kind} cannot be made with {quote(rest)}: {why}", input=name) from None


def _settings(name: str, text: str) -> dict[str, float]:
    """The settings of a bot: ``alpha=1,beta=0``."""
    settings: dict[str, float] = {}
    for part in text.split(","):
        key, _, value = part.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = nan
        if key in settings or not isfinite(number):
            message = f"{quote(part)} is not a setting of {quote(name)}; settings look like beta=0, each given once"
            raise OptionError(message, input=name)
        settings[key] = number
    return settings
