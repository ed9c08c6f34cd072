"""A record of a finished or running game: its start, its players, and every move with its result."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import NamedTuple, Self

from roost.core.dice import Dice, Roll
from roost.core.errors import IllegalMoveError, NotationError, RoostError, quote
from roost.core.game import Game
from roost.core.notation import SEATS
from roost.core.outcome import Outcome
from roost.core.playthrough import PlayedMove
from roost.core.record.headers import MOST_HEADERS, OWN, VERSION, check_header, check_name
from roost.core.record.proof import Proof
from roost.core.state import Move, State, Step

__all__ = [
    "MOST_MOVES",
    "NOBODY",
    "EnteredRoll",
    "PlayedMove",
    "Record",
    "RecordTurn",
    "Recorder",
    "options_text",
    "result",
]

MOST_MOVES = 20_000
"""Maximum number of moves (rolls and actions) in a record. Only games of random play have thousands."""

NOBODY = "-"
"""Text used instead of a seat letter for the draw of the first player, or for a host without a seat."""
UNFINISHED = "*"
"""The result of an unfinished game, as text."""
_NAMELESS = "?"
_MOST_CORRECTIONS = 30
_ROLL = re.compile("[!-~]{1,40}")


class EnteredRoll(NamedTuple):
    """A roll of real dice, entered by hand at a table. Such a roll has no proof."""

    by: str
    """The letter of the seat that entered the roll; ``-`` for a host without a seat."""
    was: tuple[str, ...] = ()
    """Earlier, corrected entries for the same roll."""

    def __str__(self) -> str:
        return " ".join((self.by, *self.was))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what :meth:`__str__` writes."""
        by, *was = text.split(" ")
        if by not in (*SEATS, NOBODY) or len(was) > _MOST_CORRECTIONS or not all(map(_ROLL.fullmatch, was)):
            expected = "the letter of the seat that entered it, then earlier entries that were corrected"
            raise NotationError(f"{quote(text)} does not describe an entered roll: {expected}", input=text)
        return cls(by, tuple(was))


