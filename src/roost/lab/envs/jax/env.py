"""Games on the device: pure functions with pgx's interface, and with chance that can be looked at.

``init`` and ``step`` draw dice with the key that they are given. Planners take a step apart: ``step_deterministic``
plays an action up to the dice, ``chance_outcomes`` lists how they may fall, and ``step_stochastic`` lets them fall so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from roost.core.errors import OptionError
from roost.core.extras import needing
from roost.core.game import Game
from roost.core.state import State as ReferenceState
from roost.lab.envs.inputs import POSITION, start_of
from roost.lab.envs.jax.chance import DeviceDice, Outcomes, below
from roost.lab.envs.jax.picture import as_svg, save_svg
from roost.lab.envs.jax.rules import Position, rules_for
from roost.lab.envs.jax.words import Array, choose, ones, select, settled, spread, word
from roost.lab.envs.layout import layout_of
from roost.study.fast.records import DRAW, OVER, ROLL, Records

with needing("jax"):
    import jax
    import jax.numpy as jnp

_WORD = 32


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class State:
    """A position with everything that a learner is told: pgx's six fields, and what is behind them."""

    current_player: Array
    """The seat whose turn it is; once the game is over, the one who moved last."""
    observation: Array
    """The current player's observation: see ``layout_of(env.game)``."""
    rewards: Array
    """For each seat: 1 for a sole win, all together nothing. They come in the step that ends the game."""
    terminated: Array
    truncated: Array
    """Never: every game ends by itself."""
    legal_action_mask: Array
    """All true where nobody chooses: while dice are about to fall, and once the game is over."""
    _step_count: Array
    _position: Position
    _env: Env = field(metadata={"static": True}, repr=False)

    @property
    def env_id(self) -> str:
        """The name of the game."""
        return self._env.id

    @property
    def is_chance(self) -> Array:
        """Whether chance comes next: dice are about to fall, or the first player is drawn."""
        return self._env.is_chance(self)

    def replace(self, **changes: Any) -> State:
        """The same state with some fields changed."""
        return replace(self, **changes)

    def to_svg(self, **_: Any) -> str:
        """A picture of the position, or of the first few of a batch: every field of it."""
        return as_svg(self._env.references(self))

    def save_svg(self, filename: str, **_: Any) -> None:
        """Write that picture to a file."""
        save_svg(self._env.references(self), filename)

    def _repr_html_(self) -> str:
        return self.to_svg()


