"""The commands of a table. Each checks a request against the table, then drafts a change or refuses.

Commands know people by their index; the server has identified the person by the request's token.
"""

from collections.abc import Collection
from typing import Protocol

from roost.core.dice import Dice, Roll
from roost.core.errors import OptionError, RoostError, quote
from roost.core.shared import shared_roll
from roost.core.state import Node
from roost.play.dice.fair import PROTOCOL, Listed, faces_of, hashed, options_of
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
    Created,
    DeviceSealed,
    DiceListed,
    DiceRolled,
    NumberOpened,
    Reacted,
    ReactionName,
    RematchOffered,
    SeatClaimed,
    SeatFreed,
    SeatLeft,
    SeatReturned,
    Started,
    TableClosed,
    Undone,
)
from roost.play.table.names import clean_name
from roost.play.table.play import Play
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.series import first_of
from roost.play.table.spec import AvatarName, HereSeat, TableSpec
from roost.play.table.table import HOST, Status, Table

_MOST_SEALINGS = 8
"""Maximum number of times that a person may seal a number for one game. A device that lost its number seals a new one.
"""


class Dealer(Protocol):
    """Object that keeps a table's secret and rolls its dice."""

    def ends(self, dice: str, seats: int) -> tuple[bytes, ...]:
        """Return the ends of a game's hash chains, given the number of seats."""

    def roll(self, play: Play, dice: Dice) -> tuple[Roll, bytes]:
        """Return a game's next roll and its link.

        The same call gives the same result, which is safe because no one sees a roll before it is committed.
        """


def create(table_id: str, code: str, spec: TableSpec, dealer: Dealer, now: float, *, on_device: bool = False) -> Draft:
    """Create a table, and seat the players who share the host's device."""
    draft = Draft(table_id, None, now)
    draft.add(Created(spec, code, on_device))
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
    """Take a seat, by default the first free one. A new person gets the next index.

    A device that has ``sealed`` a number takes part in the dice of the next game. In a series with every seat taken,
    the player waits for the next game. A player with ``real`` dice rolls them, if the table's rules allow real dice.
    """
    check_settled(table)
    try:
        name = clean_name(name)
    except ValueError as error:
        raise RefusedError(Refusal.BAD_VALUE, f"{str(error).capitalize()}.") from None
    if seat is None:
        free = [i for i, chair in enumerate(table.places) if chair.is_free and (invited or not chair.is_kept)]
        free += [] if table.series is None else [len(table.places)]  # a new place for a player who joins the next game
        if not free or free[0] >= MOST_PLACES:
            raise RefusedError(Refusal.NOT_NOW, "Every seat is taken; you can watch.")
        seat = free[0]
    chair = place_at(table, seat)
    if chair.is_free and chair.is_kept and not invited:
        raise RefusedError(Refusal.NOT_YOURS, f"Seat {place_name(seat)} is reserved for {chair.name} by invitation.")
    if not chair.is_free:
        raise RefusedError(Refusal.NOT_NOW, f"Seat {place_name(seat)} is taken by {chair.shown_name}.")
    person = table.people if person is None else person
    draft = drafted(table, now, SeatClaimed(seat, person, name, avatar, real and table.spec.rules.dice == "real"))
    _seal(draft, person, sealed)
    return draft


def seal(table: Table, person: int, sealed: str, now: float) -> Draft:
    """Record the seal of the number that this device will reveal for the next game's dice."""
    check_open(table)
    if person != HOST and not table.places_of(person):
        raise RefusedError(Refusal.NOT_YOURS, "Only players and the host can seal numbers.")
    draft = Draft(table.id, table, now)
    _seal(draft, person, sealed)
    if not draft.entries:
        reason = "they are rolled on this device" if table.on_device else "they are the same for every player"
        raise RefusedError(Refusal.NOT_NOW, f"These dice need no sealed numbers, because {reason}.")
    return draft


