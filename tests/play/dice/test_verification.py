"""The dice of a record: where they came from, and whether that can be checked."""

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
    """A game at a table, whose first player is drawn, as the server writes it."""
    host = Host()
    host.start(*answering)
    host.play(changes, Stream("choices"))
    past = [Change(told["version"], told["at"], convert(told["entries"], tuple[Entry, ...])) for told in host.told]
    first = next(n for n, change in enumerate(past) if any(isinstance(entry, Started) for entry in change.entries))
    return read(table_record(PastGame(host.table, past[first:])))


def with_headers(record: Record, **headers: str | None) -> Record:
    """The record with other headers; None takes one away."""
    changed = {**dict(record.kept), **headers}
    kept = tuple((key, value) for key, value in changed.items() if value is not None)
    return Record(record.start, record.names, record.played, kept, record.proofs)


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_seeded_dice_are_rolled_again(name: str, players: int) -> None:
    """The seed in the headers gives every roll of the record, the draw of the first player among them."""
    game = read(write(random_record(roost.game(name, players, start="random"), seed=10, most=300)))
    check = verify_dice(game)
    assert check.is_proved
    assert check.rolls == sum(isinstance(move, Roll) for move in game.moves) > 1
    assert str(check) == f"All {check.rolls} rolls are those of the seed '10'."


def test_a_roll_that_the_seed_did_not_give_is_named() -> None:
    """The first roll that is different is told with its number."""
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


def test_seeded_dice_roll_on_where_the_record_stops() -> None:
    """The next roll is the one that an uninterrupted game would have had."""
    game = random_record(roost.game("heckmeck"), seed=11, most=50)
    dice = SeededDice(11)
    for thrown, shown in game.rolls():
        assert dice.roll(thrown) == shown
    eight = game.game.die.dice(8)
    assert resume_dice(game).roll(eight) == dice.roll(eight)


def test_seeded_dice_need_their_seed() -> None:
    """Without it nothing can be checked or rolled on."""
    game = with_headers(random_record(roost.game("heckmeck"), seed=11, most=5), Seed=None)
    with pytest.raises(NotationError, match="a record with seeded dice needs the header Seed"):
        verify_dice(game)


def test_verifiable_dice_are_proved_by_the_text_alone() -> None:
    """The list, the numbers and the links stand in the record; what is told is what holds."""
    check = verify_dice(read(write(fair_record(0, 1))))
    assert (check.is_proved, check.message) == (
        True,
        f"All {check.rolls} rolls follow from the list and its numbers. 2 devices took part: nobody chose the dice if "
        "one of them is honest.",
    )


def test_dice_that_only_the_host_fixed_are_not_called_proved() -> None:
    """Where no device took part, the host could have looked for dice that it likes."""
    check = verify_dice(fair_record())
    assert not check.is_proved
    assert "No device took part in fixing them: the host alone did." in check.message


def test_a_game_that_was_opened_twice_is_not_called_proved() -> None:
    """The host could choose between two openings, and the record says so."""
    check = verify_dice(fair_record(1))
    assert not check.is_proved
    assert "The game was opened 2 times, so the host could choose between 2 openings." in check.message


def test_dice_of_an_older_version_are_not_checked() -> None:
    """They are read, and nothing is claimed."""
    for protocol in ("1", "2", "3", None):
        check = verify_dice(with_headers(fair_record(0), Protocol=protocol))
        assert (check.is_proved, str(check)) == (
            False,
            "An older version rolled these dice: they are not checked by this one.",
        )


def test_changed_verifiable_dice_are_refused() -> None:
    """Whether a roll, a link, the list or a number was touched."""
    game = fair_record(0, 1)
    second = str(game.moves[1])
    other = "1" * len(second) if set(second) != {"1"} else "2" * len(second)
    recorder = Recorder(game.start, game.names, dict(game.kept))
    recorder.add(game.moves[0], game.proofs[0])
    recorder.add(other, game.proofs[1])
    with pytest.raises(ProofError, match=f"^roll 2: the dice show {other}, but {second} follows from its link$"):
        verify_dice(recorder.record())
    listed, numbers = game.headers["List"], game.headers["Numbers"]
    end = listed.split("ends=")[1][:64]
    for headers, why in (
        ({"List": listed.replace(end, "00" * 32)}, "its link does not lead to the one before it"),
        ({"List": listed.replace("attempt=1", "attempt=2")}, "follows from its link"),
        ({"List": listed.replace("seats=0,1", "seats=1,0")}, "follows from its link"),
        ({"List": listed.replace("faces=12345w", "faces=12345ww")}, "is not the list of this game"),
        ({"List": listed.replace("start=random", "start=A")}, "is not the list of this game"),
        ({"Table": "other/1"}, "is not the list of this game"),
        ({"Numbers": numbers.replace("0:", "0:00", 1)}, "not those that the devices sealed"),
        ({"Numbers": numbers.split(" ")[0]}, "not those that the devices sealed"),
        ({"Numbers": "-"}, "not those that the devices sealed"),
    ):
        with pytest.raises(ProofError, match=why):
            verify_dice(with_headers(game, **headers))


def test_a_roll_without_a_link_is_named() -> None:
    """A host that keeps back links has proved nothing."""
    game = fair_record(0)
    kept = Record(game.start, game.names, game.played, game.kept, game.proofs[:-2])
    with pytest.raises(ProofError, match=f"^roll {len(game.proofs) - 1}: it has no link of its own$"):
        verify_dice(kept)


@pytest.mark.parametrize("headers", [
    {"List": None}, {"Table": None}, {"Numbers": None}, {"List": "dice=x"}, {"Numbers": "x"}, {"Numbers": "0:seal"},
])  # fmt: skip
def test_verifiable_dice_need_their_list(headers: dict[str, str | None]) -> None:
    """Without it nothing can be checked, and the error says what is needed."""
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
def test_other_dice_cannot_be_checked(dice: str | None, message: str) -> None:
    """That is no error, but nothing is claimed either."""
    check = verify_dice(with_headers(read(SHORT), Dice=dice))
    assert (check.is_proved, check.rolls, str(check)) == (False, 4, message)


class Shaker:
    """A source of dice that records know nothing about."""

    def roll(self, dice: Dice) -> Roll:
        return dice.rolls[0][0]


def test_sources_name_themselves() -> None:
    """The headers that a recorder has to be given about the dice follow from their source."""
    assert dice_headers(SeededDice("7/3")) == {"Dice": "seeded", "Seed": "7/3"}
    assert dice_headers(Shaker()) == {}
