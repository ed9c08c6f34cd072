"""The rules pages: the same rules in every language, found by number, shown in plain text."""

import re
import tomllib

import pytest

from roost.core.errors import OptionError
from roost.core.registry import all_games
from roost.core.words import Language, page_catalogue, words_in
from roost.core.words.pages import find_rule, plain, rules_pages, written_pages
from roost.core.words.rulings import MARKS, Ruling, _item, rulings, rulings_page
from roost.core.words.structure import structure
from roost.games.junior import Junior

NUMBER = re.compile(r"^- \*\*([A-Z]+-\d+)\*\*", re.MULTILINE)

SHAPE = ("Goal", "What you need", "Your turn", "If you", "The end", "Options")


def marks(name: str, language: Language) -> dict[str, tuple[int, ...]]:
    """How often each rule of a game says that it is a ruling, or assumed."""
    pages, words = rules_pages(all_games()[name], language), page_catalogue(language)
    numbers = NUMBER.findall("\n".join(pages))
    rules = {number: find_rule(number, pages) for number in numbers}
    assert len(numbers) == len(rules)
    told = [f"*({words[f'rules.{mark}_mark'].other})*" for mark in MARKS]
    return {number: tuple(rule.count(mark) for mark in told) for number, rule in rules.items()}


@pytest.mark.parametrize("name", all_games())
def test_a_page_tells_goal_turn_failing_and_end_and_options_apart(name: str) -> None:
    """In this order; a turn of Picnic Blitz cannot fail."""
    page = rules_pages(all_games()[name], Language.EN)[0]
    headings = re.findall(r"^## (.*)$", page, re.MULTILINE)
    wanted = [start for start in SHAPE if name != "picnic" or start != "If you"]
    found = [next(i for i, heading in enumerate(headings) if heading.startswith(start)) for start in wanted]
    assert found == sorted(found)
    assert headings[-1] == SHAPE[-1]


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", all_games())
def test_every_language_has_the_sections_of_english(name: str, language: Language) -> None:
    """Section by section the same rules and as many paragraphs; the names of options stand in the last one only."""
    for here, english in zip(*(written_pages(all_games()[name], one) for one in (language, Language.EN)), strict=True):
        assert shape(here) == shape(english)
        own = here[: here.rindex("## ")] if "`" in here else here
        assert "`" not in own
        assert here.split("`")[1::2] == english.split("`")[1::2]


def shape(page: str) -> list[list[str | None]]:
    """The numbers of the rules in each section, and a gap for what has none."""
    return [[paragraph.number for paragraph in section.paragraphs] for section in structure(page).sections]


@pytest.mark.parametrize(("name", "prefixes"), [("heckmeck", ["HM", "SA"]), ("picnic", ["PB"])])
def test_games_with_the_set_aside_turn_show_its_page_after_their_own(name: str, prefixes: list[str]) -> None:
    """The three Heckmecks share a page; Picnic Blitz has none to share."""
    pages = written_pages(all_games()[name], Language.EN)
    assert [NUMBER.findall(page)[0].split("-")[0] for page in pages] == prefixes


def test_a_rule_is_found_whole_and_in_any_case() -> None:
    """A rule comes with all its lines and nothing of its neighbours."""
    rule = find_rule("hm-8", rules_pages(all_games()["heckmeck"], Language.EN))
    assert rule.startswith("- **HM-8** ")
    assert rule.endswith("*(ruling)*")
    assert "HM-9" not in rule


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", all_games())
def test_every_mark_is_explained(name: str, language: Language) -> None:
    """Of each mark it is told what is unclear and why we decide so; the options are the game's, and no text is left."""
    game = all_games()[name]
    found, counted = rulings(game, language), marks(name, language).values()
    for kind, count in zip(MARKS, map(sum, zip(*counted, strict=True)), strict=True):
        assert sum(one.mark == kind for one in found) == count
    assert all(one.decided and one.unclear and one.why for one in found)
    english = rulings(game, Language.EN)
    assert [(one.number, one.mark, one.option) for one in found] == [(o.number, o.mark, o.option) for o in english]
    told = {one.option: one.number for one in found if one.option}
    assert told == {option: game.options()[option].rule for option in told}
    files = [tomllib.loads(file.read_text("utf-8")) for file, _ in words_in(language, game, "rulings.{}.toml")]
    assert sum(len(reasons) for file in files for reasons in file.values()) == len(found)


def test_the_page_of_rulings_is_made_of_the_marks() -> None:
    """An item for each: the rule, what we decide, what is unclear, why, and how to play it the other way."""
    *_, page = rules_pages(all_games()["barbecue"], Language.EN)
    (item,) = (line for line in page.splitlines() if line.startswith("- BQ-3:"))
    told = re.search(
        r"^- BQ-3: (.*) \*\*Unclear:\*\* (.*) \*\*Why:\*\* (.*) \*\*Other way:\*\* `stop_on_nothing`\.$", item
    )
    assert told is not None
    assert told[1] == "On any other result you may not stop: you have to roll on."
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == ["Rulings", "Assumed"]


def test_marks_without_an_explanation_are_listed_too() -> None:
    """A game from outside need not explain its marks; a game without marks has no such page."""

    class Marked(Junior):
        name = "marked"
        faces = ("roost.games.set_aside.faces",)

    class Unmarked(Junior):
        name = "unmarked"
        faces = ()

    (ruling,) = rulings(Marked, Language.EN)
    assert (ruling.number, ruling.mark) == ("SA-6", "ruling")
    assert _item(Ruling("XX-1", "ruling", "The highest wins."), {}) == "- XX-1: The highest wins."
    assert rulings_page(Unmarked, Language.EN) is None


def test_an_unknown_rule_is_answered_with_the_known_ones() -> None:
    """A reader who asks for a rule that does not exist is told which ones there are."""
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
