"""What may be done at a table. Each command is checked against the table as it is and makes a draft, or is refused.

Commands know people by number; who that is, the token of the request has told before.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from roost.core.dice import Dice
from roost.core.errors import RoostError, quote
from roost.core.record.proof import ProofError
from roost.core.shared import shared_roll
from roost.core.state import Node
from roost.play.dice.fair import PROTOCOL, FairRoll, check_number
from roost.play.table.arrangement import arrangement
from roost.play.table.challenge import challenge
from roost.play.table.checks import (
    MOST_PLACES,
    check_full,
    check_host,
    check_open,
    check_version,
    choose,
    illegal,
    own_places,
    own_seats,
    own_turn,
    place_at,
    place_name,
    running_game,
)
from roost.play.table.draft import Draft
from roost.play.table.log import (
    BotSeated,
    Closed,
    Created,
    Reacted,
    ReactionName,
    RematchOffered,
    Rolled,
    Sealed,
    SeatClaimed,
    SeatFreed,
    SeatLeft,
    SeatReturned,
    Started,
    Undone,
)
from roost.play.table.names import clean_name
from roost.play.table.play import Play
from roost.play.table.refusals import Kind, RefusedError
from roost.play.table.series import first_of
from roost.play.table.spec import AvatarName, HereSeat, TableSpec
from roost.play.table.table import HOST, Status, Table

__all__ = [
    "Dealer",
    "bot_act",
    "bot_roll",
    "claim",
    "close",
    "come_back",
    "create",
    "fill",
    "leave",
    "move",
    "react",
    "rematch",
    "remove",
    "replace_bot",
    "seal",
    "start",
    "take_over",
    "undo",
]


_MOST_SEALINGS = 16
"""How often numbers are sealed during one game: for those who come late, or have lost what they had sealed."""


class Dealer(Protocol):
    """Who keeps the secret of a table's dice."""

    def commitment(self, dice: str) -> str:
        """What is published before the first roll of a game, which may not be rolled for yet."""

    def roll(self, play: Play, dice: Dice, nonce: bytes) -> FairRoll:
        """The next roll of a game. Nothing is used up: until the roll is committed, nobody has seen it."""


# -- making and filling a table --------------------------------------------------------------------------------------


def create(table_id: str, code: str, spec: TableSpec, dealer: Dealer, now: float) -> Draft:
    """A new table, with everybody seated who is at the host's own device. Its dice are committed to from here on."""
    draft = Draft(table_id, None, now)
    commitment = "" if spec.challenge is not None else dealer.commitment(_dice_name(table_id, 1))
    draft.add(Created(spec, code, commitment))
    for seat, wanted in enumerate(spec.seats):
        if isinstance(wanted, HereSeat):
            draft.add(SeatClaimed(seat, HOST, wanted.name, wanted.avatar, spec.rules.dice == "real"))
    return draft


def claim(
    table: Table,
    person: int | None,
    seat: int | None,
    name: str,
    avatar: AvatarName | None = None,
    *,
    real: bool = False,
    invited: bool,
    now: float,
) -> Draft:
    """Sit down: on this seat, or on the first free one. Somebody new becomes the next person.

    Where a series is played and every seat is taken, one waits for the next game.

    Whoever has ``real`` dice rolls those, where that is the rule of the table.
    """
    check_open(table)
    try:
        name = clean_name(name)
    except ValueError as why:
        raise RefusedError(Kind.BAD_VALUE, f"{str(why).capitalize()}.") from None
    free = [i for i, chair in enumerate(table.places) if chair.is_free and (invited or not chair.is_kept)]
    if seat is None and table.series is not None:
        free.append(len(table.places))  # to play the next game
    if seat is None:
        if not free or free[0] >= MOST_PLACES:
            raise RefusedError(Kind.NOT_NOW, "Every seat is taken; you can watch.")
        seat = free[0]
    chair = place_at(table, seat)
    if chair.is_free and chair.is_kept and not invited:
        raise RefusedError(Kind.NOT_YOURS, f"Seat {place_name(seat)} is kept for {chair.name}, who has an invitation.")
    if not chair.is_free:
        raise RefusedError(Kind.NOT_NOW, f"Seat {place_name(seat)} is taken by {chair.shown_name}.")
    draft = Draft(table.id, table, now)
    is_real = real and table.spec.rules.dice == "real"
    draft.add(SeatClaimed(seat, table.people if person is None else person, name, avatar, is_real))
    return draft


