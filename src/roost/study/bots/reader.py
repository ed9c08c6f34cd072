"""A bot that follows a strategy card to the letter."""

from roost.core.errors import OptionError, quote
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.cards import Card, Size, card_for, follow


class CardReader:
    """A bot that plays by the game's expert card or, with ``beginner=1``, by the beginner card."""

    def __init__(self, beginner: float = 0, name: str = "card") -> None:
        if beginner not in (0, 1):
            raise OptionError(f"beginner must be 1 (beginner) or 0 (expert), not {quote(beginner)}", input=name)
        self.size = Size.BEGINNER if beginner else Size.EXPERT
        self.name = name

    def choose(self, state: State, chance: Stream) -> Action:
        return follow(self.card(state), state)

    def card(self, state: State) -> Card:
        return card_for(type(state.game), self.size)
