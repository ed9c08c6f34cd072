"""The full-screen client, driven by keys and mouse."""

import pytest
from textual.widgets import Static

import roost
from play.terminal.screens import SIZE, a_table, an_app, is_asking, is_over, panel, play_to_the_end, screen_text, until
from roost.core.errors import NotKnownError
from roost.core.record import Recorder
from roost.core.state import Node
from roost.core.words import Messages
from roost.core.words.sentences import describe_outcome
from roost.play.terminal.review_lines import closing_lines
from roost.play.terminal.screens.table import TableScreen
from roost.play.terminal.speed import Speed
from roost.play.terminal.table import Player
from roost.play.terminal.widgets import ChoiceList
from soak import rarely

HECKMECK = "heckmeck grill=21-36 A=- B=- turn=A roll=1124445w"
PEOPLE = (Player("Anna"), Player("Ben"))
SHORT = {"heckmeck": "369", "junior": "317", "barbecue": "188", "picnic": "193"}
"""Seeds of short games between two hens, by game."""


@pytest.mark.parametrize(
    ("start", "language"),
    [
        *rarely(*((name, "en") for name in SHORT)),
        ("heckmeck grill=21-23 A=30 B=29,26 turn=A", "de"),
        ("junior grill=4,5 A=9 B=8 turn=A", "de"),
        ("barbecue grill=23:A,24:snail,36:BB A=1w B=8w11s turn=A", "de"),
        ("picnic board=6A/6B/8A/8B/9A/9B A=queen B=- turn=A", "de"),
    ],
)
async def test_a_whole_game_is_played_on_the_screen(start: str, language: str) -> None:
    """A player reaches the result against a bot with keys alone; in German, from a position near the end."""
    table = a_table(start, seed=SHORT.get(start, "1"))
    app = an_app(table, language)
    async with app.run_test(size=SIZE) as pilot:
        await play_to_the_end(pilot)
        text = screen_text(app)
    state = table.state
    assert state.node is Node.OVER
    assert state.outcome is not None
    assert describe_outcome(state.outcome, state.game, Messages(language), table.names).split(".")[0] in text


async def test_choices_are_made_by_key_or_mouse_and_can_be_undone() -> None:
    """A choice is made by a symbol's key, by arrows and Enter, or by a click on a line or on dice.

    Enter alone makes no choice, and nothing can be undone once dice were rolled.
    """
    table = a_table(HECKMECK, *PEOPLE)
    app = an_app(table)

    def moves() -> list[str]:
        return list(map(str, table.book.record().moves))

    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_asking(app))
        await pilot.press("enter")
        await pilot.pause()
        assert moves() == []
        line = next(line for line in screen_text(app).splitlines() if line.startswith(" roll"))
        for target, offset, token in (
            ("", None, "2"), ("#choosing", (3, 2), "2"), ("#choosing", (40, 4), "5"),
            ("#dice", (line.index("[5]") + 1, 1), "5"), ("w", None, "w"),
        ):  # fmt: skip
            if offset is not None:
                await pilot.click(target, offset=offset)
            else:
                await pilot.press(*([target] if target else ["down", "down", "enter"]))
            await until(lambda: is_asking(app) and len(moves()) == 1)
            await pilot.pause()
            assert moves() == [token]
            if token != "w":
                await pilot.press("u")
                await until(lambda: is_asking(app) and moves() == [])
                await pilot.pause()
        assert "[worm]  = 5" in screen_text(app)
        assert "Anna sets aside one worm: 5." in screen_text(app)
        await pilot.press("r")
        await until(lambda: is_asking(app) and len(moves()) == 3)
        await pilot.press("u")
    assert (moves()[:2], len(moves())) == (["w", "roll"], 3)


async def test_a_choice_that_players_regret_is_confirmed_first() -> None:
    """Giving up a turn takes two different keys, and neither is a face of the dice."""
    table = a_table("heckmeck grill=21-36 A=- B=- turn=A aside=11", *PEOPLE)
    app = an_app(table)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_asking(app))
        for keys in ("sb", "sy"):
            for key in keys:
                assert table.book.record().moves == ()
                await pilot.press(key)
                await until(lambda: is_asking(app))
        await until(lambda: len(table.book.record().moves) == 1)
    assert str(table.book.record().moves[0]) == "stop"


async def test_the_key_p_changes_the_speed_of_bots_and_dice() -> None:
    table = a_table(HECKMECK, *PEOPLE)
    app = an_app(table)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_asking(app))
        await pilot.press("p")
        assert (app.speed, table.pace, app.frames) == (Speed.SLOW, Speed.SLOW.times.step, 0)
        await pilot.pause()
        assert " p  slow" in screen_text(app)
    assert Speed.SLOW.next is Speed.NORMAL


