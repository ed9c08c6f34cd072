"""OpenSpiel: the games as Python games with explicit chance, so that its algorithms run on them unchanged.

After ``import roost.envs.open_spiel`` they load by name: ``pyspiel.load_game("roost_heckmeck", {"players": 3})``.
Every option of a game is a parameter, written as on the command line:
``pyspiel.load_game("roost_heckmeck(players=2,short_game=yes)")``. Players' actions have the numbers of
:mod:`roost.envs.numbering`; chance has one outcome for each distinct roll, with its exact probability.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from roost.core.game import Game
from roost.core.state import Node, State
from roost.envs.layout import layout_of
from roost.envs.numbering import Numbering, numbering
from roost.envs.table import table_for
from roost.extras import needing
from roost.games import all_games, game_type

with needing("openspiel"):
    import pyspiel  # type: ignore[import-not-found]  # a compiled module without types

__all__ = ["GAMES", "RoostGame", "RoostState"]

GAMES = tuple(all_games())
"""The names of the games that OpenSpiel can load."""
_COMMA = "/"
"""What stands for a comma in an option, because OpenSpiel parts parameters by commas: ``worms=1/1/2/2/3/4``."""
_LONGEST_GAME = 1_000_000
"""No rule ends a game of Heckmeck, but chance does: uniformly random players take 1,700 decisions on average."""


def _parameters(name: str) -> dict[str, Any]:
    """The parameters of a game with their defaults: the players, and every option as text."""
    kind = game_type(name)
    options = {key: option.codec.text(option.default).replace(",", _COMMA) for key, option in kind.options().items()}
    return {"players": kind.player_range[0], **options}


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


class RoostGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of Roost as OpenSpiel knows games."""

    def __init__(self, name: str, game_type_: Any, parameters: dict[str, Any] | None) -> None:
        chosen = _parameters(name) | (parameters or {})
        players = chosen.pop("players")
        options = {key: text.replace(_COMMA, ",") for key, text in chosen.items()}
        self.game: Game = game_type(name).make(players, options)
        self.numbering = numbering(self.game)
        self.layout = layout_of(self.game)
        most_rolls = max(self.game.players, len(self.game.die.dice(self.game.dice_count).rolls))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.numbering.actions,
            max_chance_outcomes=most_rolls,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST_GAME,
        )
        super().__init__(game_type_, info, parameters or {})

    def new_initial_state(self) -> RoostState:
        """The position before the first roll."""
        return RoostState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RoostObserver:
        """An observer of what every player sees."""
        return RoostObserver(self)


class _Position:
    """Where a state stands. OpenSpiel clones a state by copying deeply all that it holds; here nothing needs it."""

    __slots__ = ("numbering", "state")

    def __init__(self, numbering: Numbering, state: State) -> None:
        self.numbering = numbering
        self.state = state

    def __deepcopy__(self, memo: object) -> _Position:
        return _Position(self.numbering, self.state)


class RoostState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position of a game as OpenSpiel knows positions."""

    def __init__(self, game: RoostGame) -> None:
        super().__init__(game)
        self._at = _Position(game.numbering, game.game.opening())

    @property
    def state(self) -> State:
        """The state as Roost knows it."""
        return self._at.state

    def current_player(self) -> int:
        """Whose turn it is, chance's or nobody's."""
        if self.state.node is Node.OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.state.node is Node.ROLL:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.state.seat is not None
        return self.state.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state.node is Node.OVER

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._at.numbering.number(self.state, action) for action in self.state.actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every distinct roll with its probability."""
        dice = self.state.dice
        assert dice is not None
        return [(number, weight / dice.ways) for number, (_, weight) in enumerate(dice.rolls)]

    def _apply_action(self, number: int) -> None:
        state = self.state
        move = state.rolls()[number][0] if state.node is Node.ROLL else self._at.numbering.action(state, number)
        self._at.state = state.play(move).state

    def _action_to_string(self, player: int, number: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"rolled {self.state.rolls()[number][0]}"
        return str(self._at.numbering.action(self.state, number))

    def returns(self) -> list[float]:
        """Each player's share of the win, so scaled that a sole winner gets 1 and all together nothing."""
        outcome, players = self.state.outcome, self.state.game.players
        if outcome is None:
            return [0.0] * players
        return [float(players * share - 1) / (players - 1) for share in outcome.shares]

    def __str__(self) -> str:
        return str(self.state)


class RoostObserver:
    """What a player sees: everything, from their own seat."""

    def __init__(self, game: RoostGame) -> None:
        self._table = table_for(game.game)
        self.tensor = np.zeros(game.layout.size, np.float32)
        self.dict = {field: self.tensor[place] for field, place in game.layout.places.items()}

    def set_from(self, state: RoostState, player: int) -> None:
        """Write the observation of a player."""
        self.tensor[:] = self._table.look(state.state, player)

    def string_from(self, state: RoostState, player: int) -> str:
        """The position as text."""
        return str(state)


def _register(name: str) -> None:
    kind = _game_type(name)

    class _Named(RoostGame):
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(name, kind, parameters)

    pyspiel.register_game(kind, _Named)


for _name in GAMES:
    _register(_name)
