"""Real dice: people at the table roll them, and enter what they show. Nothing proves it.

The table's own dice go on beside them, for bots and for people far away: what is entered has no part in their chain.
"""

from collections.abc import Collection

from roost.core.dice import Roll
from roost.core.errors import NotationError
from roost.core.state import State
from roost.play.table.checks import check_version, choose, illegal, own_seats, own_turn, running_game
from roost.play.table.draft import Draft, drafted
from roost.play.table.log import Corrected, CorrectionDeclined, CorrectionProposed, Entered
from roost.play.table.play import LastEntered
from roost.play.table.refusals import Kind, RefusedError
from roost.play.table.table import HOST, Table


def enter(table: Table, person: int, version: int, action: str | None, roll: str, now: float) -> Draft:
    """Enter the roll that is due, for oneself or for somebody else at the table; or choose what leads to one's own."""
    play = running_game(table)
    check_version(table, play, version)
    _check_here(table, person)
    draft, seat = Draft(table.id, table, now), table.seat
    if action is not None:
        _, seat = own_turn(table, person, version)
        choose(draft, seat, action, None)
    after = draft.table.play
    assert after is not None
    if seat is None or after.state.dice is None or after.state.seat != seat:
        raise illegal(play, "There is no roll to enter here: choose an action.")
    if not table.rolls_real(seat):
        raise illegal(play, f"{table.chairs[seat].shown_name}'s dice are rolled by the table: they are not entered.")
    read = _read(after.state, roll)
    draft.add(Entered(seat, str(read), person), read)
    return draft


def correct(table: Table, person: int, version: int, roll: str | None, away: Collection[int], now: float) -> Draft:
    """Say that the roll entered last was another one; agree, by saying the same; or, with no roll, disagree.

    It is corrected once everybody agrees who has a seat, has not left it and is not ``away``.
    """
    play = running_game(table)
    check_version(table, play, version)
    _check_here(table, person)
    last, draft = play.last_entered, Draft(table.id, table, now)
    if last is None or last.state.seat is None:
        raise RefusedError(Kind.NOT_NOW, "There is no entered roll to correct: somebody has chosen or rolled since.")
    if roll is None:
        if not last.proposed:
            raise RefusedError(Kind.NOT_NOW, "Nobody has asked to correct the roll.")
        return drafted(table, now, CorrectionDeclined(person))
    read = _read(last.state, roll)
    if str(read) == last.roll:
        raise RefusedError(Kind.BAD_VALUE, "This is what was entered already.")
    first, *others = _agreed(last, str(read), person)
    if _here(table) - set(away) <= {first, *others}:
        draft.add(Corrected(last.state.seat, str(read), last.roll, first, tuple(others)), read)
    elif last.proposed == str(read) and person in last.agreed:
        raise RefusedError(Kind.NOT_NOW, "The others have not agreed yet.")
    else:
        draft.add(CorrectionProposed(person, str(read)))
    return draft


def _check_here(table: Table, person: int) -> None:
    """The host may lay a device in the middle of the table without sitting there."""
    if person != HOST:
        own_seats(table, person)


def _here(table: Table) -> set[int]:
    """The people who play just now."""
    chairs = [chair for chair in table.chairs if chair.bot is None and not chair.is_away]
    return {chair.person for chair in chairs if chair.person is not None}


def _agreed(last: LastEntered, roll: str, person: int) -> list[int]:
    """The people who say that this was the roll, whoever said so first in front."""
    earlier = last.agreed if last.proposed == roll else ()
    return [*earlier, *([] if person in earlier else [person])]


def _read(state: State, roll: str) -> Roll:
    assert state.dice is not None
    try:
        return state.dice.parse(roll)
    except NotationError as why:
        raise RefusedError(Kind.BAD_VALUE, f"{why}.") from None
