"""Play at one terminal, line by line."""

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
    """A table whose players type the given answers, and everything that it prints."""

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
        """Everything that was printed."""
        return self._out.getvalue()

    @property
    def moves(self) -> list[str]:
        """The moves that were made and not undone."""
        return list(map(str, self.recorder.record().moves))


def first(state: State, chance: Stream) -> Action:
    """Return a bot that always chooses the first action."""
    return state.actions()[0]


# -- choosing ----------------------------------------------------------------------------------------------------------


PICNIC = "picnic board=1A/1A/1A/1A/-/- A=queen B=- turn=A dice=123456 rerolls=4/2"


@pytest.mark.parametrize(
    ("position", "labels"),
    [
        ("heckmeck grill=21-36 A=- B=- turn=A roll=1144445w", ["1", "4", "5", "w"]),
        ("heckmeck grill=21-36 A=- B=- turn=A aside=11", ["r", "s"]),
        (JUNIOR + " roll=wwgckb", ["w", "g", "c", "k", "b"]),
        (PICNIC, ["k", "r", "e"]),
    ],
)
def test_choices_are_labelled(position: str, labels: list[str]) -> None:
    """Dice are chosen by their face, and other choices by a letter of their name that is not a face.

    Many choices of one kind share a line.
    """
    state = roost.position(position)
    listed = choices(state.actions(), state.game.die)
    assert [choice.label for choice in listed] == labels
    assert sum(choice.ways for choice in listed) == len(state.actions())


@pytest.mark.parametrize(
    ("typed", "token"),
    [
        ("k", "keep"),
        ("e", "queen-reroll"),
        ("r", None),
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
def test_a_choice_may_be_typed_by_key_or_by_word(typed: str, token: str | None) -> None:
    """Spaces, case and the order of dice do not matter; an illegal choice is not accepted."""
    action = understand(typed, roost.position(PICNIC))
    assert (None if action is None else str(action)) == token


# -- playing -----------------------------------------------------------------------------------------------------------


ROLLED = JUNIOR + " roll=wwwgkb"
HECKMECK = "heckmeck grill=21-36 A=- B=- turn=A aside=11"
TYPED = ["wwwgkb", "w", "r", "ggb", "b", "take5"]


@pytest.mark.parametrize(
    ("start", "seed", "answers", "moves", "message"),
    [
        pytest.param(JUNIOR, None, TYPED, [*TYPED[:2], "roll", *TYPED[3:]], "Anna takes 5 (1 worm).", id="typed dice"),
        pytest.param(JUNIOR, None, TYPED, [*TYPED[:2], "roll", *TYPED[3:]], "── Ben ──", id="the next turn begins"),
        pytest.param(JUNIOR, "x", ["roll!", ""], ["ggcckb"], "Nothing to choose here", id="enter rolls"),
        pytest.param("junior grill=4,9 A=9 B=- turn=B aside=w roll=wwwkk", None, [""], ["k"], "", id="the only choice"),
        pytest.param(ROLLED, None, [""], [], "Type the label of your choice", id="no choice of several"),
        pytest.param(ROLLED, None, ["banana", "w"], ["w"], "'banana' is not one of the choices", id="nonsense"),
        pytest.param(JUNIOR, None, ["wwwgk", "wwwgkx", "w" * 10_000, "bWw gkw "], ["wwwgkb"],
                     "Please enter 6 dice, each one of wgckb.", id="a bad roll"),
        pytest.param("junior start=random grill=4,9 A=- B=- turn=draw", None, ["b"], ["B"],
                     "Who goes first (one of AB)? b\nBen is drawn to go first.", id="a drawn player is typed"),
        pytest.param(ROLLED, None, ["?", "w"], ["w"], "The rules: roost rules junior", id="help"),
        pytest.param(ROLLED, None, ["w", "q", "roll"], ["w"], "Until next time!", id="quitting keeps what was played"),
        pytest.param(ROLLED, "x", ["w", "u", "b"], ["b"], "Undone.", id="taken back before the dice fall"),
        pytest.param(JUNIOR + " aside=wwww", "x", ["take4", "u"], [], "", id="the end of a turn taken back"),
        pytest.param(JUNIOR + " aside=wwww", "x", ["roll", "u"], ["roll", "gk"], "Nothing to undo", id="dice"),
        pytest.param(HECKMECK, None, ["s", "n", "S", "y"], ["stop"], "Give up this turn?", id="a regretted choice"),
        pytest.param(HECKMECK, None, ["stop"], ["stop"], "── Ben ──", id="a whole word is not questioned"),
        pytest.param(ROLLED, "x", ["u", "w"], ["w"], "Nothing to undo", id="nothing to take back at the start"),
        pytest.param(JUNIOR, None, ["wwwwwb", "u", "wwwwbb", "w", "u", "u", "wwwbbb"], ["wwwbbb"], "", id="real dice"),
    ],
)  # fmt: skip
def test_typed_lines_are_executed_or_explained(
    start: str, seed: str | None, answers: list[str], moves: list[str], message: str
) -> None:
    """Rolls are typed, choices are made by number or word, and a choice can be undone until dice are rolled."""
    evening = Evening(start, *answers, seed=seed)
    assert evening.moves == moves
    assert message in evening.text
    assert evening.text.endswith("Until next time!\n")


def test_long_input_is_shortened_in_the_error() -> None:
    evening = Evening(ROLLED, "y" * 500)
    assert max(map(len, evening.text.replace("y" * 500, "").splitlines())) < 200


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ("The game is over: no tile is left face up on the grill.", "\nAnna wins with 4 worms.\n")),
        ("de", (" t  die 4 nehmen (1 Wurm)", "\nAnna gewinnt: 4 Würmer.\n")),
    ],
)
def test_the_last_tile_ends_the_game_with_the_result(language: str, sentences: tuple[str, str]) -> None:
    evening = Evening("junior grill=4 A=9 B=- turn=B aside=wwww", "take4", language=language)
    assert evening.recorder.state.node is Node.OVER
    assert all(words in evening.text for words in sentences)


