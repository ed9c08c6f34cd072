"""Tests of reviews as data, as a picture, as a page and on the command line."""

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import roost
from command import run
from roost.core.record import save
from roost.core.words import Language, Messages
from roost.study.models import value
from roost.study.review import Review, review
from roost.study.review.page import page
from roost.study.review.picture import picture
from roost.study.review.report import report, worded
from roost.study.review.sentences import describe_maker, describe_unlearnt, unlearnt
from study.review.games import brisk_record

_SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def reviewed() -> Review:
    """Review a whole game of Heckmeck for three."""
    return review(brisk_record("heckmeck", 3, "report"), value, "a model")


def test_a_report_is_json_that_adds_up(reviewed: Review) -> None:
    """The accounts in a report add up, and the report has every move."""
    data = json.loads(json.dumps(report(reviewed)))
    assert len(data["moves"]) == len(reviewed.record.played) == len(data["curve"]) - 1
    assert [turn["turn"] for turn in data["turns"]] == list(range(1, len(data["turns"]) + 1))
    for account in data["accounts"]:
        parts = sum(account[part] for part in ("start", "own_luck", "others_luck", "draw", "gifts", "residual"))
        assert parts - account["mistakes"] == pytest.approx(account["result"], abs=1e-9)
    for mistake in data["mistakes"]:
        worth = [choice["shares"][mistake["seat"]] for choice in mistake["choices"]]
        assert worth == sorted(worth, reverse=True)
        assert {mistake["chosen"], mistake["best"]} <= {choice["action"] for choice in mistake["choices"]}


@pytest.mark.parametrize(("language", "word"), [("en", "set aside"), ("de", "beiseitelegen")])
def test_words_are_added_in_any_language(reviewed: Review, language: str, word: str) -> None:
    """A report stored without words gets them when it is read."""
    data = worded(json.loads(json.dumps(report(reviewed))), Messages(language))
    assert word in json.dumps(data["mistakes"], ensure_ascii=False)


@pytest.mark.parametrize("language", Language)
def test_a_picture_is_self_contained(reviewed: Review, language: Language) -> None:
    """The SVG has a line per player, a block per turn and a mark per mistake, without external files."""
    drawn = picture(report(reviewed), Messages(language))
    root = ElementTree.fromstring(drawn)
    assert len(root.findall(f".//{_SVG}polyline")) == 3
    assert len(root.findall(f".//{_SVG}rect[@height='7']")) == reviewed.curve[-1].turn
    assert len([path for path in root.iter(f"{_SVG}path") if "mistake" in path.get("class", "")]) == len(
        reviewed.mistakes
    )
    assert re.findall(r"https?://[^\"]+", drawn) == ["http://www.w3.org/2000/svg"]


def test_names_are_escaped(reviewed: Review) -> None:
    """A name that looks like markup is text in the picture."""
    data = report(reviewed) | {"names": ["<b>&", "B", "C"]}
    assert "<b>" not in picture(data, Messages("en"))
    ElementTree.fromstring(picture(data, Messages("en")))


@pytest.mark.parametrize(("language", "heading"), [("en", "The costliest mistakes"), ("de", "Die teuersten Fehler")])
def test_a_page_is_self_contained(reviewed: Review, language: str, heading: str) -> None:
    """The page is one file in the requested language, without scripts and external files."""
    written = page(reviewed, Messages(language))
    assert f'<html lang="{language}">' in written
    assert heading in written
    assert '<p class="headline">' in written
    assert Messages(language).say("review.moments") in written
    assert "@media print" in written
    assert "<script" not in written
    assert re.findall(r"(?:src|href)=", written) == []


def test_the_command_shows_a_review(tmp_path: Path) -> None:
    """The command prints a review, and writes it as JSON, as a page and as a picture."""
    file = tmp_path / "game.roost"
    save(brisk_record("junior", 2, "command"), file)
    result = run("review", str(file))
    assert result.code == 0
    for words in (
        "won ",
        "The moments that decided the game",
        "Each player's win chance",
        "others'",
        "The costliest mistakes",
        "The rolls that mattered most",
    ):
        assert words in result.out
    german = run("review", str(file), "--seat", "b", lang="de").out
    assert "Rückblick auf Heckmeck Junior" in german
    assert "Du hast " in german
    refusal = run("review", str(file), "--seat", "C")
    assert (refusal.code, "a seat of this game is one of A, B" in refusal.err) == (2, True)
    assert json.loads(run("review", str(file), "--json").out)["game"] == "junior"
    html, svg = tmp_path / "game.html", tmp_path / "game.svg"
    assert str(html) in run("review", str(file), "--html", str(html), "--svg", str(svg)).out
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert svg.read_text(encoding="utf-8").startswith("<svg")


def test_an_unfinished_game_can_be_reviewed(tmp_path: Path) -> None:
    """The command says that the game is still running, and lists no moments."""
    file = tmp_path / "game.roost"
    save(brisk_record("barbecue", 2, "running", 30), file)
    shown = run("review", str(file)).out
    assert "The game is still in progress" in shown
    assert "The moments that decided the game" not in shown


@pytest.mark.parametrize(
    ("name", "options", "missing"),
    [
        ("heckmeck", {"short_game": True, "always_turn": True, "start": "random"}, ()),
        ("junior", {"must_pinch": True}, ("must_pinch",)),
        ("barbecue", {"stop_on_nothing": True, "start": "B"}, ("stop_on_nothing",)),
        ("picnic", {"goal": 7, "tracks": "4:1,5:2,6:3,7:4,8:5,9:6"}, ("tracks",)),
    ],
)
def test_untrained_options_are_reported(name: str, options: dict[str, object], missing: tuple[str, ...]) -> None:
    """Options that were not in the training are listed, without the choice of the first player."""
    assert unlearnt(roost.game(name, 2, **options)) == missing


def test_a_review_names_untrained_options(reviewed: Review) -> None:
    """The last line of a review names options that the model was not trained with, if there are any."""
    game, messages = roost.game("junior", 2, must_pinch=True), Messages()
    sentence = describe_unlearnt("a model", game, messages)
    assert sentence == messages.say("review.unlearnt", options="must_pinch")
    assert describe_unlearnt("", game, messages) is None
    assert worded(report(reviewed), messages)["unlearnt"] is None
    modified = replace(reviewed, record=replace(reviewed.record, start=game.opening()))
    assert describe_maker(modified, messages) == f"Win chances: a model. {sentence}"
