"""Records in memory: recording, replaying, resuming."""

import re
from itertools import pairwise

import pytest

import roost
from core.record.playing import EVERY_TABLE, SHORT, play_on, random_record
from roost.core.errors import IllegalMoveError, NotationError, RoostError
from roost.core.outcome import Outcome
from roost.core.record import EnteredRoll, Recorder, read, record, resume_dice
from roost.core.record.proof import Proof
from roost.core.record.record import result
from roost.core.sources import SeededDice
from roost.core.stream import Stream


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_a_record_can_be_replayed_to_any_move(name: str, players: int) -> None:
    game = random_record(roost.game(name, players), seed=1)
    state = game.start
    assert game.replay(0) == state == game.game.opening()
    for number, (move, after, events) in enumerate(game.played, 1):
        step = state.play(str(move))
        assert step == (after, events)
        state = step.state
        assert game.replay(number) == state
    assert state.node is roost.Node.OVER
    assert game.replay() == game.state == state
    assert list(game.states()) == [game.replay(number) for number in range(len(game.moves) + 1)]
    assert game.outcome == state.outcome
    assert game.is_finished


def test_replaying_beyond_the_last_move_is_an_error() -> None:
    game = read(SHORT)
    for number in (-1, 13):
        with pytest.raises(RoostError, match=f"there are 12 moves, so there is no position after {number}"):
            game.replay(number)


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_turns_split_the_moves_by_seat(name: str, players: int) -> None:
    """Turns are numbered and together hold every move once, and no seat has two turns in a row."""
    game = random_record(roost.game(name, players, start="random"), seed=2)
    turns = list(game.turns())
    assert [turn.number for turn in turns] == list(range(len(turns)))
    assert turns[0].seat is None
    assert str(turns[0].moves[0]) in "ABCDEFG"[:players]
    assert all(turn.moves for turn in turns)
    assert tuple(move for turn in turns for move in turn.moves) == game.moves
    assert all(turn.seat != after.seat for turn, after in pairwise(turns))


def test_rolls_come_with_the_dice_that_were_thrown() -> None:
    """The first roll has eight dice, and the next roll has the dice that are left."""
    assert [(str(dice), str(roll)) for dice, roll in read(SHORT).rolls()] == [
        ("8 dice", "1123wwww"),
        ("4 dice", "1112"),
        ("8 dice", "1122wwww"),
        ("4 dice", "1155"),
    ]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", roost.all_games())
def test_a_game_resumed_at_any_point_gives_the_same_record(name: str) -> None:
    whole = random_record(roost.game(name), seed=3, most=60)
    for stop in range(len(whole.moves)):
        recorder = Recorder(whole.start, whole.names, dict(whole.kept))
        for move in whole.moves[:stop]:
            recorder.add(move)
        half = recorder.record()
        resumed = Recorder.resume(half)
        dice = resume_dice(half)
        for move in whole.moves[stop:]:
            state = resumed.state
            resumed.add(dice.roll(state.dice) if state.dice else move)
        assert resumed.record() == whole
        assert recorder.record() == half


def test_a_resumed_record_keeps_names_headers_moves_and_proofs() -> None:
    recorder = Recorder(roost.game("heckmeck"), ["Anna", "Bert"], {"Place": "Kitchen"})
    recorder.add("1123wwww", Proof(1, bytes(32), b""))
    half = recorder.record()
    resumed = Recorder.resume(half)
    assert resumed.record() == half
    resumed.add("w")
    resumed.add("roll")
    with pytest.raises(NotationError, match="the next proof must be of roll 2, not of roll 1"):
        resumed.add("1112", Proof(1, bytes(32), b""))
    resumed.add("1112", Proof(2, bytes(32), b""))
    assert [proof.number for proof in resumed.record().proofs] == [1, 2]


@pytest.mark.parametrize(
    ("move", "proof", "message"),
    [
        ("222", None, "'222' shows 3 dice where 8 are rolled"),
        ("roll", None, "'roll' shows 4 dice where 8 are rolled"),
        ("1123wwww", Proof(2, bytes(32), b""), "the next proof must be of roll 1, not of roll 2"),
    ],
)
def test_a_refused_move_changes_neither_state_nor_record(move: str, proof: Proof | None, message: str) -> None:
    recorder = Recorder(roost.game("heckmeck"))
    before = recorder.record()
    with pytest.raises(NotationError) as caught:
        recorder.add(move, proof)
    assert str(caught.value) == message
    assert recorder.record() == before
    assert recorder.state == before.start


def test_only_a_roll_may_have_a_proof() -> None:
    recorder = Recorder(roost.game("heckmeck"))
    with pytest.raises(NotationError, match="there is no roll 1 to prove"):
        recorder.add_proof(Proof(1, bytes(32), b""))
    recorder.add("1123wwww")
    recorder.add_proof(Proof(1, bytes(32), b""))
    with pytest.raises(NotationError, match="there is no roll 2 to prove"):
        recorder.add("w", Proof(2, bytes(32), b""))
    assert len(recorder.record().moves) == 1


