"""Plain games: notation, opening and draw follow from a state's fields; mistakes are reported early."""

from dataclasses import dataclass, make_dataclass
from types import new_class
from typing import Annotated, Any, ClassVar, NamedTuple, cast

import pytest
from roost_cantstop import CantStop
from roost_farkle import Farkle
from roost_pig import Hold, Pig, RollOn

from roost.core.conformance import check_game
from roost.core.dice import Die, Roll, Symbol, standard_die
from roost.core.errors import NotationError
from roost.core.moves import Action, Number, SeatNumber, check_messages
from roost.core.notation import Choice, Flag, Integer, Numbers, Seat, SomeOf, Word
from roost.core.outcome import Outcome
from roost.core.plain import COMMON_EVENTS, DiceOf, EachSeat, Lasting, PlainGame, PlainState, Points
from roost.core.registry import position
from roost.core.state import Node, Step


def test_text_json_opening_scores_and_name_follow_from_the_fields() -> None:
    game = Pig(3)
    state = game.opening()
    assert str(state) == "pig A=0 B=0 C=0 turn=A"
    assert state.to_json() == {"game": "pig", "players": 3, "options": {}, "points": [0, 0, 0], "turn": 0}
    assert Pig.read_json(state.to_json()) == state
    assert repr(state) == "roost.position('pig A=0 B=0 C=0 turn=A')"
    assert (game.name, game.title, state.scores(), state.holdings()) == ("pig", "Pig", (0, 0, 0), {})
    assert game.components == {"dice": 1}
    assert game.die is standard_die()


def test_the_draw_of_the_first_player_needs_no_code() -> None:
    state = Pig(3, start="random").opening()
    assert str(state) == "pig start=random A=0 B=0 C=0 turn=draw"
    assert Pig.read_text(str(state)) == state
    assert state.play("B").state == Pig.read_text("pig start=random A=0 B=0 C=0 turn=B")


def test_a_finished_game_has_no_turn_and_its_end_is_an_event() -> None:
    over = Pig.read_text("pig A=100 B=0 turn=over")
    assert over.node is Node.OVER
    assert over.seat is None
    won = Pig.read_text("pig A=95 B=0 turn=A total=5 roll=5").play("hold")
    assert won.state == over
    assert [event.name() for event in won.events][-1] == "ended"


def test_the_dice_on_the_table_follow_from_the_fields() -> None:
    assert Pig.read_text("pig A=95 B=0 turn=A total=5 roll=5").dice_rolled == "5"
    assert Pig(2).opening().dice_rolled == ""


def test_a_field_that_does_not_exist_cannot_be_replaced() -> None:
    fields: Any = Pig(2).opening()
    with pytest.raises(TypeError, match="PigState has no field totals"):
        fields._replace(totals=3)


def test_a_field_of_a_move_may_not_hide_a_name_of_every_move() -> None:
    hiding = make_dataclass("Hiding", [("quiet", Number)], bases=(Action,), frozen=True)
    with pytest.raises(TypeError, match="the field quiet of Hiding hides quiet of every move; rename the field"):
        check_messages([hiding], [])


def test_the_heuristic_is_the_score_unless_the_game_has_a_better_one() -> None:
    assert Pig.read_text("pig A=3 B=40 turn=A total=9").heuristic() == (3, 40)
    heights = "A=1,2,3,0,0,0,0,0,0,0,0 B=3,0,0,0,0,0,0,0,0,0,0"
    state = CantStop.read_text(f"cantstop {heights.replace('A=1', 'A=0')} turn=A runners=0,0,5,0,0,0,0,0,0,0,0")
    assert state.scores() == (0, 1)
    assert 0 < state.heuristic()[0] < state.heuristic()[1] == 1
    elsewhere = position("heckmeck grill=21-24 A=25 B=- turn=A")  # a game whose seats hold more than numbers
    assert elsewhere.heuristic() == elsewhere.scores() == (2, 0)


