"""A table without a server: its commands, its log, and its scheduled tasks."""

import os
import unicodedata
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from roost.core.errors import OptionError
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.play.dice.fair import Listed
from roost.play.server.live.limits import Buckets
from roost.play.server.live.metrics import Metrics, bury
from roost.play.server.settings import Settings
from roost.play.table import commands
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft, folded
from roost.play.table.house_rules import HouseRules
from roost.play.table.log import Change, DiceRolled, decode_entries, encode_entries
from roost.play.table.names import clean_name
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.schedule import Task, next_task
from roost.play.table.spec import BotSeat, HereSeat, OpenSeat, TableSpec, check_spec
from roost.play.table.table import Status, Table
from roost.play.table.views import table_view


def dealer() -> TableDealer:
    """Return dice with a known secret."""
    return TableDealer(bytes(32))


def started_table(game: str = "heckmeck", rules: HouseRules | None = None) -> Table:
    """Anna and Ben at a table, started at second 10; Anna begins."""
    seats = (HereSeat("Anna"), OpenSeat())
    draft = commands.create("t", "CODE", check_spec(TableSpec(game, seats, {}, rules or HouseRules())), dealer(), 0.0)
    draft = commands.claim(draft.table, None, None, "Ben", invited=False, now=1.0)
    return commands.start(draft.table, 0, None, dealer(), 10.0).table


@pytest.mark.parametrize("game", ["heckmeck", "junior", "barbecue", "picnic"])
def test_the_log_restores_the_whole_table(game: str) -> None:
    """Folding the written log gives the same table as the commands did."""
    spec = check_spec(TableSpec(game, (HereSeat("Anna"), HereSeat("Ben"), OpenSeat()), {"start": "random"}))
    draft = commands.create("t", "CODE", spec, dealer(), 0.0)
    changes = [draft.change]
    table, choices, dice = draft.table, Stream(1), dealer()
    draft = commands.claim(table, None, None, "Carla", invited=False, now=1.0)
    changes.append(draft.change)
    draft = commands.start(draft.table, 1, None, dice, 2.0)
    while True:
        changes.append(draft.change)
        table = draft.table
        if table.play is None or table.status is not Status.PLAYING:
            break
        state, person = table.play.state, table.chairs[table.seat or 0].person or 0
        action = None if state.node is Node.ROLL else str(choices.choice(state.actions()))
        throws = action is None or bool(choices.below(2))
        draft = commands.move(table, person, table.version, action, dice, 3.0, throws=throws)
    written = [Change(c.version, c.at, decode_entries(encode_entries(c.entries))) for c in changes]
    assert [*folded("t", written)][-1].table == table
    assert table.version == len(changes)


def test_a_draft_that_is_not_committed_uses_up_no_dice() -> None:
    """The same roll can be drafted twice, because its link is not revealed before the commit."""
    table, dice = started_table(), dealer()
    first = commands.move(table, 0, table.version, None, dice, 11.0, throws=True)
    second = commands.move(table, 0, table.version, None, dice, 11.5, throws=True)
    assert first.entries == second.entries
    assert first.change == commands.move(table, 0, table.version, None, dice, 11.0, throws=True).change


def begun_by_a_bot(**rules: Any) -> Table:
    """Return a bot and Anna at a table, started at second 10; the bot begins."""
    spec = check_spec(TableSpec("heckmeck", (BotSeat("hen"), HereSeat("Anna")), {"start": "A"}, HouseRules(**rules)))
    return commands.start(commands.create("t", "CODE", spec, dealer(), 0.0).table, 0, None, dealer(), 10.0).table


