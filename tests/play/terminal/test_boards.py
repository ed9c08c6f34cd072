"""Boards as lines of text."""

import pytest
from rich.text import Text

import roost
from roost.core.state import Node
from roost.core.stream import Stream
from roost.core.words import Messages
from roost.games.junior import Junior
from roost.play.terminal.adapter import board_lines, turn_lines
from roost.play.terminal.lines import underlined

ENGLISH = Messages("en")


def drawn(position: str, *names: str, messages: Messages = ENGLISH) -> list[str]:
    """Return the board and the turn of a position, as plain text."""
    state = roost.position(position)
    return [line.plain for line in (*board_lines(state, messages, names), *turn_lines(state, messages))]


def test_the_board_of_heckmeck() -> None:
    """Tiles are in their places, face up, face down or gone; the top of a stack is in brackets."""
    position = "heckmeck grill=21-23,25-28,30,35 A=24 B=- C=29,36,31 turn=C aside=444w roll=1123"
    assert drawn(position, "Anna", "Ben", "Carla") == [
        "Grill     21 22 23  · 25 26 27 28  · 30  · ▒▒ ▒▒ ▒▒ 35  ·",
        "worms      1  1  1     2  2  2  2     3              4",
        "  A Anna   [24]        1 worm",
        "  B Ben    –           0 worms",
        "▸ C Carla  29 36 [31]  10 worms",
        "aside     4 4 4  worm  = 17",
        "roll      1 1  2  3",
    ]


def test_the_board_of_junior_distinguishes_equal_tiles() -> None:
    """One of two equal tiles may be face up while the other is face down or in a stack."""
    assert drawn("junior grill=4,5,5,9 A=6 B=7,4 turn=A aside=wwb roll=next") == [
        "Grill      4  ·  5  5 ▒▒  · ▒▒  · ▒▒ ▒▒  9 ▒▒",
        "worms      1     1  1                    4",
        "▸ A [6]    2 worms",
        "  B 7 [4]  3 worms",
        "aside     worm worm  bun  = 4",
    ]


def test_the_board_of_barbecue() -> None:
    """Plates are shown by their owners' letters, twice on a closed spot, and a snail by an @."""
    position = "barbecue grill=23:A,27:BB,36:snail A=1w B=9w2s turn=B aside=666 roll=1234w"
    assert drawn(position, "Anna", "Ben", messages=Messages("de")) == [
        "Grill     23 24 25 26 27 28 29 30 31 32 33 34 35 36",
        "Würmer     1  1  2  2  2  2  3  3  3  3  4  4  4  4",
        "           A  ·  ·  · BB  ·  ·  ·  ·  ·  ·  ·  ·  @",
        "          im Vorrat: 9 Schnecken (@)",
        "  A Anna  1 Wurm    0 Schnecken  noch 9 Teller  1 Punkt",
        "▸ B Ben   9 Würmer  2 Schnecken  noch 8 Teller  15 Punkte",
        "beiseite  6 6 6  = 18",
        "Wurf      1  2  3  4  Wurm",
    ]


PICNIC = [
    "Track 1    ·  · BA  ·  ·  [·] 2 points",
    "Track 2    ·  ·  ·  ·  ·  [B] 2 points",
    "Track 3    ·  ·  ·  ·  ·  A  ·  [·] 3 points",
    "Track 4    ·  ·  ·  ·  ·  ·  ·  [·] 3 points",
    "Track 5    ·  ·  ·  ·  ·  ·  ·  ·  ·  [·] 4 points",
    "Track 6    ·  ·  ·  ·  ·  ·  ·  ·  ·  [·] 4 points",
    "▸ A no Queen  2 active ants  0 of 9 points",
    "  B Queen     1 active ant   2 of 9 points",
]


@pytest.mark.parametrize(
    ("turn", "lines"),
    [
        ("", []),
        ("dice=123455 rerolls=2/1", ["roll      1  2  3  4  5 5", "          you may re-roll up to 2 dice"]),
        ("dice=123455", ["roll      1  2  3  4  5 5", "          2 attacks left"]),
        ("dice=112255", ["roll      1 1  2 2  5 5"]),
    ],
)
def test_the_board_of_picnic(turn: str, lines: list[str]) -> None:
    """Piles read from bottom to top, the Food square is in brackets, and the rest of the turn is below the dice."""
    assert drawn(f"picnic board=3BA/6B/6A/-/-/- A=- B=queen turn=A {turn}") == [*PICNIC, *lines]


def test_picnic_says_that_many_re_rolls_may_be_split() -> None:
    """Four or more re-rolls may be used in two groups."""
    position = "picnic board=1A/1A/1A/1A/-/- A=- B=- turn=A dice=123455 rerolls=4/2"
    assert drawn(position)[-1] == "          you may re-roll up to 4 dice, in two groups"


@pytest.mark.parametrize("name", roost.all_games())
def test_every_board_fits_a_small_terminal(name: str) -> None:
    """Games with the most players have no line over 80 characters, and no line of the board over 60."""
    game, german, chance = roost.game(name, players=roost.all_games()[name].player_range[-1]), Messages("de"), Stream(1)
    names = ["Maximiliane", "Ben", "Carla", "Dora", "Emil", "Fritz", "Gert"][: game.players]
    state = game.opening()
    while state.node is not Node.OVER:
        board = board_lines(state, german, names)
        assert max(len(line.plain) for line in (*board, *turn_lines(state, german))) <= 80
        assert max(len(line.plain) for line in board[: -game.players]) <= 60
        move = state.dice.draw(chance) if state.dice is not None else chance.choice(state.actions())
        state, _ = state.play(move)


def test_a_game_without_a_drawing_is_shown_by_its_fields() -> None:
    """All fields that the position declares are shown, common ones and those of each player."""

    class Plain(Junior):  # a subclass does not inherit adapters
        name = "plain"

    state = Plain.read_text("plain grill=4,5,5,9 A=6 B=7,4 turn=A")
    assert [line.plain for line in board_lines(state, ENGLISH)] == [
        "grill     4  5  5  9",
        "▸ A 2 points  6",
        "  B 3 points  7  4",
    ]
    assert turn_lines(state, ENGLISH) == []


def test_changed_words_of_a_board_are_underlined() -> None:
    """The turn marker is never underlined, nor is any word if the board's number of lines has changed."""
    before, now = ([Text("grill  4  5  5"), Text("▸ A 2 points  6")], [Text("grill  4  5"), Text("  A 3 points  6  5")])
    marked = underlined(now, before)
    assert [[line.plain[span.start : span.end] for span in line.spans] for line in marked] == [[], ["3", "5"]]
    assert underlined([*now, Text("more")], before) == [*now, Text("more")]
    assert not now[1].spans