class RecordTurn(NamedTuple):
    """The moves that one seat made in a row, which are one line of a record's text."""

    number: int
    """The turn's number, from 1; the draw of the first player has number 0."""
    seat: int | None
    """None for the draw of the first player."""
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Record:
    """A finished or running game, made by a :class:`Recorder` or read from text. All its moves are legal."""

    start: State
    names: tuple[str, ...]
    """The players' names by seat."""
    played: tuple[PlayedMove, ...] = field(default=(), repr=False)
    """Every move with the state and events after it."""
    kept: tuple[tuple[str, str], ...] = ()
    """Headers that do not follow from the game itself (such as date and dice), in order."""
    proofs: tuple[Proof, ...] = field(default=(), repr=False)
    """Proofs of verifiable rolls, in order. Rolls entered by hand have none, and the last rolls may lack theirs."""
    entered: Mapping[int, EnteredRoll] = field(default_factory=dict, repr=False, hash=False)
    """Rolls of real dice that were entered by hand, by roll number from 1."""

    @property
    def game(self) -> Game:
        """The game: its rules, options and number of players."""
        return self.start.game

    @property
    def state(self) -> State:
        """The latest state."""
        return self.played[-1].state if self.played else self.start

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        return self.state.outcome

    @property
    def is_finished(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every roll and action, in order."""
        return tuple(played.move for played in self.played)

    def states(self) -> Iterator[State]:
        """Yield every state from the start to the latest; there is one more state than moves."""
        yield self.start
        for played in self.played:
            yield played.state

    def replay(self, to: int | None = None) -> State:
        """Return the state after the first ``to`` moves (rolls and actions), or the latest state if ``to`` is None."""
        if to is None:
            return self.state
        if not 0 <= to <= len(self.played):
            raise RoostError(f"there are {len(self.played)} moves, so there is no position after {to}", input=to)
        return self.played[to - 1].state if to else self.start

    def rolls(self) -> Iterator[tuple[Dice, Roll]]:
        """Yield every roll with the dice that were rolled, including the draw of the first player."""
        for before, move in zip(self.states(), self.moves, strict=False):
            if isinstance(move, Roll) and (dice := before.dice) is not None:
                yield dice, move

    def turns(self) -> Iterator[RecordTurn]:
        """Yield the moves turn by turn. A turn ends when the seat changes or the game is over."""
        number = 0
        for seat, pairs in groupby(zip(self.states(), self.moves, strict=False), lambda pair: pair[0].seat):
            number += seat is not None
            yield RecordTurn(number, seat, tuple(move for _, move in pairs))

    @property
    def headers(self) -> dict[str, str]:
        """All headers, in the order in which the text has them."""
        game = self.game
        options = options_text(game)
        return {
            "Roost": VERSION,
            "Game": game.name,
            **({"Options": options} if options else {}),
            **dict(zip(SEATS, self.names, strict=False)),
            **dict(self.kept),
            **({} if self.start == game.opening() else {"Position": str(self.start)}),
            "Result": UNFINISHED if self.outcome is None else result(self.outcome),
        }


def options_text(game: Game) -> str:
    """Return the options that differ from their defaults as text: ``short_game=yes start=B``."""
    declared = game.options()
    return " ".join(f"{name}={declared[name].codec.text(value)}" for name, value in game.chosen_options.items())


def result(outcome: Outcome) -> str:
    """Return an outcome as text: ``A 12, B 7; A wins; grill-empty``."""
    scores = ", ".join(f"{seat} {score}" for seat, score in zip(SEATS, outcome.scores, strict=False))
    winners = " and ".join(SEATS[seat] for seat in outcome.winners)
    verdict = f"{winners} {'win' if outcome.winners[1:] else 'wins'}"
    if outcome.decided_by not in ("score", "shared"):
        verdict += f" by {outcome.decided_by}"
    return f"{scores}; {verdict}; {outcome.reason}"


class Recorder:
    """Records a game while it is played.

    The game starts from its opening or from any other state. Names are in seat order. ``headers`` are extra headers,
    such as date, dice (see :func:`roost.core.record.dice_headers`), place and event.
    """

    __slots__ = ("_entered", "_headers", "_names", "_played", "_proofs", "_rolls", "start", "state")

    def __init__(
        self,
        start: Game | State,
        names: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.start = start.opening() if isinstance(start, Game) else start
        self.state = self.start
        """The latest state."""
        players = self.start.game.players
        self._names = (_NAMELESS,) * players if names is None else tuple(names)
        self._headers = tuple((headers or {}).items())
        self._played: list[PlayedMove] = []
        self._proofs: list[Proof] = []
        self._entered: dict[int, EnteredRoll] = {}
        self._rolls = 0
        if len(self._names) != players:
            message = f"there are {players} players, but {len(self._names)} names"
            raise NotationError(message, input=names)
        _check_headers(self._names, self._headers)

    @classmethod
    def resume(cls, record: Record) -> Self:
        """Return a recorder that continues a record."""
        recorder = cls(record.start, record.names, dict(record.kept))
        recorder.state = record.state
        recorder._played = list(record.played)
        recorder._proofs = list(record.proofs)
        recorder._entered = dict(record.entered)
        recorder._rolls = sum(isinstance(move, Roll) for move in record.moves)
        return recorder

    def add(self, move: Move | str, proof: Proof | EnteredRoll | None = None) -> Step:
        """Play and record a move, given as a move or as text. An exception means that nothing has changed.

        Give a roll of verifiable dice with its proof, and a roll entered by hand with its :class:`EnteredRoll`.
        """
        if isinstance(move, str):
            move = self.state.parse(move)
        step = self.state.play(move)
        if len(self._played) == MOST_MOVES:
            raise IllegalMoveError(f"a record has at most {MOST_MOVES} moves", input=str(move))
        rolls = self._rolls + isinstance(move, Roll)
        if proof is not None:
            self._add_proof(proof, rolls)
        self._rolls = rolls
        self._played.append(PlayedMove(move, *step))
        self.state = step.state
        return step

    def add_proof(self, proof: Proof | EnteredRoll) -> None:
        """Add a proof or a hand entry to the first roll that has neither."""
        self._add_proof(proof, self._rolls)

    def _add_proof(self, proof: Proof | EnteredRoll, rolls: int) -> None:
        next_proof = len(self._proofs) + 1
        roll = next_proof + len(self._entered)
        if roll > rolls:
            raise NotationError(f"there is no roll {roll} to prove", input=str(proof))
        if isinstance(proof, EnteredRoll):
            self._entered[roll] = proof
            return
        if proof.number != next_proof:
            message = f"the next proof must be of roll {next_proof}, not of roll {proof.number}"
            raise NotationError(message, input=str(proof))
        self._proofs.append(proof)

    def take_back(self) -> None:
        """Remove the latest move, if any, with its proof. Used to correct dice that were entered wrongly."""
        if not self._played:
            return
        last = self._played.pop()
        self.state = self._played[-1].state if self._played else self.start
        if isinstance(last.move, Roll):
            self._entered.pop(self._rolls, None)
            self._rolls -= 1
            del self._proofs[self._rolls - len(self._entered) :]

    def record(self) -> Record:
        """The record so far."""
        return Record(
            self.start, self._names, tuple(self._played), self._headers, tuple(self._proofs), dict(self._entered)
        )


def _check_headers(names: Sequence[str], headers: Sequence[tuple[str, str]]) -> None:
    try:
        for seat, name in zip(SEATS, names, strict=False):
            check_name(seat, name)
        if len(headers) > MOST_HEADERS:
            raise ValueError(f"a record keeps at most {MOST_HEADERS} headers besides its own, not {len(headers)}")
        for key, value in headers:
            check_header(key, value)
            if key in OWN:
                raise ValueError(f"the header {key} follows from the game itself")
    except ValueError as why:
        raise NotationError(str(why)) from None
