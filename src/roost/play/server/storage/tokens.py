"""Create tokens, ids and codes that cannot be guessed. Tokens are stored only as hashes, and never in URLs or logs."""

import secrets
from hashlib import sha256

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that are easy to distinguish when read aloud or written by hand."""
CODE_LENGTH = 6
"""Minimum length of a code, in characters."""
GUESSES_AT_ONCE = 20
"""Number of codes that one client may look up at once."""
GUESSES_A_DAY = 7_220
"""Number of codes that one client may look up in a day: one every twelve seconds."""


def new_token() -> str:
    """Return a new token, which contains 256 random bits."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> bytes:
    """Return the hash that is stored for a token. Tokens are long and random, so no search can reverse the hash."""
    return sha256(b"roost token 1:" + token.encode("utf-8", "surrogatepass")).digest()


def screen_name(secret: str) -> str:
    """Return the public name of a big screen, which is a hash of its secret."""
    return sha256(b"roost screen 1:" + secret.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def new_table_id() -> str:
    """Return a new table id, which contains 80 random bits so that it cannot be guessed."""
    return secrets.token_hex(10)


def code_length(tables: int) -> int:
    """Return the length that new codes need if there are this many tables.

    A client that guesses at the rate limit for a whole day then finds a table with a probability below 1 in 1,000.
    """
    length = CODE_LENGTH
    while len(CODE_LETTERS) ** length < tables * GUESSES_A_DAY * 1000:
        length += 1
    return length


def new_code(tables: int = 1) -> str:
    """Return a new short code that people can type on another device."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(code_length(tables)))


def new_secret() -> bytes:
    """Return a new secret for a table's dice."""
    return secrets.token_bytes(32)