def seal(table: Table, person: int, game: int, sealed: str, now: float) -> Draft:
    """Fix the numbers that one will give for the dice of a game: the one under way, or the next."""
    check_open(table)
    if person != HOST and not table.places_of(person):
        raise RefusedError(Kind.NOT_YOURS, "Numbers are sealed by somebody who plays, or by the host.")
    running = table.play.number if table.play is not None and table.play.protocol > 1 else None
    if game not in (running, table.next_game):
        raise RefusedError(Kind.NOT_NOW, f"Numbers are sealed for the game under way or the next, not for game {game}.")
    known, draft = table.seals, Draft(table.id, table, now)
    if table.play is not None and game == running:
        known = table.play.seals
        if table.play.sealings >= _MOST_SEALINGS:
            raise RefusedError(Kind.NOT_NOW, "Numbers were sealed too often during this game.")
    if (person, sealed) in known:
        raise RefusedError(Kind.NOT_NOW, "These numbers are sealed already.")
    draft.add(Sealed(person, game, sealed))
    return draft


def leave(table: Table, person: int, seat: int | None, now: float) -> Draft:
    """Get up from one's seat, or from one of several. During a game it is kept for one's return."""
    check_open(table)
    seats = [seat for seat in own_places(table, person, seat) if not table.places[seat].is_away]
    if not seats:
        raise RefusedError(Kind.NOT_NOW, "You have left already.")
    draft = Draft(table.id, table, now)
    for left in seats:
        draft.add(SeatLeft(left))
    return draft


def come_back(table: Table, person: int, seat: int | None, now: float) -> Draft:
    """Take one's seat again; a bot that stood in goes."""
    check_open(table)
    seats = [i for i in own_places(table, person, seat) if table.places[i].is_away or table.places[i].bot is not None]
    if not seats:
        raise RefusedError(Kind.NOT_NOW, "You are here already.")
    draft = Draft(table.id, table, now)
    for back in seats:
        draft.add(SeatReturned(back))
    return draft


# -- playing -----------------------------------------------------------------------------------------------------------


def start(table: Table, person: int, nonce: bytes, dealer: Dealer, now: float) -> Draft:
    """Begin the game. If the first player is drawn, the draw is part of it."""
    check_open(table)
    if person != HOST and not table.seats_of(person):
        raise RefusedError(Kind.NOT_YOURS, "The game is started by somebody who plays, or by the host.")
    if table.play is not None:
        raise RefusedError(Kind.NOT_NOW, "The game has been started already.")
    check_full(table)
    return _started(Draft(table.id, table, now), person, nonce, dealer)


def move(
    table: Table, person: int, version: int, action: str | None, nonce: bytes | None, dealer: Dealer, now: float
) -> Draft:
    """Choose, or roll, or choose and roll at once where the choice leads to one's own roll."""
    play, seat = own_turn(table, person, version)
    draft = Draft(table.id, table, now)
    if action is not None:
        choose(draft, seat, action, None)
    elif play.state.node is not Node.ROLL:
        raise illegal(play, "There is no roll due here: choose an action.")
    elif nonce is None:
        what = "send a fresh nonce" if not table.rolls_real(seat) else "enter what real dice show"
        raise illegal(play, f"The dice are to be rolled: {what}.")
    if nonce is not None:
        after = draft.table.play
        if after is not None and after.state.node is Node.ROLL and after.state.seat == seat:
            if table.rolls_real(seat):
                raise illegal(after, f"{table.chairs[seat].shown_name} rolls real dice here: enter what they show.")
            _roll(draft, nonce, dealer, None, person)
    return draft


