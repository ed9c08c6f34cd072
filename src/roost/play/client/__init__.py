"""Play on a Roost server from a Python program: create and join tables, move, and watch.

::

    async with Client("http://127.0.0.1:8321") as client:
        table = await client.join("K7MPQ2", name="my bot")
        outcome = await table.play(bot("hen"))

A move is made exactly once, even on a bad network, because it carries a key and is retried until the server answers.
The event stream resumes where it broke off. A request without a key, such as taking a seat, is not retried if its
response is lost, because it may have taken effect; it raises ``httpx.TransportError``. A refusal by the server raises
:class:`ServerError`.
"""

from roost.play.client.checked_table import UnfairDiceError
from roost.play.client.client import Client
from roost.play.client.connection import ServerError, new_http
from roost.play.client.table import Seen, TableClient

__all__ = ["Client", "Seen", "ServerError", "TableClient", "UnfairDiceError", "new_http"]
