"""Games between quick players for tests of reviews."""

import roost
from policies import brisk
from roost.core.record import Record, Recorder
from roost.core.sources import SeededDice
from roost.core.stream import Stream

EVERY_TABLE = [(name, players) for name, kind in roost.all_games().items() for players in kind.player_range]
NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz", "Gustav")


def brisk_record(name: str, players: int, seed: int | str, most: int | None = None, start: str = "random") -> Record:
    """Play a game between quick players, or only its first ``most`` moves."""
    dice, choices = SeededDice(seed), Stream(f"{seed} choices")
    recorder = Recorder(roost.game(name, players, start=start), NAMES[:players])
    while recorder.state.node is not roost.Node.OVER and most != 0:
        state = recorder.state
        recorder.add(dice.roll(state.dice) if state.dice else brisk(state, choices))
        most = None if most is None else most - 1
    return recorder.record()
