"""Games for tests of records: random games of every kind and one short readable game."""

import roost
from roost.core.game import Game
from roost.core.record import Record, Recorder, dice_headers
from roost.core.sources import DiceSource, SeededDice
from roost.core.state import State
from roost.core.stream import Stream

SHORT = """\
[Roost "1"]
[Game "heckmeck"]
[A "Anna"]
[B "Bert"]
[Position "heckmeck grill=21,25 A=- B=- turn=A"]
[Result "A 1, B 2; B wins; grill-empty"]

1 A 1123wwww w roll 1112 1 take21
2 B 1122wwww w roll 1155 5 take25
"""

EVERY_TABLE = [(name, players) for name, kind in roost.all_games().items() for players in kind.player_range]


def play_on(recorder: Recorder, dice: DiceSource, choices: Stream, most: int | None = None) -> Record:
    """Play at random to the end, or at most ``most`` moves."""
    while recorder.state.node is not roost.Node.OVER and most != 0:
        state = recorder.state
        recorder.add(dice.roll(state.dice) if state.dice else choices.choice(state.actions()))
        most = None if most is None else most - 1
    return recorder.record()


def random_record(start: Game | State, seed: int, most: int | None = None) -> Record:
    """Return the record of a random game with seeded dice."""
    dice, players = SeededDice(seed), (start if isinstance(start, Game) else start.game).players
    headers = {"Date": "2026-11-15", **dice_headers(dice), "Event": 'A "test" \\ more'}
    names = ["Anna", "rooster", "Žofie 🐓", "D", "E", "F", "G"][:players]
    return play_on(Recorder(start, names, headers), dice, Stream(f"{seed} choices"), most)
