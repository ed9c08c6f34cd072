"""A table for Picnic Blitz: positions set up in a few words, moves played, and what a player sees then."""

from roost.core.moves import Event
from roost.games.picnic import Picnic, PicnicState

EMPTY = "-/-/-/-/-/-"


def position(text: str) -> PicnicState:
    """The position with these fields."""
    state = Picnic.read_text(f"picnic {text}")
    assert isinstance(state, PicnicState)
    return state


def play(state: PicnicState, *moves: str) -> PicnicState:
    """The position after these moves."""
    for move in moves:
        after = state.play(move).state
        assert isinstance(after, PicnicState)
        state = after
    return state


def events(state: PicnicState, move: str) -> tuple[Event, ...]:
    """The events of a move."""
    return state.play(move).events


def legal(state: PicnicState) -> list[str]:
    """The tokens of the legal actions."""
    return [str(action) for action in state.actions()]


def board(state: PicnicState) -> str:
    """The board as text."""
    return Picnic.layout()[0].codec.text(state.values()["board"])