def _seal(draft: Draft, person: int, sealed: str | None) -> None:
    table = draft.table
    if sealed is None or table.spec.challenge is not None or table.on_device:
        return
    if table.opening is not None:
        raise RefusedError(Refusal.NOT_NOW, "The game is about to begin: seal a number for the next one.")
    if sealed in table.used_seals:
        raise RefusedError(Refusal.NOT_NOW, "This number was already sealed.")
    if table.sealings.count(person) >= _MOST_SEALINGS:
        raise RefusedError(Refusal.NOT_NOW, f"You have sealed {_MOST_SEALINGS} times for this game.")
    draft.add(DeviceSealed(person, table.next_game, sealed))


def open_number(table: Table, person: int, attempt: int, number: bytes, dealer: Dealer, now: float) -> Draft:
    """Reveal the number that this device sealed. The game begins once every listed device has revealed its number."""
    check_open(table)
    opening = table.opening
    if opening is None or attempt != opening.attempt or person not in opening.waits_for:
        raise RefusedError(Refusal.NOT_NOW, "The table is not waiting for your number.")
    if hashed(number).hex() != dict(opening.seals)[person]:
        raise RefusedError(Refusal.BAD_VALUE, "This is not the number that you sealed.")
    return _start_if_opened(drafted(table, now, NumberOpened(person, number.hex())), dealer)


def relist(table: Table, dealer: Dealer, now: float) -> Draft:
    """Publish a new dice list without the devices that did not reveal their numbers."""
    opening = table.opening
    assert opening is not None
    opened = dict(opening.numbers)
    seals = {person: bytes.fromhex(seal) for person, seal in opening.seals if person in opened}
    listed = Listed.parse(opening.text)._replace(attempt=opening.attempt + 1, seals=seals)
    return _start_if_opened(drafted(table, now, DiceListed(str(listed))), dealer)


def _start_if_opened(draft: Draft, dealer: Dealer) -> Draft:
    """Start the game if every listed device has revealed its number."""
    opening = draft.table.opening
    return draft if opening is None or opening.waits_for else _start(draft, dealer)


def leave(table: Table, person: int, seat: int | None, now: float) -> Draft:
    """Leave all of the person's seats, or only the given one. During a game, seats stay reserved for their return."""
    check_settled(table)
    seats = [seat for seat in own_places(table, person, seat) if not table.places[seat].is_away]
    if not seats:
        raise RefusedError(Refusal.NOT_NOW, "You have already left.")
    return drafted(table, now, *map(SeatLeft, seats))


def come_back(table: Table, person: int, seat: int | None, now: float) -> Draft:
    """Return to the person's seats, or only the given one. Bots that stood in stop playing."""
    check_open(table)
    seats = [i for i in own_places(table, person, seat) if table.places[i].is_away or table.places[i].bot is not None]
    if not seats:
        raise RefusedError(Refusal.NOT_NOW, "You have not left.")
    return drafted(table, now, *map(SeatReturned, seats))


def start(
    table: Table, person: int, sealed: str | None, dealer: Dealer, now: float, away: Collection[int] = ()
) -> Draft:
    """Start the game once every device with a sealed number has revealed it, and draw the first player if necessary.

    Open seats are given up. The game does not wait for players who are ``away``.
    """
    check_settled(table)
    if person != HOST and not table.seats_of(person):
        raise RefusedError(Refusal.NOT_YOURS, "Only a player or the host can start the game.")
    if table.play is not None:
        raise RefusedError(Refusal.NOT_NOW, "The game has already been started.")
    check_full(table, allow_open=True)
    draft = Draft(table.id, table, now)
    _seal(draft, person, sealed)
    return _begin(draft, away, dealer)


def move(
    table: Table, person: int, version: int, action: str | None, dealer: Dealer, now: float, *, throws: bool
) -> Draft:
    """Choose an action, or roll, or both if the choice leads to the player's own roll."""
    play, seat = own_turn(table, person, version)
    draft = Draft(table.id, table, now)
    if action is not None:
        choose(draft, seat, action, None)
    elif play.state.node is not Node.ROLL:
        raise illegal(play, "There are no dice to roll: choose an action.")
    elif not throws:
        step = "roll them" if not table.rolls_real(seat) else "enter your real dice"
        raise illegal(play, f"The dice are to be rolled: {step}.")
    after = draft.table.play
    if throws and after is not None and after.state.node is Node.ROLL and after.state.seat == seat:
        if table.rolls_real(seat):
            raise illegal(after, f"{table.chairs[seat].shown_name} rolls real dice: enter the roll.")
        _roll(draft, dealer, None)
    return draft


