"""The card player: whoever has a strategy card in hand and follows it to the letter."""

from roost.core.errors import OptionError, quote
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.study.cards import Card, Size, card_for, follow


class CardReader:
    """Plays by the expert's card of the game; with ``beginner=1``, by the beginner's."""

    def __init__(self, beginner: float = 0, name: str = "card") -> None:
        if beginner not in (0, 1):
            raise OptionError(f"a card is the beginner's (1) or the expert's (0), not {quote(beginner)}", input=name)
        self.size = Size.BEGINNER if beginner else Size.EXPERT
        self.name = name

    def choose(self, state: State, rng: Stream) -> Action:
        return follow(self.card(state), state)

    def card(self, state: State) -> Card:
        """The card in hand."""
        return card_for(type(state.game), self.size)
