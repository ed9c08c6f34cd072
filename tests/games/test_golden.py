"""Golden playthroughs: a whole game of every game and variant, in a form that a person can read and check.

Each node is a paragraph: the position, ``?`` with the options, ``>`` with the move, ``*`` with each event. The files
pin rules, order of actions, texts, events and the random stream at once, so every change shows.
"""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

import roost
from golden import DATA, UPDATE, assert_golden
from policies import walked
from roost.core.game import Game
from roost.core.moves import Event
from roost.core.notation import SEATS
from roost.core.state import State
from roost.core.stream import Stream

GOLDEN = DATA / "golden"


class Playthrough(NamedTuple):
    """A seeded game; the seeds were picked for short and eventful games."""

    variant: str
    game: Game
    seed: int


PLAYTHROUGHS = (
    Playthrough("default", roost.game("heckmeck", players=2), 140),
    Playthrough("short-game", roost.game("heckmeck", players=3, short_game=True), 118),
    Playthrough("always-turn", roost.game("heckmeck", players=2, always_turn=True), 113),
    Playthrough("default", roost.game("junior", players=2), 110),
    Playthrough("bun-twice", roost.game("junior", players=3, double_face="bun", start="random"), 136),
    Playthrough("must-pinch", roost.game("junior", players=2, must_pinch=True), 12),
    Playthrough("default", roost.game("barbecue", players=3), 124),
    Playthrough("stop-on-nothing", roost.game("barbecue", players=2, stop_on_nothing=True), 193),
    Playthrough("default", roost.game("picnic", players=2), 88),
    Playthrough("beginner", roost.game("picnic", players=3, beginner=True), 48),
)


def file_name(playthrough: Playthrough) -> str:
    """Return the file's name, such as ``heckmeck-short-game.txt``."""
    return f"{playthrough.game.name}-{playthrough.variant}.txt"


def event_line(event: Event) -> str:
    """Return an event as a line, such as ``took seat=A tile=24``."""
    data = event.to_json()
    words = [str(data.pop("type"))]
    for key, value in data.items():
        words.append(f"{key}={SEATS[value] if key in ('seat', 'owner') and isinstance(value, int) else value}")
    return " ".join(words)


def transcript(playthrough: Playthrough) -> Iterator[str]:
    """Yield the whole game, line by line."""
    variant, game, seed = playthrough
    yield f"{game.title}, {variant}, {game.players} players, seed {seed}"
    for before, played in walked(game.opening(), Stream(seed)):
        yield from ("", str(before), f"  ? {before.dice or ' '.join(map(str, before.actions()))}", f"  > {played.move}")
        yield from (f"  * {event_line(event)}" for event in played.events)
    yield from ("", str(played.state), f"  {result(played.state)}")


def result(state: State) -> str:
    """Return scores and winners, such as ``A 5, B 9: B by score``."""
    outcome = state.outcome
    assert outcome is not None
    scores = ", ".join(f"{SEATS[seat]} {score}" for seat, score in enumerate(outcome.scores))
    winners = " and ".join(SEATS[seat] for seat in outcome.winners)
    return f"{scores}: {winners} by {outcome.decided_by}"


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=file_name)
def test_playthroughs_match_their_files(playthrough: Playthrough) -> None:
    """The game goes exactly as recorded in its file."""
    assert_golden(GOLDEN / file_name(playthrough), "\n".join(transcript(playthrough)) + "\n")


def test_every_game_has_a_playthrough() -> None:
    assert {playthrough.game.name for playthrough in PLAYTHROUGHS} == set(roost.all_games())


@pytest.mark.skipif(UPDATE, reason="the files are being written")
def test_every_golden_file_is_tested() -> None:
    """Every file in the folder belongs to a playthrough."""
    assert {path.name for path in GOLDEN.iterdir()} == set(map(file_name, PLAYTHROUGHS))
