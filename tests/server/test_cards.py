"""Strategy cards over HTTP: in words for screens, drawn for printers."""

from __future__ import annotations

import httpx

from roost.cards import Size, card_for
from roost.cards.wording import print_card
from roost.games import game_type
from roost.messages import Language, Messages


def test_a_card_is_told_in_its_parts(http: httpx.Client) -> None:
    """Title, lines and tables are those that are printed, in the language asked for."""
    card = card_for(game_type("junior"), Size.EXPERT)
    printed = print_card(card, Messages(Language.PL))
    told = http.get("/api/cards/junior?size=expert&lang=pl").json()
    assert (told["title"], told["how"], told["note"]) == (printed.title, printed.how, printed.note)
    for section, shown in zip(printed.sections, told["sections"], strict=True):
        assert [(line["when"], line["advice"]) for line in shown["lines"]] == list(section.lines)
        for table, drawn in zip(section.tables, shown["tables"], strict=True):
            assert (drawn["title"], tuple(drawn["columns"])) == (table.title, table.columns)
            assert [(row["label"], tuple(row["cells"])) for row in drawn["rows"]] == list(table.rows)


def test_a_card_is_drawn_on_paper(http: httpx.Client) -> None:
    """As PDF, or as SVG of the paper's size."""
    pdf = http.get("/api/cards/picnic/paper?size=expert&paper=A4&lang=de")
    assert pdf.headers["content-type"] == "application/pdf"
    assert pdf.content.startswith(b"%PDF-")
    svg = http.get("/api/cards/picnic/paper?paper=A5&as=svg")
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert 'width="148mm" height="210mm"' in svg.text


def test_what_there_is_not_is_not_found(http: httpx.Client) -> None:
    """An unknown game has no card, and there are two sizes and three papers."""
    assert http.get("/api/cards/chess").status_code == 404
    assert http.get("/api/cards/junior?size=huge").status_code == 400
    assert http.get("/api/cards/junior/paper?paper=B5").status_code == 400
