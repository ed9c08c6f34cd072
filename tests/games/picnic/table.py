"""Test helpers for Picnic Blitz: set up positions, play moves, and list legal actions."""

from roost.core.moves import Event
from roost.games.picnic import Picnic, PicnicState

EMPTY = "-/-/-/-/-/-"


def position(text: str) -> PicnicState:
    """Return the position with these fields."""
    state = Picnic.read_text(f"picnic {text}")
    assert isinstance(state, PicnicState)
    return state


def play(state: PicnicState, *moves: str) -> PicnicState:
    """Return the position after these moves."""
    for move in moves:
        after = state.play(move).state
        assert isinstance(after, PicnicState)
        state = after
    return state


def events(state: PicnicState, move: str) -> tuple[Event, ...]:
    """Return the events of a move."""
    return state.play(move).events


def legal(state: PicnicState) -> list[str]:
    """Return the tokens of the legal actions."""
    return [str(action) for action in state.actions()]


def board(state: PicnicState) -> str:
    """Return the board as text."""
    return Picnic.layout()[0].codec.text(state.values()["board"])
