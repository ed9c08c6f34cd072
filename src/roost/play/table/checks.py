"""Checks that several commands share. Each refuses an invalid request."""

from functools import lru_cache

from roost.core.errors import IllegalMoveError, NotationError, WrongSeatError
from roost.core.moves import Action
from roost.core.notation import SEATS, seat_letter
from roost.core.state import Node
from roost.play.table.chairs import Chair
from roost.play.table.draft import Draft
from roost.play.table.log import Acted
from roost.play.table.play import Play
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.table import HOST, Status, Table

MOST_PLACES = 12
"""Maximum number of people and bots in a series, including those who sit out."""


def check_open(table: Table) -> None:
    """Refuse the request if the table is closed."""
    if table.is_closed:
        raise RefusedError(Refusal.NOT_NOW, "The table is closed.")


def check_settled(table: Table) -> None:
    """Refuse the request if the table is closed, or if its next game is waiting for devices to reveal their numbers."""
    check_open(table)
    if table.opening is not None:
        raise RefusedError(Refusal.NOT_NOW, "The game is about to begin: wait a moment.")


def check_host(table: Table, person: int) -> None:
    """Refuse the request unless it comes from the host."""
    check_open(table)
    if person != HOST:
        raise RefusedError(Refusal.NOT_YOURS, "Only the host can do this.")


def check_full(table: Table, *, allow_open: bool = False) -> None:
    """Refuse to start a game while seats are free. Open seats do not count with ``allow_open``, reserved ones do."""
    free = [
        seat_letter(index)
        for index, seat in enumerate(table.chairs)
        if seat.is_free and (seat.is_kept or not allow_open)
    ]
    if free:
        message = f"Seat {free[0]} is free" if len(free) == 1 else f"Seats {', '.join(free)} are free"
        raise RefusedError(Refusal.NOT_NOW, f"{message}: wait for players, or add bots.")


def check_version(table: Table, play: Play, version: int) -> None:
    """Refuse a request based on an outdated version of the table."""
    if not play.moved <= version <= table.version:
        message = f"Your move is for version {version}, but the table is at version {table.version}."
        raise RefusedError(Refusal.STALE, message, version=table.version)


def place_at(table: Table, place: int) -> Chair:
    """Return the chair at a place. In a series, one more place is free, for a player who joins the next game."""
    most = len(table.places) if table.series is None else len(table.places) + 1
    if not 0 <= place < min(most, max(MOST_PLACES, len(table.places))):
        raise RefusedError(Refusal.BAD_VALUE, f"There is no seat {place}; seats are 0 to {len(table.places) - 1}.")
    return table.places[place] if place < len(table.places) else Chair()


def own_places(table: Table, person: int, place: int | None) -> tuple[int, ...]:
    """Return a person's places, including the bench, or only the given one. Refuse if the person has no such place."""
    places = table.places_of(person)
    if not places:
        raise RefusedError(Refusal.NOT_YOURS, "You are watching: only players can do this.")
    if place is None:
        return places
    place_at(table, place)
    if place not in places:
        raise RefusedError(Refusal.NOT_YOURS, f"Seat {place_name(place)} is not yours.")
    return (place,)


def own_seats(table: Table, person: int) -> tuple[int, ...]:
    """Return a person's seats. Refuse if the person is only watching."""
    seats = table.seats_of(person)
    if not seats:
        raise RefusedError(Refusal.NOT_YOURS, "You are watching: only players can do this.")
    return seats


def place_name(place: int) -> str:
    """Return the name of a place: a letter for a seat, a number for a place on the bench."""
    return seat_letter(place) if place < len(SEATS) else str(place + 1)


def running_game(table: Table) -> Play:
    """Return the game in progress. Refuse if there is none."""
    check_open(table)
    if table.play is None:
        raise RefusedError(Refusal.NOT_NOW, "The game has not been started.")
    if table.status is Status.OVER:
        raise RefusedError(Refusal.NOT_NOW, "The game is over.")
    return table.play


def own_turn(table: Table, person: int, version: int) -> tuple[Play, int]:
    """Return the current game and the seat to move. Refuse unless it is this person's turn."""
    play = running_game(table)
    check_version(table, play, version)
    seats, seat = own_seats(table, person), table.seat
    if seat is None or seat not in seats:
        player = "nobody" if seat is None else table.chairs[seat].shown_name
        raise RefusedError(Refusal.OUT_OF_TURN, f"It is {player}'s turn.", seat=seat, version=table.version)
    if table.chairs[seat].bot is not None:
        raise RefusedError(Refusal.NOT_NOW, f"{table.chairs[seat].bot} plays for you: return to your seat first.")
    return play, seat


def illegal(play: Play, sentence: str) -> RefusedError:
    """Return a refusal that lists the legal actions."""
    return RefusedError(Refusal.ILLEGAL, sentence, actions=[str(action) for action in play.state.actions()])


def choose(draft: Draft, seat: int, action: str, by: str | None) -> None:
    """Add a seat's choice to the draft. ``by`` names the bot that chose; None if the player chose."""
    play = draft.table.play
    assert play is not None
    if play.state.node is Node.ROLL:
        raise illegal(play, "The dice are to be rolled: send no action.")
    try:
        parsed = _by_token(play.state.actions()).get(action)
        if parsed is None:  # illegal, or not written in its usual form
            parsed = play.game.parse_action(action)
            action = str(parsed)
        draft.add(Acted(seat, action, by), parsed)
    except WrongSeatError as error:
        raise RefusedError(Refusal.OUT_OF_TURN, f"{error}.", seat=play.state.seat) from None
    except (IllegalMoveError, NotationError) as error:
        raise illegal(play, f"{error}.") from None


@lru_cache(10_000)
def _by_token(actions: tuple[Action, ...]) -> dict[str, Action]:
    return {str(action): action for action in actions}