def undo(table: Table, person: int, version: int, now: float) -> Draft:
    """Take back one's latest choice, while it has revealed nothing and nobody has answered."""
    play = running_game(table)
    check_version(table, play, version)
    if not table.spec.rules.undo:
        raise RefusedError(Kind.NOT_YOURS, "At this table nothing is taken back.")
    seats = own_seats(table, person)
    if not play.before:
        raise RefusedError(
            Kind.NOT_NOW, "There is nothing to take back: dice have been rolled, or somebody has answered."
        )
    seat = play.before[-1].state.seat
    if seat is None or seat not in seats:
        raise RefusedError(Kind.NOT_YOURS, "Only whoever chose can take the choice back.")
    draft = Draft(table.id, table, now)
    draft.add(Undone(seat))
    return draft


def react(table: Table, person: int, reaction: ReactionName, now: float) -> Draft:
    """Clap, or the like."""
    check_open(table)
    draft = Draft(table.id, table, now)
    draft.add(Reacted(own_seats(table, person)[0], reaction))
    return draft


def rematch(table: Table, person: int, nonce: bytes, dealer: Dealer, now: float) -> Draft:
    """Offer to play again. When everybody who plays wants to, the next game begins, at the next seat.

    In a series it is the next game of it, and those are asked who play it.
    """
    check_open(table)
    if table.spec.challenge is not None:
        raise RefusedError(Kind.NOT_NOW, "A challenge is taken once.")
    if table.status is not Status.OVER:
        raise RefusedError(Kind.NOT_NOW, "There is a rematch once a game is over.")
    if person != HOST or table.places_of(HOST):
        own_places(table, person, None)
    draft = Draft(table.id, table, now)
    draft.add(RematchOffered(person))
    players = table.chairs
    if table.series is not None:
        arranged = arrangement(table)
        players = tuple([table.places[place] for place in arranged.order[: arranged.players]])
    here = {chair.person for chair in players if chair.person is not None and chair.bot is None}
    if here <= draft.table.rematch:
        if table.series is None:
            check_full(table)
        _started(draft, person, nonce, dealer)
    return draft


# -- hosting -----------------------------------------------------------------------------------------------------------


def fill(table: Table, person: int, seat: int, bot: str, away: Collection[int], now: float) -> Draft:
    """The host lets a bot play a free seat, or that of somebody who left or is ``away``: who closed the page.

    In a series a bot on the place after the last plays along from the next game on.
    """
    check_host(table, person)
    chair = place_at(table, seat)
    has_gone = table.play is not None and chair.person in away and chair.bot is None
    if not chair.is_free and not chair.is_away and not has_gone:
        raise RefusedError(Kind.NOT_NOW, f"Seat {place_name(seat)} is played by {chair.shown_name}.")
    draft = Draft(table.id, table, now)
    draft.add(BotSeated(seat, bot))
    return draft


def remove(table: Table, person: int, seat: int, idle_after: float, now: float) -> Draft:
    """The host frees a seat: before the game at any time, during it if its person is away or lets others wait.

    Between the games of a series, and of whoever sits out, that is at any time too.
    """
    check_host(table, person)
    chair = place_at(table, seat)
    if chair.is_free and not chair.is_kept:
        raise RefusedError(Kind.NOT_NOW, f"Seat {place_name(seat)} is free already.")
    is_between = table.series is not None and (table.status is Status.OVER or seat >= len(table.chairs))
    is_played = table.play is not None and chair.bot is None and not chair.is_away
    if table.play is not None and is_played and not is_between and chair.person != HOST:
        waited = now - table.play.waits_since if table.seat == seat else 0.0
        if waited < idle_after:
            message = f"{chair.shown_name} is playing; seat {place_name(seat)} can be freed after {idle_after:.0f} s"
            raise RefusedError(Kind.NOT_NOW, f"{message} without a move.")
    draft = Draft(table.id, table, now)
    draft.add(SeatFreed(seat))
    return draft


def close(table: Table, person: int, now: float) -> Draft:
    """The host closes the table for good."""
    check_host(table, person)
    draft = Draft(table.id, table, now)
    draft.add(Closed())
    return draft


