"""Play at one terminal, line by line."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

import roost
from roost.core.moves import Action
from roost.core.record import Record, Recorder, load, save
from roost.core.sources import SeededDice
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.core.words import Messages
from roost.play.terminal.choices import choices, understand
from roost.play.terminal.plain import PlainTable
from roost.play.terminal.table import Player, Setup, TableHere

JUNIOR = "junior grill=4,4,5,6,9 A=- B=- turn=A"


class Evening:
    """A table whose people type what a test gives them, and everything that is printed there."""

    def __init__(
        self,
        start: str,
        *answers: str,
        players: tuple[Player, ...] = (Player("Anna"), Player("Ben")),
        seed: str | None = None,
        language: str = "en",
    ) -> None:
        self.recorder = Recorder(roost.position(start), [player.name for player in players])
        self._answers: Iterator[str] = iter(answers)
        self._out = io.StringIO()
        dice = None if seed is None else SeededDice(seed)
        console = Console(file=self._out, width=200, highlight=False)
        table = TableHere(self.recorder, players, dice, "bots")
        asyncio.run(PlainTable(table, messages=Messages(language), console=console, ask=self._ask).play())

    def _ask(self, prompt: str) -> str:
        answer = next(self._answers, None)
        print(prompt, answer, file=self._out, sep="")
        if answer is None:
            raise EOFError
        return answer

    @property
    def text(self) -> str:
        """Everything that was shown."""
        return self._out.getvalue()

    @property
    def moves(self) -> list[str]:
        """The moves that were made and not taken back."""
        return list(map(str, self.recorder.record().moves))


def first(state: State, chance: Stream) -> Action:
    """A bot that always chooses the first action."""
    return state.actions()[0]


def actions(position: str) -> tuple[Action, ...]:
    """The legal actions of a position."""
    return roost.position(position).actions()


# -- choosing ----------------------------------------------------------------------------------------------------------


def test_dice_that_show_numbers_are_chosen_by_what_they_show() -> None:
    """In Heckmeck, 4 means the fours: a number in a list would be mistaken for the number on a die."""
    heckmeck = "heckmeck grill=21-36 A=- B=- turn=A roll=1144445w"
    assert [choice.label for choice in choices(actions(heckmeck))] == ["1", "4", "5", "w"]


def test_other_choices_are_numbered() -> None:
    """Choices whose own words are no numbers are counted from 1."""
    assert [choice.label for choice in choices(actions(JUNIOR + " aside=wwww"))] == ["1", "2"]
    assert [choice.label for choice in choices(actions(JUNIOR + " roll=wwgckb"))] == ["1", "2", "3", "4", "5"]


def test_many_choices_of_one_kind_take_one_line() -> None:
    """Forty ways to re-roll are one line, which is not numbered, so that the others keep small numbers."""
    picnic = "picnic board=1A/1A/1A/1A/-/- A=queen B=- turn=A dice=123456 rerolls=4/2"
    listed = choices(actions(picnic))
    assert [(choice.label, choice.ways) for choice in listed] == [("1", 1), ("reroll…", 56), ("2", 1)]


@pytest.mark.parametrize(
    ("typed", "token"),
    [
        ("1", "keep"),
        ("2", "queen-reroll"),
        ("keep", "keep"),
        (" KEEP ", "keep"),
        ("reroll 2 1", "reroll12"),
        ("reroll7", None),
        ("reroll12345", None),
        ("3", None),
        ("", None),
        ("x" * 10_000, None),
    ],
)
def test_a_choice_is_understood_by_place_or_by_word(typed: str, token: str | None) -> None:
    """Spaces, case and the order of dice do not matter; what is not legal is not understood."""
    picnic = "picnic board=1A/1A/1A/1A/-/- A=queen B=- turn=A dice=123456 rerolls=4/2"
    action = understand(typed, roost.position(picnic))
    assert (None if action is None else str(action)) == token


# -- playing -----------------------------------------------------------------------------------------------------------


def test_a_turn_with_typed_dice() -> None:
    """Rolls are typed, choices are made by number or word, and the next turn begins."""
    evening = Evening(JUNIOR, "wwwgkb", "w", "1", "ggb", "b", "take5")
    assert evening.moves == ["wwwgkb", "w", "roll", "ggb", "b", "take5"]
    assert "Anna takes 5 (1 worm)." in evening.text
    assert "── Ben ──" in evening.text
    assert evening.text.endswith("Until next time!\n")


def test_a_whole_game_ends_with_the_result() -> None:
    """The last tile ends the game: the table and the winner are shown."""
    evening = Evening("junior grill=4 A=9 B=- turn=B aside=wwww", "take4")
    assert evening.recorder.state.node is Node.OVER
    assert "The game is over: no tile lies face up on the grill." in evening.text
    assert "\nAnna wins with 4 worms.\n" in evening.text


def test_german() -> None:
    """The same table in German."""
    evening = Evening("junior grill=4 A=9 B=- turn=B aside=wwww", "take4", language="de")
    assert " 2  die 4 nehmen (1 Wurm)" in evening.text
    assert "\nAnna gewinnt: 4 Würmer.\n" in evening.text


def test_names_are_shown_as_they_are() -> None:
    """A name that looks like markup is a name."""
    players = (Player("[red]Anna"), Player("Ben"))
    evening = Evening("junior grill=4,5 A=9 B=- turn=A aside=wwww", "take4", players=players)
    assert "[red]Anna takes 4 (1 worm)." in evening.text


def test_bots_choose_for_themselves_and_wait_for_nobody() -> None:
    """Bots play a game to its end without a single question."""
    bots = (Player("Chick", first), Player("Chick 2", first))
    evening = Evening(JUNIOR, players=bots, seed="x")
    assert evening.recorder.state.node is Node.OVER
    assert "None" not in evening.text


def test_enter_rolls_at_the_start_of_a_turn() -> None:
    """The first roll of a person's turn waits for Enter; anything else is answered with what Enter does."""
    evening = Evening(JUNIOR, "roll!", "", seed="x")
    assert "Nothing to choose here" in evening.text
    assert len(evening.moves) == 1


