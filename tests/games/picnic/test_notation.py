"""Picnic Blitz as text and JSON: options, positions, moves, and errors."""

import pickle
from typing import Any

import jsonschema
import pytest

import roost
from roost.core.errors import NotationError, OptionError
from roost.games.picnic import Picnic
from roost.games.picnic.board import STANDARD_TRACKS, Ant, Track, lane_of
from roost.games.picnic.moves import Reroll
from roost.games.picnic.notation import BoardCodec, GoalCodec, QueenCodec, TracksCodec
from rules import rule

EMPTY = "-/-/-/-/-/-"
OTHER_TRACKS = "4:1,5:2,6:3,7:4,8:5,20:9"


# -- options -----------------------------------------------------------------------------------------------------------


@rule("PB-1")
def test_tracks_may_be_text_pairs_or_json() -> None:
    """The tracks given as text, as pairs and as JSON make the same game."""
    pairs = ((4, 1), (5, 2), (6, 3), (7, 4), (8, 5), (20, 9))
    games = [
        roost.game("picnic", tracks=OTHER_TRACKS),
        roost.game("picnic", tracks=[list(pair) for pair in pairs]),
        roost.game("picnic", tracks=[{"length": length, "value": value} for length, value in pairs]),
    ]
    assert games[0] == games[1] == games[2]
    assert isinstance(games[0], Picnic)
    assert games[0].tracks[5] == Track(20, 9)
    assert str(games[0].opening()) == f"picnic tracks={OTHER_TRACKS} board={EMPTY} A=- B=- turn=draw"
    data: Any = games[0].opening().to_json()
    assert data["options"]["tracks"][5] == {"length": 20, "value": 9}
    assert Picnic.read_json(data) == games[0].opening()


@rule("PB-1")
def test_the_standard_tracks_written_out_make_the_standard_game() -> None:
    """The standard tracks given as pairs or as text make the standard game."""
    game = Picnic(tracks=tuple(tuple(track) for track in STANDARD_TRACKS))  # type: ignore[misc]  # as a caller would
    assert game == Picnic()
    assert all(isinstance(track, Track) for track in game.tracks)
    assert roost.game("picnic", tracks="6:2,6:2,8:3,8:3,10:4,10:4") == Picnic()


@rule("PB-14")
def test_the_standard_goal_equals_no_goal() -> None:
    """A goal equal to the standard makes the same game as no goal, which is written as ``standard``."""
    assert Picnic(players=3, goal=7) == Picnic(players=3) == roost.game("picnic", 3, goal="standard")
    assert Picnic(players=3, goal=9).winning_score == 9
    assert "goal=9" in str(Picnic(players=3, goal=9).opening())
    assert GoalCodec().text(None) == "standard"
    assert GoalCodec().check(None) is None
    assert GoalCodec().describe() == "5 to 11 or standard"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"goal": 4}, "goal of picnic must be 5 to 11, not 4"),
        ({"goal": 12}, "goal of picnic must be 5 to 11, not 12"),
        ({"goal": "nine"}, "goal of picnic must be 5 to 11, not 'nine'"),
        ({"goal": 11, "tracks": "6:1,6:1,8:1,8:1,10:2,10:2"}, "goal of picnic must be at most 8"),
        ({"tracks": "6:1,6:1,8:1,8:1,10:1,10:1"}, "tracks of picnic must be worth at least 9 points"),
        ({"tracks": "6:2,6:2,8:3"}, "six times length:value with length 2 to 20 and value 1 to 9"),
        ({"tracks": "6,6,8,8,10,10"}, "must be length:value"),
        ({"tracks": "6:2,6:2,8:3,8:3,10:4,21:4"}, "length 2 to 20"),
        ({"tracks": "1:2,6:2,8:3,8:3,10:4,10:4"}, "length 2 to 20"),
        ({"tracks": "6:0,6:2,8:3,8:3,10:4,10:4"}, "value 1 to 9"),
        ({"tracks": "6:x,6:2,8:3,8:3,10:4,10:4"}, "'x' is not a whole number"),
        ({"tracks": 6}, "six times length:value"),
        ({"tracks": [6, 6, 8, 8, 10, 10]}, "must be length:value"),
        ({"tracks": [{"length": 6}] * 6}, "must be length:value"),
        ({"tracks": [(6, True)] * 6}, "value 1 to 9"),
        ({"beginner": 1}, "beginner of picnic must be yes or no"),
        ({"start": "C"}, "must be A to B or random"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, object], message: str) -> None:
    """An impossible option is refused, and the message says what is allowed."""
    with pytest.raises(OptionError, match=message):
        roost.game("picnic", 2, **options)


