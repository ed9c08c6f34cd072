"""``roost review``: separate luck from skill in a recorded game."""

import shutil
import subprocess
from pathlib import Path

from rich.text import Text

from roost.cli.records import read_record
from roost.cli.screen import console, messages_in, print_json
from roost.core.errors import OptionError
from roost.core.notation import SEATS
from roost.core.words import Language
from roost.core.words.sentences import describe_list, describe_outcome
from roost.play.terminal.review_lines import review_lines
from roost.study.review.modelled import review_game
from roost.study.review.page import page
from roost.study.review.picture import picture
from roost.study.review.report import report, worded

_CONVERTER = "rsvg-convert"


def show_review(
    file: Path,
    number: int,
    seat: str | None,
    html: Path | None,
    svg: Path | None,
    as_json: bool,
    language: Language | None,
) -> None:
    """Review a record, optionally written for one seat's player. Write the requested files, or print the review."""
    messages, out = messages_in(language), console()
    record = read_record(file, number)
    viewer = None if seat is None else _seat(seat, record.game.players)
    reviewed = review_game(record)
    if html is not None:
        html.write_text(page(reviewed, messages, viewer), encoding="utf-8")
    if svg is not None:
        _draw(svg, picture(report(reviewed), messages))
    if as_json:
        print_json(worded(report(reviewed), messages, viewer))
        return
    for written in (html, svg):
        if written is not None:
            out.print(messages.say("review.saved", file=written))
    if html is not None or svg is not None:
        return
    names = describe_list(record.names, messages)
    out.print(Text(messages.say("review.title", title=record.game.title, names=names), "bold"))
    if record.outcome is not None:
        out.print(describe_outcome(record.outcome, record.game, messages, record.names))
    out.print()
    for line in review_lines(reviewed, messages, viewer):
        out.print(line)


def _seat(letter: str, players: int) -> int:
    seat = SEATS[:players].find(letter.upper())
    if len(letter) != 1 or seat < 0:
        raise OptionError(f"a seat of this game is one of {', '.join(SEATS[:players])}", input=letter)
    return seat


def _draw(path: Path, drawn: str) -> None:
    if path.suffix.lower() != ".png":
        path.write_text(drawn, encoding="utf-8")
        return
    converter = shutil.which(_CONVERTER)
    if converter is None:
        raise OptionError(f"a PNG needs the program {_CONVERTER} (librsvg); name a file in .svg instead", input=path)
    subprocess.run([converter, "--zoom", "2", "--output", str(path)], input=drawn.encode(), check=True)
