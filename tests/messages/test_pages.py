"""The rules pages: the same rules in both languages, found by number, shown in plain text."""

from __future__ import annotations

import re

import pytest

from roost.core.errors import OptionError
from roost.games import all_games
from roost.games.junior import Junior
from roost.messages import Language
from roost.messages.pages import find_rule, plain, rules_pages

NUMBER = re.compile(r"^- \*\*([A-Z]+-\d+)\*\*", re.MULTILINE)
MARKERS = {Language.EN: ("(ruling)", "(assumed)"), Language.DE: ("(Festlegung)", "(angenommen)")}


@pytest.mark.parametrize("name", all_games())
def test_both_languages_hold_the_same_rules_with_the_same_marks(name: str) -> None:
    """Rule for rule, the pages of the two languages carry the same numbers and as many rulings and assumptions."""
    seen = []
    for language in Language:
        pages = rules_pages(all_games()[name], language)
        numbers = NUMBER.findall("\n".join(pages))
        rules = {number: find_rule(number, pages) for number in numbers}
        seen.append({n: tuple(rule.count(mark) for mark in MARKERS[language]) for n, rule in rules.items()})
        assert len(numbers) == len(rules)
    assert seen[0] == seen[1]


SHAPE = {
    Language.EN: ("Goal", "What you need", "Your turn", "If you", "The end", "Options"),
    Language.DE: ("Ziel", "Was ihr braucht", "Dein Zug", "Wenn d", "Das Ende", "Optionen"),
}


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", all_games())
def test_a_page_tells_goal_turn_failing_and_end_and_options_apart(name: str, language: Language) -> None:
    """In this order; a turn of Picnic Blitz cannot fail. The names of options stand under Options and nowhere else."""
    page = rules_pages(all_games()[name], language)[0]
    headings = re.findall(r"^## (.*)$", page, re.MULTILINE)
    wanted = [start for start in SHAPE[language] if name != "picnic" or start not in ("If you", "Wenn d")]
    found = [next(i for i, heading in enumerate(headings) if heading.startswith(start)) for start in wanted]
    assert found == sorted(found)
    assert "`" not in page[: page.index(f"## {wanted[-1]}")]


@pytest.mark.parametrize(("name", "prefixes"), [("heckmeck", ["HM", "SA"]), ("picnic", ["PB"])])
def test_games_with_the_set_aside_turn_show_its_page_after_their_own(name: str, prefixes: list[str]) -> None:
    """The three Heckmecks share a page; Picnic Blitz has none to share."""
    pages = rules_pages(all_games()[name], Language.EN)
    assert [NUMBER.findall(page)[0].split("-")[0] for page in pages] == prefixes


def test_a_rule_is_found_whole_and_in_any_case() -> None:
    """A rule comes with all its lines and nothing of its neighbours."""
    rule = find_rule("hm-8", rules_pages(all_games()["heckmeck"], Language.EN))
    assert rule.startswith("- **HM-8** ")
    assert rule.endswith("*(ruling)*")
    assert "HM-9" not in rule


def test_an_unknown_rule_is_answered_with_the_known_ones() -> None:
    """Who asks for a rule that does not exist is told which ones there are."""
    with pytest.raises(OptionError, match=r"no rule 'HM-99' here; the rules are HM-1, .*, SA-8"):
        find_rule("HM-99", rules_pages(all_games()["heckmeck"], Language.EN))


def test_plain_text_keeps_the_marks() -> None:
    """Without type, numbers stay visible, rulings and assumptions stand in brackets, and headings are underlined."""
    text = plain("## Würfel\n\n- **JR-1** Auch ein Wurm. *(angenommen)* Siehe `double_face`.")
    assert text == "Würfel\n------\n\n- JR-1 Auch ein Wurm. [angenommen] Siehe double_face."


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", all_games())
def test_no_markup_is_left_in_plain_text(name: str, language: Language) -> None:
    """A piped page shows none of Markdown's signs."""
    text = plain("\n".join(rules_pages(all_games()[name], language)))
    assert not re.search(r"[*`#]", text)


def test_a_game_without_a_page_has_one_made_of_what_it_declares() -> None:
    """Its title, what its class says of itself, and its options."""

    class Outside(Junior):
        """A game that nobody has written a page about."""

        name = "outside"
        title = "Outside"

    (page,) = rules_pages(Outside, Language.EN)
    assert page.startswith("# Outside\n\nA game that nobody has written a page about.")
    assert f"`double_face` {Outside.options()['double_face'].meaning}" in page
