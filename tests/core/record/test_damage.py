"""Damaged records: the error says where and why, and what came before is not lost."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import roost
from core.record.playing import SHORT, random_record
from roost.core.record import Record, Recorder, RecordError, read, read_all, reader, write
from roost.core.record.proof import Proof


def damaged(old: str, new: str) -> str:
    """The short record with one thing changed."""
    assert old in SHORT
    return SHORT.replace(old, new, 1)


_DAMAGE = {
    "nothing at all": ("", (1, 1), 'there is no record here; one begins with [Roost "1"]', None),
    "another text": ("Dear Anna,\n", (1, 1), "a record begins with [Roost \"1\"], not 'Dear Anna,'", None),
    "no first header": (
        damaged('[Roost "1"]\n', ""),
        (1, 1),
        'a record begins with [Roost "1"], not \'[Game "heckmeck"]\'',
        None,
    ),
    "another version": (
        damaged('Roost "1"', 'Roost "2"'),
        (1, 1),
        "this is version '2' of the format, but only '1' is known",
        None,
    ),
    "an open header": (
        damaged('"Anna"]', '"Anna]'),
        (3, 1),
        '\'[A "Anna]\' is not a header, which looks like [Name "value"], with \\" and \\\\ inside',
        None,
    ),
    "a stray backslash": (
        damaged("Anna", "An\\na"),
        (3, 1),
        '\'[A "An\\\\na"]\' is not a header, which looks like [Name "value"], with \\" and \\\\ inside',
        None,
    ),
    "a bad header name": (
        damaged("[A", "[Ä"),
        (3, 1),
        "a header's name is 1 to 40 letters, digits, _ and -, not 'Ä'",
        None,
    ),
    "a control character": (
        damaged("Anna", "An\x07na"),
        (3, 1),
        "A must not hold control characters or broken text like '\\x07'",
        None,
    ),
    "a header twice": (damaged("[B", "[A"), (4, 1), "the header A is given twice; first on line 3", None),
    "an endless header": (
        damaged("Anna", "A" * 2_001),
        (3, 1),
        "A has at most 2000 characters, not 2001",
        None,
    ),
    "too many headers": (
        damaged("[B", "".join(f'[H{n} ""]\n' for n in range(81)) + "[B"),
        (84, 1),
        "a record keeps at most 80 headers besides its own",
        None,
    ),
    "no game": (
        damaged('[Game "heckmeck"]\n', ""),
        (7, 1),
        f"the header Game is missing; known: {', '.join(sorted(roost.all_games()))}",
        None,
    ),
    "an unknown game": (
        damaged('"heckmeck"', '"hackmeck"'),
        (2, 1),
        "no game is called 'hackmeck'; did you mean 'heckmeck'?",
        None,
    ),
    "an empty name": (
        damaged("Bert", ""),
        (4, 1),
        "a player's name has 1 to 80 characters, not 0 (seat B)",
        None,
    ),
    "a missing seat": (damaged("[B", "[C"), (4, 1), "seat B is missing before seat C", None),
    "too few players": (
        damaged('[B "Bert"]\n', ""),
        (3, 1),
        "heckmeck is for 2 to 7 players, not 1; every player has a header",
        None,
    ),
    "nobody": (
        damaged('[A "Anna"]\n[B "Bert"]\n', ""),
        (6, 1),
        "heckmeck is for 2 to 7 players, not 0; every player has a header",
        None,
    ),
    "an unknown option": (
        damaged("[A", '[Options "shortgame=yes"]\n[A'),
        (3, 1),
        "heckmeck has no option 'shortgame'; did you mean 'short_game'?",
        None,
    ),
    "an option twice": (
        damaged("[A", '[Options "short_game=yes short_game=no"]\n[A'),
        (3, 1),
        "the option 'short_game' is given twice",
        None,
    ),
    "an option without a value": (
        damaged("[A", '[Options "short_game"]\n[A'),
        (3, 1),
        "'short_game' of Options should look like name=value",
        None,
    ),
    "a bad option value": (
        damaged("[A", '[Options "short_game=perhaps"]\n[A'),
        (3, 1),
        "short_game of heckmeck must be yes or no, not 'perhaps'",
        None,
    ),
    "a bad position": (
        damaged("grill=21,25", "grill=21,37"),
        (5, 1),
        "grill=21,37: '37' must be within 21 to 36",
        None,
    ),
    "a position of another game": (
        damaged("[A", '[Options "short_game=yes"]\n[A'),
        (6, 1),
        "Position is of heckmeck for 2 players with no options, "
        "but the other headers are of heckmeck for 2 players with short_game=yes",
        None,
    ),
    "a header after a turn": (
        damaged("2 B", '[Place "Kitchen"]\n2 B'),
        (9, 1),
        'the header Place comes after the first turn; a new record would begin with [Roost "1"]',
        6,
    ),
    "a line of something else": (
        damaged("2 B", "Bert is next\n2 B"),
        (9, 1),
        "turn 2 of B is next and begins '2 B'; not 'Bert'",
        6,
    ),
    "a wrong turn number": (damaged("2 B", "3 B"), (9, 1), "turn 2 of B is next and begins '2 B'; not '3'", 6),
    "a wrong seat": (damaged("2 B", "2 A"), (9, 3), "turn 2 of B is next and begins '2 B'; not 'A'", 6),
    "a turn without moves": (damaged("2 B", "2 B\n2 B"), (9, 4), "turn 2 has no moves", 6),
    "half a turn": (
        damaged(" take21", ""),
        (9, 1),
        "turn 1 is not finished: A still has to move, on the same line",
        5,
    ),
    "a turn that goes on": (
        damaged("take21", "take21 1122wwww"),
        (8, 35),
        "turn 1 is over, so '1122wwww' belongs on the next line",
        6,
    ),
    "no such action": (
        damaged("take21", "grab21"),
        (8, 28),
        "'grab21' is not an action; actions look like take<tile>, snatch<tile>@<owner>, roll, stop, <symbol>",
        5,
    ),
    "no such roll": (
        damaged("1112", "1117"),
        (8, 21),
        "'1117' is not a roll: no face shows '7'; faces: 1 2 3 4 5 w",
        3,
    ),
    "too few dice": (damaged("1112", "111"), (8, 21), "'111' shows 3 dice where 4 are rolled", 3),
    "an illegal action": (
        damaged("take21", "take25"),
        (8, 28),
        "'take25' is not legal here; legal: roll, take21",
        5,
    ),
    "a move after the end": (
        damaged("take25", "take25 roll"),
        (9, 35),
        "the game is over, so 'roll' cannot follow",
        12,
    ),
    "a turn after the end": (SHORT + "3 A 1123wwww\n", (10, 1), "the game is over, so no turn can follow", 12),
    "another result": (
        damaged("A 1, B 2", "A 9, B 2"),
        (6, 1),
        "Result is 'A 9, B 2; B wins; grill-empty', but the moves lead to 'A 1, B 2; B wins; grill-empty'",
        12,
    ),
    "a result too early": (
        damaged(" take25", ""),
        (6, 1),
        "Result is 'A 1, B 2; B wins; grill-empty', but the game is not over; it should be '*'",
        11,
    ),
    "a proof cut off": (
        SHORT + "%roll 1 00",
        (10, 7),
        "'1 00' is not the proof of a roll, which looks like NUMBER LINK NONCE CHECKSUM, "
        "the link as 64 lowercase hexadecimal digits and the nonce as an even number of them, at most 64, or -",
        12,
    ),
    "a proof out of order": (
        f"{SHORT}%roll {Proof(2, bytes(32), b'')}",
        (10, 7),
        "the proof of roll 1 is due, not that of roll 2",
        12,
    ),
    "a proof too many": (
        SHORT + "".join(f"%roll {Proof(n, bytes(32), b'')}\n" for n in range(1, 6)),
        (14, 7),
        "there is no roll 5 to prove",
        12,
    ),
    "another line with %": (
        SHORT + "%eval 0.5\n",
        (10, 1),
        "a line with % looks like %roll NUMBER LINK NONCE CHECKSUM or %entered SEAT, not '%eval 0.5'",
        12,
    ),
    "an endless line": (
        damaged("take25", "1" * 5_000),
        (9, 5_001),
        "a line has at most 5000 characters, not 5027",
        6,
    ),
    "a second record": (
        f"{SHORT}\n{SHORT}",
        (11, 1),
        "a second record begins here; read_all reads several",
        12,
    ),
}


@pytest.mark.parametrize(("text", "place", "reason", "kept"), _DAMAGE.values(), ids=_DAMAGE.keys())
def test_damage_is_told_with_its_place(text: str, place: tuple[int, int], reason: str, kept: int | None) -> None:
    """Line, column, reason, and the moves before the damage if the headers are sound."""
    with pytest.raises(RecordError) as caught:
        read(text)
    error = caught.value
    assert (error.line, error.column, error.reason) == (*place, reason)
    assert str(error) == f"line {error.line}, column {error.column}: {reason}"
    assert (error.partial and len(error.partial.moves)) == kept


def test_every_kind_of_damage_has_its_own_message() -> None:
    """No two of them read alike."""
    reasons = [reason for _, _, reason, _ in _DAMAGE.values()]
    assert len(set(reasons)) == len(reasons)


def test_the_valid_part_can_be_resumed() -> None:
    """Whoever repairs a record goes on from what the error carries."""
    with pytest.raises(RecordError) as caught:
        read(damaged("take21", "take25"))
    partial = caught.value.partial
    assert partial is not None
    recorder = Recorder.resume(partial)
    for move in ["take21", "1122wwww", "w", "roll", "1155", "5", "take25"]:
        recorder.add(move)
    assert write(recorder.record()) == SHORT


def test_damage_in_a_later_record_is_told_with_the_line_of_the_whole_text() -> None:
    """Lines are counted from the top of the text, and the records before the damage are read."""
    records = read_all(f"{SHORT}\n{damaged('take21', 'take25')}")
    assert write(next(records)) == SHORT
    with pytest.raises(RecordError, match=r"^line 18, column 28: 'take25' is not legal here") as caught:
        next(records)
    assert caught.value.partial is not None
    assert len(caught.value.partial.moves) == 5


def test_a_record_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comments count too."""
    monkeypatch.setattr(reader, "LONGEST_TEXT", len(SHORT) + 100)
    read(SHORT)
    with pytest.raises(RecordError, match=r"^line 20, column 1: a record has at most \d+ characters$"):
        read(SHORT + "# chatter\n" * 20)
    assert len(list(read_all(f"{SHORT}\n" * 5))) == 5