def undo(table: Table, person: int, version: int, now: float) -> Draft:
    """Undo the person's latest choice, if it revealed nothing and no other player has moved since."""
    play = running_game(table)
    check_version(table, play, version)
    if not table.spec.rules.undo:
        raise RefusedError(Refusal.NOT_YOURS, "This table does not allow choices to be taken back.")
    seats = own_seats(table, person)
    if not play.before:
        raise RefusedError(
            Refusal.NOT_NOW, "No choice can be taken back: dice were rolled, or another player has answered."
        )
    seat = play.before[-1].state.seat
    if seat is None or seat not in seats:
        raise RefusedError(Refusal.NOT_YOURS, "Only the player who chose can take the choice back.")
    return drafted(table, now, Undone(seat))


def react(table: Table, person: int, reaction: ReactionName, now: float) -> Draft:
    """Send a reaction, such as clapping."""
    check_open(table)
    return drafted(table, now, Reacted(own_seats(table, person)[0], reaction))


def rematch(
    table: Table, person: int, sealed: str | None, dealer: Dealer, now: float, away: Collection[int] = ()
) -> Draft:
    """Offer a rematch. When every player wants one, it begins, and the next seat starts.

    In a series, the next game of the series begins instead, and only its players are asked.
    """
    check_settled(table)
    if table.spec.challenge is not None:
        raise RefusedError(Refusal.NOT_NOW, "A challenge cannot be repeated.")
    if table.status is not Status.OVER:
        raise RefusedError(Refusal.NOT_NOW, "A rematch is possible once the game is over.")
    if person != HOST or table.places_of(HOST):
        own_places(table, person, None)
    draft = drafted(table, now, RematchOffered(person))
    _seal(draft, person, sealed)
    players = table.chairs
    if table.series is not None:
        arranged = arrangement(table)
        players = tuple([table.places[place] for place in arranged.order[: arranged.players]])
    present = {chair.person for chair in players if chair.person is not None and chair.bot is None}
    if present <= draft.table.rematch:
        if table.series is None:
            check_full(table)
        _begin(draft, away, dealer)
    return draft


def fill(table: Table, person: int, seat: int, bot: str, away: Collection[int], now: float) -> Draft:
    """Let a bot play a free seat, or the seat of a player who left or is ``away`` (host only).

    In a series, a bot added after the last place joins from the next game on.
    """
    check_settled(table)
    check_host(table, person)
    chair = place_at(table, seat)
    has_gone = table.play is not None and chair.person in away and chair.bot is None
    if not chair.is_free and not chair.is_away and not has_gone:
        raise RefusedError(Refusal.NOT_NOW, f"Seat {place_name(seat)} is played by {chair.shown_name}.")
    return drafted(table, now, BotSeated(seat, bot))


def remove(table: Table, person: int, seat: int, idle_after: float, now: float) -> Draft:
    """Free a seat (host only). During a game, its player must be away or have been idle for a long time.

    Between the games of a series, the host may free any seat; a place on the bench may be freed at any time.
    """
    check_settled(table)
    check_host(table, person)
    chair = place_at(table, seat)
    if chair.is_free and not chair.is_kept:
        raise RefusedError(Refusal.NOT_NOW, f"Seat {place_name(seat)} is already free.")
    is_between = table.series is not None and (table.status is Status.OVER or seat >= len(table.chairs))
    is_played = table.play is not None and chair.bot is None and not chair.is_away
    if table.play is not None and is_played and not is_between and chair.person != HOST:
        waited = now - table.play.waits_since if table.seat == seat else 0.0
        if waited < idle_after:
            message = f"{chair.shown_name} is playing; seat {place_name(seat)} can be freed after {idle_after:.0f} s"
            raise RefusedError(Refusal.NOT_NOW, f"{message} without a move.")
    return drafted(table, now, SeatFreed(seat))


def close(table: Table, person: int, now: float) -> Draft:
    """Close the table for good (host only)."""
    check_host(table, person)
    return drafted(table, now, TableClosed())


