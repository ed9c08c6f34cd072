"""Play at a Roost server from a program: make tables, sit down, move, watch.

::

    async with Client("http://127.0.0.1:8321") as client:
        table = await client.join("K7MPQ2", name="my bot")
        outcome = await table.play(bot("hen"))

Whatever the network does, a move is made once: it is sent again under the same key until it is answered, and the
stream of events resumes where it broke off. What has no key and may have been done, like sitting down, is not sent
again: the lost answer is an ``httpx.TransportError``. What the server refuses is a :class:`ServerError`.
"""

from roost.play.client.checked_table import UnfairDiceError
from roost.play.client.client import Client
from roost.play.client.connection import ServerError, new_http
from roost.play.client.table import Seen, TableClient

__all__ = ["Client", "Seen", "ServerError", "TableClient", "UnfairDiceError", "new_http"]
