"""A damaged record raises an error with the place and the cause, and the moves before the damage survive."""

import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import roost
from core.record.playing import SHORT, random_record
from golden import DATA, assert_golden
from roost.core.record import Record, Recorder, RecordError, read, read_all, reader, write
from roost.core.record.proof import Proof


def damaged(old: str, new: str) -> str:
    """Return the short record with one change."""
    assert old in SHORT
    return SHORT.replace(old, new, 1)


_DAMAGE = {
    "nothing at all": "",
    "another text": "Dear Anna,\n",
    "no first header": damaged('[Roost "1"]\n', ""),
    "another version": damaged('Roost "1"', 'Roost "2"'),
    "an open header": damaged('"Anna"]', '"Anna]'),
    "a stray backslash": damaged("Anna", "An\\na"),
    "a bad header name": damaged("[A", "[Ä"),
    "a control character": damaged("Anna", "An\x07na"),
    "a header twice": damaged("[B", "[A"),
    "an endless header": damaged("Anna", "A" * 2_001),
    "too many headers": damaged("[B", "".join(f'[H{n} ""]\n' for n in range(81)) + "[B"),
    "no game": damaged('[Game "heckmeck"]\n', ""),
    "an unknown game": damaged('"heckmeck"', '"hackmeck"'),
    "an empty name": damaged("Bert", ""),
    "a missing seat": damaged("[B", "[C"),
    "too few players": damaged('[B "Bert"]\n', ""),
    "nobody": damaged('[A "Anna"]\n[B "Bert"]\n', ""),
    "an unknown option": damaged("[A", '[Options "shortgame=yes"]\n[A'),
    "an option twice": damaged("[A", '[Options "short_game=yes short_game=no"]\n[A'),
    "an option without a value": damaged("[A", '[Options "short_game"]\n[A'),
    "a bad option value": damaged("[A", '[Options "short_game=perhaps"]\n[A'),
    "a bad position": damaged("grill=21,25", "grill=21,37"),
    "a position of another game": damaged("[A", '[Options "short_game=yes"]\n[A'),
    "a header after a turn": damaged("2 B", '[Place "Kitchen"]\n2 B'),
    "a line of something else": damaged("2 B", "Bert is next\n2 B"),
    "a wrong turn number": damaged("2 B", "3 B"),
    "a wrong seat": damaged("2 B", "2 A"),
    "a turn without moves": damaged("2 B", "2 B\n2 B"),
    "half a turn": damaged(" take21", ""),
    "a turn that goes on": damaged("take21", "take21 1122wwww"),
    "no such action": damaged("take21", "grab21"),
    "no such roll": damaged("1112", "1117"),
    "too few dice": damaged("1112", "111"),
    "an illegal action": damaged("take21", "take25"),
    "a move after the end": damaged("take25", "take25 roll"),
    "a turn after the end": SHORT + "3 A 1123wwww\n",
    "another result": damaged("A 1, B 2", "A 9, B 2"),
    "a smaller result": damaged("A 1, B 2", "A 0, B 2"),
    "a result too early": damaged(" take25", ""),
    "a proof cut off": SHORT + "%roll 1 00",
    "a proof out of order": f"{SHORT}%roll {Proof(2, bytes(32), b'')}",
    "a proof too many": SHORT + "".join(f"%roll {Proof(n, bytes(32), b'')}\n" for n in range(1, 6)),
    "another line with %": SHORT + "%eval 0.5\n",
    "an endless line": damaged("take25", "1" * 5_000),
    "a second record": f"{SHORT}\n{SHORT}",
}


def test_each_kind_of_damage_is_reported_with_its_place_and_its_own_reason() -> None:
    """An error also carries the moves before the damage, if the headers are intact."""
    report, reasons = "", set()
    for name, text in _DAMAGE.items():
        with pytest.raises(RecordError) as caught:
            read(text)
        error = caught.value
        assert str(error) == f"line {error.line}, column {error.column}: {error.reason}"
        report += f"{name}: {error} | {'no record' if error.partial is None else len(error.partial.moves)}\n"
        reasons.add(error.reason)
    assert_golden(DATA / "damage.txt", report)
    assert len(reasons) == len(_DAMAGE)


def test_the_moves_before_the_damage_can_be_resumed() -> None:
    with pytest.raises(RecordError) as caught:
        read(damaged("take21", "take25"))
    partial = caught.value.partial
    assert partial is not None
    recorder = Recorder.resume(partial)
    for move in ["take21", "1122wwww", "w", "roll", "1155", "5", "take25"]:
        recorder.add(move)
    assert write(recorder.record()) == SHORT


def test_damage_in_a_later_record_is_reported_with_its_line_in_the_whole_text() -> None:
    records = read_all(f"{SHORT}\n{damaged('take21', 'take25')}")
    assert write(next(records)) == SHORT
    with pytest.raises(RecordError, match=r"^line 18, column 28: 'take25' is not legal here") as caught:
        next(records)
    assert caught.value.partial is not None
    assert len(caught.value.partial.moves) == 5


def test_a_record_has_a_maximum_size_including_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "LONGEST_TEXT", len(SHORT) + 100)
    read(SHORT)
    with pytest.raises(RecordError, match=r"^line 20, column 1: a record has at most \d+ characters$"):
        read(SHORT + "# chatter\n" * 20)
    assert len(list(read_all(f"{SHORT}\n" * 5))) == 5


def test_a_record_error_survives_pickling() -> None:
    with pytest.raises(RecordError) as caught:
        read(damaged("take21", "take25"))
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert (again.line, again.column, again.partial) == (8, 28, caught.value.partial)


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


def check_reads_or_fails(text: str) -> None:
    """Check that a text is a record that can be written and read again, or raises an error with a place in the text."""
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


@pytest.mark.no_cover
@given(st.sampled_from(_TEXTS), st.data(), st.just("") | _ANY_CHARACTER)
def test_a_changed_record_can_be_read_or_raises_a_record_error(text: str, data: st.DataObject, char: str) -> None:
    """No other exception occurs when a character is changed or added, or when a piece is missing."""
    start = data.draw(st.integers(0, len(text)))
    end = start + data.draw(st.integers(0, 1) | st.integers(0, len(text) - start))
    check_reads_or_fails(text[:start] + char + text[end:])


@pytest.mark.no_cover
@given(st.text())
@example('[Roost "1"]\n[Game "heckmeck"]\n[Position ""]\n[A "a"]\n[B "b"]')
@example('[Roost "1"]\n[Game ""]')
@example('[Roost "1"]\n[Roost "1"]')
@example('[Roost "1"]\n%roll')
def test_any_text_can_be_read_or_raises_a_record_error(text: str) -> None:
    check_reads_or_fails(text)
