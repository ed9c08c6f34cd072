"""The only free text at a table: what people call themselves. Bounded and cleaned, so that no name can break a page."""

import unicodedata

LONGEST_NAME = 20
"""Characters of a name, at most."""
_LONGEST_TYPED = 200
_MOST_MARKS = 2
"""Accents stacked on one letter. Three and more are no language's, and climb out of their line."""


def clean_name(typed: str) -> str:
    """The name as it is shown. Raises ``ValueError``, with a whole sentence, if nothing fitting is left of it."""
    if len(typed) > _LONGEST_TYPED:
        raise ValueError(f"a name has at most {LONGEST_NAME} characters")
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", typed):
        category = unicodedata.category(char)
        if category.startswith("Z") or char in "\t\n\r":
            char = " "  # every kind of space, and the separators of lines and paragraphs
        elif category.startswith("C"):
            continue  # control and format characters, direction marks, lone surrogates, unassigned
        marks = marks + 1 if category.startswith("M") else 0
        if marks <= _MOST_MARKS:
            kept.append(char)
    name = " ".join("".join(kept).split())
    if not name:
        raise ValueError("a name has at least one visible character")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"a name has at most {LONGEST_NAME} characters, not {len(name)}")
    return name
