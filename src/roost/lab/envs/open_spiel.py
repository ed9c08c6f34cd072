"""The games for OpenSpiel, with explicit chance nodes, so that OpenSpiel's algorithms run on them unchanged.

After ``import roost.lab.envs.open_spiel``, games can be loaded by name: ``pyspiel.load_game("roost_heckmeck",
{"players": 3})``. Every option of a game is a parameter, written as on the command line:
``pyspiel.load_game("roost_heckmeck(players=2,short_game=yes)")``. Players' actions are numbered as in
:mod:`roost.lab.envs.action_numbers`. A chance node has one outcome for each distinct roll, with its exact probability.

Eight dice have 1,287 distinct rolls, too many for a search to visit repeatedly. With ``chance_samples=8``, all rolls at
a position are represented by eight of them, drawn at random; change ``chance_seed`` to draw others. A search in a
sampled game may begin at any position of the full game (:meth:`RoostGame.state_at`).
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import OptionError
from roost.core.extras import needing
from roost.core.game import Game
from roost.core.registry import all_games, game_type
from roost.core.state import Node, State
from roost.lab.envs.action_numbers import numbering
from roost.lab.envs.inputs import POSITION, start_of
from roost.lab.envs.layout import layout_of
from roost.lab.envs.positions import CHANCE, TERMINAL, Position, positions
from roost.lab.envs.table import table_for
from roost.study.fast import play

with needing("openspiel"):
    import pyspiel  # type: ignore[import-not-found]  # a compiled module without types

GAMES = tuple(all_games())
"""Names of the games that OpenSpiel can load, without the prefix ``roost_``."""
_SAMPLES, _SEED = "chance_samples", "chance_seed"
"""Names of two parameters of every game: the number of sampled rolls, and the seed that samples them."""
_COMMA = "/"
"""Replaces commas in an option, as in ``worms=1/1/2/2/3/4``, because OpenSpiel separates parameters by commas."""
_MOST_SAMPLES = 10_000
_LONGEST_GAME = 1_000_000
"""Upper limit on the decisions in a game, which OpenSpiel requires. No rule limits a game of Heckmeck, but uniformly
random players take 1,700 decisions on average."""


def _parameters(name: str) -> dict[str, Any]:
    """Return a game's parameters with their defaults: the number of players, and every option as text."""
    kind = game_type(name)
    options = {key: option.codec.text(option.default).replace(",", _COMMA) for key, option in kind.options().items()}
    return {"players": kind.player_range[0], _SAMPLES: 0, _SEED: 0, **options}


