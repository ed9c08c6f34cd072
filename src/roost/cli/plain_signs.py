"""ASCII replacements for characters that a terminal cannot show."""

import codecs
from unicodedata import normalize

HANDLER = "roost-plain-signs"
"""Name of the error handler, for a stream's ``errors`` argument."""
_SIGNS = {
    "–": "-", "—": "-", "−": "-", "‑": "-", "·": ".", "•": "*", "…": "...", "→": "->", "←": "<-", "×": "x", "÷": "/",
    "±": "+-", "≈": "~", "≤": "<=", "≥": ">=", "½": "1/2", "€": "EUR",
    "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‹": "'", "›": "'",
    "¡": "", "¿": "", "▸": ">", "★": "*", "●": "*", "○": "o", "✓": "+", "✗": "x", "▒": "#", "⚅": "#",
    "█": "#", "▉": "#", "▊": "#", "▋": "#", "▌": "=", "▍": "-", "▎": "-", "▏": "-",
    "▁": "_", "▂": ".", "▃": ":", "▄": "-", "▅": "=", "▆": "+", "▇": "*",
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss",
    "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
    "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
    "╭": "+", "╮": "+", "╯": "+", "╰": "+", "━": "-", "┃": "|", "═": "=", "║": "|",
}  # fmt: skip


def plain_sign(character: str) -> str:
    """Return a character's ASCII replacement: the table's, the letter without its accent, or a question mark."""
    if character in _SIGNS:
        return _SIGNS[character]
    bare = normalize("NFKD", character).encode("ascii", "ignore").decode()
    return bare or "?"


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain_sign, error.object[error.start : error.end])), error.end


codecs.register_error(HANDLER, _replace)
