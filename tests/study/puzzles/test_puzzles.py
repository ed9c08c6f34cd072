"""Tests of puzzles: clear, not obvious, and consistent with the shipped model."""

from datetime import date, timedelta

import pytest

import roost
from command import run
from roost.core.errors import OptionError
from roost.core.stream import Stream
from roost.study.bots import bot
from roost.study.models import value
from roost.study.puzzles import Offer, Puzzle, Question, collection, daily, numbered
from roost.study.puzzles.collection import made_with
from roost.study.puzzles.finder import CLEAR, collect
from roost.study.review.modelled import model_name
from soak import SOAKING
from study.review.by_scores import by_scores

_FEWEST = 200
_SAMPLE = 8
"""Interval at which puzzles are checked; ``make soak`` checks all."""


@pytest.mark.parametrize("game", roost.all_games())
def test_every_game_has_a_collection(game: str) -> None:
    """A collection has at least 200 different positions, of several kinds, difficulties and numbers of players."""
    puzzles = collection(game)
    assert len(puzzles) >= _FEWEST
    assert [puzzle.number for puzzle in puzzles] == list(range(1, len(puzzles) + 1))
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.kind for puzzle in puzzles}) >= 2
    assert {next(iter(puzzle.tempted)) for puzzle in puzzles} == {"rooster", "hen", "pullet"}
    assert len({puzzle.state.game.players for puzzle in puzzles}) > 1


@pytest.mark.soak
@pytest.mark.parametrize("game", roost.all_games())
def test_a_puzzle_is_clear_and_not_obvious(game: str) -> None:
    """The puzzle's values agree with the shipped model, and its listed mistakes with the bots."""
    assert made_with(game) == model_name(game), "the model has changed: run python -m roost.study.puzzles"
    for puzzle in collection(game)[:: 1 if SOAKING else _SAMPLE]:
        state = puzzle.state
        choices = value(state).choices(state)
        best, second, *_ = sorted((shares[puzzle.seat] for shares in choices.values()), reverse=True)
        assert best - second >= CLEAR - 1e-6
        assert choices[state.game.parse_action(puzzle.best)][puzzle.seat] == best
        assert puzzle.gap >= CLEAR - 1e-6
        for offer in puzzle.offers:
            assert offer.shares == pytest.approx(choices[state.game.parse_action(offer.action)], abs=1e-5)
        assert puzzle.tempted
        for name, action in puzzle.tempted.items():
            assert action != puzzle.best
            assert str(bot(name).choose(state, Stream("puzzle"))) == action
            assert action in [offer.action for offer in puzzle.offers]


@pytest.mark.parametrize("game", roost.all_games())
def test_every_day_has_its_puzzle(game: str) -> None:
    """A day's puzzle is the same for all, changes the next day, and asks "stop or roll?" if the game can."""
    today = date(2026, 3, 31)
    assert daily(game, today) is daily(game, today)
    assert daily(game, today) is not daily(game, today + timedelta(days=1))
    assert daily(game, today).kind is (Question.DICE if game == "picnic" else Question.STOP) or game == "picnic"


def test_collecting_is_reproducible() -> None:
    """The collected puzzles have both kinds, are clear, and are the same for the same seed."""
    kind = roost.all_games()["junior"]
    puzzles = list(collect(kind, 4, "test", by_scores, by_scores))
    assert {Question.STOP, Question.DICE} <= {puzzle.kind for puzzle in puzzles}
    assert all(puzzle.gap >= CLEAR and puzzle.tempted for puzzle in puzzles)
    assert [Puzzle.from_json(puzzle.to_json()) for puzzle in puzzles] == puzzles
    assert list(collect(kind, 4, "test", by_scores, by_scores)) == puzzles


def test_a_puzzle_is_harder_if_stronger_bots_err_or_the_lead_is_smaller() -> None:
    """The difficulty depends on the strongest bot that errs and on the lead of the best choice."""

    def rated(gap: float, *tempted: str) -> int:
        offers = (Offer("roll", (0.5, 0.5)), Offer("take4", (0.5 - gap, 0.5 + gap)))
        start = "junior worms=9,9,9,9,9,9 grill=4 A=9 B=- turn=A aside=wwww"
        return Puzzle(1, Question.STOP, start, offers, "roll", dict.fromkeys(tempted, "take4"), "").rating

    assert [rated(0.03, name) for name in ("pullet", "hen", "rooster", "gosling")] == [900, 1100, 1300, 1100]
    assert rated(0.06, "hen", "rooster") == 1250
    assert rated(0.12, "hen") == 1000


def test_unknown_puzzles_are_refused() -> None:
    """The errors for an unknown number, an unknown game and a wrong date are specific."""
    with pytest.raises(OptionError, match="but not 999"):
        numbered("junior", 999)
    with pytest.raises(OptionError, match="no game is called 'chess'"):
        daily("chess", date(2026, 3, 31))
    assert run("puzzle", "junior", "--day", "31.3.2026").code == 2


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_command_asks_and_answers(language: str) -> None:
    """The command handles a right answer, a wrong one, a missing one, and one that is not offered."""
    puzzle = numbered("heckmeck", 1)
    wrong = next(iter(puzzle.tempted.values()))
    right = run("puzzle", "heckmeck", "--number", "1", "--answer", puzzle.best, lang=language)
    assert right.code == 0
    assert {"en": "Right: ", "de": "Richtig: "}[language] in right.out
    loss = {"en": "% more", "de": "% eines Sieges mehr"}[language]
    assert loss in run("puzzle", "heckmeck", "-n", "1", typed=f"{wrong}\n", lang=language).out
    assert {"en": "Best: ", "de": "Am besten: "}[language] in run("puzzle", "heckmeck", lang=language).out
    assert run("puzzle", "heckmeck", "-n", "1", "--answer", "xyz").code == 2
    assert len(run("puzzle", "heckmeck", "--list").out.splitlines()) == len(collection("heckmeck"))
