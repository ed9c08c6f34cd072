"""Small bots for the arena's tests, importable so that other processes can make them."""

import os

from roost.core.errors import OptionError
from roost.core.moves import Action
from roost.core.state import State
from roost.core.stream import Stream
from roost.lab.arena import BotMaker


class Random:
    """A bot that plays uniformly random actions."""

    name = "random"

    def choose(self, state: State, chance: Stream) -> Action:
        return chance.choice(state.actions())


class Greedy:
    """A bot that prefers worms, and otherwise the last action other than stopping, so it claims as soon as it can."""

    name = "greedy"

    def choose(self, state: State, chance: Stream) -> Action:
        actions = [action for action in state.actions() if str(action) not in ("stop", "pass", "skip")]
        worms = [action for action in actions if str(action) == "w"]
        return (worms or actions or state.actions())[-1]


class Broken:
    """A bot that always raises."""

    name = "broken"

    def choose(self, state: State, chance: Stream) -> Action:
        raise RuntimeError("no idea")


class Picky:
    """A bot that refuses every game."""

    name = "picky"

    def choose(self, state: State, chance: Stream) -> Action:
        raise OptionError(f"picky does not play {state.game.name}", input=state.game.name)


class Deadly:
    """A bot that ends its whole process."""

    name = "deadly"

    def choose(self, state: State, chance: Stream) -> Action:
        os._exit(1)


class Interrupting(Random):
    """A random bot that raises KeyboardInterrupt once its copies have made ``left`` choices in total."""

    left = 0

    def choose(self, state: State, chance: Stream) -> Action:
        Interrupting.left -= 1
        if Interrupting.left < 0:
            raise KeyboardInterrupt
        return super().choose(state, chance)


MAKERS: dict[str, BotMaker] = {"greedy": Greedy, "random": Random}
