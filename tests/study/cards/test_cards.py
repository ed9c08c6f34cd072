"""Tests of strategy cards: the printed card says how the bot plays, in every language."""

import itertools
import re
from html import unescape
from pathlib import Path

import pytest

import roost
from command import run
from roost.core.errors import NotationError, OptionError, UnsupportedError
from roost.core.game import Game
from roost.core.registry import all_games
from roost.core.stream import Stream
from roost.core.words import Language, Messages
from roost.study.bots import bot, bots_for
from roost.study.cards import Size, card_for, follow, has_cards
from roost.study.cards.adapter import decisions_of
from roost.study.cards.card import AdviceSection, Card, Condition, Rule
from roost.study.cards.printed_card import print_card, text_lines
from study.bots.decisions import decisions
from study.cards.reader import read_card

pytestmark = pytest.mark.slow

CARDED = [kind for kind in all_games().values() if has_cards(kind)]
each_card = pytest.mark.parametrize(
    ("kind", "size"),
    [(kind, size) for kind in CARDED for size in Size],
    ids=lambda item: getattr(item, "name", str(item)),
)
BOTS = {Size.BEGINNER: "card:beginner=1", Size.EXPERT: "card"}


def test_every_built_in_game_has_cards() -> None:
    assert [kind.name for kind in CARDED] == ["heckmeck", "junior", "barbecue", "picnic"]


@each_card
def test_a_printed_card_describes_the_bots_play(kind: type[Game], size: Size) -> None:
    """The card read from its print in any language is the same card, and the bot follows it."""
    card, player = card_for(kind, size), bot(BOTS[size])
    for language in Language:
        messages = Messages(language)
        text = "\n".join(text_lines(print_card(card, messages)))
        read = read_card(text, kind, messages)
        assert read == card
    for players in (2, kind.player_range[-1]):
        for state in decisions(kind.name, players, 30):
            assert follow(read, state) == player.choose(state, Stream(1)) in state.actions()


@each_card
def test_cards_are_short(kind: type[Game], size: Size) -> None:
    """A card has at most eight lines, and a beginner card has no table."""
    card = card_for(kind, size)
    assert card.lines <= 8
    assert size is Size.EXPERT or not any(section.tables for section in card.sections)


def test_a_changed_card_is_refused() -> None:
    """The reader refuses a card with a wrong line."""
    kind, messages = all_games()["heckmeck"], Messages()
    text = "\n".join(text_lines(print_card(card_for(kind, Size.BEGINNER), messages)))
    for old, wrong in [
        ("?", "!"),
        ("Stop or roll again", "Stop"),
        ("less than", "below"),
        ("Gain:", "Pain:"),
        ("Roll again.", "Go."),
    ]:
        with pytest.raises(NotationError):
            read_card(text.replace(old, wrong), kind, messages)


def test_a_condition_has_two_bounds() -> None:
    """Each bound may be missing, and both are included."""
    assert [Condition("left", 2, 3).holds(value) for value in (1, 2, 3, 4)] == [False, True, True, False]
    assert Condition("left").holds(9)


def test_a_game_without_cards_says_so(tmp_path: Path) -> None:
    """The error says that the game has no strategy card, and its bots do not include the card bot."""

    class Bare(all_games()["heckmeck"]):  # type: ignore[misc]  # a game of another package, without adapters
        name = "bare"

    assert "card" not in bots_for(Bare)
    with pytest.raises(UnsupportedError, match="bare has no strategy card"):
        card_for(Bare, Size.EXPERT)


def test_the_bots_setting_is_checked() -> None:
    """The setting ``beginner`` is 0 or 1."""
    assert bot("card:beginner=1").name == "card:beginner=1"
    with pytest.raises(OptionError, match="beginner must be"):
        bot("card:beginner=2")


def test_the_command_prints_text_and_html(tmp_path: Path) -> None:
    """Text comes in any language; the HTML page contains every word of the text and needs no other file."""
    shown = run("card", "heckmeck", "--lang", "de")
    assert shown.out.splitlines()[0] == "Heckmeck am Bratwurmeck: die Karte für den Anfang"
    file = tmp_path / "card.html"
    assert run("card", "junior", "--size", "expert", "--lang", "pl", "--html", str(file)).code == 0
    html = file.read_text("utf-8")
    body = unescape(re.sub("<[^>]+>", " ", html[html.index("<main") :])).split()
    card = card_for(all_games()["junior"], Size.EXPERT)
    text = "\n".join(text_lines(print_card(card, Messages(Language.PL))))
    assert body == re.sub(r"(?m)^\d+\. ", "", text).split()  # browsers number the lines
    assert re.search(r"(src|href)=|url\(", html) is None


def test_an_experts_points_add_up() -> None:
    """The bot plays the choice with the most points, as calculated by hand from the tables."""
    state = roost.position("heckmeck grill=21-36 A=- B=- turn=A roll=1124445w")
    card = card_for(type(state.game), Size.EXPERT)
    section = card.section("dice")
    assert section is not None
    tables = {table.name: table.points for table in section.tables}
    sums = {}
    for row, (symbol, count) in enumerate({"1": 2, "2": 1, "3": 0, "4": 3, "5": 1, "w": 1}.items()):
        if count:
            total = count * (5 if symbol == "w" else int(symbol))
            worm, lacking = int(symbol == "w"), 21 - total
            sums[symbol] = (
                (tables["dice"][row][count - 1] or 0)
                + (tables["left"][worm][8 - count] or 0)
                + (tables["reach"][0][0] or 0)
                + (tables["need"][worm][min(-(-lacking // 3), 7)] or 0)
            )
    best = max(sums, key=lambda symbol: sums[symbol])
    assert str(follow(card, state)) == best


@pytest.mark.parametrize("kind", CARDED, ids=lambda kind: kind.name)
def test_every_condition_can_be_read_back(kind: type[Game]) -> None:
    """Every possible condition has words in every language, alone and in pairs."""
    sections = []
    for name, decision in decisions_of(kind).items():
        possible = [
            condition
            for name_of_feature, feature in decision.features.items()
            for condition in (
                Condition(name_of_feature, 1 if feature.flag else 2),
                Condition(name_of_feature, None, 0 if feature.flag else 2),
            )
        ]
        advice = itertools.cycle(decision.advice)
        groups = [*itertools.pairwise(possible), (possible[0],), ()]
        sections.append(AdviceSection(name, tuple(Rule(conditions, next(advice)) for conditions in groups)))
    card = Card(kind.name, Size.BEGINNER, tuple(sections))
    for language in Language:
        messages = Messages(language)
        assert read_card("\n".join(text_lines(print_card(card, messages))), kind, messages) == card
