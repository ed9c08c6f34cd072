"""House rules: their declaration, and the forms and documentation that follow from it."""

from pathlib import Path
from typing import get_type_hints

import pytest
from msgspec.json import schema
from msgspec.structs import fields

from roost.core.words import Language, Messages
from roost.play.table.house_rules import HouseRules, offered_rules

API = Path(__file__).parents[3] / "docs" / "api.md"
MEANINGS = {
    name: declared.__metadata__[0].description
    for name, declared in get_type_hints(HouseRules, include_extras=True).items()
}


@pytest.mark.parametrize("language", Language)
def test_house_rules_can_be_offered_as_a_form_in_every_language(language: Language) -> None:
    """A rule is a yes/no choice with an explanation, or a list of choices whose first value is None."""
    rules = {rule.name: rule for rule in offered_rules(Messages(language))}
    assert {"odds", "coach"} <= rules.keys() < MEANINGS.keys()
    for rule in rules.values():
        assert rule.title
        assert bool(rule.meaning) is (not rule.choices)
        assert [choice.value for choice in rule.choices][:1] in ([], [None])
        assert len({choice.text for choice in rule.choices}) == len(rule.choices)
        assert rule.needs is None or rules[rule.needs].default is True


def test_choices_are_worded_in_minutes_and_percent() -> None:
    texts = {rule.name: [choice.text for choice in rule.choices] for rule in offered_rules(Messages())}
    assert texts["takeover_after"][:3] == ["wait", "a bot steps in after 1 minute", "a bot steps in after 2 minutes"]
    assert texts["coach"][2] == "warns before choices that cost 2% win chance or more"


def test_the_api_documents_every_house_rule() -> None:
    """The schema has the description from the declaration, and docs/api.md names every rule."""
    described = schema(HouseRules)["$defs"]["HouseRules"]["properties"]
    page = API.read_text(encoding="utf-8")
    assert list(MEANINGS) == [field.name for field in fields(HouseRules)]
    for name, meaning in MEANINGS.items():
        assert described[name]["description"] == meaning
        assert f"`{name}`" in page
