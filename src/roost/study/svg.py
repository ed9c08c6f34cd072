"""Text in SVG pictures."""

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def escape(text: str) -> str:
    """Return a text as it is written between the tags of XML."""
    return text.translate(_ESCAPES)
