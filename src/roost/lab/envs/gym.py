"""A Gymnasium environment: one learner against chosen bots.

``RoostEnv("heckmeck", opponents="hen")`` is an environment for one player. Observations are rows of ``uint8``
(:mod:`roost.lab.envs.layout`), actions are integers, and ``info["action_mask"]`` marks the legal ones. The reward comes
at the end of the game: 1 for a sole win. For a shared win or a loss it is set so that the rewards of all seats sum to
zero.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.core.errors import IllegalMoveError, OptionError, quote
from roost.core.extras import needing
from roost.core.game import Game
from roost.core.registry import all_games
from roost.core.registry import game as make_game
from roost.core.stream import Stream
from roost.lab.envs.inputs import action_number, start_of
from roost.lab.envs.learners import MOST_TRIES, nothing_to_learn, opponents_chance, play_opponents
from roost.lab.envs.opponents import Named, Opponents, checked_seat
from roost.lab.envs.picture import RENDER_FPS, RENDER_MODES, checked_mode, rendered, show
from roost.lab.envs.table import table_for

with needing("envs"):
    import gymnasium
    from gymnasium import spaces

_SEEDS = 2**64


class RoostEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A game as seen from one seat.

    ``opponents`` names one bot for all other seats, or one bot per seat, starting with the seat after the learner's. By
    default it is the hen, or the chick in a game without rules of thumb. ``seat`` is the learner's seat, or
    ``"random"`` for a random seat in every game. By default an illegal action loses the game at once
    (``illegal="lose"``), because Gymnasium requires environments to accept every action in the action space;
    ``illegal="error"`` raises an error instead.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": RENDER_FPS}  # noqa: RUF012  # Gymnasium declares it so

    def __init__(
        self,
        game: str | Game = "heckmeck",
        players: int | None = None,
        opponents: Named = None,
        seat: int | str = 0,
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        rules = game if isinstance(game, Game) else make_game(game, players, **options)
        self._table = table_for(rules)
        self._opponents = Opponents(rules, opponents)
        self._table.seat_opponents(self._opponents)
        if illegal not in ("lose", "error"):
            raise OptionError(f"illegal must be lose or error, not {quote(illegal)}", input=illegal)
        self._seat_option = checked_seat(rules, seat)
        self.render_mode = checked_mode(render_mode, RENDER_MODES)
        self._illegal = illegal
        self.seat = 0
        self._chance: Stream | None = None
        self.layout = self._table.layout
        self.observation_space = spaces.Box(np.zeros(self.layout.size, np.uint8), self.layout.most, dtype=np.uint8)
        self.action_space = spaces.Discrete(self._table.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin a new game at its opening, or at ``options["position"]``, which is a state or its text.

        A seed determines this game and all games until the next seed. They are the same as in
        :class:`roost.lab.envs.Vector`.
        """
        start = start_of(self._table.game, options)
        super().reset(seed=seed)
        if seed is not None or self._chance is None:
            seed = int(self.np_random.integers(_SEEDS, dtype=np.uint64)) if seed is None else seed % _SEEDS
            self._table.seed(seed)
            self._chance = opponents_chance(seed)
        for _ in range(MOST_TRIES):
            self.seat = self._table.any_seat() if self._seat_option is None else self._seat_option
            self._table.begin(start)
            if self._table.seat != self.seat:
                self._table.play_others(self.seat)
            play_opponents(self._table, self._opponents, self.seat, self._chance)
            if self._table.seat is not None:
                self._show()
                return self._table.observation(self.seat), self._info()
            # The game ended before the learner's first turn, so start another.
        raise nothing_to_learn(start)

    def step(self, action: np.int64) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        table, number = self._table, action_number(action)
        if table.seat is None or not table.is_legal(number):
            if self._illegal == "error" or table.seat is None:
                state = table.state()
                legal = ", ".join(map(str, np.flatnonzero(table.action_mask)))
                if table.seat is None:
                    legal = "none: the game is over, call reset"
                message = f"action {number} is not legal in this position; legal: {legal}"
                raise IllegalMoveError(message, input=number, position=str(state))
            observation = table.observation(self.seat)
            table.leave()
            return observation, -1.0, True, False, self._info() | {"illegal_action": number}
        table.play(number, self.seat)
        play_opponents(self._table, self._opponents, self.seat, self._chance)
        self._show()
        over = table.seat is None
        reward = float(table.rewards()[self.seat]) if over else 0.0
        return table.observation(self.seat), reward, over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions. MaskablePPO in sb3-contrib calls a method with this name."""
        return self._table.action_mask.astype(np.bool_)

    def render(self) -> Any:
        """Return the game as text or as an image; None in mode ``human``, which displays every step by itself."""
        if self.render_mode in (None, "human"):
            return None
        return rendered(self._table.state(), self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            show(self._table.state())

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.action_mask.copy(), "seat": self.seat}


def _register() -> None:
    for name in all_games():
        gymnasium.register(
            f"roost/{name.capitalize()}-v1",
            "roost.lab.envs.gym:RoostEnv",
            vector_entry_point="roost.lab.envs.vector:Vector",
            kwargs={"game": name},
        )


_register()
