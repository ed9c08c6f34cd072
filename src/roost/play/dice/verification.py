"""Verify a record's dice against the source that its headers name."""

from collections.abc import Iterator
from dataclasses import dataclass

from roost.core.dice import Dice, Roll
from roost.core.errors import NotationError, quote
from roost.core.record.dice import resume_dice
from roost.core.record.proof import ProofError
from roost.core.record.record import Record
from roost.core.shared import Place, shared_roll
from roost.play.dice.fair import PROTOCOL, Listed, faces_of, hashed, options_of, place_of, rolled


@dataclass(frozen=True, slots=True)
class DiceCheck:
    """Result of :func:`verify_dice` if no error was found."""

    is_proved: bool
    """Whether every roll was determined before the game by a dice list with at least one device's seal."""
    rolls: int
    message: str
    entered: int = 0
    """Number of rolls that people entered from real dice."""

    def __str__(self) -> str:
        return self.message


def verify_dice(record: Record) -> DiceCheck:
    """Check every roll of a record against the source that its headers name.

    Raises :class:`~roost.core.record.ProofError` for the first roll that does not come from the source, and
    :class:`~roost.core.errors.NotationError` if the headers do not say enough to check any roll.
    """
    rolls = sum(1 for _ in record.rolls())
    match record.headers.get("Dice"):
        case "seeded":
            seed = resume_dice(record).seed
            return DiceCheck(True, rolls, f"All {rolls} rolls are those of the seed {quote(seed)}.")
        case "shared":
            return _verify_shared(record, rolls)
        case "verifiable" | "real" | "device":
            if record.headers.get("Protocol") != str(PROTOCOL):
                return DiceCheck(False, rolls, "An older version rolled these dice. This version cannot check them.")
            return _verify_listed(record, rolls)
        case "typed":
            return DiceCheck(False, rolls, "The dice were typed by hand, so they cannot be checked.")
        case None:
            return DiceCheck(False, rolls, "The record does not say where its dice came from: they cannot be checked.")
        case source:
            return DiceCheck(False, rolls, f"Dice from {quote(source)} cannot be checked.")


def _verify_shared(record: Record, count: int) -> DiceCheck:
    """Check shared dice, which are the same for every player who uses the seed."""
    seed, place = record.headers.get("Seed"), Place()
    if seed is None:
        raise NotationError("a record with shared dice needs the header Seed")
    number = 0
    for before, move in zip(record.states(), record.moves, strict=False):
        if not isinstance(move, Roll) or before.dice is None or before.seat is None:
            continue
        number, place = number + 1, place.next(before.seat)
        shown = shared_roll(seed, place, before.dice)
        if shown != move:
            raise ProofError(f"the dice show {move}, but the seed {quote(seed)} gives {shown}", number=number)
    if number != count:
        raise ProofError("the first player was drawn, which shared dice do not do", number=1)
    return DiceCheck(True, count, f"All {count} rolls are those that every player with the seed {quote(seed)} gets.")


def _verify_listed(record: Record, count: int) -> DiceCheck:
    """Check dice of protocol 4, where each roll follows from the dice list, the devices' numbers, and the links."""
    listed, seed = _opened(record)
    if record.entered and record.headers["Dice"] != "real":
        raise ProofError("a roll was entered, but the record does not say that real dice were rolled")
    latest = [(0, end) for end in listed.ends]
    proofs = iter(record.proofs)
    for number, (seat, dice, shown) in enumerate(_own_rolls(record), 1):
        proof, place = next(proofs, None), place_of(seat)
        if proof is None or proof.nonce:
            raise ProofError("no link proves it", number=number)
        used, before = latest[place]
        if hashed(proof.link) != before:
            raise ProofError("its link does not lead to the previous link", number=number)
        follows = rolled(seed, place, used + 1, proof.link, dice)
        if follows != shown:
            raise ProofError(f"the dice show {shown}, but {follows} follows from its link", number=number)
        latest[place] = used + 1, proof.link
    entered, devices = len(record.entered), len(listed.seals)
    is_proved = listed.attempt == 1 and not entered and devices > 0
    return DiceCheck(is_proved, count, " ".join(_sentences(record, listed, count - entered)), entered)


def _opened(record: Record) -> tuple[Listed, bytes]:
    """Return a record's seed and its dice list, after checking that the list belongs to this game."""
    headers, game = record.headers, record.game
    if not {"Table", "List", "Numbers"} <= headers.keys():
        raise NotationError("a record with verifiable dice needs the headers Table, List and Numbers")
    listed = Listed.parse(headers["List"])
    listed_game = listed.dice, listed.game, listed.options, (listed.faces, listed.varies), len(listed.seats)
    dice = faces_of(game.die), not game.die.weights
    if listed_game != (headers["Table"], game.name, options_of(game), dice, game.players):
        raise ProofError("the dice list of the record belongs to another game")
    if len(listed.ends) != game.players + 1:
        raise ProofError("the dice list does not have one chain for each seat")
    try:
        words = [] if headers["Numbers"] == "-" else headers["Numbers"].split(" ")
        numbers = {int(person): bytes.fromhex(number) for person, _, number in (word.partition(":") for word in words)}
    except ValueError:
        raise NotationError("the header Numbers cannot be read", input=headers["Numbers"]) from None
    if {person: hashed(number) for person, number in numbers.items()} != dict(listed.seals):
        raise ProofError("the opened numbers are not those that the devices sealed")
    return listed, listed.seed(numbers)


def _own_rolls(record: Record) -> Iterator[tuple[int | None, Dice, Roll]]:
    """Yield the seat, dice and result of each roll made by the table; rolls of real dice are left out."""
    place = 0
    for before, move in zip(record.states(), record.moves, strict=False):
        if isinstance(move, Roll) and before.dice is not None:
            place += 1
            if place not in record.entered:
                yield before.seat, before.dice, move


def _sentences(record: Record, listed: Listed, count: int) -> Iterator[str]:
    """Yield the sentences that are true of a record's dice."""
    entered, devices = len(record.entered), len(listed.seals)
    if entered:
        seats = ", ".join(sorted({roll.by for roll in record.entered.values()}))
        real = f"{entered} of {entered + count} rolls are real dice that people entered"
        yield f"{real} (seat {seats}), so they cannot be verified."
        if corrected := sum(1 for roll in record.entered.values() if roll.was):
            yield f"{corrected} of them were corrected."
    if not count:
        return
    yield f"{'The other' if entered else 'All'} {count} rolls follow from the list and its numbers."
    if record.headers["Dice"] == "device":
        yield "They were rolled on the device on which the game was played; nobody else took part."
    elif not devices:
        yield "No device took part in fixing them; only the host did."
    elif devices == 1:
        yield "1 device took part: if it is honest, no party chose the dice."
    else:
        yield f"{devices} devices took part: if one of them is honest, no party chose the dice."
    if listed.attempt > 1:
        yield f"The game was opened {listed.attempt} times, so the host could choose between {listed.attempt} openings."
