"""The commands of a table. Each is checked against the table as it is and makes a draft, or is refused.

Commands know people by number; who that is, the token of the request has told before.
"""

from collections.abc import Collection
from typing import Protocol

from roost.core.dice import Dice
from roost.core.errors import RoostError, quote
from roost.core.record.proof import ProofError
from roost.core.shared import shared_roll
from roost.core.state import Node
from roost.play.dice.fair import PROTOCOL, FairRoll, leads_to
from roost.play.table.arrangement import arrangement
from roost.play.table.challenge import challenge
from roost.play.table.checks import (
    MOST_PLACES,
    check_full,
    check_host,
    check_open,
    check_settled,
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
from roost.play.table.draft import Draft, drafted
from roost.play.table.log import (
    BotSeated,
    Closed,
    Created,
    Listed,
    Opened,
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
    Unsealed,
)
from roost.play.table.names import clean_name
from roost.play.table.play import Play
from roost.play.table.refusals import Kind, RefusedError
from roost.play.table.series import first_of
from roost.play.table.spec import AvatarName, HereSeat, TableSpec
from roost.play.table.table import HOST, Status, Table

_MOST_SEALINGS = 8
"""How often one person seals for a round: their device may have lost what it had sealed."""


class Dealer(Protocol):
    """The keeper of the secret of a table's dice."""

    def commitment(self, dice: str) -> str:
        """The hash that is published before the first roll of a game, which may not be rolled for yet."""

    def roll(self, play: Play, dice: Dice, number: bytes) -> FairRoll:
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
    sealed: str | None = None,
    invited: bool,
    now: float,
) -> Draft:
    """Sit down: on this seat, or on the first free one. Somebody new becomes the next person.

    Whose device has ``sealed`` its numbers takes part in the dice of the next round. Where a series is played and every
    seat is taken, one waits for the next game. Whoever has ``real`` dice rolls those, where that is the table's rule.
    """
    check_settled(table)
    try:
        name = clean_name(name)
    except ValueError as why:
        raise RefusedError(Kind.BAD_VALUE, f"{str(why).capitalize()}.") from None
    if seat is None:
        free = [i for i, chair in enumerate(table.places) if chair.is_free and (invited or not chair.is_kept)]
        free += [] if table.series is None else [len(table.places)]  # to play the next game
        if not free or free[0] >= MOST_PLACES:
            raise RefusedError(Kind.NOT_NOW, "Every seat is taken; you can watch.")
        seat = free[0]
    chair = place_at(table, seat)
    if chair.is_free and chair.is_kept and not invited:
        raise RefusedError(Kind.NOT_YOURS, f"Seat {place_name(seat)} is kept for {chair.name}, who has an invitation.")
    if not chair.is_free:
        raise RefusedError(Kind.NOT_NOW, f"Seat {place_name(seat)} is taken by {chair.shown_name}.")
    person = table.people if person is None else person
    draft = drafted(table, now, SeatClaimed(seat, person, name, avatar, real and table.spec.rules.dice == "real"))
    _seal(draft, person, sealed if table.listing is None else None)
    return draft


def seal(table: Table, person: int, sealed: str, now: float) -> Draft:
    """Fix the numbers that one's device will give for the dice of the next round."""
    check_open(table)
    if person != HOST and not table.places_of(person):
        raise RefusedError(Kind.NOT_YOURS, "Numbers are sealed by somebody who plays, or by the host.")
    draft = Draft(table.id, table, now)
    _seal(draft, person, sealed)
    if not draft.entries:
        raise RefusedError(Kind.NOT_NOW, "The table has not committed to any dice that come next.")
    return draft


