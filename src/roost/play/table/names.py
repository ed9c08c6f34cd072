"""Players' names are the only free text at a table, so they are cleaned to keep them from breaking pages."""

import unicodedata

LONGEST_NAME = 20
"""Maximum length of a name, in characters."""
_LONGEST_TYPED = 200
_MOST_MARKS = 2
"""Maximum number of accents on one letter. No language uses more, and a stack of accents would overlap other lines."""
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159")
"""Characters that look like empty space although Unicode classifies them as letters or symbols."""


def clean_name(typed: str) -> str:
    """Return the name as it will be shown. Raises ``ValueError`` with a sentence for the player if it is invalid."""
    if len(typed) > _LONGEST_TYPED:
        raise ValueError(f"a name has at most {LONGEST_NAME} characters")
    cleaned: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", typed):
        category = unicodedata.category(char)
        if category.startswith("Z") or char in "\t\n\r" or char in _BLANKS:
            char = " "  # replace every kind of space and every line or paragraph separator
        elif category.startswith("C"):
            continue  # drop control and format characters, direction marks, lone surrogates, unassigned code points
        elif category.startswith("M"):
            marks += 1
            if marks > _MOST_MARKS or not cleaned or cleaned[-1] == " ":
                continue  # drop an accent with no letter before it, or one too many
        else:
            marks = 0
        cleaned.append(char)
    name = " ".join("".join(cleaned).split())
    if not name:
        raise ValueError("a name needs at least one visible character")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"a name has at most {LONGEST_NAME} characters, not {len(name)}")
    return name
