"""The bots by name, from the random chick to the strongest.

``bot("rooster")`` creates a bot, ``bot("ev:beta=0")`` creates a bot with settings, and ``bot("exec:./mine --fast")``
runs another program as a bot. Other packages add bots through the entry point group ``roost.bots``. A bot's code is
loaded on first use, because the strong ones need a compiler.
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint
from math import isfinite, nan
from typing import cast

from roost.core.adapters import find_adapter
from roost.core.errors import OptionError, RoostError, quote, suggest
from roost.core.extras import MissingExtraError, has_fast, missing_extra
from roost.core.game import Game
from roost.core.plugins import plugins
from roost.core.registry import all_games
from roost.study.bots.adapter import default_bot, has_thumb_rules, own_bots
from roost.study.bots.protocol import Bot, ExplainingBot
from roost.study.cards.card import has_cards

__all__ = ["Bot", "ExplainingBot", "all_bots", "bot", "bots_for", "default_bot", "kind_of", "plays", "why_not"]

BOT_GROUP = "roost.bots"
"""The entry point group of bots from other packages."""
_BUILT_IN = {
    "chick": "roost.study.bots.simple_bots:Chick",
    "pullet": "roost.study.bots.simple_bots:Pullet",
    "hen": "roost.study.bots.simple_bots:Hen",
    "rooster": "roost.study.bots.simple_bots:Rooster",
    "fox": "roost.study.bots.searchers:Fox",
    "owl": "roost.study.bots.searchers:Owl",
    "card": "roost.study.bots.reader:CardReader",
}
_NEEDS = {"rooster": ("odds",), "fox": ("valuation", "plain_features", "exact"), "owl": ("kernel",)}
"""The adapters that bots need where the extra ``fast`` is not installed. An adapter may itself need that extra."""
_OTHER_NAMES = {"random": "chick"}


@cache
def all_bots() -> Mapping[str, EntryPoint]:
    """Return every bot's entry point by name: built-in bots by strength, then bots for a single game, then plug-ins."""
    makers = dict(_BUILT_IN)
    for kind in all_games().values():
        makers |= own_bots(kind)
    entries = {name: EntryPoint(name, maker, BOT_GROUP) for name, maker in makers.items()}
    for entry in plugins(BOT_GROUP):
        entries.setdefault(entry.name, entry)
    return entries


def bots_for(kind: type[Game]) -> list[str]:
    """Return the bots that play a game with the libraries that are installed.

    Plug-ins are always included, though they may refuse the game.
    """
    return [name for name in all_bots() if plays(name, kind) is not False]


def plays(name: str, kind: type[Game]) -> bool | None:
    """Whether a bot plays a game; None for a plug-in, because only the plug-in itself knows.

    False also if the bot needs libraries that are not installed; :func:`why_not` says which.
    """
    if _missing(name, kind) is not None:
        return False
    if name == "card":
        return has_cards(kind)
    if name in _BUILT_IN:
        return name not in ("pullet", "hen") or has_thumb_rules(kind)
    if name in own_bots(kind):
        return True
    return False if any(name in own_bots(other) for other in all_games().values()) else None


def why_not(name: str, kind: type[Game]) -> str:
    """Return a sentence that says why a bot does not play a game here."""
    missing = _missing(name, kind)
    return f"The bot {quote(name)} does not play {kind.name}." if missing is None else f"{missing}."


def _missing(name: str, kind: type[Game]) -> MissingExtraError | None:
    """Return the error about the libraries that a bot needs for a game; None if they are installed."""
    if has_fast():
        return None
    try:
        needed = [find_adapter(kind, adapter) for adapter in _NEEDS.get(name, ())]
    except MissingExtraError:
        needed = [None]
    return None if all(needed) else missing_extra("fast", f"The {name} in {kind.title}", "NumPy")


def kind_of(name: str) -> str:
    """Return a bot's main name without settings: ``fox`` for ``fox:depth=2``, ``chick`` for its alias ``random``."""
    kind = name.partition(":")[0]
    return _OTHER_NAMES.get(kind, kind)


def bot(name: str) -> Bot:
    """Create a bot. The error for an unknown name suggests a known one."""
    kind, (_, _, rest) = kind_of(name), name.partition(":")
    if kind == "exec":
        from roost.study.bots.external import ExternalBot

        return ExternalBot(rest)
    makers = all_bots()
    if kind not in makers:
        raise OptionError(f"no bot is called {quote(kind)}; {suggest(kind, makers)}", input=name)
    settings = _settings(name, rest) if rest else {}
    if kind == "owl" and not has_fast():
        raise missing_extra("fast", "The owl", "NumPy")
    try:
        maker = makers[kind].load()
    except (Exception, SystemExit) as error:
        if kind in _BUILT_IN or isinstance(error, RoostError):
            raise
        message = f"the bot {kind} cannot be loaded: {type(error).__name__}: {error}"
        raise OptionError(message, input=name) from error
    try:
        return cast("Bot", maker(**settings, **({"name": name} if settings else {})))
    except TypeError as error:
        raise OptionError(f"{kind} does not accept the settings {quote(rest)}: {error}", input=name) from None


def check_bot(maker: object) -> None:
    """Raise an error if an entry point does not name a function or class that makes bots."""
    if not callable(maker):
        raise TypeError(f"{maker!r} cannot be called to make a bot")


def _settings(name: str, text: str) -> dict[str, float]:
    """Parse a bot's settings, such as ``alpha=1,beta=0``."""
    settings: dict[str, float] = {}
    for part in text.split(","):
        key, _, value = part.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = nan
        if key in settings or not isfinite(number):
            message = f"{quote(part)} is not a valid setting in {quote(name)}; write each once, like beta=0"
            raise OptionError(message, input=name)
        settings[key] = number
    return settings
