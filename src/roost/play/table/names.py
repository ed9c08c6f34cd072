"""The only free text at a table: what people call themselves. Bounded and cleaned, so that no name can break a page."""

import unicodedata

LONGEST_NAME = 20
"""Characters of a name, at most."""
_LONGEST_TYPED = 200
_MOST_MARKS = 2
"""Accents stacked on one letter. Three and more are no language's, and climb out of their line."""
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159")
"""Characters that Unicode calls letters or symbols and that show as empty space: fillers, the empty Braille cell."""


def clean_name(typed: str) -> str:
    """The name as it is shown. Raises ``ValueError``, with a whole sentence, if nothing fitting is left of it."""
    if len(typed) > _LONGEST_TYPED:
        raise ValueError(f"a name has at most {LONGEST_NAME} characters")
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", typed):
        category = unicodedata.category(char)
        if category.startswith("Z") or char in "\t\n\r" or char in _BLANKS:
            char = " "  # every kind of space, and the separators of lines and paragraphs
        elif category.startswith("C"):
            continue  # control and format characters, direction marks, lone surrogates, unassigned
        elif category.startswith("M"):
            marks += 1
            if marks > _MOST_MARKS or not kept or kept[-1] == " ":
                continue  # a mark without a letter shows nothing of its own
        else:
            marks = 0
        kept.append(char)
    name = " ".join("".join(kept).split())
    if not name:
        raise ValueError("a name has at least one visible character")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"a name has at most {LONGEST_NAME} characters, not {len(name)}")
    return name
