"""Long histories written straight into a database: a table of many games, and a challenge with many results."""

from pathlib import Path

from roost.core.state import Node
from roost.play.server.settings import Settings
from roost.play.server.storage.database import open_database, prepare
from roost.play.server.storage.sql_store import SqlStore
from roost.play.server.storage.store import Append, Creation
from roost.play.server.storage.tokens import hash_token
from roost.play.table import commands
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft
from roost.play.table.spec import HereSeat, SeriesRules, TableSpec, check_spec
from roost.play.table.table import HOST, Status

TABLE, TOKEN = "0" * 20, "the host's token"
"""Id of the table with many games, and its host's token."""
CHALLENGE = "junior-hen-taken"
_SECRET = bytes(range(32))
_SEATS = (HereSeat("Anna"), HereSeat("Ben"))
_AT_ONCE = 500


def long_table(database: Path, changes: int, *, every: int = 200) -> None:
    """Write a series of up to 99 games, cut off at the first decision after ``changes`` changes."""
    dealer = TableDealer(_SECRET)
    spec = check_spec(TableSpec("junior", _SEATS, series=SeriesRules("games", 99)))
    draft = commands.create(TABLE, "LONGTABLE", spec, dealer, 1.0)
    appends = [_creation(draft, "LONGTABLE")]
    while draft.version < changes or draft.table.play is None or draft.table.play.state.node is not Node.DECIDE:
        draft = _next(draft, dealer)
        snapshot = draft.table if draft.version % every == 0 else None
        appends.append(Append(TABLE, draft.change, status=draft.table.status, snapshot=snapshot))
    _write(database, appends)


def many_results(database: Path, count: int) -> None:
    """Write a challenge that was taken ``count`` times, each time with the same game."""
    dealer = TableDealer(_SECRET)
    draft = commands.create(TABLE, "TAKEN", TableSpec("junior", _SEATS), dealer, 1.0)
    drafts = [draft]
    while draft.table.status is not Status.OVER:
        drafts.append(draft := _next(draft, dealer))
    appends = []
    for number in range(count):
        table_id = f"{number + 1:020x}"
        appends.append(_creation(drafts[0], f"TAKEN{number}")._replace(table_id=table_id))
        appends += [Append(table_id, later.change, status=later.table.status) for later in drafts[1:]]
    _write(database, appends)


def _creation(draft: Draft, code: str) -> Append:
    creation = Creation(code, "{}", _SECRET, CHALLENGE)
    people = ((HOST, hash_token(TOKEN)),)
    return Append(TABLE, draft.change, status=draft.table.status, people=people, creation=creation)


def _write(database: Path, appends: list[Append]) -> None:
    engine = open_database(Settings(database=str(database)).database_url)
    prepare(engine)
    store = SqlStore(engine)
    for first in range(0, len(appends), _AT_ONCE):
        store.write(appends[first : first + _AT_ONCE])
    store.close()


def _next(draft: Draft, dealer: TableDealer) -> Draft:
    table, play = draft.table, draft.table.play
    if play is None:
        return commands.start(table, HOST, None, dealer, draft.at + 1)
    if play.state.node is Node.OVER:
        return commands.rematch(table, HOST, None, dealer, draft.at + 1)
    if play.state.node is Node.ROLL:
        return commands.move(table, HOST, table.version, None, dealer, draft.at + 1, throws=True)
    action = str(play.state.actions()[0])
    return commands.move(table, HOST, table.version, action, dealer, draft.at + 1, throws=False)