# -- positions ---------------------------------------------------------------------------------------------------------

STAGES = [
    f"picnic board={EMPTY} A=- B=- turn=draw",
    f"picnic start=A board={EMPTY} A=- B=- turn=A",
    "picnic board=2BA,5C/-/-/8A/-/- A=- B=queen C=- turn=A",
    "picnic board=1A/1A/1A/1A/-/- A=- B=- turn=A dice=112346 rerolls=4/2",
    "picnic board=1A/1A/1A/1A/-/- A=- B=- turn=A dice=112346 rerolls=3/1",
    "picnic board=1A/1A/1A/1A/-/- A=queen B=- turn=A dice=112346 rerolls=0/0",
    "picnic board=1A/1A/1A/1A/-/- A=- B=- turn=A dice=1123 rerolls=2/1",
    "picnic board=1A/1A/1A/1A/-/- A=- B=- turn=A dice=1123 rerolls=0/0",
    "picnic board=1A/1A/1A/1A/1A/1A A=- B=- turn=A dice=- rerolls=0/0",
    "picnic board=1A/1A/1A/1A/-/- A=- B=- turn=A dice=112346",
    "picnic board=1B/-/-/-/-/- A=- B=- turn=A dice=122345 attacks=0",
    "picnic board=1B/-/-/-/-/- A=- B=- turn=A dice=123456 attacks=5",
    "picnic board=1B/-/-/-/-/- A=queen B=- turn=A dice=123456 attacks=3",
    "picnic board=1A/-/-/-/-/- A=queen B=- turn=A dice=122346 moved=1",
    "picnic tracks=2:3,6:2,8:3,8:3,10:4,10:4 board=2A/-/-/-/-/- A=queen B=- turn=A dice=111146 moved=1",
    "picnic beginner=yes board=3AB/-/-/-/-/- A=- B=- turn=A dice=123456 rerolls=3/1",
    "picnic board=6A/-/-/-/10A/10A A=- B=- over=goal",
]


@pytest.mark.no_cover
@pytest.mark.parametrize("text", STAGES)
def test_every_stage_survives_text_json_and_pickle(text: str) -> None:
    """Every stage of a turn is written as it was read, and its JSON and pickle give the same position."""
    state = roost.position(text)
    assert str(state) == text
    assert repr(state) == f"roost.position({text!r})"
    assert roost.position(state.to_json()) == state
    assert pickle.loads(pickle.dumps(state)) == state
    schema = Picnic.schema()
    jsonschema.validate(state.to_json(), schema | schema["$defs"]["position"])