# -- bots --------------------------------------------------------------------------------------------------------------


def bot_roll(table: Table, bot: str, dealer: Dealer, now: float) -> Draft:
    """A bot rolls, without a number of its own: there must be none to choose."""
    draft, play = Draft(table.id, table, now), running_game(table)
    _roll(draft, play.nonce if play.protocol == 1 else b"", dealer, bot)
    return draft


def bot_act(table: Table, bot: str, action: str, now: float) -> Draft:
    """A bot chooses."""
    seat = table.seat
    assert seat is not None
    draft = Draft(table.id, table, now)
    choose(draft, seat, action, bot)
    return draft


def take_over(table: Table, seat: int, now: float) -> Draft:
    """By the table's rule, a bot plays for somebody who does not."""
    draft = Draft(table.id, table, now)
    draft.add(BotSeated(seat, table.spec.takeover_bot))
    return draft


def replace_bot(table: Table, seat: int, bot: str, now: float) -> Draft:
    """Another bot plays on for one that cannot."""
    draft = Draft(table.id, table, now)
    draft.add(BotSeated(seat, bot, table.chairs[seat].bot))
    return draft


# -- dice -------------------------------------------------------------------------------------------------------------


def _roll(draft: Draft, nonce: bytes, dealer: Dealer, by: str | None, person: int | None = None) -> None:
    play = draft.table.play
    assert play is not None
    dice = play.state.dice
    if dice is None:
        raise illegal(play, "There is no roll due here: choose an action.")
    if play.place is not None:
        assert play.state.seat is not None  # a challenge draws nobody
        roll = shared_roll(play.dice, play.place.next(play.state.seat), dice)
        draft.add(Rolled(play.state.seat, str(roll), "", by), roll)
        return
    if play.protocol == 1:
        person = None
    elif person is not None:
        _check_number(play.numbers, person, play.rolls + 2, nonce)
    try:
        roll, proof = dealer.roll(play, dice, nonce)
    except ProofError:
        raise RefusedError(Kind.NOT_NOW, f"The dice of this game are used up after {play.rolls} rolls.") from None
    draft.add(Rolled(play.state.seat, str(roll), str(proof), by, person), roll)


def _check_number(numbers: tuple[tuple[int, int, bytes], ...], person: int, which: int, number: bytes) -> None:
    """Refuse a number that is not the one that the person sealed. It shows nothing: it is not what they sealed."""
    for who, after, known in numbers:
        if who == person and not check_number(known, after, which, number):
            raise RefusedError(Kind.BAD_VALUE, "This is not the number that you sealed for this roll.")


def _dice_name(table_id: str, game: int) -> str:
    """The name of the dice of a game in their proofs."""
    return f"{table_id}/{game}"


def _started(draft: Draft, person: int, nonce: bytes, dealer: Dealer) -> Draft:
    table = draft.table
    number = table.next_game
    if table.series is not None:
        draft.add(arrangement(table))
        table = draft.table
    _check_number(tuple([(who, 0, bytes.fromhex(seal)) for who, seal in table.seals]), person, 1, nonce)
    try:
        first = table.spec.make_game().start
    except RoostError as why:  # a game from outside that is no longer installed, or has lost an option
        raise RefusedError(Kind.NOT_NOW, f"The game cannot be set up any more: {quote(str(why))}.") from None
    if isinstance(first, str):
        begins: int | str = first
    elif table.series is not None:
        begins = first_of(table.series, table.chairs, first)
    else:
        begins = (first + number - 1) % len(table.chairs)
    if table.spec.challenge is not None:
        draft.add(Started(number, begins, challenge(table.spec.challenge).seed, "", person=person))
        return draft
    dice, following = _dice_name(table.id, number), dealer.commitment(_dice_name(table.id, number + 1))
    draft.add(Started(number, begins, dice, dealer.commitment(dice), nonce.hex(), person, following, PROTOCOL))
    play = draft.table.play
    assert play is not None
    if play.state.seat is None:
        _roll(draft, b"", dealer, None)
    return draft
