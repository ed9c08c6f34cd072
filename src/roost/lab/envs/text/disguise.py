"""Other names for a game's words, symbols and numbers, so that a model cannot play from memory.

Only names change: moves, chances and prices stay the same. All integers are written in a base from 7 to 9, so sums
still work. Symbols become other letters; the game's title, moves and named symbols become invented words.
"""

import re

from roost.core.game import Game
from roost.core.moves import Action, Event
from roost.core.notation import Codec, Integer, Numbers, Seat, Word, seat_letter
from roost.core.registry import all_games
from roost.core.state import State
from roost.core.stream import Stream

_PLACE = re.compile(r"\{(\w+)\}")
_LETTERS, _VOWELS = "bdfhjkmnprtvxz", "aeiou"


class Disguise:
    """The other names of one game, chosen by a seed."""

    def __init__(self, game: Game, seed: int | str) -> None:
        chance, letters, syllables = Stream(f"alias {seed}"), list(_LETTERS), [a + b for a in _LETTERS for b in _VOWELS]
        self.base = 7 + chance.below(3)
        self.symbols = {symbol.char: letters.pop(chance.below(len(letters))) for symbol in game.die.symbols}
        """The new letter of each symbol."""
        self._words = {
            word: syllables.pop(chance.below(len(syllables))) + chance.choice(_LETTERS) + chance.choice(_VOWELS)
            for word in _vocabulary(game)
        }
        names = "|".join(sorted(map(re.escape, self._words), key=len, reverse=True))
        self._known = re.compile(rf"\d+|\b(?:{names})(?=s?\b)", re.IGNORECASE)

    def number(self, value: int) -> str:
        """Write an integer in this disguise's base."""
        front, digit = divmod(value, self.base)
        return f"{self.number(front) if front else ''}{digit}"

    def words(self, text: str) -> str:
        """Replace the game's words and all integers in a text."""
        return self._known.sub(lambda match: self._words.get(match[0].lower()) or self.number(int(match[0])), text)

    def dice(self, text: str) -> str:
        """Replace the symbols in a text that lists dice; return other texts with other words."""
        is_dice = all(char in self.symbols for char in text)
        return "".join(self.symbols[char] for char in text) if is_dice else self.words(text)

    def action(self, action: Action) -> str:
        """Return the action's token with other names."""
        verb, *rest = _PLACE.split(action.form)  # then a field's name and fixed text in turn
        fields = [self._field(action.codecs()[name], getattr(action, name)) for name in rest[::2]]
        return self.words(verb) + "".join(field + text for field, text in zip(fields, rest[1::2], strict=True))

    def event(self, event: Event) -> str:
        """Describe an event by its name and fields."""
        fields = [
            f"{self.words(name)} {self._field(codec, getattr(event, name))}" for name, codec in event.codecs().items()
        ]
        return f"{self.words(event.name().replace('_', ' '))}: {', '.join(fields)}"

    def _field(self, codec: Codec[object], value: object) -> str:
        if isinstance(codec, Seat):
            return seat_letter(value) if isinstance(value, int) else str(value)
        text = codec.text(value)
        return self.dice(text) if isinstance(codec, Word) else self.words(text)

    def position(self, state: State) -> str:
        """Return the position's fields with other names."""
        plain = {item.name for item in state.game.layout() if isinstance(item.codec, Numbers | Integer | Seat)}
        shown = []
        for part in str(state).split()[1:]:
            key, _, text = part.partition("=")
            is_dice = key not in plain and text in (state.dice_rolled, state.dice_aside)
            shown.append(f"{key}={self.dice(text) if is_dice else self.words(text)}")
        return " ".join(shown)

    def legend(self, game: Game) -> str:
        """Explain the numbers and the symbols."""
        symbols = [
            f"{self.symbols[char]} ({self.words(name)}, counts {self.number(n)})" for char, name, n in game.die.symbols
        ]
        return f"All numbers are written in base {self.base}. Symbols on the dice: {', '.join(symbols)}."


def _vocabulary(game: Game) -> list[str]:
    """Return the words to replace: those of all games' titles, the named symbols, and the verbs of the moves."""
    titles = " ".join(f"{kind.title} {kind.name}" for kind in (type(game), *all_games().values())).lower()
    verbs = " ".join(_PLACE.sub(" ", kind.form) for kind in game.action_types)
    names = " ".join(symbol.name for symbol in game.die.symbols)
    return list(dict.fromkeys(re.findall("[a-z]{3,}", f"{titles} {names} {verbs}")))
