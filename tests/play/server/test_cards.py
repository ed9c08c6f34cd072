"""Strategy cards over HTTP."""

from dataclasses import asdict

import httpx

import roost
from roost.core.registry import game_type
from roost.core.stream import Stream
from roost.core.words import Language, Messages
from roost.study.bots import bot
from roost.study.cards import Size, card_for
from roost.study.cards.printed_card import print_card, text_lines


def test_a_card_is_sent_in_its_parts(http: httpx.Client) -> None:
    """Title, lines and tables equal those of the printed card, in the requested language."""
    card = card_for(game_type("junior"), Size.EXPERT)
    answer = http.get("/api/cards/junior?size=expert&lang=pl").json()
    assert answer == asdict(print_card(card, Messages(Language.PL)))


def test_a_card_of_an_unknown_game_or_size_is_refused(http: httpx.Client) -> None:
    assert http.get("/api/cards/chess").status_code == 404
    assert http.get("/api/cards/junior?size=huge").status_code == 400


def test_card_advice_names_the_line_that_decides(http: httpx.Client) -> None:
    """The beginner's and the expert's card choose as their bots do, and quote the line's printed number and words."""
    query = {"position": "heckmeck grill=21-36 A=- B=- turn=A roll=1124445w", "lang": "de"}
    advice = http.get("/api/positions/card", params=query).json()
    state = roost.position(query["position"])
    for card, size, name in zip(advice, Size, ("card:beginner=1", "card"), strict=True):
        assert (card["size"], card["action"]) == (size.value, str(bot(name).choose(state, Stream(1))))
        text = "\n".join(text_lines(print_card(card_for(type(state.game), size), Messages(Language.DE))))
        assert f"\n{card['line']}. {card['when']} {card['advice']}\n" in text
    assert http.get("/api/positions/card", params={"position": "heckmeck"}).status_code == 422
    rolling = http.get("/api/positions/card", params={"position": "heckmeck grill=21-36 A=- B=- turn=A"})
    assert rolling.status_code == 409


def test_line_numbers_continue_over_the_sections_of_a_card(http: httpx.Client) -> None:
    position = "heckmeck grill=21-36 A=- B=- turn=A aside=www444"
    first, expert = http.get("/api/positions/card", params={"position": position}).json()
    sections = http.get("/api/cards/heckmeck").json()["sections"]
    lines = [line for section in sections for line in section["lines"]]
    assert first["line"] > len(sections[0]["lines"])
    assert lines[first["line"] - 1] == {"when": first["when"], "advice": first["advice"]}
    assert expert["line"] == 2
