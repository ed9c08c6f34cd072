"""Strategy cards over HTTP, in words."""

from dataclasses import asdict

import httpx

import roost
from roost.core.registry import game_type
from roost.core.stream import Stream
from roost.core.words import Language, Messages
from roost.study.bots import bot
from roost.study.cards import Size, card_for
from roost.study.cards.printed_card import print_card, text_lines


def test_a_card_is_told_in_its_parts(http: httpx.Client) -> None:
    """Title, lines and tables are those that are printed, in the language asked for."""
    card = card_for(game_type("junior"), Size.EXPERT)
    told = http.get("/api/cards/junior?size=expert&lang=pl").json()
    assert told == asdict(print_card(card, Messages(Language.PL)))


def test_what_there_is_not_is_not_found(http: httpx.Client) -> None:
    """An unknown game has no card, and there are two sizes."""
    assert http.get("/api/cards/chess").status_code == 404
    assert http.get("/api/cards/junior?size=huge").status_code == 400


def test_cards_tell_the_line_that_decides(http: httpx.Client) -> None:
    """Both cards choose as their bots do, and name the line by its printed number and words, in any language."""
    asked = {"position": "heckmeck grill=21-36 A=- B=- turn=A roll=1124445w", "lang": "de"}
    advice = http.get("/api/positions/card", params=asked).json()
    state = roost.position(asked["position"])
    for told, size, name in zip(advice, Size, ("card:beginner=1", "card"), strict=True):
        assert (told["size"], told["action"]) == (size.value, str(bot(name).choose(state, Stream(1))))
        text = "\n".join(text_lines(print_card(card_for(type(state.game), size), Messages(Language.DE))))
        assert f"\n{told['line']}. {told['when']} {told['advice']}\n" in text
    assert http.get("/api/positions/card", params={"position": "heckmeck"}).status_code == 422
    rolling = http.get("/api/positions/card", params={"position": "heckmeck grill=21-36 A=- B=- turn=A"})
    assert rolling.status_code == 409


def test_lines_of_later_sections_go_on_counting(http: httpx.Client) -> None:
    """Numbers of lines are those of the whole card."""
    position = "heckmeck grill=21-36 A=- B=- turn=A aside=www444"
    first, expert = http.get("/api/positions/card", params={"position": position}).json()
    sections = http.get("/api/cards/heckmeck").json()["sections"]
    lines = [line for section in sections for line in section["lines"]]
    assert first["line"] > len(sections[0]["lines"])
    assert lines[first["line"] - 1] == {"when": first["when"], "advice": first["advice"]}
    assert expert["line"] == 2
