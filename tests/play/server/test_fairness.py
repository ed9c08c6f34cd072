"""Nobody can choose the dice: a changed proof is refused, and a server that looks at the number first is caught."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from patience import PATIENCE
from play.server.cheating import CHEATS, Cheat, substitute
from play.server.serving import ANNA, BEN, CHICK, OPEN, Serving, choose_first, fast, serving
from roost.cli.app import app
from roost.core.record import RecordError, read
from roost.core.record.proof import Proof, ProofError
from roost.core.registry import game
from roost.play.client import ServerError, TableClient, UnfairDiceError
from roost.play.dice import verify_dice
from roost.play.dice.fair import leads_to, rolled
from roost.play.server.live import bot_turns
from roost.play.table import due
from roost.play.table.commands import relist
from roost.play.table.draft import Draft
from roost.study.bots import bot
from soak import rarely, tries


async def some_rolls(server: Serving) -> TableClient:
    """A table where people have rolled a few times."""
    table = await server.client.create("heckmeck", [ANNA, BEN])
    game = (await table.start())["table"]["game"]
    while game["dice"]["rolls"] < 4:
        game = await choose_first(table, game)
    return table


async def test_every_roll_of_a_record_can_be_verified(database: Path) -> None:
    """By the command, from the file alone."""
    async with serving(fast(database)) as server:
        record = database.with_name("game.roost")
        table = await some_rolls(server)
        record.write_text(await table.record())
        seen = table.fingerprint
    result = CliRunner().invoke(app, ["verify", str(record)])
    assert result.exit_code == 0
    assert result.output.startswith("All 4 rolls are right: they follow from the list of the devices and from who")
    assert "1 device was listed: nobody chose the dice if it is honest." in " ".join(result.output.split())
    assert f"Fingerprint: {seen}." in " ".join(result.output.split())


@pytest.mark.soak
async def test_a_proof_changed_in_one_bit_is_refused(database: Path) -> None:
    """Whichever bit of the link, the number or the commitment it is, and also through ``roost verify``."""
    async with serving(fast(database)) as server:
        text = await (await some_rolls(server)).record()
    commitment = read(text).headers["Round-1"].split()[-1]
    proof = read(text).proofs[0]
    _, seal, opened = read(text).headers["Devices-1"].split(":")
    for secret in (commitment, seal, opened, proof.link.hex(), proof.nonce.hex()):
        number = int(secret, 16)
        for bit in range(0, 4 * len(secret), tries(17, 1)):
            changed = text.replace(secret, f"{number ^ 1 << bit:0{len(secret)}x}", 1)
            assert changed != text
            with pytest.raises((ProofError, RecordError)):
                verify_dice(read(changed))
    record = database.with_name("changed.roost")
    record.write_text(changed)
    refused = CliRunner().invoke(app, ["verify", str(record)])
    assert refused.exit_code != 0
    assert isinstance(refused.exception, ProofError | RecordError)


SOME = (0, 2, 5, 7, 10)
"""Cheats of each kind; how a client judges the others is in ``tests/data/trust.json``."""


@pytest.mark.parametrize(
    "cheat",
    [*(CHEATS[at] for at in SOME), *rarely(*(cheat for at, cheat in enumerate(CHEATS) if at not in SOME))],
    ids=repr,
)
async def test_the_client_sees_every_cheat(
    cheat: Cheat, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player's client stops and leaves evidence that anybody can check; the record shows what a record can."""
    async with serving(fast(database)) as server:
        server.client.evidence = tmp_path
        table = await server.client.create("heckmeck", [ANNA, CHICK, BEN])
        if not cheat.is_from_the_start:
            await _play(table, 3)
        cheat.begin(monkeypatch)
        with pytest.raises(UnfairDiceError, match=cheat.reason):
            await _play(table, 30)
        assert table.evidence is not None
        if cheat.is_in_the_record:  # also for whoever was not there
            record = tmp_path / "game.roost"
            record.write_text((await server.client.answer("GET", f"/api/tables/{table.id}/record")).text)
            assert isinstance(CliRunner().invoke(app, ["verify", str(record)]).exception, ProofError)
    shown = CliRunner().invoke(app, ["verify", str(table.evidence)])
    assert f"breaks the rule '{cheat.reason}'" in str(shown.exception)


