"""Real dice: players roll them and enter the result, beside others whose dice the table rolls."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import roost
from play.server.serving import ANNA, BEN, CHICK, OPEN, Serving, choose_first, fast, serving
from roost.core.record import read, write
from roost.core.record.proof import ProofError
from roost.core.stream import Stream
from roost.play.client import ServerError, TableClient, UnfairDiceError
from roost.play.dice import verify_dice
from roost.play.dice.evidence import check_evidence, write_evidence
from roost.play.server.storage.snapshots import decode_table, encode_table
from roost.play.table import commands, entered_dice
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft, folded
from roost.play.table.house_rules import HouseRules
from roost.play.table.log import Change, Corrected, decode_entries, encode_entries
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.schedule import next_task
from roost.play.table.spec import BotSeat, HereSeat, OpenSeat, TableSpec
from roost.play.table.table import Table
from roost.study.bots import bot
from soak import rarely

REAL = {"dice": "real", "auto_roll": False}
FIRST = {"start": "A"}


async def begun(server: Serving, *, real: bool = True) -> tuple[TableClient, TableClient]:
    """Return Anna, who rolls real dice, and Ben at a table of Heckmeck; Anna has to roll."""
    anna = await server.client.create("heckmeck", [ANNA, OPEN], FIRST, REAL)
    ben = await server.client.join(anna.code, "Ben", real=real)
    await anna.start()
    await ben.snapshot()
    return anna, ben


async def played(table: TableClient, game: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Play a game to its end with real dice on all seats; return it and the number of entered rolls."""
    chance, hen, entered = Stream("real"), bot("hen"), 0
    while game["node"] != "over":
        state = roost.position(game["position"])
        if state.dice is None:
            game = (await table.move(str(hen.choose(state, chance))))["table"]["game"]
        else:
            game = (await table.enter(str(state.dice.draw(chance))))["table"]["game"]
            entered += 1
    return game, entered


async def refusal(request: Any) -> tuple[str, str]:
    """Return the kind and the sentence with which a request is refused."""
    with pytest.raises(ServerError) as refused:
        await request
    return refused.value.kind, str(refused.value)


@pytest.mark.parametrize("name", ["junior", "picnic", *rarely("heckmeck", "barbecue")])
async def test_a_whole_game_can_be_played_with_real_dice(name: str, server: Serving) -> None:
    """The record says who entered each roll, and that these rolls cannot be proved.

    A rematch counts its own entered rolls.
    """
    table = await server.client.create(name, [ANNA, BEN], FIRST, REAL)
    game, entered = await played(table, (await table.start())["table"]["game"])
    assert (game["dice"]["rolls"], game["dice"]["entered"]) == (0, entered)
    record = read(await table.record())
    assert record.headers["Dice"] == "real"
    assert {roll.by for roll in record.entered.values()} == {"A", "B"}
    assert read(write(record)) == record
    check = await table.check_dice()
    assert not check.is_proved
    sentence = f"{entered} of {entered} rolls are real dice that people entered (seat A, B), so they cannot"
    assert str(check).startswith(sentence)
    assert "proved:" not in str(check)
    assert table.device is not None
    assert (table.device.rolls, table.device.entered) == (0, entered)
    dice = roost.position((await table.rematch())["table"]["game"]["position"]).dice
    assert dice is not None
    rematch = (await table.enter(str(dice.draw(Stream("again")))))["table"]["game"]
    assert (rematch["number"], rematch["dice"]["entered"]) == (2, 1)


