"""The same dice in every run of a test: what falls depends on the test's name, never on luck.

The secrets of tables and of devices, and what bots draw, come from a stream of the test's own. A test that fails for
some dice then fails for everybody. To try others, set ``ROOST_TEST_DICE`` to any text, as ``tools/repeat.py`` does.
Servers and terminals in processes of their own still roll as they like.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from types import SimpleNamespace

import pytest

from roost.core.stream import Stream
from roost.play.dice import device as dice_device
from roost.play.server.live import bot_turns
from roost.play.server.storage import tokens

_DEVICE = """(secret) => {
    const random = crypto.getRandomValues.bind(crypto);
    let made = 0; // a device makes several secrets, also after its page was loaded again
    crypto.getRandomValues = (bytes) => {
        if (bytes.length !== secret.length) return random(bytes);
        try { made = Number(localStorage.getItem("test-secrets")); localStorage.setItem("test-secrets", made + 1); }
        catch { made += 1; }
        return bytes.set(secret.map((byte, at) => (at ? byte : (byte + made) % 256))), bytes;
    };
}"""


def dice_of(test: str) -> str:
    """The seed of the dice of a test."""
    return f"{os.environ.get('ROOST_TEST_DICE', '')} {test}"


def device(dice: str, number: int) -> str:
    """The script that a page runs first on a device: its secrets. Its other random numbers decide nothing."""
    return f"({_DEVICE})({list(Stream(f'{dice} device {number}').read(32))})"


@contextmanager
def same_dice(test: str) -> Iterator[None]:
    """The dice of a test, while it runs."""
    dice = dice_of(test)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "secrets", _drawn(f"{dice} tables"))
        patch.setattr(bot_turns, "secrets", _drawn(f"{dice} bots"))
        patch.setattr(dice_device, "token_hex", _drawn(f"{dice} people").token_hex)
        yield


def _drawn(seed: str) -> SimpleNamespace:
    """The module ``secrets``, whose bytes come from a stream."""
    stream, alone = Stream(seed), Lock()

    def token_bytes(count: int) -> bytes:
        with alone:
            return stream.read(count)

    return SimpleNamespace(
        **{**vars(secrets), "token_bytes": token_bytes, "token_hex": lambda count: token_bytes(count).hex()}
    )
