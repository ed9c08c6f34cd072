"""Small bots for the arena's tests: importable, so that other processes can make them too."""

import os

from roost.core.errors import OptionError
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.lab.arena import BotMaker


class Random:
    """Any action."""

    name = "random"

    def choose(self, state: State, rng: Stream) -> Action:
        return rng.choice(state.actions())


class Greedy:
    """Worms first, and then the last action that is not giving up: it claims as soon as it can."""

    name = "greedy"

    def choose(self, state: State, rng: Stream) -> Action:
        actions = [action for action in state.actions() if str(action) not in ("stop", "pass", "skip")]
        worms = [action for action in actions if str(action) == "w"]
        return (worms or actions or state.actions())[-1]


class Broken:
    """Never has an idea."""

    name = "broken"

    def choose(self, state: State, rng: Stream) -> Action:
        raise RuntimeError("no idea")


class Picky:
    """Plays another game only."""

    name = "picky"

    def choose(self, state: State, rng: Stream) -> Action:
        raise OptionError(f"picky does not play {state.game.name}", input=state.game.name)


class Deadly:
    """Takes its whole process down."""

    name = "deadly"

    def choose(self, state: State, rng: Stream) -> Action:
        os._exit(1)


class Interrupting(Random):
    """Plays at random until somebody presses Ctrl-C, all copies together counting the choices."""

    left = 0

    def choose(self, state: State, rng: Stream) -> Action:
        Interrupting.left -= 1
        if Interrupting.left < 0:
            raise KeyboardInterrupt
        return super().choose(state, rng)


MAKERS: dict[str, BotMaker] = {"greedy": Greedy, "random": Random}
