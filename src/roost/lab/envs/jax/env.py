"""Games on a JAX device: pure functions with pgx's interface, and with explicit chance nodes.

``init`` and ``step`` roll dice with the given key. Planners can split a step: ``step_deterministic`` plays an action up
to the next roll, ``chance_outcomes`` lists the possible rolls, and ``step_stochastic`` applies one of them.
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
class EnvState:
    """A position with all the data that a learner needs: pgx's six fields, and internal fields for the next step."""

    current_player: Array
    """The seat to move; once the game is over, the seat that moved last."""
    observation: Array
    """The current player's observation; ``layout_of(env.game)`` describes its fields."""
    rewards: Array
    """One reward per seat: 1 for a sole winner; all rewards sum to 0. Given in the step that ends the game, and 0
    before."""
    terminated: Array
    truncated: Array
    """Always False, because every game reaches an end."""
    legal_action_mask: Array
    """Marks the legal actions. All are marked where no player decides: before a roll, and once the game is over."""
    _step_count: Array
    _position: Position
    _env: Env = field(metadata={"static": True}, repr=False)

    @property
    def env_id(self) -> str:
        return self._env.id

    @property
    def is_chance(self) -> Array:
        """Whether the next step is random: a roll, or drawing the first player."""
        return self._env.is_chance(self)

    def replace(self, **changes: Any) -> EnvState:
        return replace(self, **changes)

    def to_svg(self, **_: Any) -> str:
        """Draw the position's fields as SVG; for a batch, those of its first few positions."""
        return as_svg(self._env.references(self))

    def save_svg(self, filename: str, **_: Any) -> None:
        """Write the SVG of :meth:`to_svg` to a file."""
        save_svg(self._env.references(self), filename)

    def _repr_html_(self) -> str:
        return self.to_svg()


