"""A record written as text reads back as the same record."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import roost
from core.record.playing import EVERY_TABLE, SHORT, random_record
from roost.core.record import Recorder, read, read_all, write
from roost.core.record.proof import Proof


def test_a_record_has_headers_and_then_a_line_for_each_turn() -> None:
    recorder = Recorder(roost.game("heckmeck", start="random"), ["Anna", 'Bert "the \\ Beak"'], {"Date": "2026-11-15"})
    for move in ["B", "1122wwww", "w", "roll", "1155", "5", "take30", "1123wwww", "w"]:
        recorder.add(move)
    assert write(recorder.record()) == (
        '[Roost "1"]\n'
        '[Game "heckmeck"]\n'
        '[Options "start=random"]\n'
        '[A "Anna"]\n'
        '[B "Bert \\"the \\\\ Beak\\""]\n'
        '[Date "2026-11-15"]\n'
        '[Result "*"]\n'
        "\n"
        "0 - B\n"
        "1 B 1122wwww w roll 1155 5 take30\n"
        "2 A 1123wwww w\n"
    )


def test_a_game_that_has_not_begun_has_only_headers() -> None:
    text = '[Roost "1"]\n[Game "junior"]\n[A "?"]\n[B "?"]\n[Result "*"]\n'
    assert write(Recorder(roost.game("junior")).record()) == text
    assert read(text).moves == ()


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_finished_games_can_be_read_back(name: str, players: int) -> None:
    game = random_record(roost.game(name, players), seed=players)
    text = write(game)
    assert read(text) == game
    assert write(read(text)) == text


@pytest.mark.parametrize("name", roost.all_games())
def test_games_from_any_position_can_be_read_back(name: str) -> None:
    """The header Position is written for games that do not start from the opening."""
    for start in random_record(roost.game(name), seed=5, most=40).states():
        game = random_record(start, seed=6, most=5)
        assert ("Position" in game.headers) == (start != start.game.opening())
        assert read(write(game)) == game


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        ("heckmeck", {"short_game": True, "start": 1}, "start=B short_game=yes"),
        ("junior", {"double_face": "bun", "worms": (1, 1, 1, 1, 1, 9)}, "double_face=bun worms=1,1,1,1,1,9"),
        ("barbecue", {"start": "random"}, "start=random"),
        ("picnic", {"goal": 5, "beginner": True}, "goal=5 beginner=yes"),
    ],
)
def test_options_that_differ_from_defaults_are_written_and_read_back(
    name: str, options: dict[str, object], text: str
) -> None:
    game = random_record(roost.all_games()[name].make(2, options), seed=7, most=30)
    assert game.headers["Options"] == text
    assert read(write(game)).game == game.game


_HEADER_TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cf"]), max_size=50)


@pytest.mark.no_cover
@given(
    st.lists(_HEADER_TEXT.filter(bool), min_size=2, max_size=2),
    st.dictionaries(st.from_regex(r"[a-z][A-Za-z0-9_-]{0,39}", fullmatch=True), _HEADER_TEXT, max_size=5),
)
def test_any_names_and_headers_can_be_read_back(names: list[str], headers: dict[str, str]) -> None:
    """Texts may have quotation marks, backslashes, brackets and any alphabet; unknown headers keep their order."""
    game = Recorder(roost.game("heckmeck"), names, headers).record()
    again = read(write(game))
    assert again == game
    assert again.names == tuple(names)
    assert list(again.kept) == list(headers.items())


def test_a_name_may_hold_emoji_made_of_several_characters() -> None:
    names = ["👩\u200d🌾", "Zoë"]
    assert read(write(Recorder(roost.game("heckmeck"), names).record())).names == tuple(names)


def test_proofs_are_written_below_the_turns_and_read_back() -> None:
    recorder = Recorder(roost.game("heckmeck"))
    recorder.add("1123wwww", Proof(1, bytes(32), b"\xab"))
    recorder.add("w")
    recorder.add("roll")
    recorder.add("1112", Proof(2, b"\1" * 32, b""))
    text = write(recorder.record())
    assert text.endswith(
        f"1 A 1123wwww w roll 1112\n\n%roll 1 {'00' * 32} ab 6e458f6d\n%roll 2 {'01' * 32} - 82f89c17\n"
    )
    assert read(text) == recorder.record()


@pytest.mark.parametrize(
    "text",
    [
        SHORT.replace("\n", "\r\n"),
        "\ufeff" + SHORT,
        "\n# a comment\n\n" + SHORT,
        SHORT.replace("\n\n", "\n"),
        SHORT.replace("\n", "\n\n"),
        SHORT.replace("2 B", "# Bert's turn [not a header]\n2 B"),
        SHORT.replace("[A", "#[A\n[A"),
        SHORT.replace(" w ", "   w\t"),
        SHORT.replace("take21\n", "take21   \n"),
        SHORT.replace("wwww", "WWWW").replace("take", "Take"),
        SHORT.replace("1123wwww", "w1w2w3w1"),
        SHORT.rstrip("\n"),
        SHORT.replace('[Result "A 1, B 2; B wins; grill-empty"]\n', ""),
        SHORT.replace('"A 1, B 2; B wins; grill-empty"', '"*"'),
        SHORT.replace('[A "Anna"]\n[B "Bert"]\n', '[B "Bert"]\n[A "Anna"]\n'),
        SHORT.replace("[A", '[Options "short_game=no"]\n[A'),
    ],
)
def test_the_reader_accepts_handwritten_variants(text: str) -> None:
    """Any line ends, comments, empty lines and spaces are accepted, and dice and headers may come in any order."""
    assert write(read(text)) == SHORT


def test_one_text_may_hold_several_records() -> None:
    """An empty line separates records; comments may be in between."""
    games = [random_record(roost.game(name), seed=8, most=30) for name in roost.all_games()]
    text = "\n".join(map(write, games))
    assert list(read_all(text)) == games
    assert list(read_all(text.replace("\n[Roost", "\n# next\n[Roost"))) == games
    assert list(read_all(io.StringIO(text))) == games


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n"])
def test_a_text_without_a_record_yields_no_record(text: str) -> None:
    assert list(read_all(text)) == []
