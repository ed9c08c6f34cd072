"""Real dice: players at the table roll them and enter the results, which cannot be proved.

Bots and remote players roll the table's own dice. Entered rolls do not use links of the hash chains.
"""

from collections.abc import Collection

from roost.core.dice import Roll
from roost.core.errors import NotationError
from roost.core.state import State
from roost.play.table.checks import check_version, choose, illegal, own_seats, own_turn, running_game
from roost.play.table.draft import Draft, drafted
from roost.play.table.log import Corrected, CorrectionDeclined, CorrectionProposed, Entered
from roost.play.table.play import LastEntered
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.table import HOST, Table


def enter(table: Table, person: int, version: int, action: str | None, roll: str, now: float) -> Draft:
    """Enter the next roll, which may be another player's. An ``action`` that leads to the roll is made first."""
    play = running_game(table)
    check_version(table, play, version)
    _check_at_table(table, person)
    draft, seat = Draft(table.id, table, now), table.seat
    if action is not None:
        _, seat = own_turn(table, person, version)
        choose(draft, seat, action, None)
    after = draft.table.play
    assert after is not None
    if seat is None or after.state.dice is None or after.state.seat != seat:
        raise illegal(play, "There is no roll to enter: choose an action.")
    if not table.rolls_real(seat):
        raise illegal(play, f"The table rolls {table.chairs[seat].shown_name}'s dice: they are not entered.")
    parsed = _read(after.state, roll)
    draft.add(Entered(seat, str(parsed), person), parsed)
    return draft


def correct(table: Table, person: int, version: int, roll: str | None, away: Collection[int], now: float) -> Draft:
    """Propose a correction of the roll entered last, agree with a proposed one, or reject it (``roll`` is None).

    The roll is corrected once all players agree, except those who left or are ``away``.
    """
    play = running_game(table)
    check_version(table, play, version)
    _check_at_table(table, person)
    last, draft = play.last_entered, Draft(table.id, table, now)
    if last is None or last.state.seat is None:
        raise RefusedError(Refusal.NOT_NOW, "No entered roll can be corrected: a player has chosen or rolled since.")
    if roll is None:
        if not last.proposed:
            raise RefusedError(Refusal.NOT_NOW, "No correction has been proposed.")
        return drafted(table, now, CorrectionDeclined(person))
    parsed = _read(last.state, roll)
    if str(parsed) == last.roll:
        raise RefusedError(Refusal.BAD_VALUE, "This is the roll that was entered.")
    first, *others = _agreed(last, str(parsed), person)
    present = {
        seat.person for seat in table.chairs if seat.person is not None and seat.bot is None and not seat.is_away
    }
    if present - set(away) <= {first, *others}:
        draft.add(Corrected(last.state.seat, str(parsed), last.roll, first, tuple(others)), parsed)
    elif last.proposed == str(parsed) and person in last.agreed:
        raise RefusedError(Refusal.NOT_NOW, "The other players have not agreed yet.")
    else:
        draft.add(CorrectionProposed(person, str(parsed)))
    return draft


def _check_at_table(table: Table, person: int) -> None:
    """Refuse a request by a spectator, unless it is the host, whose device may lie in the middle of the table."""
    if person != HOST:
        own_seats(table, person)


def _agreed(last: LastEntered, roll: str, person: int) -> list[int]:
    """Return the people who agree on a roll, starting with the proposer."""
    earlier = last.agreed if last.proposed == roll else ()
    return [*earlier, *([] if person in earlier else [person])]


def _read(state: State, roll: str) -> Roll:
    assert state.dice is not None
    try:
        return state.dice.parse(roll)
    except NotationError as error:
        raise RefusedError(Refusal.BAD_VALUE, f"{error}.") from None