def test_json_lists_ants_from_back_to_front() -> None:
    """In JSON the ants of a track are listed from back to front, and those of a pile from bottom to top."""
    state = roost.position("picnic board=2BA,5C/-/-/-/-/- A=- B=queen C=- turn=A dice=111111 rerolls=1/1")
    empty: list[object] = []
    ants = [{"space": 2, "seat": 1}, {"space": 2, "seat": 0}, {"space": 5, "seat": 2}]
    assert state.to_json() == {
        "game": "picnic",
        "players": 3,
        "options": {},
        "board": [ants, empty, empty, empty, empty, empty],
        "queens": [False, True, False],
        "turn": 0,
        "dice": "111111",
        "rerolls": {"left": 1, "groups": 1},
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"board={EMPTY} A=- turn=A", "2 to 4 players, not 1"),
        ("A=- B=- turn=A", "board is missing"),
        (f"board={EMPTY} A=- B=-", "turn is missing"),
        (f"board={EMPTY} A=- B=maybe turn=A", "B=maybe: must be queen or -"),
        (f"board={EMPTY} A=- B=- turn=C", "turn=C, but there are 2 players"),
        ("board=-/-/-/-/- A=- B=- turn=A", "six tracks between slashes"),
        ("board=A2/-/-/-/-/- A=- B=- turn=A", "'A2' is not a pile"),
        ("board=2E/-/-/-/-/- A=- B=- turn=A", "'2E' is not a pile"),
        ("board=2A,2B/-/-/-/-/- A=- B=- turn=A", "name space 2 of a track once"),
        ("board=0A/-/-/-/-/- A=- B=- turn=A", "space 1 to 20"),
        ("board=2A,3A/-/-/-/-/- A=- B=- turn=A", "two ants of A on track 1"),
        ("board=-/-/7BAB/-/-/- A=- B=- turn=A", "two ants of B on track 3"),
        ("board=2C/-/-/-/-/- A=- B=- turn=A", "C has an ant, but there are 2 players"),
        ("board=-/7A/-/-/-/- A=- B=- turn=A", "track 2 has 6 spaces, so there is no space 7"),
        ("board=6AB/-/-/-/-/- A=- B=- turn=A", "two ants are on the Food square of track 1"),
        (f"beginner=yes board={EMPTY} A=queen B=- turn=A", "beginners play without Queen tokens"),
        ("board=1A/-/-/-/-/- A=- B=- turn=draw", "turn=draw comes before the first turn"),
        (f"board={EMPTY} A=queen B=- turn=draw", "turn=draw comes before the first turn"),
        (f"board={EMPTY} A=- B=- turn=draw dice=123456", "there is no turn, so there are no dice"),
        ("board=6A/-/-/-/10A/10A A=- B=- over=goal turn=B", "there is no turn, so there are no dice"),
        ("board=6A/-/-/-/10A/10A A=- B=- over=goal dice=123456", "there is no turn, so there are no dice"),
        ("board=6A/-/-/-/10A/10A A=- B=- turn=B", "A has 10 of 9 points, so the game is over"),
        (f"board={EMPTY} A=- B=- over=goal", "0 players have 9 points, not one"),
        ("goal=5 board=6A/-/8A/8B/10B/- A=- B=- over=goal", "2 players have 5 points, not one"),
        ("board=6A/6A/8A/-/10A/10A A=- B=- over=goal", "A would have won before reaching 15 points"),
        ("board=6A/-/8A/-/10A/10A A=- B=- over=goal", "A would have won before reaching 13 points"),
    ],
)
def test_impossible_tables_are_refused(text: str, message: str) -> None:
    """An impossible table is refused, and the message says why."""
    with pytest.raises(NotationError, match=message):
        roost.position(f"picnic {text}")


@pytest.mark.parametrize(
    ("stage", "message"),
    [
        ("rerolls=1/1", "rerolls is given, but dice is missing"),
        ("attacks=1", "attacks is given, but dice is missing"),
        ("moved=1", "moved is given, but dice is missing"),
        ("dice=123456 rerolls=4/2 attacks=1", "rerolls and attacks belong to different stages"),
        ("dice=123456 attacks=1 moved=1", "attacks and moved belong to different stages"),
        ("dice=12345", "dice=12345 shows 5 of six dice"),
        ("dice=-", "dice=- shows 0 of six dice"),
        ("dice=1234567", "must be dice"),
        ("dice=12-456", "no face shows '-'"),
        ("dice=12345 attacks=1", "dice=12345 shows 5 of six dice"),
        ("dice=123456 rerolls=4", "must be left/groups with left 0 to 6 and groups 0 to 2"),
        ("dice=123456 rerolls=7/2", "must be left/groups"),
        ("dice=123456 rerolls=4/1", "A may re-roll 4 dice, so rerolls can only be 4/2, 3/1, 2/1, 1/1 here"),
        ("dice=123456 rerolls=5/2", "can only be 4/2, 3/1, 2/1, 1/1 here"),
        ("dice=123456 rerolls=0/0", "can only be 4/2, 3/1, 2/1, 1/1 here"),
        ("dice=1234 rerolls=3/1", "can only be 2/1, 0/0 here"),
        ("dice=12 rerolls=1/1", "can only be 0/0 here"),
        ("dice=1 rerolls=0/0", "A may re-roll 4 dice, so no dice are left to re-roll here"),
        ("dice=123456 attacks=6", "must be 0 to 5"),
        ("dice=123455 attacks=4", "attacks=4, but of the attacks that dice=123455 gives at most 3 can be left"),
        ("dice=123444 moved=7", "must be 1 to 6"),
        ("dice=222444 moved=1", "moved=1, but no ant of A can just have moved there"),
        ("dice=113344 moved=1", "moved=1, but no ant of A can just have moved there"),
        ("dice=555666 moved=5", "moved=5, but no ant of A can just have moved there"),
        ("dice=122444 moved=1", "without a Queen token the turn ends with the first move"),
    ],
)
def test_impossible_turns_are_refused(stage: str, message: str) -> None:
    """An impossible turn is refused, and the message says what is possible."""
    with pytest.raises(NotationError, match=message):
        roost.position(f"picnic board=1A/1A/1A/1A/3AB/- A=- B=- turn=A {stage}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board=3AB/-/-/-/-/- A=queen B=- turn=A dice=123456 rerolls=0/0", "may re-roll 0 dice, so no dice are left"),
        ("board=6A/-/-/-/-/- A=queen B=- turn=A dice=111111 moved=1", "no second move is possible"),
        ("board=1B/-/-/-/-/- A=queen B=- turn=A dice=112233 attacks=0", "there was none to begin with"),
        ("board=1B/-/-/-/-/- A=queen B=- turn=A dice=123455 attacks=2", "at most 1 can be left"),
        ("beginner=yes board=1B/-/-/-/-/- A=- B=- turn=A dice=123411 attacks=1", "at most 0 can be left"),
        ("beginner=yes board=1A/1A/1A/1A/-/- A=- B=- turn=A dice=123411 rerolls=4/2", "can only be 3/1 here"),
    ],
)
def test_turns_that_the_table_rules_out_are_refused(text: str, message: str) -> None:
    """The possible turns depend on Queen tokens, active ants and the beginners' rules."""
    with pytest.raises(NotationError, match=message):
        roost.position(f"picnic {text}")


