"""Gymnasium: one learner against chosen bots.

``RoostEnv("heckmeck", opponents="hen")`` is an environment for one player. Observations are rows of ``uint8``
(:mod:`roost.envs.layout`), actions whole numbers, and ``info["action_mask"]`` tells which are legal. The reward comes
at the end: 1 for a sole win, and so much for a shared win or a loss that all seats together get nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roost.bots import Bot, bot, default_bot
from roost.core.errors import IllegalMoveError, OptionError, quote
from roost.core.game import Game
from roost.core.stream import Stream
from roost.envs.reading import action_number, start_of
from roost.envs.table import table_for
from roost.extras import needing
from roost.fast.records import NOBODY
from roost.games import all_games
from roost.games import game as make_game

with needing("envs"):
    import gymnasium
    from gymnasium import spaces

__all__ = ["RoostEnv"]

_SEEDS = 2**63
_MOST_TRIES = 1000
"""Games that may end before the learner's first turn."""


class RoostEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A game seen from one seat.

    ``opponents`` names one bot for all other seats or one for each, counted from the seat after the learner's; without,
    it is the bot that plays the game by default. ``seat``
    is the learner's: a number, or ``"random"`` for a fresh one in every game. An action that is not legal loses the
    game at once (``illegal="lose"``), because Gymnasium wants every action of the space to be accepted;
    ``illegal="error"`` raises instead.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: str | Game = "heckmeck",
        players: int | None = None,
        opponents: str | Bot | Sequence[str | Bot] | None = None,
        seat: int | str = 0,
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        made = game if isinstance(game, Game) else make_game(game, players, **options)
        self._table = table_for(made)
        self._opponents = _opponents(opponents or default_bot(type(made)), made.players - 1)
        self._against_chicks = all(opponent.name == "chick" for opponent in self._opponents)
        if illegal not in ("lose", "error"):
            raise OptionError(f"illegal must be lose or error, not {quote(illegal)}", input=illegal)
        if seat != "random" and (not isinstance(seat, int) or seat not in range(made.players)):
            raise OptionError(f"seat must be 0 to {made.players - 1} or random, not {quote(seat)}", input=seat)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise OptionError(f"render_mode must be ansi or nothing, not {quote(render_mode)}", input=render_mode)
        self._seat_option = seat
        self._illegal = illegal
        self.render_mode = render_mode
        self.seat = 0
        """The learner's seat in the current game."""
        self._chance = Stream(0)
        self.layout = self._table.layout
        self.observation_space = spaces.Box(np.zeros(self.layout.size, np.uint8), self.layout.most, dtype=np.uint8)
        self.action_space = spaces.Discrete(self._table.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin a new game: at its opening, or at ``options["position"]``, a state or its text."""
        start = start_of(self._table.game, options)
        super().reset(seed=seed)
        for _ in range(_MOST_TRIES):
            dice, chance, place = self.np_random.integers(_SEEDS, size=3).tolist()
            players = self._table.game.players
            self.seat = self._seat_option if isinstance(self._seat_option, int) else place % players
            self._chance = Stream(chance)
            self._table.begin(dice, start)
            self._play_others()
            if self._table.seat is not None:
                return self._table.observation(self.seat), self._info()
            # Nobody let the learner have a turn, so that there is nothing to learn.
        raise OptionError("the game always ends here before the learner has a turn", input=str(start))

    def step(self, action: np.int64) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        table, number = self._table, action_number(action)
        if table.seat is None or not table.is_legal(number):
            if self._illegal == "error" or table.seat is None:
                state = table.state()
                legal = ", ".join(map(str, np.flatnonzero(table.action_mask))) or "none: the game is over, call reset"
                message = f"action {number} is not legal here; legal: {legal}"
                raise IllegalMoveError(message, input=number, position=str(state))
            seen = table.observation(self.seat)
            table.leave()
            return seen, -1.0, True, False, self._info() | {"illegal_action": number}
        table.play(number, self.seat if self._against_chicks else NOBODY)
        self._play_others()
        over = table.seat is None
        reward = float(table.rewards()[self.seat]) if over else 0.0
        return table.observation(self.seat), reward, over, False, self._info()

    def render(self) -> str | None:
        return str(self._table.state()) if self.render_mode == "ansi" else None

    def _play_others(self) -> None:
        table = self._table
        if self._against_chicks and table.seat != self.seat:
            table.play_others(self.seat)  # what a chick would do, without leaving the kernel
        while table.seat is not None and table.seat != self.seat:
            state = table.state()
            others = (table.seat - self.seat - 1) % table.game.players
            table.play(table.number(state, self._opponents[others].choose(state, self._chance)))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.action_mask.copy(), "seat": self.seat}


def _opponents(given: str | Bot | Sequence[str | Bot], count: int) -> list[Bot]:
    bots = [given] * count if isinstance(given, str) or not isinstance(given, Sequence) else list(given)
    if len(bots) != count:
        raise OptionError(f"there are {count} opponents, not {len(bots)}", input=quote(given))
    return [bot(one) if isinstance(one, str) else one for one in bots]


def _register() -> None:
    for name in all_games():
        gymnasium.register(f"roost/{name.capitalize()}-v1", "roost.envs.gym:RoostEnv", kwargs={"game": name})


_register()
