"""A game that was played, or is being played: where it started, who played, every move and what it led to."""

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
from roost.core.playthrough import Played
from roost.core.record.headers import MOST_HEADERS, OWN, VERSION, check_header, check_name
from roost.core.record.proof import Proof
from roost.core.state import Move, State, Step

__all__ = ["MOST_MOVES", "NOBODY", "EnteredRoll", "Played", "Record", "Recorder", "Turn", "options_text", "result"]

MOST_MOVES = 20_000
"""Rolls and actions of one record. Thousands happen only when the players choose at random."""

NOBODY = "-"
"""Stands for the seat where the first player is drawn, and for a host without one."""
UNFINISHED = "*"
"""The result of a game that nobody played to its end."""
_NAMELESS = "?"
_MOST_CORRECTIONS = 30
_ROLL = re.compile("[!-~]{1,40}")


class EnteredRoll(NamedTuple):
    """A roll of real dice, which somebody entered at a table. Nothing proves it."""

    by: str
    """The seat of whoever entered it; ``-`` for a host without one."""
    was: tuple[str, ...] = ()
    """The roll that had been entered before it was corrected."""

    def __str__(self) -> str:
        return " ".join((self.by, *self.was))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what :meth:`__str__` writes."""
        by, *was = text.split(" ")
        if by not in (*SEATS, NOBODY) or len(was) > _MOST_CORRECTIONS or not all(map(_ROLL.fullmatch, was)):
            looks = "the letter of the seat that entered it, and what had been entered before it was corrected"
            raise NotationError(f"{quote(text)} is not how a roll was entered: {looks}", input=text)
        return cls(by, tuple(was))


class Turn(NamedTuple):
    """The moves that one seat made in a row: one line of the text."""

    number: int
    """From 1; the draw of the first player comes before the first turn and has the number 0."""
    seat: int | None
    """Nobody's, for the draw of the first player."""
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Record:
    """A finished or running game. Made by a :class:`Recorder` or by reading one, and legal throughout."""

    start: State
    names: tuple[str, ...]
    """The players' names by seat."""
    played: tuple[Played, ...] = field(default=(), repr=False)
    """Every move, with what it led to."""
    kept: tuple[tuple[str, str], ...] = ()
    """The headers that do not follow from the game itself (date, dice, and any other), in order."""
    proofs: tuple[Proof, ...] = field(default=(), repr=False)
    """Verifiable dice: the proofs of the first rolls, one for each; of those that were not entered, if some were."""
    entered: Mapping[int, EnteredRoll] = field(default_factory=dict, repr=False, hash=False)
    """The rolls of real dice that were entered at a table, by their number from 1."""

    @property
    def game(self) -> Game:
        """The rules, options and number of players."""
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
        """Every state from the start to the latest: one more than there are moves."""
        yield self.start
        for played in self.played:
            yield played.state

    def replay(self, to: int | None = None) -> State:
        """The state after the first ``to`` moves, rolls and actions alike; without ``to``, the latest."""
        if to is None:
            return self.state
        if not 0 <= to <= len(self.played):
            raise RoostError(f"there are {len(self.played)} moves, so none to stop after {to}", input=to)
        return self.played[to - 1].state if to else self.start

    def rolls(self) -> Iterator[tuple[Dice, Roll]]:
        """Every roll with the dice that were thrown, the draw of the first player among them."""
        for before, move in zip(self.states(), self.moves, strict=False):
            if isinstance(move, Roll) and (dice := before.dice) is not None:
                yield dice, move

    def turns(self) -> Iterator[Turn]:
        """The moves by turns. A turn ends when it is another seat's, or the game is over."""
        number = 0
        for seat, together in groupby(zip(self.states(), self.moves, strict=False), lambda pair: pair[0].seat):
            number += seat is not None
            yield Turn(number, seat, tuple(move for _, move in together))

    @property
    def headers(self) -> dict[str, str]:
        """All headers in the order in which they are written."""
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
    """The options that differ from their defaults: ``short_game=yes start=B``."""
    declared = game.options()
    return " ".join(f"{name}={declared[name].codec.text(value)}" for name, value in game.chosen_options.items())


def result(outcome: Outcome) -> str:
    """The text of an outcome: ``A 12, B 7; A wins; grill-empty``."""
    scores = ", ".join(f"{seat} {score}" for seat, score in zip(SEATS, outcome.scores, strict=False))
    winners = " and ".join(SEATS[seat] for seat in outcome.winners)
    how = f"{winners} {'win' if outcome.winners[1:] else 'wins'}"
    if outcome.decided_by not in ("score", "shared"):
        how += f" by {outcome.decided_by}"
    return f"{scores}; {how}; {outcome.reason}"


class Recorder:
    """Keeps the record of a game while it is played.

    The game starts from its opening, or from any other state. Names are by seat. ``headers`` are any others to keep:
    date, dice (see :func:`roost.core.record.dice_headers`), place, event.
    """

    __slots__ = ("_entered", "_kept", "_names", "_played", "_proofs", "_rolls", "start", "state")

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
        self._kept = tuple((headers or {}).items())
        self._played: list[Played] = []
        self._proofs: list[Proof] = []
        self._entered: dict[int, EnteredRoll] = {}
        self._rolls = 0
        if len(self._names) != players:
            message = f"there are {players} players, but {len(self._names)} names"
            raise NotationError(message, input=names)
        _check_headers(self._names, self._kept)

    @classmethod
    def resume(cls, record: Record) -> Self:
        """Go on where a record stops."""
        recorder = cls(record.start, record.names, dict(record.kept))
        recorder.state = record.state
        recorder._played = list(record.played)
        recorder._proofs = list(record.proofs)
        recorder._entered = dict(record.entered)
        recorder._rolls = sum(isinstance(move, Roll) for move in record.moves)
        return recorder

    def add(self, move: Move | str, proof: Proof | EnteredRoll | None = None) -> Step:
        """Play a move, or the text of one, and keep it. Errors change nothing.

        Verifiable dice come with their proof; real dice, entered at a table, with how they were.
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
        self._played.append(Played(move, *step))
        self.state = step.state
        return step

    def add_proof(self, proof: Proof | EnteredRoll) -> None:
        """Keep the proof of the first roll that has none yet, or how it was entered."""
        self._add_proof(proof, self._rolls)

    def _add_proof(self, proof: Proof | EnteredRoll, rolls: int) -> None:
        due = len(self._proofs) + 1
        place = due + len(self._entered)
        if place > rolls:
            raise NotationError(f"there is no roll {place} to prove", input=str(proof))
        if isinstance(proof, EnteredRoll):
            self._entered[place] = proof
            return
        if proof.number != due:
            raise NotationError(f"the proof of roll {due} is due, not that of roll {proof.number}", input=str(proof))
        self._proofs.append(proof)

    def take_back(self) -> None:
        """Drop the latest move, if there is one: for dice that were typed wrongly. A proof goes with its roll."""
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
            self.start, self._names, tuple(self._played), self._kept, tuple(self._proofs), dict(self._entered)
        )


def _check_headers(names: Sequence[str], kept: Sequence[tuple[str, str]]) -> None:
    try:
        for seat, name in zip(SEATS, names, strict=False):
            check_name(seat, name)
        if len(kept) > MOST_HEADERS:
            raise ValueError(f"a record keeps at most {MOST_HEADERS} headers besides its own, not {len(kept)}")
        for key, value in kept:
            check_header(key, value)
            if key in OWN:
                raise ValueError(f"the header {key} follows from the game itself")
    except ValueError as why:
        raise NotationError(str(why)) from None
