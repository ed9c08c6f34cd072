"""Picnic Blitz in JAX, for accelerators: dice, and ants on six tracks (rules PB-1 to PB-15).

The fields are those of the kernel's record, and actions have the same indices as in the kernel.
"""

from typing import Any, NamedTuple

import jax.numpy as jnp

from roost.games.picnic.adapters.compiled import (
    ACT,
    AGAIN,
    ATTACK,
    MOVE,
    MOVED,
    PASS,
    PUSH,
    QUEEN_ATTACK,
    QUEEN_REROLL,
    REROLL,
    SKIP,
)
from roost.games.picnic.turn import DIE, straight_attacks
from roost.lab.envs.jax.rules import DeviceRules
from roost.lab.envs.jax.words import Array, Words, bit, choose, ones, pick, put, rotated, settled, spread, word
from roost.study.fast.chance import MASK_AT
from roost.study.fast.records import NOBODY, OVER, ROLL

_TRACKS = 6
_ALL_TRACKS = (1 << _TRACKS) - 1
_ANTS = 4
_COUNTS = (1 << MASK_AT) - 1
_SUBSETS = range(1 << _TRACKS)
_LAST_WORD = len(_SUBSETS)
"""Action at the lowest bit of the third word; the first two words are for the re-rolls."""

_NOT_THE_FIRST = [sum((s >> i & 1 and not s >> i - 1 & 1) << s for s in _SUBSETS) for i in range(1, _TRACKS)]
"""For each sorted die but the lowest, the re-rolls that include it without the die before it."""
_OF_SIZE = [sum((s.bit_count() == size) << s for s in _SUBSETS) for size in range(_TRACKS + 1)]
"""The re-rolls with each number of dice."""
_ATTACKS = [(run, straight_attacks(DIE.roll(int(i < run) for i in range(_TRACKS)))) for run in range(1, _TRACKS + 1)]
"""The number of attacks for each length of the longest straight (PB-6)."""


class PicnicPosition(NamedTuple):
    """A position of Picnic Blitz: the fields of the kernel's record."""

    node: Array
    seat: Array
    dice: Array
    in_the_air: Array
    rerolls: Array
    groups: Array
    attacks: Array
    first_move: Array
    queens: Array
    held: Array
    lanes: Words
    active: Words
    open: Words
    scores: Words