def test_each_seat_and_each_game_has_its_own_dice() -> None:
    """A bot's roll uses a link of its seat's chain, and a rematch has another seed."""
    table = begun_by_a_bot()
    (rolled,) = commands.bot_roll(table, "hen", dealer(), 11.0).change.entries
    assert isinstance(rolled, DiceRolled)
    assert table.play is not None
    assert table.play.opening is not None
    assert sha256(bytes.fromhex(rolled.link)).digest() == Listed.parse(table.play.opening.text).ends[1]
    over = replace(table, play=replace(table.play, state=played_out(table.play.state)))
    rematch = commands.rematch(over, 0, None, dealer(), 20.0).table
    assert rematch.play is not None
    assert (rematch.play.number, rematch.play.seed == table.play.seed) == (2, False)


def played_out(state: State) -> State:
    """Play at random to the end of the game, and return the final state."""
    chance = Stream(1)
    while state.node is not Node.OVER:
        state = state.play(state.dice.draw(chance) if state.dice is not None else chance.choice(state.actions())).state
    return state


@pytest.mark.parametrize("protocol", ["", ',"protocol":2,"nonce":"00","person":0', ',"protocol":3'])
def test_a_game_with_an_older_dice_protocol_can_be_finished(protocol: str) -> None:
    """The game's dice are not verified, and the next game uses the current protocol."""
    old = f'[{{"type":"started","game":1,"start":0,"dice":"t/1","commitment":"00","next":"{"11" * 32}"{protocol}}}]'
    sealed = f'[{{"type":"sealed","person":0,"game":1,"seal":"{"22" * 32}"}},{{"type":"renewed","id":"00"}}]'
    draft, dice = Draft("t", replace(begun_by_a_bot(), play=None), 10.0), dealer()
    for entry in (*decode_entries(sealed), *decode_entries(old)):
        draft.add(entry)
    table = draft.table
    assert table.play is not None
    assert (table.play.protocol < 4, table.seals) == (True, ())
    for entry in decode_entries('[{"type":"rolled","seat":0,"roll":"1123445w","proof":"1 aa - bb","person":0}]'):
        draft.add(entry)
    table = commands.bot_act(draft.table, "hen", "5", 11.0).table
    while table.play is not None and table.play.state.node is not Node.ROLL:
        table = commands.bot_act(table, "hen", str(table.play.state.actions()[-1]), 12.0).table
    table = commands.bot_roll(table, "hen", dice, 13.0).table
    assert table.play is not None
    assert (table.play.rolls, table.play.seed) == (2, b"")
    assert table_view(table, None).game is not None
    over = replace(table, play=replace(table.play, state=played_out(table.play.state)))
    rematch = commands.rematch(over, 0, None, dice, 20.0).table
    assert rematch.play is not None
    assert (rematch.play.number, rematch.play.protocol) == (2, 4)


def test_an_undo_does_not_reset_the_clock() -> None:
    """A player who takes back the end of a turn has only the time that was left."""
    table, dice = started_table("junior", HouseRules(turn_seconds=30)), dealer()
    chance = Stream(3)
    while True:
        assert table.play is not None
        person, state = table.seat or 0, table.play.state
        action = None if state.node is Node.ROLL else str(chance.choice(state.actions()))
        draft = commands.move(table, person, table.version, action, dice, 39.0, throws=action is None)
        assert draft.table.play is not None
        if action is not None and draft.table.seat not in (None, person):
            break
        table = draft.table
    begun = table.play.turn_at
    assert draft.table.play.turn_at == 39.0
    undone = commands.undo(draft.table, person, draft.table.version, 60.0).table
    assert undone.play is not None
    assert (undone.play.turn_at, undone.play.state) == (begun, table.play.state)
    assert undone.play.before == table.play.before


def test_a_turns_clock_starts_after_screens_have_shown_the_bots() -> None:
    """Bots move at once, but clock and takeover wait until screens have had time to show their turns."""
    table, dice = started_table("junior", HouseRules(turn_seconds=30, takeover_after=60)), dealer()
    chance, bots = Stream(3), 0
    while bots < 2:  # both seats are played by bots, all within the same moment
        assert table.play is not None
        before, state = table.seat, table.play.state
        if state.node is Node.ROLL:
            table = commands.bot_roll(table, "chick", dice, 20.0).table
        else:
            table = commands.bot_act(table, "chick", str(chance.choice(state.actions())), 20.0).table
        bots += table.seat != before
    assert table.play is not None
    assert (table.play.moved_at, table.play.turn_at, table.play.waits_since) == (20.0, 30.0, 30.0)
    assert next_task(table, 0.0) == (60.0, Task.STAND_IN, table.seat, "hen")
    rolled = commands.move(table, table.seat or 0, table.version, None, dice, 31.0, throws=True).table
    assert rolled.play is not None
    assert rolled.play.turn_at == 30.0


