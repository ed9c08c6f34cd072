"""The checks that commands share, and how they refuse."""

from functools import lru_cache

from roost.core.errors import IllegalMoveError, NotationError, WrongSeatError
from roost.core.moves import Action
from roost.core.notation import SEATS, seat_letter
from roost.core.state import Node
from roost.play.table.chairs import Chair
from roost.play.table.draft import Draft
from roost.play.table.log import Acted
from roost.play.table.play import Play
from roost.play.table.refusals import Kind, RefusedError
from roost.play.table.table import HOST, Status, Table

MOST_PLACES = 12
"""People and bots of a series, those who sit out among them."""


def check_open(table: Table) -> None:
    """Refuse what is asked of a closed table."""
    if table.is_closed:
        raise RefusedError(Kind.NOT_NOW, "The table is closed.")


def check_settled(table: Table) -> None:
    """The same, and what must not change between the list of a game's devices and its start."""
    check_open(table)
    if table.opening is not None:
        raise RefusedError(Kind.NOT_NOW, "The game is about to begin: wait a moment.")


def check_host(table: Table, person: int) -> None:
    """Refuse what only the host may do."""
    check_open(table)
    if person != HOST:
        raise RefusedError(Kind.NOT_YOURS, "Only the host can do this.")


def check_full(table: Table) -> None:
    """Refuse to begin while seats are free."""
    free = [seat_letter(seat) for seat, chair in enumerate(table.chairs) if chair.is_free]
    if free:
        message = f"Seat {free[0]} is free" if len(free) == 1 else f"Seats {', '.join(free)} are free"
        raise RefusedError(Kind.NOT_NOW, f"{message}: wait for somebody, or let a bot play.")


def check_version(table: Table, play: Play, version: int) -> None:
    """Refuse an answer to a table that has moved on."""
    if not play.moved <= version <= table.version:
        message = f"You answered version {version}, but the table is at version {table.version}."
        raise RefusedError(Kind.STALE, message, version=table.version)


def place_at(table: Table, place: int) -> Chair:
    """The chair at a place, if there is one; in a series, that after the last one is free for the next game."""
    most = len(table.places) if table.series is None else len(table.places) + 1
    if not 0 <= place < min(most, max(MOST_PLACES, len(table.places))):
        raise RefusedError(Kind.BAD_VALUE, f"There is no seat {place}; seats are 0 to {len(table.places) - 1}.")
    return table.places[place] if place < len(table.places) else Chair()


def own_places(table: Table, person: int, place: int | None) -> tuple[int, ...]:
    """The places of a person, whether they play or sit out, or the one that they name."""
    places = table.places_of(person)
    if not places:
        raise RefusedError(Kind.NOT_YOURS, "You are watching: only who has a seat can do this.")
    if place is None:
        return places
    place_at(table, place)
    if place not in places:
        raise RefusedError(Kind.NOT_YOURS, f"Seat {place_name(place)} is not yours.")
    return (place,)


def own_seats(table: Table, person: int) -> tuple[int, ...]:
    """The seats of a person who plays."""
    seats = table.seats_of(person)
    if not seats:
        raise RefusedError(Kind.NOT_YOURS, "You are watching: only who has a seat can do this.")
    return seats


def place_name(place: int) -> str:
    """The name of a place: seats have letters, and those who sit out numbers."""
    return seat_letter(place) if place < len(SEATS) else str(place + 1)


def running_game(table: Table) -> Play:
    """The game under way."""
    check_open(table)
    if table.play is None:
        raise RefusedError(Kind.NOT_NOW, "The game has not been started.")
    if table.status is Status.OVER:
        raise RefusedError(Kind.NOT_NOW, "The game is over.")
    return table.play


def own_turn(table: Table, person: int, version: int) -> tuple[Play, int]:
    """The game under way and the seat, if it is this person's turn."""
    play = running_game(table)
    check_version(table, play, version)
    seats, seat = own_seats(table, person), table.seat
    if seat is None or seat not in seats:
        whose = "nobody's" if seat is None else f"{table.chairs[seat].shown_name}'s"
        raise RefusedError(Kind.OUT_OF_TURN, f"It is {whose} turn.", seat=seat, version=table.version)
    if table.chairs[seat].bot is not None:
        raise RefusedError(Kind.NOT_NOW, f"{table.chairs[seat].bot} plays for you: come back first.")
    return play, seat


def illegal(play: Play, sentence: str) -> RefusedError:
    """A refusal that tells what the rules allow."""
    return RefusedError(Kind.ILLEGAL, sentence, actions=[str(action) for action in play.state.actions()])


def choose(draft: Draft, seat: int, action: str, by: str | None) -> None:
    """A seat, or a bot for it, chooses."""
    play = draft.table.play
    assert play is not None
    if play.state.node is Node.ROLL:
        raise illegal(play, "The dice are to be rolled: throw them, with no action.")
    try:
        read = _by_token(play.state.actions()).get(action)
        if read is None:  # written otherwise, or not legal
            read = play.game.parse_action(action)
            action = str(read)
        draft.add(Acted(seat, action, by), read)
    except WrongSeatError as why:
        raise RefusedError(Kind.OUT_OF_TURN, f"{why}.", seat=play.state.seat) from None
    except (IllegalMoveError, NotationError) as why:
        raise illegal(play, f"{why}.") from None


@lru_cache(10_000)
def _by_token(actions: tuple[Action, ...]) -> dict[str, Action]:
    return {str(action): action for action in actions}