def test_the_error_travels_between_processes() -> None:
    """Place, reason and valid part survive pickling."""
    with pytest.raises(RecordError) as caught:
        read(damaged("take21", "take25"))
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert (again.line, again.column, again.partial) == (8, 28, caught.value.partial)


# -- whatever the text -------------------------------------------------------------------------------------------------


def _with_proofs() -> Record:
    recorder = Recorder(roost.game("heckmeck", start="random"), ["Anna", 'B "b"'], {"Table": "t", "X": "\\"})
    for number, move in enumerate(["B", "1122wwww"], 1):
        recorder.add(move, Proof(number, b"\xab" * 32, b"\x01"))
    return recorder.record()


_TEXTS = [
    SHORT,
    write(_with_proofs()),
    *(write(random_record(roost.game(name), seed=9, most=40)) for name in roost.all_games()),
]
_ANY_CHARACTER = st.one_of(st.characters(), st.sampled_from('\x00\r\n\t "\\[]#%-*=,0123456789ABCwbk\ud800'))


def check_either_way(text: str) -> None:
    """The text reads as a record that can be written and read again, or the error says where it does not."""
    error, game = None, None
    try:
        game = read(text)
    except RecordError as caught:
        error, game = caught, caught.partial
    if error is not None:
        assert 1 <= error.line <= text.count("\n") + 1
        assert error.column >= 1
        assert str(error).startswith(f"line {error.line}, column {error.column}: ")
    assert game is None or read(write(game)) == game


