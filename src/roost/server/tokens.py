"""Secrets and names that nobody can guess. Tokens are kept as hashes, and stand in no address and no log."""

from __future__ import annotations

import secrets
from hashlib import sha256

__all__ = ["CODE_LENGTH", "CODE_LETTERS", "hash_token", "new_code", "new_secret", "new_table_id", "new_token"]

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that are not mistaken for one another when read aloud or written by hand."""
CODE_LENGTH = 6


def new_token() -> str:
    """A token: 256 random bits."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> bytes:
    """What is kept of a token. It is random and long, so that a plain hash cannot be searched."""
    return sha256(b"roost token 1:" + token.encode("utf-8", "surrogatepass")).digest()


def new_table_id() -> str:
    """The id of a table: 80 random bits, so that only those who were told of a table find it."""
    return secrets.token_hex(10)


def new_code() -> str:
    """A short code to type on another device. It can be guessed with patience, which the limits do not leave."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_secret() -> bytes:
    """The secret of a table's dice."""
    return secrets.token_bytes(32)