def _json(**changes: object) -> dict[str, Any]:
    data: dict[str, Any] = roost.position(f"picnic board={EMPTY} A=- B=- turn=A").to_json()
    return data | changes


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"board": "-"}, "board must be six tracks"),
        ({"board": [[], [], 3, [], [], []]}, "list of up to 4 ants for track 3"),
        ({"board": [[], [], [{"space": 1, "seat": 0}] * 5, [], [], []]}, "list of up to 4 ants for track 3"),
        ({"board": [[{"space": 1}], [], [], [], [], []]}, "must be space:seat with space 1 to 20 and seat 0 to 3"),
        ({"board": [[{"space": 1, "seat": 4}], [], [], [], [], []]}, "seat 0 to 3"),
        ({"queens": [False]}, "queens must have 2 entries"),
        ({"queens": [0, 1]}, "queens must be queen or -"),
        ({"dice": "123456", "rerolls": "4/2"}, "rerolls must be left/groups"),
        ({"dice": 123456}, "dice must be dice"),
        ({"tracks": 1}, "picnic has no 'tracks'"),
    ],
)
def test_json_that_is_not_a_position_is_refused(changes: dict[str, object], message: str) -> None:
    """JSON that is not a position is refused with the same messages as text."""
    with pytest.raises(NotationError, match=message):
        roost.position(_json(**changes))


@pytest.mark.parametrize("codec", [TracksCodec(), BoardCodec(), QueenCodec(), GoalCodec()])
def test_codecs_describe_themselves(codec: Any) -> None:
    """Every codec describes what it accepts, and its schema is valid."""
    assert codec.describe()
    jsonschema.Draft202012Validator.check_schema(codec.schema())


# -- moves -------------------------------------------------------------------------------------------------------------


def test_the_order_of_re_rolled_dice_does_not_matter() -> None:
    assert Picnic().parse_action("reroll431") == Reroll("134")
    assert Picnic().parse_action({"type": "reroll", "dice": "413"}) == Reroll("134")


@pytest.mark.parametrize("token", ["move7", "push3", "pushB7", "reroll", "reroll7", "reroll1234561", "queen"])
def test_unknown_tokens_are_refused(token: str) -> None:
    """A token with an impossible track, ant or dice is refused."""
    with pytest.raises(NotationError, match="is not an action; actions look like keep, reroll<dice>"):
        Picnic().parse_action(token)


def test_lanes_with_equal_contents_are_equal() -> None:
    """Lanes with the same ants and length are equal, also after repr, and unpickling returns the same object."""
    lane = lane_of((Ant(2, 1), Ant(2, 0)), 6)
    assert lane == lane_of((Ant(2, 1), Ant(2, 0)), 6)
    assert lane != lane_of((Ant(2, 0), Ant(2, 1)), 6)
    assert lane != lane_of((Ant(2, 1), Ant(2, 0)), 8)
    assert lane != "lane"
    assert eval(repr(lane)) == lane
    assert pickle.loads(pickle.dumps(lane)) is lane