def test_a_name_that_looks_like_markup_is_shown_as_it_is() -> None:
    players = (Player("[red]Anna"), Player("Ben"))
    evening = Evening("junior grill=4,5 A=9 B=- turn=A aside=wwww", "take4", players=players)
    assert "[red]Anna takes 4 (1 worm)." in evening.text


def test_bots_play_a_whole_game_without_a_prompt() -> None:
    bots = (Player("Chick", first), Player("Chick 2", first))
    evening = Evening(JUNIOR, players=bots, seed="x")
    assert evening.recorder.state.node is Node.OVER
    assert "None" not in evening.text


def test_the_same_dice_fall_again_after_a_full_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The choice was saved and the roll was not; the error is shown, and the roll is repeated later."""
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


def test_undo_skips_the_choices_of_bots() -> None:
    """An undo goes back to the dice that a person typed, and the bot chooses again."""
    players = (Player("Anna"), Player("Chick", first))
    evening = Evening("junior grill=4,9 A=- B=- turn=B", "wwwwbb", "u", "wggggg", players=players)
    assert evening.moves[0] == "wggggg"


@pytest.mark.parametrize(("name", "language"), [*zip(roost.all_games(), ("de", "en", "de", "en"), strict=True)])
def test_whole_games_of_people_and_bots_line_by_line(name: str, language: str) -> None:
    """People who type any of the offered labels reach the end of every game and its review."""
    recorder, chance, out = Recorder(roost.game(name, players=2)), Stream("people"), io.StringIO()

    def ask(prompt: str) -> str:
        legal = recorder.state.actions()
        if not legal:
            return ""
        if prompt.endswith(Messages(language).say("ui.sure")):
            return "y"
        choice = chance.choice(choices(legal, recorder.state.game.die))
        return choice.label if choice.ways == 1 else str(choice.action)

    table = TableHere(recorder, (Player("Anna"), Player("Chick", first)), SeededDice("evening"), "bots")
    asyncio.run(PlainTable(table, messages=Messages(language), console=Console(file=out, width=80), ask=ask).play())
    assert recorder.state.node is Node.OVER
    assert Messages(language).say("review.worst") in out.getvalue()
    assert max(map(len, out.getvalue().splitlines())) <= 80
