"""Records as text: what is written is read back."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import roost
from core.record.playing import EVERY_TABLE, SHORT, random_record
from roost.core.record import Recorder, read, read_all, write
from roost.core.record.proof import Proof


def test_a_record_looks_like_this() -> None:
    """Headers, an empty line, a line for each turn; nothing else."""
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


def test_a_game_that_has_not_begun_is_all_headers() -> None:
    """There is no empty line without a turn."""
    text = '[Roost "1"]\n[Game "junior"]\n[A "?"]\n[B "?"]\n[Result "*"]\n'
    assert write(Recorder(roost.game("junior")).record()) == text
    assert read(text).moves == ()


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_finished_games_read_back(name: str, players: int) -> None:
    """Every game, for every number of players: the record, and the text again."""
    game = random_record(roost.game(name, players), seed=players)
    text = write(game)
    assert read(text) == game
    assert write(read(text)) == text


@pytest.mark.parametrize("name", roost.all_games())
def test_games_from_any_position_read_back(name: str) -> None:
    """A game need not start from the opening: any state will do, and the header Position tells it."""
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
def test_options_read_back(name: str, options: dict[str, object], text: str) -> None:
    """Options that differ from their defaults are written as on the command line."""
    game = random_record(roost.all_games()[name].make(2, options), seed=7, most=30)
    assert game.headers["Options"] == text
    assert read(write(game)).game == game.game


_HEADER_TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cf"]), max_size=50)


@pytest.mark.no_cover
@given(
    st.lists(_HEADER_TEXT.filter(bool), min_size=2, max_size=2),
    st.dictionaries(st.from_regex(r"[a-z][A-Za-z0-9_-]{0,39}", fullmatch=True), _HEADER_TEXT, max_size=5),
)
def test_any_names_and_headers_read_back(names: list[str], headers: dict[str, str]) -> None:
    """Quotation marks, backslashes, brackets and all the alphabets; unknown headers in their order."""
    game = Recorder(roost.game("heckmeck"), names, headers).record()
    again = read(write(game))
    assert again == game
    assert again.names == tuple(names)
    assert list(again.kept) == list(headers.items())


def test_joined_emoji_are_welcome_in_names() -> None:
    """A name may hold characters that join others."""
    names = ["👩\u200d🌾", "Zoë"]
    assert read(write(Recorder(roost.game("heckmeck"), names).record())).names == tuple(names)


def test_proofs_read_back() -> None:
    """The proofs of verifiable dice stand below the turns, one to a line."""
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


# -- what else is read -------------------------------------------------------------------------------------------------


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
def test_the_reader_takes_what_people_write(text: str) -> None:
    """Line ends of any system, comments, empty lines, spaces, any order of dice and headers, no result yet."""
    assert write(read(text)) == SHORT


def test_several_records_stand_in_one_text() -> None:
    """With an empty line between them; comments may stand there too."""
    games = [random_record(roost.game(name), seed=8, most=30) for name in roost.all_games()]
    text = "\n".join(map(write, games))
    assert list(read_all(text)) == games
    assert list(read_all(text.replace("\n[Roost", "\n# next\n[Roost"))) == games
    assert list(read_all(io.StringIO(text))) == games


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n"])
def test_a_text_without_a_record_holds_none(text: str) -> None:
    """An empty collection is a collection."""
    assert list(read_all(text)) == []