def test_enter_takes_the_only_choice() -> None:
    """With one legal action there is nothing to type."""
    evening = Evening("junior grill=4,9 A=9 B=- turn=B aside=w roll=wwwkk", "")
    assert evening.moves == ["k"]


def test_enter_chooses_nothing_among_several() -> None:
    """With several legal actions an empty line is no choice."""
    evening = Evening(JUNIOR + " roll=wwwgkb", "")
    assert evening.moves == []
    assert "Type what stands to the left of your choice" in evening.text


def test_nonsense_is_quoted_and_asked_again() -> None:
    """What cannot be chosen is repeated, shortened if need be, and nothing happens."""
    evening = Evening(JUNIOR + " roll=wwwgkb", "banana", "y" * 500, "w")
    assert "'banana' is not one of the choices" in evening.text
    assert max(map(len, evening.text.replace("y" * 500, "").splitlines())) < 200
    assert evening.moves == ["w"]


def test_a_bad_roll_is_asked_again() -> None:
    """Typed dice that cannot have fallen are refused with what would be right; order, case and spaces do not matter."""
    evening = Evening(JUNIOR, "wwwgk", "wwwgkx", "w" * 10_000, "bWw gkw ")
    assert evening.text.count("That should be 6 dice, each one of wgckb.") == 3
    assert evening.moves == ["wwwgkb"]


def test_the_first_player_can_be_typed() -> None:
    """With real dice at a real table, the draw of the first player is asked for too."""
    evening = Evening("junior start=random grill=4,9 A=- B=- turn=draw", "b")
    assert "Who begins (one of AB)?" in evening.text
    assert "Ben is drawn to begin." in evening.text


def test_help_explains_the_keys() -> None:
    """A question mark is answered, and the question stands."""
    evening = Evening(JUNIOR + " roll=wwwgkb", "?", "w")
    assert "The rules: roost rules junior" in evening.text
    assert evening.moves == ["w"]


def test_quitting_keeps_what_was_played() -> None:
    """A q stops the game where it is."""
    evening = Evening(JUNIOR + " roll=wwwgkb", "w", "q", "roll")
    assert evening.moves == ["w"]
    assert evening.text.endswith("Until next time!\n")