def _seal(draft: Draft, person: int, sealed: str | None) -> None:
    table = draft.table
    is_committed = table.coming or (table.play is not None and table.play.is_closed)
    if sealed is None or table.spec.challenge is not None or not is_committed:
        return
    if table.listing is not None:
        raise RefusedError(Kind.NOT_NOW, "The list of the devices is out: seal for the next game.")
    if sealed in {seal for _, seal in table.seals}:
        raise RefusedError(Kind.NOT_NOW, "These numbers are sealed already.")
    if table.sealings.count(person) >= _MOST_SEALINGS:
        raise RefusedError(Kind.NOT_NOW, f"You have sealed {_MOST_SEALINGS} times for this game.")
    game, number = table.due_round
    draft.add(Sealed(person, game, sealed, number))


def answer(table: Table, person: int, number: bytes, sealed: str, dealer: Dealer, now: float) -> Draft:
    """Answer the list with one's number 1, and seal others, should there be another list."""
    check_open(table)
    listing = table.listing
    if listing is None or person not in listing.waits_for:
        raise RefusedError(Kind.NOT_NOW, "No list waits for your number.")
    if not leads_to(bytes.fromhex(dict(listing.seals)[person]), 0, 1, number):
        raise RefusedError(Kind.BAD_VALUE, "This is not the number that you sealed for the opening.")
    if sealed in {seal for _, seal in (*listing.seals, *listing.spares)}:
        raise RefusedError(Kind.BAD_VALUE, "The numbers for another list must be others.")
    return _go_on(drafted(table, now, Opened(person, number.hex(), sealed)), dealer)


def relist(table: Table, dealer: Dealer, now: float) -> Draft:
    """Go on without the devices that do not answer: a new list, or the first of a round that begins anew."""
    draft, listing = Draft(table.id, table, now), table.listing
    left_out = () if listing is None else tuple(sorted({*listing.without, *listing.waits_for}))
    return _listed(draft, left_out, dealer)


def _listed(draft: Draft, without: Collection[int], dealer: Dealer) -> Draft:
    game, number = draft.table.due_round
    draft.add(Listed(game, number, tuple(sorted(without))))
    return _go_on(draft, dealer)


def _gone(table: Table, away: Collection[int]) -> list[int]:
    """The people who have sealed, and cannot answer: they have left, or closed their page."""
    return [who for who, _ in table.seals if who in away or (who != HOST and not table.places_of(who))]


def _go_on(draft: Draft, dealer: Dealer) -> Draft:
    """Begin the game whose list has been answered."""
    listing = draft.table.listing
    return draft if listing is None or listing.waits_for else _started(draft, dealer)


def leave(table: Table, person: int, seat: int | None, now: float) -> Draft:
    """Get up from one's seat, or from one of several. During a game it is kept for one's return."""
    check_settled(table)
    seats = [seat for seat in own_places(table, person, seat) if not table.places[seat].is_away]
    if not seats:
        raise RefusedError(Kind.NOT_NOW, "You have left already.")
    return drafted(table, now, *map(SeatLeft, seats))


def come_back(table: Table, person: int, seat: int | None, now: float) -> Draft:
    """Take one's seat again; a bot that stood in goes."""
    check_open(table)
    seats = [i for i in own_places(table, person, seat) if table.places[i].is_away or table.places[i].bot is not None]
    if not seats:
        raise RefusedError(Kind.NOT_NOW, "You are here already.")
    return drafted(table, now, *map(SeatReturned, seats))


# -- playing -----------------------------------------------------------------------------------------------------------


def start(
    table: Table, person: int, sealed: str | None, dealer: Dealer, now: float, away: Collection[int] = ()
) -> Draft:
    """Begin the game, once every device that has sealed has answered. If the first player is drawn, that is part of it.

    Those who are ``away`` are not waited for.
    """
    check_settled(table)
    if person != HOST and not table.seats_of(person):
        raise RefusedError(Kind.NOT_YOURS, "The game is started by somebody who plays, or by the host.")
    if table.play is not None:
        raise RefusedError(Kind.NOT_NOW, "The game has been started already.")
    check_full(table)
    draft = Draft(table.id, table, now)
    _seal(draft, person, sealed)
    return _begin(draft, away, dealer)


