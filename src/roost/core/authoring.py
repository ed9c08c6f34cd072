"""The interface for game authors: one import brings everything that a new game needs. These names stay stable.

``docs/adding-a-game.md`` shows how to build a game from scratch with this module.
"""

from roost.core.dice import Dice, Die, MixedDice, Roll, Symbol, standard_die
from roost.core.errors import UnsupportedError
from roost.core.events import Ended, Rolled
from roost.core.game import Game, option
from roost.core.moves import Action, Event, Face, Kind, Number, SeatNumber, Symbols, Transfer
from roost.core.notation import Choice, Codec, Flag, Integer, Numbers, Seat, SomeOf, Word, seat_letter
from roost.core.outcome import Outcome
from roost.core.plain import COMMON_EVENTS, DiceOf, EachSeat, Lasting, PlainGame, PlainState, Points
from roost.core.state import Drawn, Node, State, Step

__all__ = [
    "COMMON_EVENTS",
    "Action",
    "Choice",
    "Codec",
    "Dice",
    "DiceOf",
    "Die",
    "Drawn",
    "EachSeat",
    "Ended",
    "Event",
    "Face",
    "Flag",
    "Game",
    "Integer",
    "Kind",
    "Lasting",
    "MixedDice",
    "Node",
    "Number",
    "Numbers",
    "Outcome",
    "PlainGame",
    "PlainState",
    "Points",
    "Roll",
    "Rolled",
    "Seat",
    "SeatNumber",
    "SomeOf",
    "State",
    "Step",
    "Symbol",
    "Symbols",
    "Transfer",
    "UnsupportedError",
    "Word",
    "option",
    "seat_letter",
    "standard_die",
]