async def test_a_player_detects_rolls_entered_in_their_name(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben's device stops trusting a host that pretends that he rolls real dice."""
    original = commands.claim

    def claim(*arguments: Any, real: bool, **options: Any) -> Draft:
        return original(*arguments, real=True, **options)

    monkeypatch.setattr(commands, "claim", claim)
    async with serving(fast(database)) as server:
        anna = await server.client.create("heckmeck", [ANNA, OPEN], {"start": "B"}, REAL)
        ben = await server.client.join(anna.code, "Ben")
        await anna.start()
        await anna.enter("1123445w")
        with pytest.raises(UnfairDiceError, match="entered"):
            await ben.snapshot()


async def test_real_and_verified_dice_are_mixed_at_one_table(server: Serving, tmp_path: Path) -> None:
    """The table's rolls are still proved, because entered rolls take no link of a chain."""
    anna = await server.client.create("heckmeck", [ANNA, OPEN, CHICK], FIRST, REAL)
    ben = await server.client.join(anna.code, "Ben")
    await anna.start()
    chance = Stream("mixed")
    entered = 0
    async for event in ben.events():
        game = event.table["game"]
        if game is None or event.version < max(anna.version, ben.version):
            continue
        if game["node"] == "over":
            break
        seats = event.table["seats"]
        assert [seat.get("real", False) for seat in seats] == [True, False, False]
        if game["seat"] == 0 and game["node"] == "roll":
            dice = roost.position(game["position"]).dice
            assert dice is not None
            roll = str(dice.draw(chance))
            await (anna, ben)[entered % 2].enter(roll, version=game["moved"])  # either of them may enter it
            entered += 1
            if entered == 12:
                break
        elif game["seat"] < 2:
            await choose_first((anna, ben)[game["seat"]], game)
    record = read(await anna.record())
    check = verify_dice(record)
    proved = check.rolls - entered
    assert proved > 0
    assert (check.entered, check.is_proved) == (entered, False)
    assert f"The other {proved} rolls follow" in str(check)
    assert {roll.by for roll in record.entered.values()} == {"A", "B"}
    await ben.snapshot()
    assert ben.device is not None
    assert ben.device.broken is None
    assert (ben.device.rolls, ben.device.entered) == (proved, entered)
    await ben.check_dice()
    text = write(record)
    shown = next(str(roll) for place, (_, roll) in enumerate(record.rolls(), 1) if place not in record.entered)
    changed = "1112345w" if shown != "1112345w" else "1112344w"
    with pytest.raises((ProofError, roost.RoostError)):  # the table's own rolls stay proved
        verify_dice(read(text.replace(shown, changed, 1)))
    with pytest.raises(ProofError, match="does not say that real dice"):
        verify_dice(read(text.replace('[Dice "real"]', '[Dice "verifiable"]')))
    path = tmp_path / "evidence.json"
    write_evidence(path, ben.device)
    assert check_evidence(path.read_text("utf-8")).entered == entered


async def test_an_invalid_entry_of_dice_is_refused_and_changes_nothing(server: Serving) -> None:
    """Wrong counts, unknown symbols, no dice to roll, verified dice and watchers each get a clear sentence."""
    anna, ben = await begun(server, real=False)
    version = anna.version
    for roll, part in (("1123445", "shows 7 dice where 8"), ("1123445ww", "shows 9 dice"), ("1123445x", "x")):
        kind, sentence = await refusal(anna.enter(roll))
        assert kind == "bad-value"
        assert part in sentence
    watcher = await server.client.find(anna.code)
    assert (await refusal(watcher.enter("1123445w")))[0] == "no-token"
    assert "enter your real dice" in (await refusal(anna.move()))[1]
    body = {"version": version, "key": "x", "throw": True}
    path = f"/api/tables/{anna.id}/moves"
    both = await server.refused("POST", path, {**body, "roll": "1123445w"}, anna.token)
    assert (both.kind, str(both)) == ("bad-value", "Roll the table's dice, or enter a roll, but not both.")
    assert (await anna.snapshot())["table"]["version"] == version
    await anna.enter("1123445w")
    assert (await refusal(anna.enter("1123445w")))[0] == "illegal"  # a choice has to be made
    await anna.choose("w")
    with_number = {**body, "version": anna.version, "action": "roll"}
    assert "rolls real dice" in str(await server.refused("POST", path, with_number, anna.token))
    assert (await refusal(anna.enter("1122334", "take21")))[0] == "illegal"
    await anna.enter("wwwwwww", "roll")  # worms are set aside already, so the turn is over
    kind, sentence = await refusal(anna.enter("1123445w"))
    assert (kind, sentence) == ("illegal", "The table rolls Ben's dice: they are not entered.")
    ben.version = anna.version
    assert (await ben.move())["entries"][0]["type"] == "rolled"


async def test_a_wrong_roll_is_corrected_when_everybody_agrees(server: Serving) -> None:
    """One player proposes a correction and the others accept or decline; log and record hold both rolls."""
    anna, ben = await begun(server)
    await ben.enter("1123445w", version=anna.version)
    await anna.snapshot()
    assert (await refusal(anna.correct(None)))[1] == "No correction has been proposed."
    assert (await refusal(anna.correct("1123445w")))[1] == "This is the roll that was entered."
    assert "shows 3 dice" in (await refusal(anna.correct("112")))[1]
    proposal = await anna.correct("1123444w")
    assert proposal["entries"] == [{"type": "correction_proposed", "person": 0, "roll": "1123444w"}]
    expected = {"seat": 0, "roll": "1123445w", "person": 1, "proposed": "1123444w", "agreed": [0]}
    assert proposal["table"]["game"]["entered"] == expected
    assert (await refusal(anna.correct("1123444w")))[1] == "The other players have not agreed yet."
    declined = await ben.correct(None)
    assert declined["table"]["game"]["entered"]["proposed"] == ""
    await anna.correct("1123444w")
    agreed = await ben.correct("1123444w")
    assert agreed["entries"] == [
        {"type": "corrected", "seat": 0, "roll": "1123444w", "was": "1123445w", "person": 0, "agreed": [1]}
    ]
    assert "roll=1123444w" in agreed["table"]["game"]["position"]
    assert agreed["table"]["game"]["dice"]["entered"] == 1
    await anna.snapshot()
    await anna.choose("4")
    assert (await refusal(anna.correct("1123445w")))[0] == "not-now"
    await anna.undo()
    await anna.correct("1123445w")  # an undone choice does not prevent a correction
    ben.version = anna.version
    assert (await ben.correct("1123445w"))["entries"][0]["was"] == "1123444w"
    assert "%entered A 1123445w 1123444w" in await anna.record()
    assert "1 of them were corrected" in str(verify_dice(read(await anna.record())))
    assert anna.device is not None
    assert (anna.device.entered, anna.device.broken) == (1, None)


async def test_a_correction_on_a_shared_device_needs_no_agreement(server: Serving) -> None:
    """A turn that had failed because of the wrong roll continues."""
    anna = await server.client.create("heckmeck", [ANNA, BEN], FIRST, REAL)
    await anna.start()
    await anna.enter("1123445w")
    await anna.choose("w")
    failed = await anna.enter("wwwwwww", "roll")
    assert failed["table"]["game"]["seat"] == 1
    mended = await anna.correct("1123445")
    assert [entry["type"] for entry in mended["entries"]] == ["corrected"]
    assert mended["table"]["game"]["seat"] == 0
    assert "aside=w roll=1123445" in mended["table"]["game"]["position"]


# -- a table without a server ------------------------------------------------------------------------------------------


def real_table(*more_seats: OpenSeat | HereSeat | BotSeat) -> Table:
    """Anna at a table of Heckmeck with real dice and other players; she begins, at second 10."""
    spec = TableSpec("heckmeck", (HereSeat("Anna"), *more_seats), {"start": "A"}, HouseRules(dice="real"))
    dealer = TableDealer(bytes(32))
    table = commands.create("t", "CODE", spec, dealer, 0.0).table
    for number, chair in enumerate(table.chairs):
        if chair.is_free:
            table = commands.claim(table, None, number, f"P{number}", real=True, invited=False, now=1.0).table
    return commands.start(table, 0, None, dealer, 10.0).table


def test_a_bot_leaves_time_to_correct_an_entered_roll() -> None:
    """The bot waits some seconds after an entered roll ended a turn, and longer while a correction is proposed."""
    table = real_table(BotSeat("chick"), OpenSeat())
    table = entered_dice.enter(table, 0, table.version, None, "1123445w", 20.0).table
    draft = commands.move(table, 0, table.version, "w", TableDealer(bytes(32)), 21.0, throws=False)
    failed = entered_dice.enter(draft.table, 0, draft.version, "roll", "wwwwwww", 22.0).table
    waits = next_task(failed, 0.0)
    assert waits is not None
    assert (waits.bot, waits.at) == ("chick", 26.0)
    proposed = entered_dice.correct(failed, 0, failed.version, "1123445", (), 23.0).table
    waits = next_task(proposed, 0.0)
    assert waits is not None
    assert waits.at == 52.0
    agreed = entered_dice.correct(proposed, 1, proposed.version, "1123445", (), 24.0)
    assert isinstance(agreed.entries[0], Corrected)
    assert next_task(agreed.table, 0.0) is None


def test_a_correction_needs_no_agreement_from_absent_players() -> None:
    table = real_table(OpenSeat(), OpenSeat())
    table = entered_dice.enter(table, 2, table.version, None, "1123445w", 20.0).table
    proposed = entered_dice.correct(table, 0, table.version, "1123444w", {2}, 21.0).table
    assert isinstance(entered_dice.correct(proposed, 1, proposed.version, "1123444w", {2}, 22.0).entries[0], Corrected)
    with pytest.raises(RefusedError) as refused:
        entered_dice.correct(proposed, 0, proposed.version, "1123444w", {2}, 22.0)
    assert refused.value.kind is Refusal.NOT_NOW
    assert isinstance(
        entered_dice.correct(proposed, 0, proposed.version, "1123444w", {1, 2}, 23.0).entries[0], Corrected
    )


def test_a_log_with_entered_rolls_restores_the_same_table() -> None:
    """The log is folded from the beginning, and from a snapshot taken during a correction."""
    table = real_table(OpenSeat())
    changes = []
    steps: tuple[Callable[[Table], Draft], ...] = (
        lambda table: entered_dice.enter(table, 0, table.version, None, "1123445w", 20.0),
        lambda table: entered_dice.correct(table, 1, table.version, "1123444w", (), 21.0),
        lambda table: commands.move(table, 0, table.version, "w", TableDealer(bytes(32)), 22.0, throws=False),
        lambda table: commands.undo(table, 0, table.version, 23.0),
        lambda table: entered_dice.correct(table, 0, table.version, "1123444w", (), 24.0),
    )
    start = table
    for step in steps:
        draft = step(table)
        entries = decode_entries(encode_entries(tuple(draft.entries)))
        changes.append(Change(draft.version, draft.at, entries))
        table = draft.table
        assert decode_table(encode_table(table)) == table
    assert [draft.table for draft in folded("t", changes, start)][-1] == table
    assert table.play is not None
    assert "roll=1123444w" in str(table.play.state)


def test_a_log_older_than_real_dice_is_read_as_verified_dice() -> None:
    entries = decode_entries(
        '[{"type":"created","spec":{"game":"junior","seats":[{"kind":"here","name":"Anna"},{"kind":"open"}]},"code":"C"},'
        '{"type":"seat_claimed","seat":0,"person":0,"name":"Anna"}]'
    )
    (draft,) = folded("t", [Change(1, 0.0, entries)])
    assert draft.table.spec.rules.dice == "verified"
    assert not draft.table.rolls_real(0)


async def test_a_host_without_a_seat_may_enter_rolls(server: Serving) -> None:
    """The record then says that the host's device entered them."""
    host = await server.client.create("heckmeck", [OPEN, OPEN], FIRST, REAL)
    await server.client.join(host.code, "Anna", real=True)
    await server.client.join(host.code, "Ben", real=True)
    await host.start()
    entries = (await host.enter("1123445w"))["entries"]
    assert entries == [{"type": "entered", "seat": 0, "roll": "1123445w", "person": 0}]
    assert "%entered -" in await host.record()
