"""Compare the kernels with the reference engine in lockstep.

Both play the same random games, one move at a time, with the same dice and choices. After every move the unpacked state
must equal the reference state. The legal actions and the outcome must also agree, and packing the reference state must
give a record from which the game continues in the same way. Continuous integration runs this test for every game,
variant and number of players. To test many more moves, run::

    python -m roost.study.fast.lockstep --moves 10000000
"""

import argparse
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from roost.core.adapters import find_adapter
from roost.core.dice import Roll
from roost.core.errors import RoostError
from roost.core.game import Game
from roost.core.playthrough import playthrough
from roost.core.registry import all_games, game
from roost.core.state import State, choose_at_random
from roost.core.stream import Stream
from roost.study.fast.packed import KernelAdapter, Packing, packing
from roost.study.fast.records import Records


def variants(kind: type[Game]) -> tuple[Mapping[str, object], ...]:
    """Return sets of a game's options that together cover every option; empty for a game without a kernel."""
    adapter = cast("KernelAdapter | None", find_adapter(kind, "kernel"))
    return () if adapter is None else adapter.VARIANTS


class LockstepError(RoostError):
    """Raised when the kernel and the reference engine disagree."""


def every_variant() -> Iterator[Game]:
    """Yield every game with every set of options and every number of players."""
    for name, kind in all_games().items():
        for options in variants(kind):
            for players in kind.player_range:
                yield game(name, players, **options)


def check(played: Game, moves: int, seed: int | str = 0) -> int:
    """Play at least ``moves`` moves of random games in lockstep; return the number of games."""
    packed, chance, games = packing(played), Stream(f"lockstep {seed}"), 0
    while moves > 0:
        moves -= _one_game(packed, chance)
        games += 1
    return games


def _one_game(packed: Packing[Any, Any], chance: Stream) -> int:
    state: State = packed.game.opening()
    record, moves = packed.opening(), 0
    _compare(packed, state, record, "the opening")
    draw, choose = (lambda dice: dice.draw(chance)), (lambda before: choose_at_random(before, chance))
    for before, (move, after, _) in playthrough(state, draw, choose):
        if isinstance(move, Roll):
            packed.apply_roll(record, move.counts)
        else:
            number = packed.number(before, move)
            if packed.action(before, number) != move:
                raise _disagree("the action's number", move, packed.action(before, number), before, number)
            packed.apply_action(record, number)
        _compare(packed, after, record, move)
        moves += 1
        if chance.below(8) == 0:  # sometimes pack the record anew, to test both kinds of record
            record = packed.pack(after)
    return moves


def _compare(packed: Packing[Any, Any], state: State, record: Records, move: object) -> None:
    unpacked = packed.unpack(record)
    if unpacked != state:
        raise _disagree("the state", state, unpacked, state, move)
    legal = sorted(packed.number(state, action) for action in state.actions())
    if packed.legal(record) != legal:
        raise _disagree("the legal actions", legal, packed.legal(record), state, move)
    dice = state.dice
    if packed.dice(record) != (dice.count if dice is not None and state.seat is not None else 0):
        raise _disagree("the dice to roll", dice, packed.dice(record), state, move)
    if packed.outcome(record) != state.outcome:
        raise _disagree("the outcome", state.outcome, packed.outcome(record), state, move)


def _disagree(subject: str, expected: object, actual: object, state: State, move: object) -> LockstepError:
    message = f"{subject} after {move} should be {expected}, but the kernel has {actual}"
    return LockstepError(message, input=str(move), position=str(state))


def main(arguments: Iterable[str] | None = None) -> None:
    """Test every variant for an equal share of the moves."""
    parser = argparse.ArgumentParser(description="Play the kernels against the reference engine in lockstep.")
    parser.add_argument("--moves", type=int, default=10_000_000, help="total number of moves (default: 10 million)")
    parser.add_argument("--seed", default="0", help="any text (default: 0)")
    options = parser.parse_args(None if arguments is None else list(arguments))
    variants = list(every_variant())
    for played in variants:
        games = check(played, options.moves // len(variants) + 1, options.seed)
        print(f"{played}: {games} games agree", flush=True)


if __name__ == "__main__":
    main()