def test_a_full_disk_changes_no_dice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The choice was kept and the roll was not: that is told, and the same dice fall once there is room."""
    answers, prompts, failed = iter(["", "g", "roll", "roll", "", "q"]), list[str](), list[str]()

    def keep(record: Record, path: Path) -> None:
        if len(record.moves) == 4 and not failed:
            failed.append(str(record.moves[-1]))
            raise OSError("no room")
        save(record, path)

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    monkeypatch.setattr("roost.core.record.file.save", keep)
    table = Setup(
        roost.position(JUNIOR), (Player("Anna"), Player("Ben")), seed="7", record=tmp_path / "g.roost"
    ).begin()
    asyncio.run(PlainTable(table, messages=Messages(), console=Console(file=(out := io.StringIO())), ask=ask).play())
    assert "no room" in out.getvalue()
    assert [prompt.strip() for prompt in prompts[-3:]] == ["Anna>", "Enter: roll 2 dice", "Anna>"]
    assert [*map(str, load(tmp_path / "g.roost").moves)] == ["ggggbb", "g", "roll", *failed]


# -- taking back -------------------------------------------------------------------------------------------------------


def test_a_choice_can_be_taken_back_before_the_dice_fall() -> None:
    """Setting aside reveals nothing, so it can be undone."""
    evening = Evening(JUNIOR + " roll=wwwgkb", "w", "u", "b", seed="x")
    assert "Taken back." in evening.text
    assert evening.moves == ["b"]


def test_the_end_of_a_turn_can_be_taken_back_before_the_next_roll() -> None:
    """A taken tile goes back while the next person has not rolled."""
    evening = Evening(JUNIOR + " aside=wwww", "take4", "u", seed="x")
    assert evening.moves == []


def test_nothing_is_taken_back_once_dice_have_fallen() -> None:
    """Dice that the program rolled have shown something, so whatever led to them stands."""
    evening = Evening(JUNIOR + " aside=wwww", "roll", "u", seed="x")
    assert "Nothing to take back" in evening.text
    assert len(evening.moves) == 2


def test_at_the_very_start_there_is_nothing_to_take_back() -> None:
    """Before the first choice an undo changes nothing."""
    evening = Evening(JUNIOR + " roll=wwwgkb", "u", "w", seed="x")
    assert "Nothing to take back" in evening.text
    assert evening.moves == ["w"]


def test_typed_dice_can_be_taken_back() -> None:
    """A slip of the finger when typing real dice is corrected, roll by roll."""
    evening = Evening(JUNIOR, "wwwwwb", "u", "wwwwbb", "w", "u", "u", "wwwbbb")
    assert evening.moves == ["wwwbbb"]


def test_taking_back_passes_over_the_choices_of_bots() -> None:
    """With typed dice, an undo goes back to what a person typed, and the bot chooses again."""
    players = (Player("Anna"), Player("Chick", first))
    evening = Evening("junior grill=4,9 A=- B=- turn=B", "wwwwbb", "u", "wggggg", players=players)
    assert evening.moves[0] == "wggggg"


@pytest.mark.parametrize(("name", "language"), [*zip(roost.all_games(), ("de", "en", "de", "en"), strict=True)])
def test_whole_evenings_of_people_and_bots(name: str, language: str) -> None:
    """People who type any of the labels they are shown come to the end of every game and to its review."""
    recorder, chance, out = Recorder(roost.game(name, players=2)), Stream("people"), io.StringIO()

    def ask(prompt: str) -> str:
        legal = recorder.state.actions()
        if not legal:
            return ""
        choice = chance.choice(choices(legal))
        return choice.label if choice.ways == 1 else str(choice.action)

    table = TableHere(recorder, (Player("Anna"), Player("Chick", first)), SeededDice("evening"), "bots")
    asyncio.run(PlainTable(table, messages=Messages(language), console=Console(file=out, width=80), ask=ask).play())
    assert recorder.state.node is Node.OVER
    assert Messages(language).say("review.worst") in out.getvalue()
    assert max(map(len, out.getvalue().splitlines())) <= 80
