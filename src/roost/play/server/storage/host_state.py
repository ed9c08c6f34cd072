"""Settings that the host changes while the server runs."""

from msgspec import Struct


class Notice(Struct, frozen=True):
    """A sentence of the host that all pages show for a while."""

    text: str
    until: float
    """Time at which the notice ends, in seconds since 1970."""


class HostState(Struct, frozen=True, omit_defaults=True):
    """Settings that the host changes while the server runs."""

    notice: Notice | None = None
    code: str = ""
    """Code that new tables need; empty if anyone may create tables."""
    token: str = ""
    """Hash of the token for the host's page, in hexadecimal digits; empty if there is none."""

    def notice_at(self, now: float) -> Notice | None:
        """Return the notice, unless it has ended."""
        return self.notice if self.notice is not None and now < self.notice.until else None