@pytest.mark.parametrize(
    ("position", "language", "hint"),
    [
        (HECKMECK, "en", "Best for winning the game: set aside"),
        (HECKMECK, "de", "Gewinnanteil)"),
        ("picnic board=1A/1A/1A/1A/-/- A=queen B=- turn=A dice=123456 rerolls=4/2", "en", "win chance)"),
    ],
)
async def test_the_keys_o_and_h_show_odds_and_a_hint(position: str, language: str, hint: str) -> None:
    """The odds replace the log; the hint names the best choice with a reason, and brings the log back."""
    table = a_table(position, *PEOPLE)
    app = an_app(table, language)
    fails = Messages(language).say("odds.fails")
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_asking(app))
        await pilot.press("o")
        await until(lambda: fails in screen_text(app) and "%" in screen_text(app))
        await pilot.press("h")
        await until(lambda: hint in panel(screen_text(app)))
        await pilot.press("o")
        await until(lambda: fails in screen_text(app))


async def test_an_unknown_hint_or_review_is_refused_in_the_players_language(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(state: object) -> None:
        raise NotKnownError("shares are ±28%")

    monkeypatch.setattr("roost.study.review.hints.hint_at", unknown)
    monkeypatch.setattr("roost.study.review.modelled.review_game", unknown)
    app = an_app(a_table(HECKMECK, *PEOPLE), "de")
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_asking(app))
        await pilot.press("h")
        await until(lambda: "noch nicht gut genug" in panel(screen_text(app)))
    record = Recorder(roost.game("heckmeck"), ("Anna", "Ben")).record()
    assert [line.plain for line in closing_lines(record, Messages("de"))] == [Messages("de").say("hint.not_known")]


async def test_help_opens_over_the_table() -> None:
    """A question mark opens the help with keys and rules, and Esc closes it."""
    app = an_app(a_table(HECKMECK, *PEOPLE))
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_asking(app))
        await pilot.press("question_mark")
        await pilot.pause()
        assert "show the best choice, and why" in screen_text(app)
        assert "Also sold as Pickomino" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert is_asking(app)


async def test_real_dice_can_be_typed_on_the_screen() -> None:
    """The field accepts symbols of the dice only, and a wrong number of dice is refused."""
    table = a_table("junior grill=4,4,5,6,9 A=- B=- turn=A", *PEOPLE, seed=None)
    app = an_app(table)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_asking(app))
        await pilot.press(*"wwwgk", "x", "enter")
        await pilot.pause()
        assert "Please enter 6 dice" in screen_text(app)
        await pilot.press("b", "enter")
        await until(lambda: len(table.book.record().moves) == 1)
        await until(lambda: is_asking(app))
        await pilot.press("u")  # the last key was a mistake
        await until(lambda: not table.book.record().moves)
        await until(lambda: is_asking(app))
        assert app.screen.query_one(ChoiceList).choices == []  # no choice from the undone roll
        await pilot.press(*"wwwgkk", "enter")
        await until(lambda: len(table.book.record().moves) == 1)
    assert [str(move) for move in table.book.record().moves] == ["wwwgkk"]


async def test_dice_to_re_roll_are_picked_one_by_one() -> None:
    """A number picks a die or puts it back, within the allowed count; Esc cancels and Enter re-rolls."""
    start = "picnic board=1A/1A/1A/1A/-/- A=queen B=- turn=A dice=113456 rerolls=4/2"
    table = a_table(start, *PEOPLE)
    app = an_app(table)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_asking(app))
        await pilot.press("r", "escape")
        await until(lambda: is_asking(app))
        await pilot.press("r")
        await until(lambda: not is_asking(app))
        await pilot.press("1", "1", "1", "1", "3", "4", "5", "6")
        await pilot.pause()
        assert "re-roll one 1, one 3, one 4 and one 5" in screen_text(app)
        await pilot.press("5", "enter")
        await until(lambda: len(table.book.record().moves) == 2)
    assert str(table.book.record().moves[0]) == "reroll134"


async def test_the_end_offers_another_game() -> None:
    """The key a plays again with the same players and new dice."""
    table = a_table("junior grill=4 A=9 B=- turn=B aside=wwww", *PEOPLE)
    app = an_app(table)
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: is_asking(app))
        await pilot.press("t")
        await until(lambda: is_over(app))
        await pilot.pause()
        assert "Anna wins with 4 worms." in screen_text(app)
        assert str(app.screen_stack[-2].query_one("#prompt", Static).content) == ""  # the game is over
        assert "★ Anna  4 worms" in screen_text(app)
        await until(lambda: "1 decision: too few for a grade" in screen_text(app))  # the review has arrived
        await pilot.press("a")
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.is_asking)
        await pilot.pause()
        assert "Ben, choose:" in screen_text(app)
        await pilot.press("q")
    assert app.farewell() == "To continue: roost play --resume. Until next time!"
