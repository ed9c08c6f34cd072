"""``roost card``: the strategy card of a game, on the screen or on paper."""

from pathlib import Path

from roost.cli.screen import messages_in
from roost.core.errors import OptionError, quote
from roost.core.registry import game_type
from roost.core.words import Language
from roost.study.cards import Size, card_for
from roost.study.cards.layout import Paper, lay_out
from roost.study.cards.pictures import to_svg
from roost.study.cards.printed_card import print_card, text_lines


def show_card(game: str, size: str, paper: str, out: Path | None, language: Language | None) -> None:
    """Print a card, or draw it on a page of paper."""
    printed = print_card(card_for(game_type(game), Size(size)), messages_in(language))
    if out is None:
        print("\n".join(text_lines(printed)))
        return
    if paper.upper() not in Paper.__members__:
        raise OptionError(f"paper is one of {', '.join(Paper.__members__)}, not {quote(paper)}", input=paper)
    page, sheet = lay_out(printed), Paper[paper.upper()]
    if out.suffix != ".svg":
        raise OptionError(f"a card is written to an .svg (browsers print it), not {quote(str(out))}", input=str(out))
    out.write_text(to_svg(page, sheet), encoding="utf-8")
    print(out)