def test_scheduled_tasks_follow_the_house_rules() -> None:
    """Without house rules there is no task; an absent player is replaced at once, an idle one after the rule's time."""
    assert next_task(started_table(), 1.0) is None
    waiting = started_table(rules=HouseRules(takeover_after=60))
    assert next_task(waiting, 1.0) == (70.0, Task.TAKE_OVER, 0, "hen")
    assert next_task(commands.leave(waiting, 0, None, 20.0).table, 1.0) == (11.0, Task.TAKE_OVER, 0, "hen")
    timed = started_table(rules=HouseRules(turn_seconds=30, takeover_bot="chick"))
    assert next_task(timed, 1.0) == (40.0, Task.STAND_IN, 0, "chick")
    rolled = commands.move(timed, 0, timed.version, None, dealer(), 39.5, throws=True).table
    assert next_task(rolled, 1.0) == (40.0, Task.STAND_IN, 0, "chick")
    late = commands.bot_roll(timed, "chick", dealer(), 40.5).table
    assert next_task(late, 1.0) == (41.5, Task.STAND_IN, 0, "chick")
    both = started_table(rules=HouseRules(turn_seconds=30, at_zero="takeover", takeover_after=5))
    assert next_task(both, 1.0) == (15.0, Task.TAKE_OVER, 0, "hen")
    taken = commands.take_over(both, 0, 15.0).table
    assert next_task(taken, 1.0) == (11.0, Task.BOT, 0, "hen")
    assert next_task(replace(taken, is_closed=True), 1.0) is None


def test_a_roll_is_refused_when_the_chain_is_used_up() -> None:
    """The refusal says after how many rolls the chain was used up."""
    table = started_table()
    assert table.play is not None
    worn = replace(table, play=replace(table.play, links=(0, 5_000, 0)))
    with pytest.raises(RefusedError, match="no dice left after 5000 rolls") as refused:
        commands.move(worn, 0, worn.version, None, dealer(), 11.0, throws=True)
    assert refused.value.kind is Refusal.NOT_NOW


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Anna", "Anna"), (" a \t\n b ", "a b"), ("e\u0301", "é"), ("a\u0000b", "ab"), ("Ž 🐓", "Ž 🐓"),
        ("\u00a0x\u2028", "x"), ("a\u202eb\u2066c", "abc"), ("Z" + "\u0335" * 30, "Z\u0335\u0335"),
        ("<script>", "<script>"),
        ("a\u3164\u2800b\u115f", "a b"), (" \u0301\ufe0fAnna", "Anna"), ("❤\ufe0f", "❤\ufe0f"),
        ("हिन्दी", "हिन्दी"), ("தமிழ்", "தமிழ்"), ("ไทย", "ไทย"), ("한국", "한국"), ("⠗⠕⠕⠎⠞", "⠗⠕⠕⠎⠞"), ("שָׁלוֹם", "שָׁלוֹם"),
    ],
)  # fmt: skip
def test_a_name_is_cleaned_for_display(typed: str, shown: str) -> None:
    """The name is normalised, with single spaces and no invisible or stacking characters; markup is plain text."""
    assert clean_name(typed) == unicodedata.normalize("NFC", shown)


