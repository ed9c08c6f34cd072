"""Set up the next game: in a series the game, its players and those who sit out; elsewhere without the open seats."""

from roost.core.errors import RoostError, quote
from roost.core.registry import game_type
from roost.play.table.checks import check_host, check_settled
from roost.play.table.draft import Draft, drafted
from roost.play.table.log import Arranged, NextChosen
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.series import next_setup, who_plays
from roost.play.table.spec import GameSetup, check_setup
from roost.play.table.table import Status, Table


def arrangement(table: Table) -> Arranged:
    """Return the set-up of the next game. Refuse if too few players are present."""
    setup = GameSetup(table.spec.game, table.spec.options)
    if table.series is not None and table.spec.series is not None:
        setup = next_setup(table.series, table.spec.series, table.chosen)
    try:
        limits = game_type(setup.game).player_range
        playing, out = [place for place, chair in enumerate(table.chairs) if not chair.is_free], list[int]()
        if table.series is not None:
            playing, out = who_plays(table.series, table.places, limits[-1])
        if len(playing) < limits[0]:
            raise RefusedError(Refusal.NOT_NOW, f"At least {limits[0]} must play: wait for a player, or add a bot.")
        game_type(setup.game).make(len(playing), setup.options)
    except RoostError as error:
        if isinstance(error, RefusedError):
            raise
        raise RefusedError(Refusal.NOT_NOW, f"The game can no longer be set up: {quote(str(error))}.") from None
    return Arranged(setup.game, setup.options, len(playing), (*playing, *out))


def choose_next(table: Table, person: int, setup: GameSetup, now: float) -> Draft:
    """Choose a different next game for a series (host only). Not allowed in a round, whose order is fixed."""
    check_settled(table)
    check_host(table, person)
    if table.spec.series is None:
        raise RefusedError(Refusal.NOT_NOW, "This table does not play a series: create a new table for another game.")
    if table.spec.series.kind == "round":
        raise RefusedError(Refusal.NOT_NOW, "A round has its own order of games.")
    if table.status is Status.WAITING:
        raise RefusedError(Refusal.NOT_NOW, "The first game is fixed: it is the one that the table was created for.")
    try:
        check_setup(setup)
    except RoostError as error:
        raise RefusedError(Refusal.BAD_VALUE, f"{error}.") from None
    return drafted(table, now, NextChosen(setup.game, setup.options))
