"""A position field by field, with the names that its game gives them."""

from roost_cantstop import CantStop
from roost_pig import Pig

from roost.core.game import Game
from roost.core.words import Messages
from roost.core.words.fields import FieldText, seat_fields, shared_fields
from roost.games.junior import Junior
from roost.games.picnic import Picnic

A, B = "0,0,2,0,0,4,0,0,0,0,0", "0,0,0,0,0,0,5,0,0,0,3"
POSITION = f"cantstop A={A} B={B} turn=A runners=0,0,3,0,0,0,1,0,0,0,0 rolling=0"


class Named(Messages):
    """The messages of a game that is not installed."""

    def of(self, game: Game | type[Game]) -> Messages:
        return self

    def say_if_known(self, key: str, /, **values: object) -> str | None:
        return {"field.runners": "Läufer", "field.rolling": ""}.get(key)


def test_fields_list_only_nonzero_numbers_with_their_places() -> None:
    """Fields with an empty name are hidden. The dice and the turn are left out because they are shown elsewhere."""
    state = CantStop.read_text(POSITION)
    assert shared_fields(state, Named()) == [FieldText("Läufer", ["4: 3", "8: 1"])]
    assert seat_fields(state, Named()) == [
        [FieldText("markers", ["4: 2", "7: 4"])],
        [FieldText("markers", ["8: 5", "12: 3"])],
    ]


def test_fields_with_default_values_are_listed() -> None:
    """Listing them keeps a screen's layout when a turn begins. Scores are not listed as fields."""
    state = Pig().opening()
    assert shared_fields(state, Messages()) == [FieldText("total", ["0"])]
    assert seat_fields(state, Messages()) == [[], []]
    assert shared_fields(CantStop().opening(), Named()) == [FieldText("Läufer", [])]


def test_a_game_without_words_shows_its_field_names() -> None:

    class Mute(Junior):  # adapters are not inherited, so this game has no words
        name = "mute"

    state = Mute.read_text("mute grill=4,5,5,9 A=6 B=- turn=A aside=wcc")
    fields = dict(shared_fields(state, Messages()))
    assert fields["grill"] == ["4", "5", "5", "9"]
    assert seat_fields(state, Messages()) == [[FieldText("stacks", ["6"])], [FieldText("stacks", [])]]


def test_a_field_may_have_the_name_of_the_dice_to_roll() -> None:
    """Picnic Blitz has a field for the dice of a turn, which are shown as dice and not as a field."""
    fields = [*shared_fields(Picnic().opening(), Messages()), *seat_fields(Picnic().opening(), Messages())[0]]
    assert all(isinstance(text, str) for field in fields for text in field.values)
    assert "dice" not in [field.name for field in fields]
