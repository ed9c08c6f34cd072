"""Roost: push-your-luck dice games with exact odds, for the Heckmeck family and Picnic Blitz.

This module lists the public names and loads each on first use. The code has five layers: ``core`` (what a game is),
``study`` (knowledge about positions), ``lab`` (many games), ``play`` (people at a table) and ``games``.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roost.core import authoring, record
    from roost.core.conformance import check_game
    from roost.core.dice import Roll
    from roost.core.errors import IllegalMoveError, NotationError, OptionError, RoostError, WrongSeatError
    from roost.core.game import Game
    from roost.core.moves import Action, Event
    from roost.core.outcome import Outcome
    from roost.core.record import Record
    from roost.core.registry import all_games, game, position
    from roost.core.sources import SeededDice
    from roost.core.state import Node, State
    from roost.core.stream import Stream
    from roost.core.version import __version__
    from roost.lab import arena, benchmark, data, envs
    from roost.play import client
    from roost.play.client import Client
    from roost.play.dice import verify_dice
    from roost.study.bots import bot, bots_for
    from roost.study.bots.protocol import Bot
    from roost.study.fast import play as play_games
    from roost.study.models import value
    from roost.study.models.model import model
    from roost.study.progress import progress
    from roost.study.review.hints import hint_at as hint
    from roost.study.review.modelled import review_game as review
    from roost.study.review.win_odds import odds
    from roost.study.solve import exact
    from roost.study.stats import statistics

__all__ = [
    "Action",
    "Bot",
    "Client",
    "Event",
    "Game",
    "IllegalMoveError",
    "Node",
    "NotationError",
    "OptionError",
    "Outcome",
    "Record",
    "Roll",
    "RoostError",
    "SeededDice",
    "State",
    "Stream",
    "WrongSeatError",
    "__version__",
    "all_games",
    "arena",
    "authoring",
    "benchmark",
    "bot",
    "bots_for",
    "check_game",
    "client",
    "data",
    "envs",
    "exact",
    "game",
    "hint",
    "model",
    "odds",
    "play_games",
    "position",
    "progress",
    "record",
    "review",
    "statistics",
    "value",
    "verify_dice",
]

_LOCATIONS = {
    "Bot": "study.bots.protocol:Bot",
    "Client": "play.client:Client",
    "Record": "core.record:Record",
    "Outcome": "core.outcome:Outcome",
    "Roll": "core.dice:Roll",
    "Event": "core.moves:Event",
    "Action": "core.moves:Action",
    "Game": "core.game:Game",
    "State": "core.state:State",
    "__version__": "core.version:__version__",
    "IllegalMoveError": "core.errors:IllegalMoveError",
    "Node": "core.state:Node",
    "NotationError": "core.errors:NotationError",
    "OptionError": "core.errors:OptionError",
    "RoostError": "core.errors:RoostError",
    "SeededDice": "core.sources:SeededDice",
    "Stream": "core.stream:Stream",
    "WrongSeatError": "core.errors:WrongSeatError",
    "all_games": "core.registry:all_games",
    "arena": "lab.arena",
    "benchmark": "lab.benchmark",
    "bot": "study.bots:bot",
    "bots_for": "study.bots:bots_for",
    "check_game": "core.conformance:check_game",
    "client": "play.client",
    "data": "lab.data",
    "envs": "lab.envs",
    "exact": "study.solve:exact",
    "game": "core.registry:game",
    "hint": "study.review.hints:hint_at",
    "authoring": "core.authoring",
    "model": "study.models.model:model",
    "odds": "study.review.win_odds:odds",
    "play_games": "study.fast:play",
    "position": "core.registry:position",
    "progress": "study.progress:progress",
    "record": "core.record",
    "review": "study.review.modelled:review_game",
    "statistics": "study.stats:statistics",
    "value": "study.models:value",
    "verify_dice": "play.dice:verify_dice",
}
"""Where each public name is defined: ``module:name``, or ``module`` for a module."""


def __getattr__(name: str) -> object:
    """Import a public name on first use, so that ``import roost`` and ``roost --help`` are fast."""
    if name not in _LOCATIONS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, _, inside = _LOCATIONS[name].partition(":")
    home = import_module(f"roost.{module}")
    return globals().setdefault(name, getattr(home, inside) if inside else home)


def __dir__() -> list[str]:
    return __all__