class Env:
    """One game on the device, with its number of players and its options.

    An object without a state of its own: two of the same game are equal, and ``jax.jit(env.step)`` and ``jax.vmap`` do
    as with pgx's environments.
    """

    version = "v1"

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = rules_for(game)
        self.dice = DeviceDice(game)
        self.layout = layout_of(game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Env) and self.game == other.game

    def __hash__(self) -> int:
        return hash(self.game)

    def __repr__(self) -> str:
        return f"Env({self.game})"

    @property
    def id(self) -> str:
        """The name of the game."""
        return self.game.name

    @property
    def num_players(self) -> int:
        """How many play."""
        return self.game.players

    @cached_property
    def num_actions(self) -> int:
        """How many actions are numbered, as in the other environments."""
        return self.rules.packing.actions

    @property
    def num_outcomes(self) -> int:
        """How many outcomes chance has at most: the length of what ``chance_outcomes`` lists."""
        return self.dice.outcomes

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        return (self.layout.size,)

    # -- pgx's interface -----------------------------------------------------------------------------------------------

    def init(self, key: Array) -> State:
        """A new game, up to its first decision."""
        random = _words(key, 1 + self.dice.words)
        position = jax.tree.map(word, self.rules.from_record(self.rules.packing.opening()[0]))
        seat, _ = below(random[0], self.num_players)
        position = choose(position.node == DRAW, _drawn(position, seat), position)
        position = self._rolled(position, self.rules.first_roll, random[1:])
        return self._shown(position, jnp.int32(0), jnp.int32(0))

    def step(self, state: State, action: Array, key: Array | None = None) -> State:
        """Play an action, and roll dice up to the next decision.

        An action that is not legal ends the game: who chose it gets -1, and the others share 1. A finished game stays
        as it is.
        """
        if key is None:
            raise OptionError("step rolls dice: it needs a key as its third argument", input=None)
        rules, words = self.rules, self.dice.words
        random = _words(key, 2 * words if rules.a_roll_may_fail else words)
        position = settled(rules.act(state._position, action))
        position = settled(self._rolled(position, rules.roll, random[:words]))
        if rules.a_roll_may_fail:
            position = self._rolled(position, rules.first_roll, random[words:])
        return self._next(state, position, _is_legal(state, action))

    def observe(self, state: State, player_id: Array | None = None) -> Array:
        """A player's observation, the current one's if none is named."""
        return self._observed(state._position, state.current_player if player_id is None else player_id)

    # -- explicit chance -----------------------------------------------------------------------------------------------

    def is_chance(self, state: State) -> Array:
        """Whether chance comes next: dice are about to fall, or the first player is drawn."""
        waits = (self.rules.to_roll(state._position) > 0) | (state._position.node == DRAW)
        return waits & ~state.terminated

    def step_deterministic(self, state: State, action: Array) -> State:
        """Play an action, and stop where dice are about to fall."""
        return self._next(state, self.rules.act(state._position, action), _is_legal(state, action))

    def chance_outcomes(self, state: State) -> Outcomes:
        """The outcomes of chance here, in ``num_outcomes`` rows. Where chance does not come next, row 0 is certain."""
        here = self.is_chance(state)
        dice = jnp.where(here, self.rules.to_roll(state._position), 0)
        return self.dice.listed(dice, here & (state._position.node == DRAW))

    def step_stochastic(self, state: State, outcome: Array) -> State:
        """Let the dice fall as the row ``outcome`` of ``chance_outcomes`` says, and stop at whatever comes next.

        After a roll that fails, that is the next player's first roll. An outcome that cannot be changes nothing.
        """
        return self._next(state, self._fallen(state._position, outcome), jnp.bool_(True), steps=0)

    def step_explicit(self, state: State, number: Array) -> State:
        """One node further: an outcome of chance where chance comes next, an action where somebody decides."""
        chance, before = self.is_chance(state), state._position
        position = choose(chance, self._fallen(before, number), self.rules.act(before, number))
        return self._next(state, position, chance | _is_legal(state, number), steps=(~chance).astype(jnp.int32))

    # -- beside it -----------------------------------------------------------------------------------------------------

    def random_action(self, state: State, key: Array) -> Array:
        """A legal action, every one equally likely; 0 where nobody chooses. Cheaper than to draw from the mask."""
        masks = self.rules.legal(state._position)
        counts = [ones(mask) for mask in masks]
        (random,) = _words(key, 1)
        rest, _ = below(random, sum(counts[1:], counts[0]))
        action = word(0)
        for place, (mask, count) in enumerate(zip(masks, counts, strict=True)):
            here = rest < count
            action = jnp.where(here, _WORD * place + select(mask, rest), action)
            rest = jnp.where(here, word(0xFFFFFFFF), rest - count)
        return jnp.where(state.terminated, 0, action).astype(jnp.int32)

    def place(self, position: ReferenceState | str) -> State:
        """A position of the reference engine, or its text, on the device."""
        start = start_of(self.game, {POSITION: position})
        assert start is not None
        fields = self.rules.from_record(self.rules.packing.pack(start)[0])
        return self._placed(jax.tree.map(word, fields))

    @cached_property
    def _placed(self) -> Callable[[Position], State]:
        placed: Callable[[Position], State] = jax.jit(lambda fields: self._shown(fields, jnp.int32(0), jnp.int32(0)))
        return placed

    def references(self, state: State, most: int = 16) -> list[ReferenceState]:
        """The states of a batch, or the first ones of it, as the reference engine knows them; one of no batch."""
        return [self.rules.packing.unpack(record) for record in self.records(state, most)]

    def records(self, state: State, most: int) -> list[Records]:
        """The same as records of the kernel."""
        columns = jax.tree.map(lambda one: np.asarray(one).reshape(-1)[:most], state._position)
        leaves, shape = jax.tree.flatten(columns)
        rows = zip(*(leaf.tolist() for leaf in leaves), strict=True)
        return [self.rules.to_record(jax.tree.unflatten(shape, row)) for row in rows]

    def _rolled(self, position: Position, roll: Callable[[Position, Array], Position], random: list[Array]) -> Position:
        """The position after a random roll, if dice are rolled here."""
        dice = self.rules.to_roll(position)
        return choose(dice > 0, roll(position, settled(self.dice.throw(random, dice))), position)

    def _fallen(self, position: Position, outcome: Array) -> Position:
        """The position after an outcome of chance, if there is such an outcome here."""
        dice = self.rules.to_roll(position)
        shown = self.dice.roll(dice, outcome)
        fallen = choose((dice > 0) & (shown != 0), self.rules.roll(position, shown), position)
        draws = (position.node == DRAW) & (outcome < self.num_players)
        return choose(draws, _drawn(position, outcome), fallen)

    def _next(self, state: State, position: Position, legal: Array, steps: Array | int = 1) -> State:
        """The state with another position, unless the action that led there was not legal, or the game is over."""
        count = state._step_count + steps
        moved = self._shown(settled(position), state.current_player, count)
        share = 1.0 / (self.num_players - 1)
        lost = jnp.where(jnp.arange(self.num_players) == state.current_player, -1.0, share).astype(jnp.float32)
        anything = jnp.ones_like(state.legal_action_mask)
        refused = state.replace(rewards=lost, terminated=jnp.bool_(True), legal_action_mask=anything, _step_count=count)
        at_rest = state.replace(rewards=jnp.zeros_like(state.rewards))
        return choose(state.terminated, at_rest, choose(legal, moved, refused))

    def _shown(self, position: Position, mover: Array, steps: Array) -> State:
        """A position as learners see it."""
        over = position.node == OVER
        seat = jnp.where(over | (position.node == DRAW), mover.astype(jnp.uint32), position.seat)
        words = settled(self.rules.legal(position))
        mask = jnp.concatenate([
            spread(bits, min(_WORD, self.num_actions - _WORD * i)) for i, bits in enumerate(words)
        ])  # fmt: skip
        nobody = sum(map(ones, words)) == 0
        return State(
            current_player=seat.astype(jnp.int32),
            observation=self._observed(position, seat),
            rewards=jnp.where(over, self._rewards(position), 0),
            terminated=over,
            truncated=jnp.bool_(False),
            legal_action_mask=(mask == 1) | nobody,
            _step_count=steps,
            _position=position,
            _env=self,
        )

    def _observed(self, position: Position, seat: Array) -> Array:
        parts = self.rules.observe(position, word(seat))
        return jnp.concatenate([jnp.atleast_1d(part).astype(jnp.uint8) for part in parts])

    def _rewards(self, position: Position) -> Array:
        """Each seat's share of the win as a reward: 1 for a sole winner, and nothing in sum."""
        scores = jnp.stack(self.rules.scores(position))
        ranks = jnp.where(scores == scores.max(), jnp.stack(self.rules.ranks(position)) + 1, 0)
        wins = (ranks == ranks.max()).astype(jnp.float32)
        players = self.num_players
        return (players * wins / wins.sum() - 1) / (players - 1)


def _words(key: Array, count: int) -> list[Array]:
    """So many words of random bits."""
    random = jax.random.bits(key, (count,), jnp.uint32)
    return settled([random[i] for i in range(count)])


def _drawn(position: Position, seat: Array) -> Position:
    """The first player is drawn."""
    return position._replace(seat=word(seat), node=word(ROLL))


def _is_legal(state: State, action: Array) -> Array:
    return jnp.any(state.legal_action_mask & (jnp.arange(state.legal_action_mask.shape[-1]) == action))


def make(name: str | Game, players: int | None = None, **options: Any) -> Env:
    """An environment: ``make("heckmeck", players=2, short_game=True)``."""
    from roost.core.registry import game

    return Env(name if isinstance(name, Game) else game(name, players, **options))