@pytest.mark.parametrize(
    "typed", ["", " ", "\u200b", "\u2800", "\u3164", "\u115f\u1160", "\uffa0", "\ufe0f", "\u0301\u0301", "\u200d\ufe0f",
              "\u034f", "\u17b4", "\U00013441", "\U0001d159", "\U000e0100"],
)  # fmt: skip
def test_an_invisible_name_is_refused(typed: str) -> None:
    """A name of spaces, blank symbols, selectors, or accents without a letter is invisible."""
    with pytest.raises(ValueError, match="a name needs at least one visible character"):
        clean_name(typed)


def test_a_rate_limit_allows_a_burst_and_then_refills() -> None:
    """A clock that goes back does no harm."""
    buckets = Buckets(2.0, 3)
    assert [buckets.take("a", 10.0) for _ in range(4)] == [0, 0, 0, 1]
    assert buckets.take("b", 10.0) == 0
    assert [buckets.take("a", 10.5), buckets.take("a", 10.5)] == [0, 1]
    assert buckets.take("a", 1.0) == 1


def test_metrics_are_readable_by_prometheus(tmp_path: Path) -> None:
    """Processes that share a folder report their sum, including the counters of those that have ended."""
    measured = [("changes_total", "counter", "Written.", 1_234_567.0), ("streams", "gauge", "Open.", 7.0)]
    first, second = Metrics(str(tmp_path)), Metrics(str(tmp_path))
    for seconds in (0.0005, 0.02, 9.0):
        first.request("GET", 200, seconds)
    first.keep(measured)
    (tmp_path / f"{os.getpid()}.json").rename(tmp_path / "1.json")  # as another process would have written it
    (tmp_path / "2.json").write_text("{")
    bury(str(tmp_path), 1)
    bury(str(tmp_path), 3)  # this process has no file
    lines = second.text(measured).splitlines()
    assert 'roost_requests_total{method="GET",status="200"} 3' in lines
    for most, requests in (("0.001", 1), ("2.5", 2), ("+Inf", 3)):
        assert f'roost_request_seconds_bucket{{le="{most}"}} {requests}' in lines
    assert {"roost_changes_total 2469134", "roost_request_seconds_count 3"} <= set(lines)
    assert lines[-1] == "roost_streams 7"


@pytest.mark.parametrize("url", ["foo", "play.example.org", "ftp://a.org", "https://", "https://a.org/r%20", "/../x",
                                 "https://a.org/a//b", "//evil.org", "/a?x", '/"', "https://a.org?x",
                                 "https://me@a.org", "http://a.org:99999", "http://["])  # fmt: skip
def test_a_public_url_is_an_origin_with_or_without_a_plain_path(url: str) -> None:
    """A public_url without a scheme would make broken links and useless checks of the origin."""
    with pytest.raises(OptionError, match=r"public_url must be like https://play\.example\.org"):
        Settings(public_url=url)
    for fine, path, address in (("http://[::1]:8321/", "", "http://[::1]:8321"), ("/games/roost/", "/games/roost", ""),
                                ("https://a.org/roost/", "/roost", "https://a.org/roost")):  # fmt: skip
        settings = Settings(public_url=fine)
        assert (settings.path, settings.public_address) == (path, address)


def test_settings_come_from_options_then_the_environment() -> None:
    """Options win over variables, texts are parsed by the setting's type, and errors name the variable."""
    environment = {"ROOST_PORT": "9000", "ROOST_RATE": "2.5", "ROOST_LOG": "no", "ROOST_WORKERS": "3"}
    settings = Settings.from_environment(environment, workers=2, port=None)
    assert (settings.port, settings.rate, settings.log, settings.workers) == (9000, 2.5, False, 2)
    assert Settings.from_environment(settings.to_environment()) == settings
    assert settings.trusted_proxies == ""  # no proxy is trusted to say where a request came from
    assert Settings(database="postgres://u@h/d").database_url == "postgresql+psycopg://u@h/d"
    for variable, text in (("ROOST_PORT", "x"), ("ROOST_LOG", "maybe"), ("ROOST_WORKERS", "0")):
        with pytest.raises(Exception, match=r"ROOST_PORT|ROOST_LOG|workers"):
            Settings.from_environment({variable: text})
