"""Secrets and names that nobody can guess. Tokens are kept as hashes, and stand in no address and no log."""

import secrets
from hashlib import sha256

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that are not mistaken for one another when read aloud or written by hand."""
CODE_LENGTH = 6
"""Letters of a code, at least."""
GUESSES_AT_ONCE = 20
"""Codes that one client may look up at once."""
GUESSES_A_DAY = 7_220
"""Codes that one client may look up in a day: one every twelve seconds."""


def new_token() -> str:
    """A token: 256 random bits."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> bytes:
    """The kept form of a token. It is random and long, so that a plain hash cannot be searched."""
    return sha256(b"roost token 1:" + token.encode("utf-8", "surrogatepass")).digest()


def screen_name(secret: str) -> str:
    """The name of a big screen, which everybody at its table hears: from its secret, which nobody else knows."""
    return sha256(b"roost screen 1:" + secret.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def new_table_id() -> str:
    """The id of a table: 80 random bits, so that only those who were told of a table find it."""
    return secrets.token_hex(10)


def code_length(tables: int) -> int:
    """How long a code is when there are so many tables.

    Guessing all day long, as fast as the limits allow, one client finds a table with a chance below one in a thousand.
    """
    length = CODE_LENGTH
    while len(CODE_LETTERS) ** length < tables * GUESSES_A_DAY * 1000:
        length += 1
    return length


def new_code(tables: int = 1) -> str:
    """A short code to type on another device, when there are so many tables."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(code_length(tables)))


def new_secret() -> bytes:
    """The secret of a table's dice."""
    return secrets.token_bytes(32)
