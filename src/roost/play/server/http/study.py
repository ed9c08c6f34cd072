"""Study without a table: try a move in any position, or replay a record step by step."""

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from roost.core.dice import Roll
from roost.core.errors import IllegalMoveError, NotationError
from roost.core.record import Record
from roost.core.sources import SeededDice
from roost.core.state import State, Step
from roost.core.words import Language, Messages
from roost.core.words.sentences import describe_action, describe_event, describe_outcome
from roost.core.words.structure import RulesPage
from roost.play.dice.fair import faces_of
from roost.play.server.http.messages import PositionView
from roost.play.server.live.tally import DieTally, tally
from roost.play.table.board_facts import BoardFacts, TransferView, board_facts, transfers_of
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.views import action_views

LONGEST_RECORD = 250_000
"""Maximum size of a record to replay, in characters. Proofs make up most of it, with about 120 characters per roll."""
MOST_STEPS = 4_000
"""Maximum number of moves in a game to replay. Hundreds are usual; only random players need thousands."""

RECORD_BODY = 300_000
"""Maximum size of a request that contains a game record, in bytes. The proofs of the dice make a record long."""


class PlayedView(Struct, frozen=True):
    """A move that was tried, its events, and the next position."""

    move: str
    events: list[dict[str, Any]]
    sentences: list[str] | None
    """The events in sentences, if the request named a language."""
    after: PositionView
    transfers: list[list[TransferView]]
    """The pieces that each event moved; an empty list if no event moved any."""


class ReplayRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to replay a record."""

    record: Annotated[str, Meta(min_length=1, max_length=LONGEST_RECORD)]


class ReplayStep(Struct, frozen=True):
    """One move of a game and the position after it. The first step is the start of the game, without a move."""

    position: str
    state: dict[str, Any]
    scores: list[int]
    facts: BoardFacts
    turn: int = 0
    """Number of the turn, counted from 1; 0 for the start and for the draw of the first player."""
    seat: int | None = None
    """The seat that made the move."""
    move: str | None = None
    roll: bool = False
    """Whether the move was a roll of dice."""
    text: str | None = None
    """The effect of an action, in words."""
    events: list[dict[str, Any]] = []
    sentences: list[str] = []
    transfers: list[list[TransferView]] = []


class ReplayView(Struct, frozen=True):
    """A game from its start to its end. An unfinished game ends with its latest move."""

    game: str
    title: str
    names: list[str]
    headers: dict[str, str]
    steps: list[ReplayStep]
    outcome: dict[str, Any] | None
    outcome_text: str | None
    dice: DieTally
    faces: str
    """All faces of the die, in the same order as in /api/games."""


class RulesView(Struct, frozen=True):
    """The rules of a game: its own page, then the page about turns if several games share that page."""

    game: str
    title: str
    pages: list[RulesPage]


def position_view(state: State, language: Language | None, names: Sequence[str] = ()) -> PositionView:
    """Return the view of a position with its legal actions."""
    outcome = state.outcome
    return PositionView(
        str(state),
        state.to_json(),
        state.node.value,
        state.seat,
        action_views(state, language, names),
        list(state.scores()),
        None if outcome is None else outcome.to_json(),
        board_facts(state, language),
    )


def play_on(
    state: State,
    move: str | None,
    seed: str | None,
    language: Language | None,
    names: Sequence[str] = (),
    reader: int | None = None,
) -> PlayedView:
    """Play a move in a position, or roll with a seed. Sentences address the ``reader`` seat if given."""
    text, step = _play_or_roll(state, move, seed)
    sentences = None
    if language is not None:
        messages = Messages(language)
        sentences = [describe_event(event, state.game, messages, names, reader) for event in step.events]
    events = [event.to_json() for event in step.events]
    return PlayedView(text, events, sentences, position_view(step.state, language, names), transfers_of(step.events))


def _play_or_roll(state: State, move: str | None, seed: str | None) -> tuple[str, Step]:
    if (move is None) is (seed is None):
        raise RefusedError(Refusal.BAD_VALUE, "Give either a move or a seed for the dice.")
    try:
        if move is not None:
            read = state.parse(move)
            return str(read), state.play(read)
        dice = state.dice
        if dice is None:
            raise IllegalMoveError("no dice are to be rolled here", input=str(seed), position=str(state))
        roll = SeededDice(str(seed)).roll(dice)
        return str(roll), state.play(roll)
    except (IllegalMoveError, NotationError) as error:
        raise RefusedError(Refusal.ILLEGAL, f"{error}.", actions=[str(action) for action in state.actions()]) from None


def replay(record: Record, language: Language | None, names: Sequence[str] | None = None) -> ReplayView:
    """Return every step of a record. If ``names`` are given, they replace the names in the record."""
    if len(record.played) > MOST_STEPS:
        message = f"Only games of up to {MOST_STEPS} moves can be replayed here; this one has {len(record.played)}."
        raise RefusedError(Refusal.BAD_VALUE, message)
    game, names = record.game, list(names or record.names)
    messages = Messages(language or Language.EN)
    start = record.start
    steps = [ReplayStep(str(start), start.to_json(), list(start.scores()), board_facts(start, language))]
    turns = [turn.number for turn in record.turns() for _ in turn.moves]
    for before, (move, state, events), turn in zip(record.states(), record.played, turns, strict=False):
        steps.append(
            ReplayStep(
                str(state),
                state.to_json(),
                list(state.scores()),
                board_facts(state, language),
                turn,
                before.seat,
                str(move),
                isinstance(move, Roll),
                None if isinstance(move, Roll) else describe_action(before, move, messages, names),
                [event.to_json() for event in events],
                [describe_event(event, game, messages, names) for event in events],
                transfers_of(events),
            )
        )
    outcome = record.outcome
    return ReplayView(
        game.name,
        game.title,
        names,
        record.headers,
        steps,
        None if outcome is None else outcome.to_json(),
        None if outcome is None else describe_outcome(outcome, game, messages, names),
        tally(game.name, game.die, (roll for dice, roll in record.rolls() if dice.die == game.die)),
        faces_of(game.die),
    )
