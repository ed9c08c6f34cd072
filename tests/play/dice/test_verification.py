"""Verification of the dice in a record."""

import pytest
from msgspec import convert

import roost
from core.record.playing import EVERY_TABLE, SHORT, random_record
from play.dice.hosting import Host
from roost.core.dice import Dice, Roll
from roost.core.errors import NotationError
from roost.core.record import Record, Recorder, dice_headers, read, resume_dice, write
from roost.core.record.proof import ProofError
from roost.core.sources import SeededDice
from roost.core.stream import Stream
from roost.play.dice import verify_dice
from roost.play.server.storage.game_records import PastGame, table_record
from roost.play.table.log import Change, Entry, Started


def fair_record(*answering: int, changes: int = 60) -> Record:
    """Return a record of a table's game as the server writes it; the first player is drawn by dice."""
    host = Host()
    host.start(*answering)
    host.play(changes, Stream("choices"))
    past = [Change(sent["version"], sent["at"], convert(sent["entries"], tuple[Entry, ...])) for sent in host.messages]
    first = next(n for n, change in enumerate(past) if any(isinstance(entry, Started) for entry in change.entries))
    return read(table_record(PastGame(host.table, past[first:])))


def with_headers(record: Record, **headers: str | None) -> Record:
    """Return the record with some headers replaced; None removes a header."""
    changed = {**dict(record.kept), **headers}
    remaining = tuple((key, value) for key, value in changed.items() if value is not None)
    return Record(record.start, record.names, record.played, remaining, record.proofs)


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_the_seed_reproduces_every_roll_of_a_record(name: str, players: int) -> None:
    """The roll that decides who starts is reproduced as well."""
    game = read(write(random_record(roost.game(name, players, start="random"), seed=10, most=300)))
    check = verify_dice(game)
    assert check.is_proved
    assert check.rolls == sum(isinstance(move, Roll) for move in game.moves) > 1
    assert str(check) == f"All {check.rolls} rolls are those of the seed '10'."


def test_the_first_roll_that_differs_from_the_seed_is_named() -> None:
    game = read(SHORT.replace("[Position", '[Dice "seeded"]\n[Seed "7"]\n[Position'))
    with pytest.raises(ProofError, match=r"^roll 1: the dice show 1123wwww, but the seed '7' gives 233334ww$"):
        verify_dice(game)
    recorder, dice = Recorder(roost.game("heckmeck"), None, dice_headers(SeededDice(7))), SeededDice(7)
    recorder.add(dice.roll(recorder.state.game.die.dice(8)))
    for move in ("3", "roll", "1111"):
        recorder.add(move)
    with pytest.raises(ProofError, match=r"^roll 2: the dice show 1111, but the seed '7' gives") as caught:
        verify_dice(recorder.record())
    assert caught.value.number == 2


def test_seeded_dice_resume_where_the_record_stops() -> None:
    """The next roll is the one that an uninterrupted game would have had."""
    game = random_record(roost.game("heckmeck"), seed=11, most=50)
    dice = SeededDice(11)
    for thrown, shown in game.rolls():
        assert dice.roll(thrown) == shown
    eight = game.game.die.dice(8)
    assert resume_dice(game).roll(eight) == dice.roll(eight)


def test_a_record_with_seeded_dice_needs_its_seed() -> None:
    game = with_headers(random_record(roost.game("heckmeck"), seed=11, most=5), Seed=None)
    with pytest.raises(NotationError, match="a record with seeded dice needs the header Seed"):
        verify_dice(game)


def test_verifiable_dice_are_proved_by_the_record_alone() -> None:
    """The record holds the list, the numbers and the links; the message says what they prove."""
    check = verify_dice(read(write(fair_record(0, 1))))
    assert (check.is_proved, check.message) == (
        True,
        f"All {check.rolls} rolls follow from the list and its numbers. 2 devices took part: if one of them is "
        "honest, no party chose the dice.",
    )


def test_dice_that_the_host_determined_alone_are_not_called_proved() -> None:
    """A host without any other device could have searched for dice that it likes."""
    check = verify_dice(fair_record())
    assert not check.is_proved
    assert "No device took part in fixing them; only the host did." in check.message