async def test_a_stand_in_in_spite_of_our_number_is_counted(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can tell whether the host had our number already: the game goes on, and it is counted."""
    table = await server.client.create("heckmeck", [ANNA, CHICK, BEN])
    await _play(table, 3)
    substitute(monkeypatch)
    await _play(table, 9)
    assert table.trust is not None
    assert (table.trust.broken, table.trust.is_listed) == (None, True)
    assert len(table.trust.refusals) == table.trust.unheld["stand_in"] > 0


async def _play(table: TableClient, rolls: int) -> None:
    """Play until so many rolls were seen."""
    view = (await table.snapshot())["table"]["game"] or (await table.start())["table"]["game"]
    while view["dice"]["rolls"] < rolls and view["node"] != "over":
        if view["seat"] == 1:  # the bot is quick
            view = (await table.snapshot())["table"]["game"]
            continue
        try:
            view = await choose_first(table, view)
        except ServerError:
            view = (await table.snapshot())["table"]["game"]


async def test_two_players_compare_what_they_saw(server: Serving) -> None:
    """The fingerprint is the same for everybody, and that of the record; for whoever saw other dice it is not."""
    host = await server.client.create("junior", [OPEN, OPEN])
    anna = await server.client.join(host.code, "Anna")
    ben = await server.client.join(host.code, "Ben")
    await anna.start()
    await asyncio.gather(anna.play(bot("hen")), ben.play(bot("hen")))
    await host.snapshot()
    seen = {anna.fingerprint, ben.fingerprint, host.fingerprint, (await anna.check_dice()).fingerprint}
    assert len(seen) == 1
    assert anna.trust is not None
    assert anna.trust.broken is None
    assert anna.trust.rolls > 5


async def test_the_next_game_is_committed_to_before_this_one_ends(server: Serving) -> None:
    """The table publishes the dice of its first game when it is made, and of each further one during the last."""
    table = await server.client.create("junior", [ANNA, BEN])
    first = (await table.snapshot())["table"]["coming"]
    begun = (await table.start())["table"]
    assert begun["game"]["dice"]["commitment"] == first["commitment"]
    await table.play(bot("hen"))
    second = (await table.rematch())["table"]["game"]["dice"]["commitment"]
    assert second == begun["coming"]["commitment"]


async def test_only_sealed_numbers_are_taken(server: Serving) -> None:
    """A player who sealed numbers cannot give others, and one who is not listed gives none: nobody frames the host."""
    host = await server.client.create("junior", [ANNA, OPEN], {"start": "B"})
    claimed = await server.client.call("POST", f"/api/tables/{host.id}/seats", {"name": "Ben"})
    await host.start()
    path, body = f"/api/tables/{host.id}", {"version": host.version, "key": "a-key", "number": "00" * 32}
    assert "not listed" in str(await server.refused("POST", f"{path}/moves", body, claimed["token"]))
    await server.client.call("POST", f"{path}/moves", {**body, "number": ""}, claimed["token"])
    await host.snapshot()
    assert host.trust is not None
    assert (host.trust.broken, host.trust.is_listed, host.trust.unheld["unlisted"]) == (None, True, 1)
    table = await server.client.create("junior", [ANNA, BEN])
    await table.start()
    path, body = f"/api/tables/{table.id}", {**body, "version": table.version}
    assert "not the number that you sealed" in str(await server.refused("POST", f"{path}/moves", body, table.token))
    assert (await server.refused("POST", f"{path}/seal", {"seal": "00" * 32}, None)).kind == "no-token"
    assert "No list" in str(await server.refused(
        "POST", f"{path}/answer", {"number": "00" * 32, "seal": "00" * 32}, table.token
    ))  # fmt: skip


async def test_nobody_uses_up_a_count_for_the_others(server: Serving) -> None:
    """Somebody who seals again and again is refused; the others seal and play as ever."""
    host = await server.client.create("junior", [OPEN, OPEN])
    anna, ben = await server.client.join(host.code, "Anna"), await server.client.join(host.code, "Ben")
    path = f"/api/tables/{host.id}/seal"
    for seal in range(7):
        await server.client.call("POST", path, {"seal": f"{seal:064x}"}, ben.token)
    assert "8 times" in str(await server.refused("POST", path, {"seal": "ff" * 32}, ben.token))
    taken = host.trust and (await anna.snapshot())["table"]["opening"]["seals"][0]["seal"]
    assert "sealed already" in str(await server.refused("POST", path, {"seal": taken}, ben.token))
    await anna._seal()


async def test_a_device_that_does_not_answer_is_left_out(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The start shows whom it waits for, and goes on without them: a new list, which all clients count."""
    monkeypatch.setattr(due, "ANSWER", PATIENCE)

    def relisted(*given: Any) -> Draft:
        monkeypatch.setattr(due, "ANSWER", PATIENCE)
        return relist(*given)

    monkeypatch.setattr(bot_turns, "relist", relisted)
    async with serving(fast(database)) as server:
        host = await server.client.create("junior", [OPEN, OPEN, ANNA])
        ben = await server.client.join(host.code, "Ben")
        path = f"/api/tables/{host.id}"
        silent = await server.client.call("POST", f"{path}/seats", {"name": "Mute", "seal": "00" * 32})
        listed = await server.client.call("POST", f"{path}/start", {}, silent["token"])
        assert (listed["table"]["status"], listed["table"]["opening"]["waits"]) == ("waiting", [0, 1, 2])
        for what, body in (("start", {}), ("leave", {}), ("seats", {"name": "Late"})):
            assert "about to begin" in str(await server.refused("POST", f"{path}/{what}", body, silent["token"]))
        await host.snapshot()
        monkeypatch.setattr(due, "ANSWER", 0.0)  # their time is up as soon as Ben has answered
        async with asyncio.timeout(PATIENCE):
            while (await ben.snapshot())["table"]["game"] is None:
                await host.snapshot()
        await host.snapshot()
        for table in (host, ben):
            assert table.trust is not None
            assert (table.trust.broken, table.trust.is_listed, table.trust.lists) == (None, True, 2)
        dice = (await host.snapshot())["table"]["game"]["dice"]
        assert (dice["devices"], dice["lists"]) == ([0, 1], 2)
        assert "It took 2 lists" in str(await host.check_dice())


async def test_a_device_that_lost_its_secret_gives_no_numbers_any_more(server: Serving) -> None:
    """For all to see; the game goes on. From the next game on it is listed again."""
    host = await server.client.create("junior", [OPEN, OPEN])
    anna, ben = await server.client.join(host.code, "Anna"), await server.client.join(host.code, "Ben")
    await anna.start()
    again = TableClient(server.client, ben.id, ben.token)
    server.client.tables.discard(ben)
    await asyncio.gather(anna.play(bot("hen")), again.play(bot("hen")))
    assert anna.trust is not None
    assert again.trust is not None
    assert (anna.trust.broken, anna.trust.is_listed, again.trust.is_listed) == (None, True, False)
    assert anna.trust.unheld["unlisted"] > 0
    await again.rematch()
    await anna.rematch()
    assert (await again.snapshot())["table"]["game"]["dice"]["devices"] == [1, 2]
    assert (again.trust.is_listed, again.trust.broken) == (True, None)


async def test_refusals_after_a_number_was_seen_are_counted(database: Path) -> None:
    """Also those that only say "too many", after which a client tries again."""
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, BEN])
        await table.start()
        body = {"version": 10**6, "key": "k", "number": await table.next_number()}
        with pytest.raises(ServerError):
            await table._give("moves", body)
        assert table.trust is not None
        assert table.trust.refusals == [1]
    async with serving(fast(database, rate=0.1, burst=3)) as server:
        table.use(server.client)
        for _ in range(9):
            with suppress(ServerError):
                await table._give("moves", body)
        assert table.trust.refusals == [1] * 10


async def test_a_roll_can_be_checked_the_moment_it_is_shown(server: Serving) -> None:
    """The answer to a roll, the seed and the commitment from before are all that it takes."""
    table = await server.client.create("heckmeck", [ANNA, BEN])
    before = (await table.start())["table"]["game"]["dice"]
    (entry,) = (await table.move())["entries"]
    dice, proof = game("heckmeck").die.dice(8), Proof.parse(entry["proof"])
    assert leads_to(bytes.fromhex(before["commitment"]), 0, 1, proof.link)
    assert str(rolled(bytes.fromhex(before["seed"]), 1, proof.link, proof.nonce, dice)) == entry["roll"]