def test_later_moves_do_not_change_a_record_taken_earlier() -> None:
    recorder = Recorder(roost.game("heckmeck"))
    recorder.add("1123wwww")
    early = recorder.record()
    recorder.add("w")
    assert [str(move) for move in early.moves] == ["1123wwww"]
    assert not early.is_finished
    assert early.outcome is None


def test_moves_are_taken_back_one_by_one_with_their_proofs() -> None:
    recorder = Recorder(roost.game("heckmeck"))
    records = [recorder.record()]
    for move in ("1123wwww", "w", "roll", "1112"):
        proof = Proof(1 + (move == "1112"), bytes(32), b"") if move.startswith("11") else None
        recorder.add(move, proof)
        records.append(recorder.record())
    for before in [*reversed(records[:-1]), records[0]]:
        recorder.take_back()
        assert recorder.record() == before
        assert recorder.state == before.state


def test_a_record_has_a_maximum_number_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MOST_MOVES", 10)
    recorder = Recorder(roost.game("heckmeck"))
    game = play_on(recorder, SeededDice(1), Stream(1), most=10)
    move = game.state.rolls()[0][0] if game.state.rolls() else game.state.actions()[0]
    with pytest.raises(IllegalMoveError, match="a record has at most 10 moves"):
        recorder.add(move)
    assert recorder.record() == game


@pytest.mark.parametrize(
    ("names", "headers", "message"),
    [
        (["Anna"], {}, "there are 2 players, but 1 names"),
        (["Anna", ""], {}, "a player's name has 1 to 80 characters, not 0 (seat B)"),
        (["Anna", "B" * 81], {}, "a player's name has 1 to 80 characters, not 81 (seat B)"),
        (["Anna\n", "Bert"], {}, r"A must not contain control characters or broken text like '\n'"),
        (["Anna", "\u202etreB"], {}, r"B must not contain control characters or broken text like '\u202e'"),
        (["Anna", "\udc80"], {}, r"B must not contain control characters or broken text like '\udc80'"),
        (None, {"Date": "x" * 4_001}, "Date has at most 4000 characters, not 4001"),
        (None, {"Two words": "x"}, "a header's name is 1 to 40 letters, digits, _ and -, not 'Two words'"),
        (None, {"": "x"}, "a header's name is 1 to 40 letters, digits, _ and -, not ''"),
        (None, {"Result": "*"}, "the header Result follows from the game itself"),
        (None, {"C": "Cleo"}, "the header C follows from the game itself"),
        (None, {f"H{n}": "" for n in range(81)}, "a record keeps at most 80 headers besides its own, not 81"),
    ],
)
def test_names_and_headers_that_could_not_be_read_back_are_refused(
    names: list[str] | None, headers: dict[str, str], message: str
) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$"):
        Recorder(roost.game("heckmeck"), names, headers)


def test_headers_have_a_fixed_order() -> None:
    """A record's own headers come first, then other headers in the given order, then the position and the result."""
    start = roost.position("heckmeck short_game=yes grill=21,25 A=- B=- turn=A")
    headers = Recorder(start, ["Anna", "Bert"], {"Zebra": "1", "Date": "2026-11-15"}).record().headers
    assert list(headers.items()) == [
        ("Roost", "1"),
        ("Game", "heckmeck"),
        ("Options", "short_game=yes"),
        ("A", "Anna"),
        ("B", "Bert"),
        ("Zebra", "1"),
        ("Date", "2026-11-15"),
        ("Position", "heckmeck short_game=yes grill=21,25 A=- B=- turn=A"),
        ("Result", "*"),
    ]


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome((12, 7), (0,), "grill-empty", "score"), "A 12, B 7; A wins; grill-empty"),
        (Outcome((7, 7), (1,), "grill-empty", "highest-tile"), "A 7, B 7; B wins by highest-tile; grill-empty"),
        (Outcome((7, 3, 7), (0, 2), "goal", "shared"), "A 7, B 3, C 7; A and C win; goal"),
    ],
)
def test_a_result_has_scores_winners_tie_break_and_reason(outcome: Outcome, text: str) -> None:
    assert result(outcome) == text


def test_records_of_equal_games_are_equal() -> None:
    game, again = read(SHORT), read(SHORT)
    assert game == again
    assert hash(game) == hash(again)
    assert game != read(SHORT.replace("1123wwww", "1113wwww"))


def test_an_entered_roll_can_be_read_back_from_its_text() -> None:
    """The text has the seat that entered the roll and the earlier entries; any other text is refused."""
    for entered in (EnteredRoll("A"), EnteredRoll("-", ("112345", "112346"))):
        assert EnteredRoll.parse(str(entered)) == entered
    for text in ("", "H", "A ", "A\t1", "A " + " ".join(["1"] * 31)):
        with pytest.raises(NotationError, match="does not describe an entered roll"):
            EnteredRoll.parse(text)


def test_an_entered_roll_replaces_a_proof_and_is_removed_when_taken_back() -> None:
    recorder = Recorder(roost.game("junior"))
    dice = recorder.state.dice
    assert dice is not None
    recorder.add(SeededDice(1).roll(dice), EnteredRoll("A"))
    assert recorder.record().entered == {1: EnteredRoll("A")}
    recorder.take_back()
    assert recorder.record().entered == {}