def test_a_game_with_two_openings_is_not_called_proved() -> None:
    """A host that opens a game twice can choose between two sets of dice, and the message says so."""
    check = verify_dice(fair_record(1))
    assert not check.is_proved
    assert "The game was opened 2 times, so the host could choose between 2 openings." in check.message


def test_dice_of_an_older_protocol_are_not_checked() -> None:
    for protocol in ("1", "2", "3", None):
        check = verify_dice(with_headers(fair_record(0), Protocol=protocol))
        assert (check.is_proved, str(check)) == (
            False,
            "An older version rolled these dice. This version cannot check them.",
        )


def test_a_changed_roll_link_list_or_number_is_refused() -> None:
    game = fair_record(0, 1)
    second = str(game.moves[1])
    another = "1" * len(second) if set(second) != {"1"} else "2" * len(second)
    recorder = Recorder(game.start, game.names, dict(game.kept))
    recorder.add(game.moves[0], game.proofs[0])
    recorder.add(another, game.proofs[1])
    with pytest.raises(ProofError, match=f"^roll 2: the dice show {another}, but {second} follows from its link$"):
        verify_dice(recorder.record())
    listed, numbers = game.headers["List"], game.headers["Numbers"]
    end = listed.split("ends=")[1][:64]
    for headers, why in (
        ({"List": listed.replace(end, "00" * 32)}, "its link does not lead to the previous link"),
        ({"List": listed.replace("attempt=1", "attempt=2")}, "follows from its link"),
        ({"List": listed.replace("seats=0,1", "seats=1,0")}, "follows from its link"),
        ({"List": listed.replace("faces=12345w", "faces=12345ww")}, "belongs to another game"),
        ({"List": listed.replace("start=random", "start=A")}, "belongs to another game"),
        ({"Table": "other/1"}, "belongs to another game"),
        ({"Numbers": numbers.replace("0:", "0:00", 1)}, "not those that the devices sealed"),
        ({"Numbers": numbers.split(" ")[0]}, "not those that the devices sealed"),
        ({"Numbers": "-"}, "not those that the devices sealed"),
    ):
        with pytest.raises(ProofError, match=why):
            verify_dice(with_headers(game, **headers))


def test_the_first_roll_without_a_link_is_named() -> None:
    """A host that withholds links proves nothing."""
    game = fair_record(0)
    shortened = Record(game.start, game.names, game.played, game.kept, game.proofs[:-2])
    with pytest.raises(ProofError, match=f"^roll {len(game.proofs) - 1}: no link proves it$"):
        verify_dice(shortened)


@pytest.mark.parametrize("headers", [
    {"List": None}, {"Table": None}, {"Numbers": None}, {"List": "dice=x"}, {"Numbers": "x"}, {"Numbers": "0:seal"},
])  # fmt: skip
def test_verifiable_dice_need_the_headers_that_prove_them(headers: dict[str, str | None]) -> None:
    with pytest.raises(NotationError, match=r"needs the headers Table|cannot be read|is not the list"):
        verify_dice(with_headers(fair_record(0), **headers))


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ("typed", "The dice were typed by hand, so they cannot be checked."),
        (None, "The record does not say where its dice came from: they cannot be checked."),
        ("a shaker", "Dice from 'a shaker' cannot be checked."),
    ],
)
def test_dice_of_another_source_are_reported_as_unchecked(dice: str | None, message: str) -> None:
    check = verify_dice(with_headers(read(SHORT), Dice=dice))
    assert (check.is_proved, check.rolls, str(check)) == (False, 4, message)


class Shaker:
    """A source of dice that records do not know."""

    def roll(self, dice: Dice) -> Roll:
        return dice.rolls[0][0]


def test_the_source_of_the_dice_determines_the_headers_about_them() -> None:
    assert dice_headers(SeededDice("7/3")) == {"Dice": "seeded", "Seed": "7/3"}
    assert dice_headers(Shaker()) == {}
