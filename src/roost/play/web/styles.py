"""Minifies stylesheets: removes comments and unnecessary white space."""

import re

_QUOTED = r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
_QUOTATION = re.compile(_QUOTED)
_COMMENT = re.compile(_QUOTED + r"|/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(r"\s+")
_NEEDLESS = re.compile(r" ?([{};,]) ?|(?<=:) |(?<![\w.])0(?=\.\d)")
"""Matches a space around punctuation or after a colon, and the zero before a decimal point."""


def squeezed(styles: bytes) -> bytes:
    """Minify styles, but leave quoted text unchanged."""
    without_comments = _COMMENT.sub(lambda match: match[1] or "", styles.decode())
    parts = _QUOTATION.split(without_comments)
    parts[::2] = [_NEEDLESS.sub(lambda match: match[1] or "", _SPACE.sub(" ", part)) for part in parts[::2]]
    parts[::2] = [part.replace(";}", "}") for part in parts[::2]]
    return "".join(parts).strip().encode()
