"""Setting up the games of a series: which comes next, who plays it, who sits out."""

from roost.core.errors import RoostError, quote
from roost.core.registry import game_type
from roost.play.table.checks import check_host, check_settled
from roost.play.table.draft import Draft, drafted
from roost.play.table.log import Arranged, NextChosen
from roost.play.table.refusals import Kind, RefusedError
from roost.play.table.series import next_setup, who_plays
from roost.play.table.spec import GameSetup, check_setup
from roost.play.table.table import Status, Table


def arrangement(table: Table) -> Arranged:
    """How the next game of a series is set up. Refused where too few are there for it."""
    assert table.series is not None
    assert table.spec.series is not None
    setup = next_setup(table.series, table.spec.series, table.chosen)
    try:
        limits = game_type(setup.game).player_range
        playing, out = who_plays(table.series, table.places, limits[-1])
        if len(playing) < limits[0]:
            raise RefusedError(Kind.NOT_NOW, f"{limits[0]} play at least: wait for somebody, or let a bot play along.")
        game_type(setup.game).make(len(playing), setup.options)
    except RoostError as why:
        if isinstance(why, RefusedError):
            raise
        raise RefusedError(Kind.NOT_NOW, f"The game cannot be set up any more: {quote(str(why))}.") from None
    return Arranged(setup.game, setup.options, len(playing), (*playing, *out))


def choose_next(table: Table, person: int, setup: GameSetup, now: float) -> Draft:
    """The host wants another game to be played next. A round has its own order."""
    check_settled(table)
    check_host(table, person)
    if table.spec.series is None:
        raise RefusedError(Kind.NOT_NOW, "This table plays no series: make a new one for another game.")
    if table.spec.series.kind == "round":
        raise RefusedError(Kind.NOT_NOW, "A round has its own order of games.")
    if table.status is Status.WAITING:
        raise RefusedError(Kind.NOT_NOW, "The first game is the one that the table was made for.")
    try:
        check_setup(setup)
    except RoostError as why:
        raise RefusedError(Kind.BAD_VALUE, f"{why}.") from None
    return drafted(table, now, NextChosen(setup.game, setup.options))
