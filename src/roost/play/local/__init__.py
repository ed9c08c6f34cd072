"""Tables without a server: the routes of the API, answered in a browser's worker and stored by the browser.

:func:`start` returns a :class:`LocalService`, which answers requests as a server does. The page's worker hands in a
:class:`Bridge` to the browser's storage.
"""

from roost.play.local.service import LocalService, start
from roost.play.local.store import Bridge

__all__ = ["Bridge", "LocalService", "start"]
