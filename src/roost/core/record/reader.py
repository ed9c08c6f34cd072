"""The reader of records. Any text gives either a legal record or a :class:`RecordError` with the faulty line."""

import re
from collections.abc import Iterable, Iterator
from typing import NoReturn

from roost.core.errors import NotationError, OptionError, RoostError, quote, suggest
from roost.core.game import Game
from roost.core.notation import SEATS, seat_letter
from roost.core.record.headers import MOST_HEADERS, OWN, VERSION, check_name, header, parse_header
from roost.core.record.proof import Proof
from roost.core.record.record import NOBODY, UNFINISHED, EnteredRoll, Record, Recorder, options_text, result
from roost.core.record.writer import DICE, ENTERED, PROOF
from roost.core.registry import all_games, game_type, position
from roost.core.state import Node, State

LONGEST_TEXT = 2_000_000
"""Maximum length of a record, in characters."""
LONGEST_LINE = 5_000
"""Maximum length of a line, in characters."""

_FIRST = header("Roost", VERSION)
_BEGINS = "[Roost "
_WORD = re.compile(r"[^ \t]+")


class RecordError(RoostError):
    """A record is damaged. Line and column count from 1; ``partial`` is the record before the damage, if any."""

    def __init__(self, reason: str, *, line: int = 1, column: int = 1, partial: Record | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.column = column
        self.partial = partial

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"


def read(text: str) -> Record:
    """Read a text that holds exactly one record."""
    record, next_line = next(_records(_lines(text)), (None, 0))
    if record is None:
        raise RecordError(f"there is no record here; one begins with {_FIRST}")
    if next_line:
        raise RecordError("a second record begins here; read_all reads several", line=next_line, partial=record)
    return record


def read_all(source: str | Iterable[str]) -> Iterator[Record]:
    """Yield every record in a text or in the lines of an open file. Raises at the first damaged record."""
    for record, _ in _records(_lines(source) if isinstance(source, str) else source):
        yield record


def _lines(text: str) -> list[str]:
    return text.split("\n")  # not str.splitlines, which also splits where editors see no new line


def _records(lines: Iterable[str]) -> Iterator[tuple[Record, int]]:
    """Yield every record with the number of the line where the next record begins (0 after the last record)."""
    reader = None
    for number, line in enumerate(lines, 1):
        line = line.rstrip(" \t\r\n")
        if number == 1:
            line = line.removeprefix("\ufeff")  # remove the byte order mark that some editors write
        if line.startswith(_BEGINS):
            if reader is not None:
                yield reader.finish(), number
            reader = _Reader()
        if reader is not None:
            reader.feed(line, number)
        elif line and not line.startswith("#"):
            raise RecordError(f"a record begins with {_FIRST}, not {quote(line)}", line=number)
    if reader is not None:
        yield reader.finish(), 0


class _Reader:
    """Reads one record, line by line."""

    def __init__(self) -> None:
        self.line = 0
        self.size = 0
        self.headers: dict[str, str] = {}
        self.header_lines: dict[str, int] = {}
        self.recorder: Recorder | None = None  # None until the headers are complete
        self.turn = 0
        self.is_turn_open = False
        self.dice: list[str] = []  # the dice of the rolls so far that depend on the position and have no line yet

    def feed(self, line: str, number: int) -> None:
        self.line = number
        self.size += len(line) + 1
        if self.size > LONGEST_TEXT:
            self.fail(f"a record has at most {LONGEST_TEXT} characters")
        if len(line) > LONGEST_LINE:
            self.fail(f"a line has at most {LONGEST_LINE} characters, not {len(line)}", LONGEST_LINE + 1)
        if line.startswith("["):
            self.read_header(line)
        elif line.startswith(DICE):
            self.read_dice(line.removeprefix(DICE))
        elif line.startswith("%"):
            self.read_proof(line)
        elif line and not line.startswith("#"):
            self.read_turn(line)

    def finish(self) -> Record:
        record = self.begun().record()
        stated = self.headers.get("Result", UNFINISHED)
        outcome = record.outcome
        if stated != UNFINISHED and outcome is None:
            self.fail(f"Result is {quote(stated)}, but the game is not over; it should be {UNFINISHED!r}", at="Result")
        if stated != UNFINISHED and outcome is not None and stated != result(outcome):
            self.fail(f"Result is {quote(stated)}, but the moves lead to {result(outcome)!r}", at="Result")
        return record

    def fail(self, reason: str, column: int = 1, *, at: str | None = None, cause: RoostError | None = None) -> NoReturn:
        """Raise a :class:`RecordError` for the current line, or for the line of the header ``at``."""
        line = self.header_lines.get(at, self.line) if at else self.line
        partial = self.recorder.record() if self.recorder is not None else None
        raise RecordError(reason, line=line, column=column, partial=partial) from cause

    def read_header(self, line: str) -> None:
        try:
            key, value = parse_header(line)
        except ValueError as why:
            self.fail(str(why))
        if self.recorder is not None:
            self.fail(f"the header {key} comes after the first turn; a new record would begin with {_FIRST}")
        if key in self.headers:
            self.fail(f"the header {key} is given twice; first on line {self.header_lines[key]}")
        if key == "Roost" and value != VERSION:
            self.fail(f"the record has format version {quote(value)}, but this Roost reads only {VERSION!r}")
        self.headers[key] = value
        self.header_lines[key] = self.line
        if len(self.headers.keys() - OWN) > MOST_HEADERS:
            self.fail(f"a record keeps at most {MOST_HEADERS} headers besides its own")

    def begun(self) -> Recorder:
        """Return the recorder. The first call makes it from the headers, which are then complete."""
        if self.recorder is None:
            extra = {key: value for key, value in self.headers.items() if key not in OWN}
            self.recorder = Recorder(self.read_start(), self.read_names(), extra)
        return self.recorder

    def read_names(self) -> list[str]:
        seats = [seat for seat in SEATS if seat in self.headers]
        if SEATS[: len(seats)] != "".join(seats):
            missing = next(seat for seat in SEATS if seat not in seats)
            self.fail(f"seat {missing} is missing before seat {seats[-1]}", at=seats[-1])
        for seat in seats:
            try:
                check_name(seat, self.headers[seat])
            except ValueError as why:
                self.fail(str(why), at=seat)
        return [self.headers[seat] for seat in seats]

    def read_start(self) -> State:
        game = self.read_game()
        text = self.headers.get("Position")
        if text is None:
            return game.opening()
        try:
            start = position(text)
        except NotationError as error:
            self.fail(str(error), at="Position", cause=error)
        if start.game != game:
            actual, expected = _described(start.game), _described(game)
            self.fail(f"Position is of {actual}, but the other headers are of {expected}", at="Position")
        return start

    def read_game(self) -> Game:
        name = self.headers.get("Game")
        if name is None:
            self.fail(f"the header Game is missing; {suggest('', all_games())}")
        try:
            kind = game_type(name)
        except OptionError as error:
            self.fail(str(error), at="Game", cause=error)
        players = len(self.read_names())
        try:
            kind.make(players)
        except OptionError as error:
            self.fail(f"{error}; every player has a header", at=SEATS[max(players, 1) - 1], cause=error)
        try:
            return kind.make(players, self.read_options())
        except OptionError as error:
            self.fail(str(error), at="Options", cause=error)

    def read_options(self) -> dict[str, str]:
        options: dict[str, str] = {}
        for word in self.headers.get("Options", "").split():
            key, equals, value = word.partition("=")
            if not equals or not value:
                self.fail(f"{quote(word)} of Options should look like name=value", at="Options")
            if key in options:
                self.fail(f"the option {quote(key)} is given twice", at="Options")
            options[key] = value
        return options

    def read_turn(self, line: str) -> None:
        recorder = self.begun()
        words = [(match.start() + 1, match[0]) for match in _WORD.finditer(line)]
        state = recorder.state
        if state.node is Node.OVER:
            self.fail("the game is over, so no turn can follow")
        if self.is_turn_open:
            self.fail(f"turn {self.turn} is not finished: {_seat(state.seat)} still has to move, on the same line")
        seat, letter = state.seat, _seat(state.seat)
        self.turn += seat is not None
        for (column, word), expected in zip(words, (str(self.turn), letter), strict=False):
            if word != expected:
                self.fail(f"the line of the next turn must begin '{self.turn} {letter}', not {quote(word)}", column)
        if len(words) < 3:
            self.fail(f"turn {self.turn} has no moves", len(line) + 1)
        for column, word in words[2:]:
            if recorder.state.node is Node.OVER:
                self.fail(f"the game is over, so {quote(word)} cannot follow", column)
            if recorder.state.seat != seat:
                self.fail(f"turn {self.turn} is over, so {quote(word)} belongs on the next line", column)
            dice = recorder.state.dice
            if dice is not None and dice.text:
                self.dice.append(dice.text)
            try:
                recorder.add(word)
            except RoostError as error:
                self.fail(str(error), column, cause=error)
        self.is_turn_open = recorder.state.node is not Node.OVER and recorder.state.seat == seat

    def read_dice(self, text: str) -> None:
        """Compare a roll's dice with those of the rules."""
        expected = self.dice.pop(0) if self.dice else "no further such roll"
        if text != expected:
            self.fail(f"the dice of the next roll are {expected}, not {quote(text)}", len(DICE) + 1)

    def read_proof(self, line: str) -> None:
        recorder, prefix = self.begun(), ENTERED if line.startswith(ENTERED) else PROOF
        if not line.startswith(prefix):
            expected = f"{PROOF}NUMBER LINK NONCE CHECKSUM or {ENTERED}SEAT"
            self.fail(f"a line with % looks like {expected}, not {quote(line)}")
        text = line.removeprefix(prefix)
        try:
            recorder.add_proof(EnteredRoll.parse(text) if prefix == ENTERED else Proof.parse(text))
        except NotationError as error:
            self.fail(str(error), len(prefix) + 1, cause=error)


def _seat(seat: int | None) -> str:
    return NOBODY if seat is None else seat_letter(seat)


def _described(game: Game) -> str:
    return f"{game.name} for {game.players} players with {options_text(game) or 'no options'}"
