"""Nobody can choose the dice: a changed proof is refused, and a server that looks at the nonce first is caught."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from roost.cli.app import app
from roost.client import TableClient, UnfairDiceError
from roost.core.dice import Dice
from roost.core.errors import RoostError
from roost.core.fair import FairDice, FairRoll, ProofError, check_roll
from roost.record import RecordError, read, verify_dice
from roost.server.dealing import TableDealer
from roost.server.table import Play
from server.serving import ANNA, BEN, Serving, choose_first, fast, serving

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
        record.write_text(await (await some_rolls(server)).record())
    result = CliRunner().invoke(app, ["verify", str(record)])
    assert (result.exit_code, result.output) == (0, "All 4 rolls are proved: they follow from the commitment.\n")


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


Cheat = Callable[[FairDice, Play, Dice, bytes], FairRoll]


def _is_good(rolled: FairRoll) -> bool:
    return "w" not in str(rolled.roll)


def another_link(chain: FairDice, play: Play, dice: Dice, nonce: bytes) -> FairRoll:
    """Roll from other chains until the dice are to the server's liking."""
    while True:
        rolled = FairDice(secrets.token_bytes(32), play.dice, length=play.rolls + 1, rolled=play.rolls)
        if _is_good(found := rolled.roll_with(nonce, dice)):
            return found


def a_later_link(chain: FairDice, play: Play, dice: Dice, nonce: bytes) -> FairRoll:
    """Skip the links that are not to the server's liking; the first one is skipped in any case."""
    chain.rolled = play.rolls + 1
    while not _is_good(found := chain.roll_with(nonce, dice)):
        pass
    return found


def another_nonce(chain: FairDice, play: Play, dice: Dice, nonce: bytes) -> FairRoll:
    """Put nonces of the server's own in the place of the roller's."""
    while True:
        chain.rolled = play.rolls
        if _is_good(found := chain.roll_with(secrets.token_bytes(16), dice)):
            return found


def other_dice(chain: FairDice, play: Play, dice: Dice, nonce: bytes) -> FairRoll:
    """Show other dice than those of an honest proof."""
    chain.rolled = play.rolls
    honest = chain.roll_with(nonce, dice)
    return next(FairRoll(roll, honest.proof) for roll, _ in dice.rolls if roll != honest.roll)


async def _rolls_checked(server: Serving) -> None:
    await (await some_rolls(server)).check_dice()


@pytest.mark.parametrize("cheat", [another_link, a_later_link, another_nonce, other_dice])
async def test_a_server_that_chooses_dice_after_seeing_the_nonce_is_caught(
    cheat: Cheat, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it tries: another chain, another link, another nonce, other dice. The player's client finds out."""

    def roll(self: TableDealer, play: Play, dice: Dice, nonce: bytes) -> FairRoll:
        return cheat(self._chain_of(play.dice), play, dice, nonce)

    monkeypatch.setattr(TableDealer, "roll", roll)
    async with serving(fast(database)) as server:
        with pytest.raises((ProofError, UnfairDiceError)):
            await _rolls_checked(server)


async def test_a_server_that_changes_its_commitment_is_caught(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record can be forged as a whole, but not for whoever has seen the commitment before the first roll."""
    async with serving(fast(database)) as server:
        table = await some_rolls(server)
        forged = FairDice(b"0" * 32, "forged", length=1).commitment.hex()
        honest = await table.record()

        async def record(self: TableClient, game: int | None = None) -> str:
            return honest.replace(read(honest).headers["Commitment"], forged)

        monkeypatch.setattr(TableClient, "record", record)
        with pytest.raises(UnfairDiceError, match="another commitment"):
            await table.check_dice()


async def test_a_roll_can_be_checked_the_moment_it_is_shown(database: Path) -> None:
    """The answer to a roll and the commitment from before are all that it takes."""
    async with serving(fast(database)) as server:
        table = await server.client.create("heckmeck", [ANNA, BEN])
        before = (await table.start())["table"]["game"]["dice"]
        (entry,) = (await table.move())["entries"]
        record = read(await table.record())
        dice = record.game.opening().dice
        assert dice is not None
        proved = check_roll(bytes.fromhex(before["commitment"]), before["table"], record.proofs[0], dice)
        assert str(proved) == entry["roll"]


def test_errors_of_fairness_are_roost_errors() -> None:
    """So that one except clause is enough."""
    assert issubclass(UnfairDiceError, RoostError)
    assert issubclass(ProofError, RoostError)