def test_looking_ahead_gives_the_same_results_as_playing() -> None:
    state = Farkle(goal=500).opening()
    rolls = [roll for roll, _ in state.rolls()]
    assert state.throws(rolls) == [state.play(roll).state for roll in rolls]
    assert state.choices() == ()
    later = state.play("112346").state
    assert later.choices() == tuple((action, later.play(action).state) for action in later.actions())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("pig A=0 B=0 turn=C", "there are 2 players"),
        ("pig A=0 B=0 turn=over", "exactly when the game has ended"),
        ("pig A=100 B=0 turn=A", "exactly when the game has ended"),
        ("pig A=100 B=0 turn=over total=3", "without a turn"),
        ("pig A=0 B=0 turn=draw", "start=random"),
        ("pig A=0 B=0 turn=A total=5 roll=55", "at most 1 die"),
        ("pig A=0 B=0 turn=A total=5 roll=x", "no face shows"),
        ("pig A=0 B=0", "turn is missing"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        Pig.read_text(text)


def test_json_with_dice_as_numbers_is_refused() -> None:
    with pytest.raises(NotationError, match="roll must be at most 1 die"):
        Pig.read_json({"game": "pig", "players": 2, "points": [0, 0], "turn": 0, "roll": 5})
    with pytest.raises(ValueError, match="must be at most 6 dice"):
        DiceOf(standard_die(), 6).check("5")


def test_a_roll_is_written_in_order_as_text_and_json() -> None:
    codec, roll = DiceOf(standard_die(), 2), standard_die().parse("65")
    assert codec.check(roll) is roll
    assert codec.json(roll) == codec.text(roll) == "56"
    assert codec.from_json("56") == roll
    assert codec.schema() == {"type": "string", "minLength": 1, "maxLength": 2}


SUMS = Annotated[Any, EachSeat(Numbers(0, 9, 9), ())]
POINTS = {"game": PlainGame, "seat": int | None, "points": Points}


@pytest.mark.parametrize(
    ("fields", "defaults", "why"),
    [
        ({"points": Points}, {}, "must be game and seat"),
        (POINTS | {"total": int}, {"total": 0}, "total has no codec"),
        ({"game": PlainGame, "seat": int | None, "sums": SUMS}, {}, r"must define scores\(\)"),
        (
            {"game": PlainGame, "seat": int | None, "sums": Annotated[Any, EachSeat(Numbers(0, 9, 9), ())]},
            {},
            r"must define scores\(\)",
        ),
        (POINTS | {"total": Number}, {}, "total needs a default"),
        ({"game": PlainGame, "seat": int | None, "total": Number}, {"total": 0}, "a value for each seat"),
        (POINTS | {"lives": Points}, {"lives": (3, 3)}, "no such field has a default"),
        (
            POINTS | {"mood": Annotated[str, Choice(("so so", "fine"))]},
            {"mood": "fine"},
            r"Wrong\.mood is written 'so so', which is not one word",
        ),
    ],
)
def test_wrongly_declared_fields_are_refused_when_the_class_is_made(
    fields: dict[str, Any], defaults: dict[str, Any], why: str
) -> None:
    body = {"__module__": __name__, "__annotations__": fields, **defaults}
    declared = new_class("Fields", (NamedTuple,), {}, lambda filled: filled.update(body))
    state_type = type("Wrong", (declared, PlainState), {"__slots__": ()})
    with pytest.raises(TypeError, match=why):
        type("WrongGame", (Pig,), {"state_type": state_type})


@pytest.mark.parametrize("name", ["dice", "node", "turn", "count", "outcome"])
def test_a_field_that_hides_a_name_of_every_position_is_refused(name: str) -> None:
    body = {"__module__": __name__, "__annotations__": POINTS | {name: Number}, name: 0}
    declared = new_class("Fields", (NamedTuple,), {}, lambda filled: filled.update(body))
    with pytest.raises(TypeError, match=f"the field {name} of Wrong hides {name} of every position"):
        type("Wrong", (declared, PlainState), {"__slots__": ()})


def test_a_game_without_a_player_range_is_refused() -> None:
    with pytest.raises(TypeError, match="Empty must set player_range"):
        type("Empty", (PlainGame,), {})


class LivesFields(NamedTuple):
    game: PlainGame
    seat: int | None
    lives: Annotated[tuple[int, ...], EachSeat(Integer(0, 9), 3)]


class LivesState(LivesFields, PlainState):
    __slots__ = ()
    outcome = None

    def actions(self) -> tuple[Action, ...]:
        return ()

    def _rolled(self, roll: Roll) -> Step:
        return self.next_turn()

    def _chosen(self, action: Any) -> Step:
        raise AssertionError(action)


@dataclass(frozen=True)
class Lives(PlainGame):
    name: ClassVar[str] = "nine"
    player_range: ClassVar[range] = range(2, 4)
    dice_count: ClassVar[int] = 2
    action_types: ClassVar[tuple[type[Action], ...]] = (Hold,)
    end_reasons: ClassVar[tuple[str, ...]] = ()
    state_type: ClassVar[type[PlainState]] = LivesState


def test_a_game_may_have_its_own_name_and_start_values() -> None:
    state = Lives().opening()
    assert str(state) == "nine A=3 B=3 turn=A"
    assert state.dice == standard_die().dice(2)
    assert state.play("11").state.seat == 1


class RaceFields(NamedTuple):
    game: PlainGame
    seat: int | None
    points: Points
    fuel: Annotated[tuple[tuple[int, ...], ...], EachSeat(Numbers(0, 9, 2, 2), (9, 9))]
    laps: Annotated[int, Lasting(Integer(1, 9))] = 1
    parked: Annotated[Roll, Lasting(DiceOf(standard_die(), 2))] = standard_die().nothing
    roll: Annotated[Roll, DiceOf(standard_die(), 2)] = standard_die().nothing


class RaceState(RaceFields, PlainState):
    __slots__ = ()

    def actions(self) -> tuple[Action, ...]:
        return (Hold(),) if self.roll.size else ()

    def _rolled(self, roll: Roll) -> Step:
        return Step(self._replace(roll=roll, parked=roll), ())

    def _chosen(self, action: Any) -> Step:
        return self.next_turn(laps=self.laps + 1, fuel=((1, 2), self.fuel[1]))

    @property
    def outcome(self) -> Outcome | None:
        return Outcome.of(self.points, "end") if self.laps == 9 else None


@dataclass(frozen=True)
class Race(PlainGame):
    player_range: ClassVar[range] = range(2, 4)
    dice_count: ClassVar[int] = 2
    action_types: ClassVar[tuple[type[Action], ...]] = (Hold,)
    end_reasons: ClassVar[tuple[str, ...]] = ("end",)
    state_type: ClassVar[type[PlainState]] = RaceState


def test_several_fields_per_seat_and_fields_of_the_table_outlast_a_turn() -> None:
    state = Race().opening()
    assert str(state) == "race A=0 B=0 turn=A fuel=9,9/9,9 laps=1 parked=-"
    after = state.play("25").state.play("hold").state
    assert str(after) == "race A=0 B=0 turn=B fuel=1,2/9,9 laps=2 parked=25"
    assert Race.read_text(str(after)) == Race.read_json(after.to_json()) == after
    assert after.to_json()["fuel"] == [[1, 2], [9, 9]]
    assert Race.read_text("race A=0 B=0 turn=A") == state  # fields that are left out have their first values
    check_game(Race(), games=2)


def test_only_the_dice_of_this_turn_lie_on_the_table() -> None:
    state = Race.read_text("race A=0 B=0 turn=A parked=66 roll=25")
    assert state.dice_rolled == "25"


@pytest.mark.parametrize(
    ("fuel", "why"),
    [("1,2", "2 entries"), ("1,2/1,2/1,2", "2 entries"), ("1,2/x", "fuel=x"), ("/1,2", "2 entries")],
)
def test_a_field_per_seat_has_a_value_for_each_seat(fuel: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        Race.read_text(f"race A=0 B=0 turn=A fuel={fuel}")


def test_a_seats_value_may_not_contain_the_separator() -> None:
    fields: dict[str, Any] = POINTS | {"way": Annotated[tuple[str, ...], EachSeat(Word("a/", 2, "a way"), "a")]}
    body = {"__module__": __name__, "__annotations__": fields}
    declared = new_class("Fields", (NamedTuple,), {}, lambda filled: filled.update(body))
    with pytest.raises(TypeError, match="'/' separates the seats' values"):
        type("WrongGame", (Pig,), {"state_type": type("Wrong", (declared, PlainState), {"__slots__": ()})})


def test_actions_and_outcome_of_the_latest_position_are_cached() -> None:
    asked = []

    class Counted(RaceState):
        __slots__ = ()

        def actions(self) -> tuple[Action, ...]:
            asked.append(self.roll.text)
            return super().actions()

    state = Counted(*cast("Any", Race().opening()))
    assert [state.node, state.dice, state.actions()] == [Node.ROLL, standard_die().dice(2), ()]
    assert asked == ["-"]
    Counted(*cast("Any", state)).actions()
    assert asked == ["-", "-"]  # an equal position is another object


@dataclass(frozen=True, slots=True)
class Give(Action):
    """An action without a declared form."""

    count: Number
    owner: SeatNumber


def test_the_default_form_of_an_action_is_its_name_and_fields() -> None:
    assert [str(action) for action in (Hold(), RollOn(), Give(3, 1))] == ["hold", "roll", "give3B"]
    assert Give.match("give3B") == Give(3, 1)
    assert Pig().parse_action("hold") == Hold()


@dataclass(frozen=True, slots=True)
class Climb(Action):
    """An action with a list of numbers."""

    columns: Annotated[tuple[int, ...], Numbers(2, 12, 2, 1)]


def test_an_action_may_hold_a_list_of_numbers() -> None:
    for text, columns in (("climb7", (7,)), ("climb7,9", (7, 9))):
        assert Climb.match(text) == Climb(columns)
        assert str(Climb(columns)) == text
        assert Climb(columns).to_json() == {"type": "climb", "columns": list(columns)}
    assert Climb.match("climb7,9,12") is None


def action(name: str, form: dict[str, str], **fields: Any) -> type[Action]:
    """Return an action class with these fields and, if given, this form."""
    return make_dataclass(name, fields.items(), bases=(Action,), namespace=form, frozen=True, slots=True)


RUN = action("Run", {}, first=Number, second=Number)  # run111 may mean 11 and 1, or 1 and 11
STRIDE = action("Stride", {}, first=Annotated[int, Integer(1, 9)], second=Annotated[int, Integer(10, 19)])
GRIP = action("Grip", {"form": "give{count}{owner}"}, count=Number, owner=SeatNumber)  # could be another action's token
FORGETS = action("Forgets", {"form": "forgets"}, count=Number)
UNWRITABLE = action("Unwritable", {}, count=int)


@pytest.mark.parametrize(
    ("kinds", "why"),
    [
        ((RUN,), r"Run\(first=0, second=9997\) is written 'run09997', which is read as Run\(first=999, second=7\)"),
        ((STRIDE,), r"Stride\(first=1, second=10\) is written 'stride110', which is read as None"),
        ((Give, GRIP), r"Grip\(count=0, owner=0\) is written 'give0A', which is read as Give"),
        ((FORGETS,), "the form of Forgets, 'forgets', must name each of its fields once"),
        ((UNWRITABLE,), "Unwritable.count has no codec"),
    ],
)
def test_a_game_whose_actions_cannot_be_read_back_is_refused(kinds: tuple[type[Action], ...], why: str) -> None:
    with pytest.raises(TypeError, match=why):
        type("WrongGame", (Pig,), {"action_types": kinds})


def test_a_codec_lists_its_values_if_they_are_few() -> None:
    assert list(Integer(2, 4).every() or ()) == [2, 3, 4]
    assert list(Flag().every() or ()) == [False, True]
    assert list(Choice(("a", "b")).every() or ()) == ["a", "b"]
    assert list(Seat(("random",), "AB").every() or ()) == [0, 1, "random"]
    assert list(Word("abc", 1, "a letter").every() or ()) == ["a", "b", "c"]
    assert Word("abc", 2, "letters").every() is None
    assert Numbers(0, 9, 3).every() is None
    assert DiceOf(standard_die(), 2).every() is None
    assert Numbers(1, 2, 2, 1).every() == [(1,), (2,), (1, 1), (1, 2), (2, 1), (2, 2)]
    assert list(SomeOf("12", 2, "dice").every() or ()) == ["1", "2", "11", "12", "22"]


def test_a_choice_of_dice_is_always_written_in_order() -> None:
    assert str(Farkle().parse_action("keep511")) == "keep115"
    with pytest.raises(ValueError):
        SomeOf("12", 2, "dice").check("3")


def test_a_plain_games_start_option_has_no_rule_number() -> None:
    assert Pig.options()["start"].rule == ""
    assert {event.name() for event in COMMON_EVENTS} == {"drawn", "rolled", "ended"}


def test_capital_letters_on_faces_are_refused() -> None:
    """Rolls are read in either letter case, so capital and small letters cannot mean different faces."""
    with pytest.raises(TypeError, match="a face of a die is written as a lower-case letter or a digit, not 'T'"):
        DiceOf(Die((Symbol("T", "tank", 0), Symbol("r", "ray", 0)), (1, 2)), 13)
