"""Nobody can choose the dice: a changed proof is refused, and a server that looks at the nonce first is caught."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

from play.server.cheating import CHEATS, Cheat
from play.server.serving import ANNA, BEN, CHICK, NONCE, OPEN, Serving, choose_first, fast, serving
from roost.cli.app import app
from roost.core.errors import RoostError
from roost.core.record import RecordError, read
from roost.core.record.proof import ProofError
from roost.play.client import ServerError, TableClient, UnfairDiceError
from roost.play.dice import verify_dice
from roost.play.dice.fair import check_roll
from roost.study.bots import bot

pytestmark = pytest.mark.anyio


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
    assert result.output.startswith("All 4 rolls are proved: they follow from the commitment, the players' numbers and")
    assert f"Fingerprint: {seen}." in result.output


async def test_a_proof_changed_in_one_bit_is_refused(database: Path) -> None:
    """Whichever bit of the link, the nonce or the commitment it is, and also through ``roost verify``."""
    async with serving(fast(database)) as server:
        text = await (await some_rolls(server)).record()
    commitment = read(text).headers["Commitment"]
    proof = read(text).proofs[0]
    for secret in (commitment, proof.link.hex(), proof.nonce.hex()):
        number = int(secret, 16)
        for bit in range(4 * len(secret)):
            changed = text.replace(secret, f"{number ^ 1 << bit:0{len(secret)}x}", 1)
            assert changed != text
            with pytest.raises((ProofError, RecordError)):
                verify_dice(read(changed))
    record = database.with_name("changed.roost")
    record.write_text(changed)
    refused = CliRunner().invoke(app, ["verify", str(record)])
    assert refused.exit_code != 0
    assert isinstance(refused.exception, ProofError | RecordError)


@pytest.mark.parametrize("cheat", CHEATS)
async def test_the_client_sees_every_cheat(
    cheat: Cheat, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the host tries, the player's client stops, and leaves evidence that anybody can check."""
    async with serving(fast(database)) as server:
        server.client.evidence = tmp_path
        table = await server.client.create("heckmeck", [ANNA, CHICK, BEN])
        if not cheat.is_from_the_start:
            await _play(table, 3)
        cheat.begin(monkeypatch)
        with pytest.raises(UnfairDiceError, match=cheat.reason):
            await _play(table, 30)
        assert table.evidence is not None
    shown = CliRunner().invoke(app, ["verify", str(table.evidence)])
    assert f"breaks the rule '{cheat.reason}'" in str(shown.exception)


@pytest.mark.parametrize("cheat", [cheat for cheat in CHEATS if cheat.is_in_the_record])
async def test_the_record_shows_what_a_record_can_show(
    cheat: Cheat, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also for whoever was not there: ``verify`` finds it from the record alone."""
    async with serving(fast(database)) as server:
        table = await server.client.create("heckmeck", [ANNA, CHICK, BEN])
        await _play(table, 3)
        cheat.begin(monkeypatch)
        with suppress(UnfairDiceError):
            await _play(table, 30)
        record = database.with_name("game.roost")
        record.write_text((await server.client.answer("GET", f"/api/tables/{table.id}/record")).text)
    assert isinstance(CliRunner().invoke(app, ["verify", str(record)]).exception, ProofError)


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


async def test_two_players_compare_what_they_saw(database: Path) -> None:
    """The fingerprint is the same for everybody, and that of the record; for whoever saw other dice it is not."""
    async with serving(fast(database)) as server:
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
        assert anna.trust.checked > 5


async def test_the_next_game_is_committed_to_before_this_one_ends(database: Path) -> None:
    """The table publishes the dice of its first game when it is made, and of each further one during the last."""
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, BEN])
        first = (await table.snapshot())["table"]["coming"]
        begun = (await table.start())["table"]
        assert begun["game"]["dice"]["commitment"] == first["commitment"]
        await table.play(bot("hen"))
        second = (await table.rematch())["table"]["game"]["dice"]["commitment"]
        assert second == begun["coming"]["commitment"]


async def test_only_sealed_numbers_are_taken(database: Path) -> None:
    """Whoever sealed their numbers cannot give others; a seal is for a game that is played or comes next."""
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, BEN])
        await table.start()
        path = f"/api/tables/{table.id}"
        body = {"version": table.version, "key": "a-key", "nonce": NONCE}
        assert "not the number that you sealed" in str(await server.refused("POST", f"{path}/moves", body, table.token))
        for game in (3, 7):
            body = {"game": game, "seal": "00" * 32}
            assert "game under way or the next" in str(await server.refused("POST", f"{path}/seal", body, table.token))
        watcher = await server.client.find(table.code)
        assert (await server.refused("POST", f"{path}/seal", {"game": 1, "seal": "00" * 32}, None)).kind == "no-token"
        assert watcher.trust is None


async def test_a_device_that_lost_its_secret_seals_anew(database: Path) -> None:
    """For all to see; the game goes on, and its record says so. Too often it is refused."""
    async with serving(fast(database)) as server:
        table = await server.client.create("junior", [ANNA, BEN])
        await table.start()
        again = TableClient(server.client, table.id, table.token)
        await again.play(bot("hen"))
        assert "sealed 1 times during the game" in str(await again.check_dice())
        for seal in range(15):
            body = {"game": 1, "seal": f"{seal:064x}"}
            await server.client.call("POST", f"/api/tables/{table.id}/seal", body, table.token)
        body = {"game": 1, "seal": "ff" * 32}
        assert "too often" in str(await server.refused("POST", f"/api/tables/{table.id}/seal", body, table.token))
        await read_again(again)


async def read_again(table: TableClient) -> None:
    """The record can still be written and read."""
    assert read(await table.record()).headers["Seals"].count(":") == 2


async def test_a_roll_can_be_checked_the_moment_it_is_shown(database: Path) -> None:
    """The answer to a roll and the commitment from before are all that it takes."""
    async with serving(fast(database)) as server:
        table = await server.client.create("heckmeck", [ANNA, BEN])
        before = (await table.start())["table"]["game"]["dice"]
        (entry,) = (await table.move())["entries"]
        record = read(await table.record())
        dice = record.game.opening().dice
        assert dice is not None
        story = bytes.fromhex(before["story"])
        proved = check_roll(bytes.fromhex(before["commitment"]), before["table"], record.proofs[0], dice, story=story)
        assert str(proved) == entry["roll"]


def test_errors_of_fairness_are_roost_errors() -> None:
    """So that one except clause is enough."""
    assert issubclass(UnfairDiceError, RoostError)
    assert issubclass(ProofError, RoostError)
