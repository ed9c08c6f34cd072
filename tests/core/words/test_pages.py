"""Rules pages: the same rules in every language, found by number, and shown as plain text."""

import re
import tomllib

import pytest

from roost.core.errors import OptionError
from roost.core.registry import all_games
from roost.core.words import Language, page_catalogue, words_in
from roost.core.words.pages import find_rule, plain, rules_pages, unwrapped, written_pages
from roost.core.words.rulings import MARKS, Ruling, _item, rulings, rulings_page
from roost.core.words.structure import structure
from roost.games.junior import Junior

NUMBER = re.compile(r"^- \*\*([A-Z]+-\d+)\*\*", re.MULTILINE)

SHAPE = ("Goal", "What you need", "Your turn", "If you", "The end", "Options")


def marks(name: str, language: Language) -> dict[str, tuple[int, ...]]:
    """Return the number of each kind of mark for every rule of a game."""
    pages, words = rules_pages(all_games()[name], language), page_catalogue(language)
    numbers = NUMBER.findall("\n".join(pages))
    rules = {number: find_rule(number, pages) for number in numbers}
    assert len(numbers) == len(rules)
    mark_texts = [f"*({words[f'rules.{mark}_mark'].other})*" for mark in MARKS]
    return {number: tuple(rule.count(mark) for mark in mark_texts) for number, rule in rules.items()}


def test_an_unwrapped_page_has_a_line_for_each_paragraph_and_rule() -> None:
    page = "# Title\n\nOne\ntwo.\n\n- **X-1** A rule\n  that goes on.\n- **X-2** Another.\n\n1. first\n2. second\n"
    whole = "# Title\n\nOne two.\n\n- **X-1** A rule that goes on.\n- **X-2** Another.\n\n1. first\n2. second\n"
    assert unwrapped(page) == whole


@pytest.mark.parametrize("name", all_games())
def test_a_rules_page_has_its_sections_in_order(name: str) -> None:
    """A turn of Picnic Blitz cannot fail, so it lacks one section."""
    page = rules_pages(all_games()[name], Language.EN)[0]
    headings = re.findall(r"^## (.*)$", page, re.MULTILINE)
    expected = [start for start in SHAPE if name != "picnic" or start != "If you"]
    positions = [next(i for i, heading in enumerate(headings) if heading.startswith(start)) for start in expected]
    assert positions == sorted(positions)
    assert (headings[0], headings[-1]) == (SHAPE[0], SHAPE[-1])


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", all_games())
def test_rules_have_the_same_sections_and_rules_in_every_language(name: str, language: Language) -> None:
    """Names of options occur only in the last section."""
    pages = (written_pages(all_games()[name], code) for code in (language, Language.EN))
    for page, english in zip(*pages, strict=True):
        assert shape(page) == shape(english)
        rules = page[: page.rindex("## ")] if "`" in page else page
        assert "`" not in rules
        assert page.split("`")[1::2] == english.split("`")[1::2]


def shape(page: str) -> list[list[str | None]]:
    """Return the rule numbers of each section, with None for paragraphs without a number."""
    return [[paragraph.number for paragraph in section.paragraphs] for section in structure(page).sections]


@pytest.mark.parametrize(("name", "prefixes"), [("heckmeck", ["HM", "SA"]), ("picnic", ["PB"])])
def test_games_with_the_set_aside_turn_show_its_page_after_their_own(name: str, prefixes: list[str]) -> None:
    pages = written_pages(all_games()[name], Language.EN)
    assert [NUMBER.findall(page)[0].split("-")[0] for page in pages] == prefixes


def test_a_rule_is_found_with_all_its_lines_in_either_letter_case() -> None:
    rule = find_rule("hm-8", rules_pages(all_games()["heckmeck"], Language.EN))
    assert rule.startswith("- **HM-8** ")
    assert rule.endswith("*(ruling)*")
    assert "HM-9" not in rule


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", all_games())
def test_every_mark_of_a_rule_is_explained(name: str, language: Language) -> None:
    """An explanation names the unclear point, the reason, and any option of the game.

    No explanation is without a mark.
    """
    game = all_games()[name]
    explained, counted = rulings(game, language), marks(name, language).values()
    for kind, count in zip(MARKS, map(sum, zip(*counted, strict=True)), strict=True):
        assert sum(ruling.mark == kind for ruling in explained) == count
    assert all(ruling.decided and ruling.unclear and ruling.why for ruling in explained)
    english = rulings(game, Language.EN)
    assert [(r.number, r.mark, r.option) for r in explained] == [(r.number, r.mark, r.option) for r in english]
    rule_of = {ruling.option: ruling.number for ruling in explained if ruling.option}
    assert rule_of == {option: game.options()[option].rule for option in rule_of}
    files = [tomllib.loads(file.read_text("utf-8")) for file, _ in words_in(language, game, "rulings.{}.toml")]
    assert sum(len(reasons) for file in files for reasons in file.values()) == len(explained)


def test_the_page_of_rulings_has_an_item_for_each_mark() -> None:
    """An item has the rule, the decision, the unclear point, the reason, and the option that plays it the other way."""
    *_, page = rules_pages(all_games()["barbecue"], Language.EN)
    (item,) = (line for line in page.splitlines() if line.startswith("- BQ-3:"))
    match = re.search(
        r"^- BQ-3: (.*) \*\*Unclear:\*\* (.*) \*\*Why:\*\* (.*) \*\*Alternative:\*\* `stop_on_nothing`\.$", item
    )
    assert match is not None
    assert match[1] == "On any other result you may not stop: you have to roll on."
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == ["Rulings", "Assumptions"]


def test_marks_without_an_explanation_are_listed() -> None:
    """A plug-in game need not explain its marks; a game without marks has no page of rulings."""

    class Marked(Junior):
        name = "marked"
        adapters = ("roost.games.set_aside.adapters",)

    class Unmarked(Junior):
        name = "unmarked"
        adapters = ()

    (ruling,) = rulings(Marked, Language.EN)
    assert (ruling.number, ruling.mark) == ("SA-6", "ruling")
    assert _item(Ruling("XX-1", "ruling", "The highest wins."), {}) == "- XX-1: The highest wins."
    assert rulings_page(Unmarked, Language.EN) is None


def test_an_unknown_rule_is_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match=r"there is no rule 'HM-99'; the rules are HM-1, .*, SA-8"):
        find_rule("HM-99", rules_pages(all_games()["heckmeck"], Language.EN))


def test_plain_text_keeps_numbers_and_marks() -> None:
    text = plain("## Würfel\n\n- **JR-1** Auch ein Wurm. *(angenommen)* Siehe `double_face`.")
    assert text == "Würfel\n------\n\n- JR-1 Auch ein Wurm. [angenommen] Siehe double_face."


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", all_games())
def test_plain_text_has_no_markdown_left(name: str, language: Language) -> None:
    text = plain("\n".join(rules_pages(all_games()[name], language)))
    assert not re.search(r"[*`#]", text)


def test_a_game_without_a_page_gets_one_from_its_declarations() -> None:
    """The page has the title, the class's docstring, and the options."""

    class Outside(Junior):
        """A game without a rules page."""

        name = "outside"
        title = "Outside"

    (page,) = rules_pages(Outside, Language.EN)
    assert page.startswith("# Outside\n\nA game without a rules page.")
    assert f"`double_face` {Outside.options()['double_face'].meaning}" in page
