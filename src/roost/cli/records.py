"""``roost replay`` and ``roost verify``: replay recorded games and check their dice."""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.text import Text

from roost.cli.screen import complain, console, messages_in
from roost.core.errors import RoostError
from roost.core.record import Record, RecordError, read_all
from roost.core.state import State
from roost.core.words import Language, Messages
from roost.core.words.sentences import describe_event, describe_list, describe_outcome, seat_name
from roost.play.dice import verify_dice
from roost.play.dice.evidence import check_evidence, is_evidence


def describe_record(path: Path, to: int | None, number: int, language: Language | None) -> None:
    """Print a recorded game. A damaged record is printed up to the damage, followed by the error."""
    messages, out = messages_in(language), console()
    try:
        record, damage = read_record(path, number), None
    except RecordError as error:
        if error.partial is None:
            raise
        record, damage = error.partial, error
    _tell(out, record, to, messages)
    if damage is not None and (to is None or to > len(record.played)):
        complain(messages.say("replay.damaged", why=damage))
        sys.exit(2)


def verify_record(path: Path, number: int | None) -> None:
    """Check the dice of one record or of all records in a file, and print the result."""
    if str(path) != "-" and path.is_file() and is_evidence(text := path.read_text("utf-8", errors="replace")):
        _verify_evidence(text)
        return
    records = iter([read_record(path, number)]) if number is not None else _every(path)
    record, place = next(records, None), 1
    if record is None:
        raise RoostError(f"{path} contains no record", input=path)
    while record is not None:
        following = next(records, None)
        several = place > 1 or following is not None
        try:
            check = verify_dice(record)
        except RoostError as why:
            if not several:
                raise
            raise RoostError(f"record {place}: {why}") from None
        line = f"{place}. {record.game.title}: {check}" if several else str(check)
        console().print(Text(line, "green" if check.is_proved else "yellow"))
        record, place = following, place + 1


def _every(path: Path) -> Iterator[Record]:
    """Yield all records in a file one by one, because a file may hold very many."""
    source = sys.stdin if str(path) == "-" else path.open(encoding="utf-8", errors="surrogateescape", newline="")
    with source as lines:
        yield from read_all(lines)


def _verify_evidence(text: str) -> None:
    """Check the messages about the dice that a device saved as evidence, and print the result."""
    device = check_evidence(text)
    if device.broken is not None:
        rule, game, roll = device.broken
        why = f"Roll {roll} of game {game} breaks the rule {rule!r} (docs/dice-protocol.md)"
        raise RoostError(f"{why}: do not trust this host")
    verdict = f"No problem found: {device.rolls} rolls of game {device.game} follow from their list."
    doubts = f" The shield was {device.standing}: {', '.join(device.doubts)}." if device.doubts else ""
    console().print(Text(verdict + doubts, "yellow" if doubts else "green"))


def read_record(path: Path, number: int) -> Record:
    """Read one record of a file. A :class:`RecordError` means that this record itself is damaged."""
    source = sys.stdin if str(path) == "-" else path.open(encoding="utf-8", errors="surrogateescape", newline="")
    before = 0
    with source as lines:
        try:
            for record in read_all(lines):
                if before == number - 1:
                    return record
                before += 1
        except RecordError as error:
            if before < number - 1:
                raise RoostError(f"record {before + 1} is damaged, so later records cannot be read: {error}") from None
            raise
    raise RoostError(f"{path} contains {before} records, so there is no record {number}", input=number)


def _tell(out: Console, record: Record, to: int | None, messages: Messages) -> None:
    last = record.replay(to)  # before any output, so that a wrong ``to`` prints only the error
    out.print(Text(_title(record, messages), "bold"))
    turn, before = 0, None
    for played, state in islice(zip(record.played, record.states(), strict=False), to):
        if state.seat is not None and state.seat != before:
            turn += 1
            heading = messages.say("replay.turn", n=turn, seat=seat_name(state.seat, record.names))
            out.print(Text(f"\n{heading}", "bold"))
        before = state.seat
        for event in played.events:
            out.print(describe_event(event, record.game, messages, record.names))
    _describe_end(out, last, record, messages)


def _title(record: Record, messages: Messages) -> str:
    return messages.say("replay.title", title=record.game.title, names=describe_list(record.names, messages))


def _describe_end(out: Console, last: State, record: Record, messages: Messages) -> None:
    out.print()
    out.print(Text(str(last), "dim"))
    if last.outcome is not None:
        out.print(Text(describe_outcome(last.outcome, record.game, messages, record.names), "bold"))
    elif last == record.state:
        out.print(messages.say("replay.running"))
