"""The set-aside turn in packed form, shared by Heckmeck, Junior and Barbecue (rules SA-1 to SA-8).

Actions have the same indices in the three games. First come the symbols in the die's order, then rolling on, then
stopping, with or without a claim on the grill. In games with stacks, snatching from the next player follows, then from
the player after that, and so on.
"""

from typing import Any

from roost.study.fast.chance import MASK_AT
from roost.study.fast.compiler import inlined
from roost.study.fast.records import NOBODY, OVER, ROLL, RULES, Field, Record, number

PICK, STOP = range(3, 5)
"""Decision nodes of a set-aside turn: setting a symbol aside, and rolling on or stopping."""

TURN_RULES: tuple[Field, ...] = (
    *RULES,
    number("symbols"),  # how many symbols the die has
    number("every_symbol"),  # the bit mask of all symbols
    number("worm"),  # the index of the worm
    number("values"),  # the value of each symbol (SA-3), in four bits each
    number("may_stop_on_nothing"),
    number("dead_roll_counts"),  # SA-5
)
TURN_STATE: tuple[Field, ...] = (
    number("node"),
    number("seat"),  # the seat to play, NOBODY before the draw and after the end
    number("aside"),  # the packed dice set aside; 0 for none
    number("roll"),  # the packed dice on the table while they wait for a choice
    number("total"),  # the sum of the dice aside
    number("left"),  # how many dice are not set aside
)


@inlined
def start_turn(rules: Record, state: Record, seat: Any) -> None:
    """Begin a turn, in which all dice are rolled (SA-1)."""
    state.node = ROLL
    state.seat = seat
    state.aside = 0
    state.roll = 0
    state.total = 0
    state.left = rules.dice


@inlined
def next_seat(rules: Record, state: Record) -> Any:
    """Return the seat of the player to the left."""
    seat = state.seat + 1
    return 0 if seat == rules.players else seat


@inlined
def end_game(rules: Record, state: Record) -> None:
    """End the game, with no player to move."""
    start_turn(rules, state, NOBODY)
    state.node = OVER


@inlined
def has_worm(rules: Record, state: Record) -> Any:
    """Whether a worm lies aside (SA-7)."""
    return state.aside >> (MASK_AT + rules.worm) & 1


@inlined
def is_complete(rules: Record, state: Record) -> Any:
    """Whether no further roll is possible: no dice are left, or every symbol lies aside (SA-6)."""
    return state.left == 0 or state.aside >> MASK_AT == rules.every_symbol


@inlined
def fresh_symbols(state: Record, roll: Any) -> Any:
    """Return the bit mask of the symbols in a roll that do not lie aside yet (SA-2)."""
    return (roll >> MASK_AT) & ~(state.aside >> MASK_AT)


@inlined
def set_aside(rules: Record, state: Record, symbol: Any) -> None:
    """Set aside all dice that show a symbol (SA-2)."""
    shift = 4 * symbol
    count = state.roll >> shift & 15
    state.aside = (state.aside + (count << shift)) | (1 << (MASK_AT + symbol))
    state.total += count * (rules.values >> shift & 15)  # SA-3
    state.left -= count
    state.roll = 0
    state.node = STOP


@inlined
def stop_choices(rules: Record, state: Record, claims: Any) -> Any:
    """Return the legal actions where the turn may end; ``claims`` has a bit for each action that earns something."""
    rolls_on = state.roll == 0 and not is_complete(rules, state)
    if rolls_on and claims == 0 and rules.may_stop_on_nothing:
        claims = 1
    return (rolls_on | claims << 1) << rules.symbols