def move(
    table: Table, person: int, version: int, action: str | None, number: bytes | None, dealer: Dealer, now: float
) -> Draft:
    """Choose, or roll, or choose and roll at once where the choice leads to one's own roll.

    A listed device rolls with its next ``number``, all others with an empty one.
    """
    play, seat = own_turn(table, person, version)
    draft = Draft(table.id, table, now)
    if action is not None:
        choose(draft, seat, action, None)
    elif play.state.node is not Node.ROLL:
        raise illegal(play, "There is no roll due here: choose an action.")
    elif number is None:
        what = "send your number for this roll" if not table.rolls_real(seat) else "enter what real dice show"
        raise illegal(play, f"The dice are to be rolled: {what}.")
    if number is not None:
        after = draft.table.play
        if after is not None and after.state.node is Node.ROLL and after.state.seat == seat:
            if table.rolls_real(seat):
                raise illegal(after, f"{table.chairs[seat].shown_name} rolls real dice here: enter what they show.")
            _roll_own(draft, person, number, dealer)
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
    return drafted(table, now, Undone(seat))


def react(table: Table, person: int, reaction: ReactionName, now: float) -> Draft:
    """Clap, or the like."""
    check_open(table)
    return drafted(table, now, Reacted(own_seats(table, person)[0], reaction))


def rematch(
    table: Table, person: int, sealed: str | None, dealer: Dealer, now: float, away: Collection[int] = ()
) -> Draft:
    """Offer to play again. When everybody who plays wants to, the next game begins, at the next seat.

    In a series it is the next game of it, and those are asked who play it.
    """
    check_settled(table)
    if table.spec.challenge is not None:
        raise RefusedError(Kind.NOT_NOW, "A challenge is taken once.")
    if table.status is not Status.OVER:
        raise RefusedError(Kind.NOT_NOW, "There is a rematch once a game is over.")
    if person != HOST or table.places_of(HOST):
        own_places(table, person, None)
    draft = drafted(table, now, RematchOffered(person))
    _seal(draft, person, sealed)
    players = table.chairs
    if table.series is not None:
        arranged = arrangement(table)
        players = tuple([table.places[place] for place in arranged.order[: arranged.players]])
    here = {chair.person for chair in players if chair.person is not None and chair.bot is None}
    if here <= draft.table.rematch:
        if table.series is None:
            check_full(table)
        _begin(draft, away, dealer)
    return draft


# -- hosting -----------------------------------------------------------------------------------------------------------


def fill(table: Table, person: int, seat: int, bot: str, away: Collection[int], now: float) -> Draft:
    """The host lets a bot play a free seat, or that of somebody who left or is ``away``: who closed the page.

    In a series a bot on the place after the last plays along from the next game on.
    """
    check_settled(table)
    check_host(table, person)
    chair = place_at(table, seat)
    has_gone = table.play is not None and chair.person in away and chair.bot is None
    if not chair.is_free and not chair.is_away and not has_gone:
        raise RefusedError(Kind.NOT_NOW, f"Seat {place_name(seat)} is played by {chair.shown_name}.")
    return drafted(table, now, BotSeated(seat, bot))


def remove(table: Table, person: int, seat: int, idle_after: float, now: float) -> Draft:
    """The host frees a seat: before the game at any time, during it if its person is away or lets others wait.

    Between the games of a series, and of whoever sits out, that is at any time too.
    """
    check_settled(table)
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
    return drafted(table, now, SeatFreed(seat))


def close(table: Table, person: int, now: float) -> Draft:
    """The host closes the table for good."""
    check_host(table, person)
    return drafted(table, now, Closed())


# -- bots --------------------------------------------------------------------------------------------------------------


