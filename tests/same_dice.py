"""Repeatable randomness: a test's dice depend only on its name.

The secrets of tables and devices, and bots' random choices, come from the test's own stream. So a test that fails for
some dice fails for everyone. For other dice, set ``ROOST_TEST_DICE`` to any text, as ``tools/repeat.py`` does. Servers
and terminals in separate processes still roll at random.
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
    """Return the seed of a test's dice."""
    return f"{os.environ.get('ROOST_TEST_DICE', '')} {test}"


def device(dice: str, number: int) -> str:
    """Return a script that makes the secrets of a page's device repeatable.

    The page's other random numbers have no effect on dice.
    """
    return f"({_DEVICE})({list(Stream(f'{dice} device {number}').read(32))})"


@contextmanager
def same_dice(test: str) -> Iterator[None]:
    """Make a test's dice repeatable while it runs."""
    dice = dice_of(test)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "secrets", _seeded_secrets(f"{dice} tables"))
        patch.setattr(bot_turns, "secrets", _seeded_secrets(f"{dice} bots"))
        patch.setattr(dice_device, "token_hex", _seeded_secrets(f"{dice} people").token_hex)
        yield


def _seeded_secrets(seed: str) -> SimpleNamespace:
    """Return a substitute for the module ``secrets`` whose bytes come from a stream."""
    stream, lock = Stream(seed), Lock()

    def token_bytes(count: int) -> bytes:
        with lock:
            return stream.read(count)

    return SimpleNamespace(
        **{**vars(secrets), "token_bytes": token_bytes, "token_hex": lambda count: token_bytes(count).hex()}
    )