@given(st.sampled_from(_TEXTS), st.data(), _ANY_CHARACTER)
def test_one_changed_character_is_a_record_or_a_record_error(text: str, data: st.DataObject, char: str) -> None:
    """Never another exception, wherever the character stands."""
    place = data.draw(st.integers(0, len(text) - 1))
    check_either_way(text[:place] + char + text[place + 1 :])


@given(st.sampled_from(_TEXTS), st.data(), _ANY_CHARACTER)
def test_one_character_more_is_a_record_or_a_record_error(text: str, data: st.DataObject, char: str) -> None:
    """Never another exception, wherever the character stands."""
    place = data.draw(st.integers(0, len(text)))
    check_either_way(text[:place] + char + text[place:])


@given(st.sampled_from(_TEXTS), st.data())
def test_a_cut_is_a_record_or_a_record_error(text: str, data: st.DataObject) -> None:
    """Never another exception, wherever a piece is missing."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    check_either_way(text[:start] + text[end:])


@given(st.text())
@example('[Roost "1"]\n[Game "heckmeck"]\n[Position ""]\n[A "a"]\n[B "b"]')
@example('[Roost "1"]\n[Game ""]')
@example('[Roost "1"]\n[Roost "1"]')
@example('[Roost "1"]\n%roll')
def test_any_text_is_a_record_or_a_record_error(text: str) -> None:
    """Never another exception, whatever comes in."""
    check_either_way(text)