def bot_roll(table: Table, bot: str, dealer: Dealer, now: float) -> Draft:
    """A bot rolls, without a number of its own: there must be none to choose."""
    draft = Draft(table.id, table, now)
    running_game(table)
    _open_alone(draft, dealer)
    _roll(draft, b"", dealer, bot)
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
    return drafted(table, now, BotSeated(seat, table.spec.takeover_bot))


def replace_bot(table: Table, seat: int, bot: str, now: float) -> Draft:
    """Another bot plays on for one that cannot."""
    return drafted(table, now, BotSeated(seat, bot, table.chairs[seat].bot))


# -- dice -------------------------------------------------------------------------------------------------------------


def _roll_own(draft: Draft, person: int, number: bytes, dealer: Dealer) -> None:
    """A person rolls: with their device's number if it is listed, else with none."""
    _open_alone(draft, dealer)
    play = draft.table.play
    assert play is not None
    known = next((one for one in play.numbers if one[0] == person), None)
    if known is None:
        if number:
            raise RefusedError(Kind.BAD_VALUE, "Your device is not listed for this game: roll with an empty number.")
    elif not number:
        draft.add(Unsealed(person))
    elif not leads_to(known[2], known[1], play.rolls + 2, number):
        raise RefusedError(Kind.BAD_VALUE, "This is not the number that you sealed for this roll.")
    _roll(draft, number, dealer, None)


def _open_alone(draft: Draft, dealer: Dealer) -> None:
    """Open the next round of a game that goes on after a restored backup, if no device wants to be listed."""
    table, play = draft.table, draft.table.play
    if play is None or not play.is_closed:
        return
    if table.listing is not None or table.seals:
        raise RefusedError(Kind.NOT_NOW, "The dice of the game are being sealed anew: wait a moment.")
    _listed(draft, (), dealer)


def _roll(draft: Draft, number: bytes, dealer: Dealer, by: str | None) -> None:
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
    try:
        roll, proof = dealer.roll(play, dice, number)
    except ProofError:
        raise RefusedError(Kind.NOT_NOW, f"The dice of this game are used up after {play.rolls} rolls.") from None
    draft.add(Rolled(play.state.seat, str(roll), str(proof), by), roll)


def _dice_name(table_id: str, game: int) -> str:
    """The name of the dice of a game in their proofs."""
    return f"{table_id}/{game}"


def _begin(draft: Draft, away: Collection[int], dealer: Dealer) -> Draft:
    """List the devices whose numbers open the game; it begins when all have answered."""
    if draft.table.spec.challenge is not None:
        return _started(draft, dealer)
    if draft.table.series is None:
        _first(draft.table)
    else:
        arrangement(draft.table)
    return _listed(draft, _gone(draft.table, away), dealer)


def _first(table: Table) -> int | str:
    """The seat that begins, or how that is found."""
    try:
        return table.spec.make_game().start
    except RoostError as why:  # a game from outside that is no longer installed, or has lost an option
        raise RefusedError(Kind.NOT_NOW, f"The game cannot be set up any more: {quote(str(why))}.") from None


def _started(draft: Draft, dealer: Dealer) -> Draft:
    table = draft.table
    number = table.next_game
    if table.series is not None:
        draft.add(arrangement(table))
        table = draft.table
    first = _first(table)
    if isinstance(first, str):
        begins: int | str = first
    elif table.series is not None:
        begins = first_of(table.series, table.chairs, first)
    else:
        begins = (first + number - 1) % len(table.chairs)
    if table.spec.challenge is not None:
        draft.add(Started(number, begins, challenge(table.spec.challenge).seed, ""))
        return draft
    dice, following = _dice_name(table.id, number), dealer.commitment(_dice_name(table.id, number + 1))
    draft.add(Started(number, begins, dice, dealer.commitment(dice), following, PROTOCOL))
    play = draft.table.play
    assert play is not None
    if play.state.seat is None:
        _roll(draft, b"", dealer, None)
    return draft