class Env:
    """A game on a JAX device, with its number of players and its options.

    An environment has no state of its own. Two environments with the same game and options are equal, so
    ``jax.jit(env.step)`` and ``jax.vmap`` work as with pgx's environments.
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
        return self.game.name

    @property
    def num_players(self) -> int:
        return self.game.players

    @cached_property
    def num_actions(self) -> int:
        """Size of the action space, as in the other environments."""
        return self.rules.packing.actions

    @property
    def num_outcomes(self) -> int:
        """Maximum number of outcomes of a chance node, which is the number of rows of ``chance_outcomes``."""
        return self.dice.outcomes

    @property
    def observation_shape(self) -> tuple[int, ...]:
        return (self.layout.size,)

    def init(self, key: Array) -> EnvState:
        """Begin a new game, and roll dice up to its first decision."""
        random = _words(key, 1 + self.dice.words)
        position = jax.tree.map(word, self.rules.from_record(self.rules.packing.opening()[0]))
        seat, _ = below(random[0], self.num_players)
        position = choose(position.node == DRAW, _drawn(position, seat), position)
        position = self._rolled(position, self.rules.first_roll, random[1:])
        return self._state_at(position, jnp.int32(0), jnp.int32(0))

    def step(self, state: EnvState, action: Array, key: Array | None = None) -> EnvState:
        """Play an action, and roll dice up to the next decision.

        An illegal action ends the game: the player who chose it gets -1, and the other players share 1. A finished game
        stays unchanged.
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

    def observe(self, state: EnvState, player_id: Array | None = None) -> Array:
        """Return a player's observation, by default the current player's."""
        return self._observed(state._position, state.current_player if player_id is None else player_id)

    def is_chance(self, state: EnvState) -> Array:
        """Whether the next step is random: a roll, or drawing the first player."""
        waits = (self.rules.to_roll(state._position) > 0) | (state._position.node == DRAW)
        return waits & ~state.terminated

    def step_deterministic(self, state: EnvState, action: Array) -> EnvState:
        """Play an action, and stop before the next roll."""
        return self._next(state, self.rules.act(state._position, action), _is_legal(state, action))

    def chance_outcomes(self, state: EnvState) -> Outcomes:
        """Return the outcomes of a chance node in ``num_outcomes`` rows. At any other node, row 0 has probability 1."""
        is_chance = self.is_chance(state)
        dice = jnp.where(is_chance, self.rules.to_roll(state._position), 0)
        return self.dice.listed(dice, is_chance & (state._position.node == DRAW))

    def step_stochastic(self, state: EnvState, outcome: Array) -> EnvState:
        """Apply the outcome in row ``outcome`` of ``chance_outcomes``, and stop at the next decision or roll.

        After a failed roll, this is the next player's first roll. An impossible outcome changes nothing.
        """
        return self._next(state, self._after_outcome(state._position, outcome), jnp.bool_(True), steps=0)

    def step_explicit(self, state: EnvState, number: Array) -> EnvState:
        """Play one step: at a chance node, the outcome with this index; at a decision, the action with this number."""
        chance, before = self.is_chance(state), state._position
        position = choose(chance, self._after_outcome(before, number), self.rules.act(before, number))
        return self._next(state, position, chance | _is_legal(state, number), steps=(~chance).astype(jnp.int32))

    def random_action(self, state: EnvState, key: Array) -> Array:
        """Draw a uniformly random legal action; 0 where no player decides.

        This is cheaper than drawing from the mask.
        """
        masks = self.rules.legal(state._position)
        counts = [ones(mask) for mask in masks]
        (random,) = _words(key, 1)
        rest, _ = below(random, sum(counts[1:], counts[0]))
        action = word(0)
        for place, (mask, count) in enumerate(zip(masks, counts, strict=True)):
            is_chosen = rest < count
            action = jnp.where(is_chosen, _WORD * place + select(mask, rest), action)
            rest = jnp.where(is_chosen, word(0xFFFFFFFF), rest - count)
        return jnp.where(state.terminated, 0, action).astype(jnp.int32)

    def place(self, position: ReferenceState | str) -> EnvState:
        """Convert a position of the rules engine, or its text, to a state on the device."""
        start = start_of(self.game, {POSITION: position})
        assert start is not None
        fields = self.rules.from_record(self.rules.packing.pack(start)[0])
        return self._placed(jax.tree.map(word, fields))

    @cached_property
    def _placed(self) -> Callable[[Position], EnvState]:
        placed: Callable[[Position], EnvState] = jax.jit(
            lambda fields: self._state_at(fields, jnp.int32(0), jnp.int32(0))
        )
        return placed

    def references(self, state: EnvState, most: int = 16) -> list[ReferenceState]:
        """Convert a state, or the first ``most`` states of a batch, to states of the rules engine."""
        return [self.rules.packing.unpack(record) for record in self.records(state, most)]

    def records(self, state: EnvState, most: int) -> list[Records]:
        """Convert a state, or the first ``most`` states of a batch, to kernel records."""
        columns = jax.tree.map(lambda values: np.asarray(values).reshape(-1)[:most], state._position)
        leaves, shape = jax.tree.flatten(columns)
        rows = zip(*(leaf.tolist() for leaf in leaves), strict=True)
        return [self.rules.to_record(jax.tree.unflatten(shape, row)) for row in rows]

    def _rolled(self, position: Position, roll: Callable[[Position, Array], Position], random: list[Array]) -> Position:
        """Return the position after rolling, or the same position if no roll comes next."""
        dice = self.rules.to_roll(position)
        return choose(dice > 0, roll(position, settled(self.dice.throw(random, dice))), position)

    def _after_outcome(self, position: Position, outcome: Array) -> Position:
        """Return the position after an outcome of a chance node, or the same position if the outcome is impossible."""
        dice = self.rules.to_roll(position)
        shown = self.dice.roll(dice, outcome)
        fallen = choose((dice > 0) & (shown != 0), self.rules.roll(position, shown), position)
        draws = (position.node == DRAW) & (outcome < self.num_players)
        return choose(draws, _drawn(position, outcome), fallen)

    def _next(self, state: EnvState, position: Position, legal: Array, steps: Array | int = 1) -> EnvState:
        """Return the state at a new position.

        If the action was illegal, the game ends; if the game was over, nothing changes.
        """
        count = state._step_count + steps
        moved = self._state_at(settled(position), state.current_player, count)
        share = 1.0 / (self.num_players - 1)
        lost = jnp.where(jnp.arange(self.num_players) == state.current_player, -1.0, share).astype(jnp.float32)
        mask = jnp.ones_like(state.legal_action_mask)
        refused = state.replace(rewards=lost, terminated=jnp.bool_(True), legal_action_mask=mask, _step_count=count)
        at_rest = state.replace(rewards=jnp.zeros_like(state.rewards))
        return choose(state.terminated, at_rest, choose(legal, moved, refused))

    def _state_at(self, position: Position, mover: Array, steps: Array) -> EnvState:
        """Return the state at a position, with its observation, rewards and legal actions."""
        over = position.node == OVER
        seat = jnp.where(over | (position.node == DRAW), mover.astype(jnp.uint32), position.seat)
        words = settled(self.rules.legal(position))
        mask = jnp.concatenate([
            spread(bits, min(_WORD, self.num_actions - _WORD * i)) for i, bits in enumerate(words)
        ])  # fmt: skip
        is_undecided = sum(map(ones, words)) == 0
        return EnvState(
            current_player=seat.astype(jnp.int32),
            observation=self._observed(position, seat),
            rewards=jnp.where(over, self._rewards(position), 0),
            terminated=over,
            truncated=jnp.bool_(False),
            legal_action_mask=(mask == 1) | is_undecided,
            _step_count=steps,
            _position=position,
            _env=self,
        )

    def _observed(self, position: Position, seat: Array) -> Array:
        parts = self.rules.observe(position, word(seat))
        return jnp.concatenate([jnp.atleast_1d(part).astype(jnp.uint8) for part in parts])

    def _rewards(self, position: Position) -> Array:
        """Return each seat's win share, scaled so that a sole winner gets 1 and the rewards sum to 0."""
        scores = jnp.stack(self.rules.scores(position))
        ranks = jnp.where(scores == scores.max(), jnp.stack(self.rules.ranks(position)) + 1, 0)
        wins = (ranks == ranks.max()).astype(jnp.float32)
        players = self.num_players
        return (players * wins / wins.sum() - 1) / (players - 1)


def _words(key: Array, count: int) -> list[Array]:
    """Return ``count`` random words."""
    random = jax.random.bits(key, (count,), jnp.uint32)
    return settled([random[i] for i in range(count)])


def _drawn(position: Position, seat: Array) -> Position:
    """Return the position after drawing the first player."""
    return position._replace(seat=word(seat), node=word(ROLL))


def _is_legal(state: EnvState, action: Array) -> Array:
    return jnp.any(state.legal_action_mask & (jnp.arange(state.legal_action_mask.shape[-1]) == action))


def make(name: str | Game, players: int | None = None, **options: Any) -> Env:
    """Make an environment: ``make("heckmeck", players=2, short_game=True)``."""
    from roost.core.registry import game

    return Env(name if isinstance(name, Game) else game(name, players, **options))