class PicnicRules(DeviceRules):
    position_type = PicnicPosition
    per_seat = ("active", "open", "scores")

    # -- choices -------------------------------------------------------------------------------------------------------

    def legal(self, p: PicnicPosition) -> Words:
        queen = _queen(p)
        at_reroll, at_act, at_second = p.node == REROLL, p.node == ACT, p.node == MOVED
        low, high = self._rerolls(p)
        last = word(at_act | (p.node == ATTACK) | at_second) << PASS - _LAST_WORD
        moves = (p.dice >> MASK_AT) & pick(p.open, p.seat)  # PB-10, PB-11
        moves = jnp.where(at_second, moves & ~bit(p.first_move & 31), moves)  # PB-12
        last = last | jnp.where(last != 0, moves << MOVE - _LAST_WORD, 0)
        attacks = _attacks(p)
        pushed, with_queen = _targets(p, attacks), _targets(p, attacks + queen)
        attacking = word(0)
        may_attack = at_act | (p.node == ATTACK)
        for k, active in enumerate(rotated(p.active, p.seat)[1:], 1):
            attacking = attacking | (active & pushed) << PUSH - _LAST_WORD + _TRACKS * (k - 1)  # PB-7, PB-8
            attacking = attacking | (word(active & with_queen != 0) & queen) << QUEEN_ATTACK - _LAST_WORD
        last = last | jnp.where(may_attack, attacking, 0)
        if not self.rules["beginner"]:
            last = last | (word(at_act) & (queen ^ 1)) << SKIP - _LAST_WORD  # PB-13
        again = queen << QUEEN_REROLL - _LAST_WORD
        return jnp.where(at_reroll, low, 0), jnp.where(at_reroll, high, 0), jnp.where(at_reroll, again, last)

    def _rerolls(self, p: PicnicPosition) -> tuple[Array, Array]:
        """Return the legal re-rolls, which name the first of equal dice and stay within the allowance (PB-4)."""
        ends, cuts = p.dice * 0x111111, word(0)
        for i in range(_TRACKS):
            cuts = cuts | bit(ends >> 4 * i & 15)  # a bit for each sorted die that begins a new number
        words = []
        for shift in (0, 32):
            illegal, allowed = word(0), word(0)
            for place, subsets in enumerate(_NOT_THE_FIRST, 1):
                illegal = illegal | jnp.where(cuts >> place & 1 == 1, 0, word(subsets >> shift & 0xFFFFFFFF))
            for size, subsets in enumerate(_OF_SIZE):
                allowed = allowed | jnp.where(p.rerolls >= size, word(subsets >> shift & 0xFFFFFFFF), 0)
            words.append(allowed & ~illegal)
        return words[0], words[1]

    # -- what the actions do -------------------------------------------------------------------------------------------

    def act(self, p: PicnicPosition, action: Array) -> PicnicPosition:
        action = word(action)
        moves, pushes = (action >= MOVE) & (action < PUSH), action >= PUSH
        on_table = self._stepped(p, moves, jnp.where(pushes, action - PUSH, action - MOVE))
        in_turn = choose(
            action < QUEEN_REROLL,
            _picked_up(p, action),
            choose(action == QUEEN_REROLL, self._fresh_rerolls(_without_queen(p)), _with_attack(_without_queen(p))),
        )
        skips = action == SKIP  # PB-13
        passed = self._next_turn(p._replace(queens=p.queens | jnp.where(skips, bit(p.seat), 0)))
        without_ants = choose(skips | (action == PASS), passed, in_turn)
        return choose(moves | pushes, on_table, without_ants)

    def _stepped(self, p: PicnicPosition, moves: Array, number: Array) -> PicnicPosition:
        """Move an ant (PB-10) or push it (PB-7); ``number`` encodes the track, and for a push also the ant's owner."""
        track = number % _TRACKS
        owner = jnp.where(moves, p.seat, (p.seat + 1 + number // _TRACKS) % self.players)
        lane, length = pick(p.lanes, track), self._of_track("length", track)
        space = word(0)
        for i in range(_ANTS):
            ant = lane >> 8 * i & 255
            space = jnp.where((ant != 0) & (ant & 3 == owner), ant >> 2, space)
        spaces = p.dice >> 4 * track & 15
        target = jnp.where(moves, jnp.minimum(space + spaces, length), space - 1)
        lane = settled(_relocated(lane, owner, target, moves))
        attacks = _attacks(p) - (1 + (p.held >> track & 1))
        after = settled(self._with_lane(p, track, lane, length))
        return choose(moves, self._moved(after, track), after._replace(node=word(ATTACK), attacks=attacks))

    def _moved(self, p: PicnicPosition, track: Array) -> PicnicPosition:
        """Continue after a move: end the game, allow a second move (PB-12), or end the turn."""
        score = pick(p.scores, p.seat)
        over = (p.held >> track & 1 == 1) & (score >= self.rules["goal"])  # PB-14
        p = choose(p.node == MOVED, _without_queen(p), p)
        second_moves = (p.dice >> MASK_AT) & pick(p.open, p.seat) & ~bit(track)
        again = p._replace(node=word(MOVED), attacks=word(0), first_move=track)
        ended = choose(over, _start_turn(p, OVER, word(NOBODY)), self._next_turn(p))
        return choose(~over & (_queen(p) == 1) & (second_moves != 0), again, ended)

    def _with_lane(self, p: PicnicPosition, track: Array, lane: Array, length: Array) -> PicnicPosition:
        """Replace the ants on a track; update where players are active and where they may move (PB-3, PB-8, PB-11)."""
        present, active, front = word(0), word(0), word(0)
        for i in range(_ANTS):
            ant = lane >> 8 * i & 255
            above = lane >> 8 * (i + 1) & 255 if i + 1 < _ANTS else word(0)
            exists, owner = ant != 0, bit(ant & 3)
            front = jnp.where(exists, ant, front)
            present = present | jnp.where(exists, owner, 0)
            active = active | jnp.where(exists & (above >> 2 != ant >> 2), owner, 0)
        food_held = front >> 2 == length
        active = jnp.where(food_held, bit(front & 3), active)
        track_bit, worth = bit(track), self._of_track("worth", track)
        was_held = p.held & track_bit != 0
        seats: list[list[Array]] = [[], [], []]
        for seat in range(self.players):
            is_active, was_active = active >> seat & 1 == 1, p.active[seat] & track_bit != 0
            may_move = ~food_held & (is_active | (present >> seat & 1 == 0))
            lost, gained = jnp.where(was_held & was_active, worth, 0), jnp.where(food_held & is_active, worth, 0)
            seats[0].append(_with_bit(p.active[seat], track_bit, is_active))
            seats[1].append(_with_bit(p.open[seat], track_bit, may_move))
            seats[2].append(p.scores[seat] - lost + gained)
        return p._replace(
            lanes=put(p.lanes, track, lane),
            held=_with_bit(p.held, track_bit, food_held),
            active=tuple(seats[0]),
            open=tuple(seats[1]),
            scores=tuple(seats[2]),
        )

    def _of_track(self, name: str, track: Array) -> Array:
        return pick([word(value) for value in self.rules[name]], track)

    def _next_turn(self, p: PicnicPosition) -> PicnicPosition:
        return _start_turn(p, ROLL, jnp.where(p.seat + 1 == self.players, 0, p.seat + 1))

    def _fresh_rerolls(self, p: PicnicPosition) -> PicnicPosition:
        """Return the position with a full allowance of re-rolls (PB-4, PB-15)."""
        dice = word(3) if self.rules["beginner"] else ones(pick(p.active, p.seat))
        return p._replace(rerolls=dice, groups=word(dice > 0) + word(dice > 3))

    # -- dice ----------------------------------------------------------------------------------------------------------

    def to_roll(self, p: PicnicPosition) -> Array:
        return jnp.where(p.node == ROLL, self.rules["dice"], jnp.where(p.node == AGAIN, p.in_the_air, 0))

    def roll(self, p: PicnicPosition, shown: Array) -> PicnicPosition:
        counts = (p.dice & _COUNTS) + (shown & _COUNTS)
        together = p._replace(dice=counts | (p.dice | shown) & ~word(_COUNTS), in_the_air=word(0))
        first = p.node == ROLL
        rolled = choose(first, self._fresh_rerolls(p._replace(dice=shown)), together)
        may_reroll = (rolled.rerolls != 0) | ~first & (_queen(p) == 1)  # PB-5
        return choose(may_reroll, rolled._replace(node=word(REROLL)), _done_rerolling(rolled))

    # -- scores and observations ---------------------------------------------------------------------------------------

    def scores(self, p: PicnicPosition) -> Words:
        """Return the value of the Food squares that each player holds (PB-14)."""
        return p.scores

    def observe(self, p: PicnicPosition, seat: Array) -> list[Array]:
        stages = ((ACT, 1), (ATTACK, 2), (MOVED, 3))
        stage = sum((jnp.where(p.node == node, number, 0) for node, number in stages), word(0))
        lanes, zeros = jnp.stack(p.lanes), jnp.zeros(_TRACKS, jnp.uint32)
        spaces, levels = [zeros] * self.players, [zeros] * self.players
        below = level = zeros
        for i in range(_ANTS):
            ants = lanes >> 8 * i & 255
            level = jnp.where(ants >> 2 == below, level + 1, 1)
            below = ants >> 2
            for k in range(self.players):
                is_owned = (ants != 0) & (ants & 3 == (seat + k) % self.players)
                spaces[k] = jnp.where(is_owned, below, spaces[k])
                levels[k] = jnp.where(is_owned, level, levels[k])
        queens = rotated(tuple(p.queens >> owner & 1 for owner in range(self.players)), seat)
        turn = [stage, spread(p.dice, _TRACKS, 4), p.rerolls, p.groups, p.attacks]
        first_move = jnp.where(p.node == MOVED, p.first_move + 1, 0)
        return [*turn, first_move, *queens, *spaces, *levels, *rotated(p.scores, seat)]


def _start_turn(p: PicnicPosition, node: int, seat: Array) -> PicnicPosition:
    none = word(0)
    return p._replace(
        node=word(node), seat=word(seat), dice=none, in_the_air=none, rerolls=none, groups=none, attacks=none,
        first_move=none,
    )  # fmt: skip


def _queen(p: PicnicPosition) -> Array:
    """Return 1 if the player has a Queen token, else 0."""
    return p.queens >> p.seat & 1


def _without_queen(p: PicnicPosition) -> PicnicPosition:
    return p._replace(queens=p.queens & ~bit(p.seat))


def _with_attack(p: PicnicPosition) -> PicnicPosition:
    return p._replace(node=word(ATTACK), attacks=_attacks(p) + 1)


def _done_rerolling(p: PicnicPosition) -> PicnicPosition:
    return p._replace(node=word(ACT), rerolls=word(0), groups=word(0))


def _picked_up(p: PicnicPosition, subset: Array) -> PicnicPosition:
    """Pick up some of the sorted dice to re-roll, or none to end the re-rolling (PB-4)."""
    left, shown, rest = p.dice & _COUNTS, word(0), subset
    for i in range(_TRACKS):
        count = p.dice >> 4 * i & 15
        taken = ones(rest & bit(count) - 1)
        left = left - (taken << 4 * i)
        shown = shown | word(count > taken) << MASK_AT + i
        rest = rest >> count
    size = ones(subset)
    rerolls, groups = p.rerolls - size, p.groups - 1
    more = (rerolls != 0) & (groups != 0)
    picked = p._replace(
        node=word(AGAIN),
        dice=left | shown,
        in_the_air=size,
        rerolls=jnp.where(more, rerolls, 0),
        groups=jnp.where(more, groups, 0),
    )
    return choose(subset == 0, _done_rerolling(p), picked)


def _attacks(p: PicnicPosition) -> Array:
    """Return the attacks that the player can use now (PB-6)."""
    dice, straight = p.dice >> MASK_AT, word(0)
    run = dice
    for length, attacks in _ATTACKS:
        straight = jnp.where(run != 0, attacks, straight)
        run = run & dice >> length
    return jnp.where(p.node == ATTACK, p.attacks, jnp.where(p.node == ACT, straight, 0))


def _targets(p: PicnicPosition, attacks: Array) -> Array:
    """Return the tracks on which this many attacks can push a free ant; an ant on a Food square takes two (PB-7)."""
    with_one = jnp.where(attacks == 1, _ALL_TRACKS & ~p.held, 0)
    return jnp.where(attacks >= 2, _ALL_TRACKS, with_one)


def _relocated(lane: Array, seat: Array, target: Array, on_top: Array) -> Array:
    """Return the lane with a seat's ant moved to ``target`` (0: off the board), on top of a pile or under it (PB-9)."""
    rest, place, waiting, moved = word(0), word(0), target > 0, target << 2 | seat
    for i in range(_ANTS):
        ant = lane >> 8 * i & 255
        stays = (ant != 0) & (ant & 3 != seat)
        inserts = stays & waiting & ((ant >> 2 > target) | (ant >> 2 == target) & ~on_top)
        rest = rest | jnp.where(inserts, moved << place, 0)
        place = place + 8 * word(inserts)
        waiting = waiting & ~inserts
        rest = rest | jnp.where(stays, ant << place, 0)
        place = place + 8 * word(stays)
    return rest | jnp.where(waiting, moved << place, 0)


def _with_bit(mask: Array, bits: Array, is_set: Array) -> Array:
    return jnp.where(is_set, mask | bits, mask & ~bits)


def device_rules(game: Any) -> PicnicRules:
    return PicnicRules(game)