def bot_roll(table: Table, bot: str, dealer: Dealer, now: float) -> Draft:
    """Add the roll of a bot."""
    draft = Draft(table.id, table, now)
    running_game(table)
    _roll(draft, dealer, bot)
    return draft


def bot_act(table: Table, bot: str, action: str, now: float) -> Draft:
    """Add the choice of a bot."""
    seat = table.seat
    assert seat is not None
    draft = Draft(table.id, table, now)
    choose(draft, seat, action, bot)
    return draft


def take_over(table: Table, seat: int, now: float) -> Draft:
    """Let a bot take over an idle player's seat, as the table's rules allow."""
    return drafted(table, now, BotSeated(seat, table.spec.takeover_bot))


def replace_bot(table: Table, seat: int, bot: str, now: float) -> Draft:
    """Replace a failed bot with another one."""
    return drafted(table, now, BotSeated(seat, bot, table.chairs[seat].bot))


def _roll(draft: Draft, dealer: Dealer, by: str | None) -> None:
    play = draft.table.play
    assert play is not None
    seat, dice = play.state.seat, play.state.dice
    if dice is None:
        raise illegal(play, "There are no dice to roll: choose an action.")
    if play.place is not None:
        assert seat is not None  # a challenge never draws the first player
        roll = shared_roll(play.dice, play.place.next(seat), dice)
        draft.add(DiceRolled(seat, str(roll), by=by, dice=dice.text), roll)
        return
    try:
        roll, link = dealer.roll(play, dice)
    except OptionError:
        raise RefusedError(Refusal.NOT_NOW, f"This game has no dice left after {play.rolls} rolls.") from None
    draft.add(DiceRolled(seat, str(roll), link.hex(), by, dice.text), roll)


def _dice_name(table_id: str, game: int) -> str:
    """Return the name that identifies a game's dice."""
    return f"{table_id}/{game}"


def _begin(draft: Draft, away: Collection[int], dealer: Dealer) -> Draft:
    """Publish the dice list, and start the game if no device has a number to reveal."""
    table = draft.table
    if table.spec.challenge is not None:
        return _start(draft, dealer)
    arranged = _arranged(Draft(table.id, table, draft.at)).table
    game, dice = arranged.spec.make_game(_first(arranged)), _dice_name(table.id, table.next_game)
    ends = dealer.ends(dice, len(arranged.chairs))
    seats = [f"bot:{chair.bot}" if chair.person is None else str(chair.person) for chair in arranged.chairs]
    present = {
        person for person, _ in table.seals if person not in away and (person == HOST or table.places_of(person))
    }
    seals = {person: bytes.fromhex(seal) for person, seal in table.seals if person in present}
    listed = Listed(dice, 1, game.name, options_of(game), seats, faces_of(game.die), not game.die.weights, ends, seals)
    draft.add(DiceListed(str(listed)))
    return _start_if_opened(draft, dealer)


def _arranged(draft: Draft) -> Draft:
    """Add the set-up of the next game if the table plays a series or has open seats."""
    if draft.table.series is not None or any(chair.is_free for chair in draft.table.chairs):
        draft.add(arrangement(draft.table))
    return draft


def _first(table: Table) -> int | str:
    """Return the seat that begins, or ``random``."""
    try:
        first = table.spec.make_game().start
    except RoostError as error:  # the plug-in of this game was removed, or no longer has one of its options
        raise RefusedError(Refusal.NOT_NOW, f"The game can no longer be set up: {quote(str(error))}.") from None
    if isinstance(first, str):
        return first
    if table.series is not None:
        return first_of(table.series, table.chairs, first)
    return (first + table.next_game - 1) % len(table.chairs)


def _start(draft: Draft, dealer: Dealer) -> Draft:
    number = draft.table.next_game
    table = _arranged(draft).table
    first = _first(table)
    if table.spec.challenge is not None:
        draft.add(Started(number, first, challenge(table.spec.challenge).seed))
        return draft
    draft.add(Started(number, first, _dice_name(table.id, number), PROTOCOL))
    play = draft.table.play
    assert play is not None
    if play.state.seat is None:
        _roll(draft, dealer, None)
    return draft