def _game_type(name: str) -> Any:
    kind = game_type(name)
    return pyspiel.GameType(
        short_name=f"roost_{name}",
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=kind.player_range[-1],
        min_num_players=kind.player_range[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(name),
    )


def _load(text: str) -> Any:
    return pyspiel.load_game(text)


class RoostGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A Roost game as an OpenSpiel game."""

    def __init__(self, name: str, game_type_: Any, parameters: dict[str, Any] | None) -> None:
        chosen = _parameters(name) | (parameters or {})
        players, samples, seed = chosen.pop("players"), chosen.pop(_SAMPLES), chosen.pop(_SEED)
        if not 0 <= samples <= _MOST_SAMPLES:
            raise OptionError(f"{_SAMPLES} must be 0 (all rolls) to {_MOST_SAMPLES}, not {samples}", input=samples)
        options = {key: text.replace(_COMMA, ",") for key, text in chosen.items()}
        self.game: Game = game_type(name).make(players, options)
        self.position_of = positions(self.game, samples, seed)
        """Converts states of the rules engine to positions of this game."""
        self.opening = self.position_of(self.game.opening())
        self.layout = layout_of(self.game)
        most_rolls = max(self.game.players, len(self.game.die.dice(self.game.dice_count).rolls))
        info = pyspiel.GameInfo(
            num_distinct_actions=numbering(self.game).actions,
            max_chance_outcomes=most_rolls,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST_GAME,
        )
        super().__init__(game_type_, info, parameters or {})

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game as its text, from which it can be restored."""
        return _load, (str(self),)

    def new_initial_state(self) -> RoostState:
        """Return the state before the first roll."""
        return RoostState(self)

    def state_at(self, state: State | str) -> RoostState:
        """Convert a state of the rules engine, or its text, to an OpenSpiel state, such as the root of a search."""
        start = start_of(self.game, {POSITION: state})
        return RoostState(self, start)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RoostObserver:
        """Return an observer for all players."""
        return RoostObserver(self)


class RoostState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position as an OpenSpiel state."""

    def __init__(self, game: RoostGame, state: State | None = None) -> None:
        super().__init__(game)
        self._position: Position = game.opening if state is None else game.position_of(state)

    @property
    def state(self) -> State:
        """The position as a state of the rules engine."""
        return self._position.state

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's code for a chance node or a finished game."""
        return self._position.player

    def is_terminal(self) -> bool:
        return self._position.player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self._position.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the distinct rolls with their probabilities; in a game that samples, only the sampled rolls."""
        return self._position.outcomes

    def draw(self, number: float) -> int:
        """Return the outcome of a chance node that a random number from 0 to 1 selects.

        ``pyspiel.sample_action(state.chance_outcomes(), number)`` gives the same outcome but needs a list of up to
        1,287 rolls.
        """
        return self._position.draw(number)

    def _apply_action(self, number: int) -> None:
        self._position = self._position.after(number)

    def _action_to_string(self, player: int, number: int) -> str:
        if player == CHANCE:
            return f"rolled {self.state.rolls()[number][0]}"
        return str(self._position.action(number))

    def returns(self) -> list[float]:
        """Return each player's win share, scaled so that a sole winner gets 1 and all returns sum to 0."""
        outcome, players = self.state.outcome, self.state.game.players
        if outcome is None:
            return [0.0] * players
        return [float(players * share - 1) / (players - 1) for share in outcome.shares]

    def to_struct(self) -> RoostStruct:
        """Return the position as OpenSpiel's structured state."""
        return RoostStruct(self.state)

    def to_json(self) -> str:
        """Return the position as JSON; ``roost.position`` reads it."""
        return self.to_struct().to_json()

    def __str__(self) -> str:
        return str(self.state)


class RoostStruct:
    """A position with the methods of OpenSpiel's ``StateStruct``, which Python classes cannot extend."""

    def __init__(self, state: State) -> None:
        self._state = state

    def to_dict(self) -> dict[str, Any]:
        return self._state.to_json()

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), separators=(",", ":"))


class Rollouts:
    """An evaluator for OpenSpiel's tree search: it estimates a position's value as the mean result of random games.

    The games are played whole inside the kernel, thousands of times faster than move by move.
    """

    def __init__(self, rollouts: int = 1, seed: int = 0) -> None:
        self._rollouts = rollouts
        self._seed = seed
        self._played = 0

    def evaluate(self, state: RoostState) -> NDArray[np.float64]:
        """Return each player's mean return over the random games."""
        start = state.state
        if start.node is Node.OVER:
            return np.array(state.returns())
        played = play(start.game, self._rollouts, seed=self._seed, first=self._played, start=start)
        self._played += self._rollouts
        players = start.game.players
        returns: NDArray[np.float64] = (players * played.shares.mean(axis=0) - 1) / (players - 1)
        return returns

    def prior(self, state: RoostState) -> list[tuple[int, float]]:
        """Return the true probabilities at a chance node, or equal probabilities for the legal actions."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class RoostObserver:
    """Observer that returns a player's view of the whole position, with the player's own seat first."""

    def __init__(self, game: RoostGame) -> None:
        self._table = table_for(game.game)
        self.tensor = np.zeros(game.layout.size, np.float32)
        self.dict = {field: self.tensor[place] for field, place in game.layout.places.items()}

    def set_from(self, state: RoostState, player: int) -> None:
        self.tensor[:] = self._table.look(state.state, player)

    def string_from(self, state: RoostState, player: int) -> str:
        return str(state)


def _register(name: str) -> None:
    kind = _game_type(name)

    class _Named(RoostGame):
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(name, kind, parameters)

    pyspiel.register_game(kind, _Named)


for _name in GAMES:
    _register(_name)
