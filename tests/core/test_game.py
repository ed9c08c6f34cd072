"""Games: options are declared once and given as values or text, and errors list the allowed values."""

import pickle
import re
from typing import Any

import pytest
from hypothesis import given

import roost
from roost.core.game import Game, PerSeat
from roost.core.notation import Integer
from roost.core.registry import game_type
from roost.games.barbecue import Barbecue
from roost.games.heckmeck import Heckmeck
from roost.games.junior import Junior
from rules import rule
from strategies import games

EVERY_GAME = sorted(roost.all_games())


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_option_has_a_name_a_default_a_rule_and_a_meaning(name: str) -> None:
    for key, option in roost.all_games()[name].options().items():
        assert option.name == key
        assert option.codec.describe()
        assert option.rule
        assert option.meaning[0].isupper()
        assert option.meaning.endswith(".")
        assert getattr(roost.game(name), key) == option.default


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_game_can_be_made_for_each_number_of_players_and_two_is_the_default(name: str) -> None:
    kind = roost.all_games()[name]
    assert roost.game(name).players == 2
    assert [roost.game(name, players).players for players in kind.player_range] == list(kind.player_range)


@given(games())
def test_options_as_text_make_the_same_game_as_values(game: Game) -> None:
    texts = {name: option.codec.text(getattr(game, name)) for name, option in game.options().items() if name != "goal"}
    again = roost.game(game.name, game.players, **texts)
    assert (again, hash(again), repr(again)) == (game, hash(game), repr(game))


@given(games())
def test_games_are_equal_by_value_and_know_their_chosen_options(game: Game) -> None:
    again = pickle.loads(pickle.dumps(game))
    assert (again, hash(again)) == (game, hash(game))
    assert type(game)(game.players, **game.chosen_options) == game
    for name, option in game.options().items():
        assert (name in game.chosen_options) == (getattr(game, name) != option.default)


def test_games_differ_by_players_options_or_kind() -> None:
    tables = [Heckmeck(), Heckmeck(3), Heckmeck(start=1), Heckmeck(short_game=True), Junior(), Junior(worms=(0,) * 6)]
    assert len({*tables}) == len(tables)


def test_option_values_are_normalised() -> None:
    """Games made from lists, letters or text are equal."""
    assert Junior(worms=[1, 2, 3, 4, 5, 6]) == Junior(worms=(1, 2, 3, 4, 5, 6))  # type: ignore[arg-type]  # as from JSON
    assert Heckmeck(start="B") == Heckmeck(start=1) == roost.game("heckmeck", start="b")


@pytest.mark.parametrize(
    ("name", "players", "options", "message"),
    [
        ("chess", 2, {}, "no game is called 'chess'; known: barbecue, heckmeck, junior, picnic"),
        ("hekmeck", 2, {}, "no game is called 'hekmeck'; did you mean 'heckmeck'?"),
        ("heckmeck", 1, {}, "heckmeck is for 2 to 7 players, not 1"),
        ("heckmeck", 8, {}, "heckmeck is for 2 to 7 players, not 8"),
        ("junior", 6, {}, "junior is for 2 to 5 players, not 6"),
        ("heckmeck", True, {}, "heckmeck is for 2 to 7 players, not True"),
        ("heckmeck", 2.0, {}, "heckmeck is for 2 to 7 players, not 2.0"),
        ("heckmeck", "2", {}, "heckmeck is for 2 to 7 players, not '2'"),
        ("heckmeck", [2], {}, "heckmeck is for 2 to 7 players, not [2]"),
        ("heckmeck", 2, {"shortgame": True}, "heckmeck has no option 'shortgame'; did you mean 'short_game'?"),
        ("heckmeck", 2, {"speed": 3}, "heckmeck has no option 'speed'; known: always_turn, short_game, start"),
        ("heckmeck", 2, {"players": 3}, "heckmeck has no option 'players'"),
        ("heckmeck", 2, {"short_game": "maybe"}, "short_game of heckmeck must be yes or no, not 'maybe'"),
        ("heckmeck", 2, {"short_game": 1}, "short_game of heckmeck must be yes or no, not 1"),
        ("heckmeck", 2, {"start": "C"}, "start of heckmeck must be A to B or random, not 'C'"),
        ("heckmeck", 2, {"start": 7}, "start of heckmeck must be a seat A to G or random, not 7"),
        ("heckmeck", 2, {"start": None}, "start of heckmeck must be a seat A to G or random, not None"),
        ("junior", 2, {"double_face": "ham"}, "must be worm, cucumber, cheese, ketchup or bun, not 'ham'"),
        ("junior", 2, {"worms": "1,2,3"}, "worms of junior must be 6 numbers of 0 to 9, not '1,2,3'"),
        ("junior", 2, {"worms": (1, 1, 2, 2, 3, 10)}, "worms of junior must be 0 to 9"),
        ("barbecue", 2, {"worms": "many"}, "worms of barbecue must be 14 numbers of 0 to 9, not 'many'"),
        ("barbecue", 2, {"worms": 4}, "worms of barbecue must be 14 numbers of 0 to 9, not 4"),
    ],
)
def test_a_wrong_option_is_refused_with_the_allowed_values(
    name: str, players: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(roost.OptionError, match=re.escape(message)) as caught:
        game_type(name).make(players, options)
    assert caught.value.input in (name, players, *options, *options.values())


@rule("HM-1", "JR-2", "BQ-2")
@pytest.mark.parametrize("kind", [Heckmeck, Junior, Barbecue])
def test_seat_a_begins_unless_an_option_or_a_draw_decides_otherwise(kind: type[Game]) -> None:
    assert kind().opening().seat == 0
    assert kind(3, start=2).opening().seat == 2
    drawn = kind(3, start="random").opening()
    assert drawn.seat is None
    assert [drawn.play(letter).state.seat for letter in "ABC"] == [0, 1, 2]


def test_a_field_for_each_seat_must_be_a_list_in_json() -> None:
    with pytest.raises(ValueError, match="must be a list with an entry for each seat"):
        PerSeat("stacks", Integer(0, 9)).from_json({"A": 1})
