"""The dice of a record: where they came from, and whether that can be checked."""

import pytest

import roost
from core.record.playing import EVERY_TABLE, SHORT, random_record
from play.dice.fair_table import FairTable
from roost.core.dice import Dice, Roll
from roost.core.errors import NotationError
from roost.core.record import Record, Recorder, dice_headers, read, resume_dice, write
from roost.core.record.proof import ProofError
from roost.core.sources import SeededDice
from roost.core.stream import Stream
from roost.play.dice import verify_dice

_SECRET = bytes(range(32))


def fair_record(moves: int = 60, *, is_listed: bool = True) -> Record:
    """A game whose first player is drawn, with verifiable dice."""
    fair, choices = FairTable(_SECRET, is_listed=is_listed), Stream("choices")
    recorder = Recorder(roost.game("heckmeck", start="random"), ["Anna", "Bert"], dice_headers(fair))
    for _ in range(moves):
        state = recorder.state
        if state.dice:
            recorder.add(fair.roll(state.dice), fair.proof)
        else:
            recorder.add(choices.choice(state.actions()))
    return recorder.record()


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
    """How the round was opened and the proofs stand in the record; what is told is what holds."""
    check = verify_dice(read(write(fair_record())))
    assert check.is_proved
    assert check.message.startswith(f"All {check.rolls} rolls are right: they follow from the list of the devices")
    assert "1 device was listed: nobody chose the dice if it is honest." in check.message
    assert f"{check.rolls // 2} rolls hold nobody's number: bots, and whoever is not listed." in check.message
    assert check.message.endswith(f"Fingerprint: {check.fingerprint}.")
    assert len(check.fingerprint.replace(" ", "")) * 4 == 100


def test_dice_that_only_the_host_fixed_are_not_called_proved() -> None:
    """Where no device is listed, the host could have looked for dice that it likes."""
    check = verify_dice(fair_record(is_listed=False))
    assert not check.is_proved
    assert "nobody but the host fixed the dice" in check.message
    assert ", 1 of them the draw" in check.message


def test_dice_of_an_older_version_are_not_checked() -> None:
    """They are read, and nothing is claimed."""
    for protocol in ("1", "2", None):
        check = verify_dice(with_headers(fair_record(), Protocol=protocol))
        assert (check.is_proved, str(check)) == (
            False,
            "An older version rolled these dice: they are not checked by this one.",
        )


def test_changed_verifiable_dice_are_refused() -> None:
    """Whether the roll, the proof, the list or the commitment was touched."""
    game = fair_record()
    second = str(game.moves[1])
    other = "1" * len(second) if set(second) != {"1"} else "2" * len(second)
    recorder = Recorder(game.start, game.names, dict(game.kept))
    recorder.add(game.moves[0], game.proofs[0])
    recorder.add(other, game.proofs[1])
    with pytest.raises(
        ProofError, match=rf"^roll 2: the dice are not those that follow from its proof: {second} \(dice\)$"
    ):
        verify_dice(recorder.record())
    with pytest.raises(ProofError, match=r"^roll 1: its link does not lead to the one before it \(linked\)$"):
        verify_dice(with_headers(game, **{"Round-1": f"1 0 1 {'00' * 32}"}))
    with pytest.raises(ProofError, match=r"^roll 1: a number that opened the round was not sealed \(pot\)$"):
        verify_dice(with_headers(game, **{"Devices-1": f"0:{'00' * 32}:{'11' * 32}"}))
    with pytest.raises(ProofError, match=r"^roll 1: its number is not one that a listed device had sealed \(number\)$"):
        verify_dice(with_headers(game, **{"Devices-1": "-"}))
    whole = game.headers
    for round_1 in ("2 0 1", "1 0 2"):  # another round gives other dice; another count of lists, another fingerprint
        changed = with_headers(game, **{"Round-1": whole["Round-1"].replace("1 0 1", round_1)})
        if round_1 == "2 0 1":
            with pytest.raises(ProofError, match="not those that follow"):
                verify_dice(changed)
        else:
            assert verify_dice(changed).fingerprint != verify_dice(game).fingerprint


def test_a_roll_without_a_proof_is_named() -> None:
    """A host that keeps back proofs has proved nothing."""
    game = fair_record()
    kept = Record(game.start, game.names, game.played, game.kept, game.proofs[:-2])
    with pytest.raises(ProofError, match=f"^roll {len(game.proofs) - 1}: it has no proof of its own \\(counted\\)$"):
        verify_dice(kept)


@pytest.mark.parametrize("headers", [
    {"Round-1": None}, {"Round-1": "1 0 1 00"}, {"Round-1": f"1 5 1 {'00' * 32}"}, {"Table": None}, {"Devices-1": None},
    *({"Devices-1": f"{one}:{'00' * 32}:{'00' * 32} 0:{'00' * 32}:{'00' * 32}"} for one in (0, 1)),
    {"Devices-1": "0:seal"}, {"Round-2": f"2 900 1 {'00' * 32}", "Devices-2": "-"},
])  # fmt: skip
def test_verifiable_dice_need_their_rounds(headers: dict[str, str | None]) -> None:
    """Without them nothing can be checked, and the error says what is needed."""
    with pytest.raises(NotationError, match=r"needs the headers Table|cannot be read|a round cannot begin"):
        verify_dice(with_headers(fair_record(), **headers))


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
