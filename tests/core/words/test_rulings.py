"""The page of rulings, made from the marks."""

from roost.core.words.rulings import Ruling, _item

SAY = {"rules.unclear": "Unclear:", "rules.why": "Why:", "rules.other_way": "Other way:"}


def test_a_ruling_says_what_is_known_of_it() -> None:
    """The marked sentence always; what is unclear, why, and the other way where somebody has written it."""
    bare = Ruling("XX-1", "ruling", "The highest wins.")
    assert _item(bare, SAY) == "- XX-1: The highest wins."
    whole = Ruling("XX-1", "ruling", "The highest wins.", "Nothing is said.", "It is fair.", "lowest_wins")
    told = _item(whole, SAY)
    assert all(text in told for text in ("Nothing is said.", "It is fair.", "`lowest_wins`"))
