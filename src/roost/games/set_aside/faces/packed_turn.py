"""The set-aside turn in packed form: what Heckmeck, Junior and Barbecue share (rules SA-1 to SA-8).

Actions are numbered alike in the three games: first the symbols, in the die's order; then to roll on; then to stop,
with what the grill then gives or with nothing; then, where there are stacks, to snatch from the player one seat on,
two seats on, ….
"""

from typing import Any

from roost.study.fast.chance import MASK_AT
from roost.study.fast.compiler import inlined
from roost.study.fast.records import NOBODY, OVER, ROLL, RULES, Field, Record, number

PICK, STOP = range(3, 5)
"""The next steps beside those of every game: a symbol is set aside, or the player rolls on or stops."""

TURN_RULES: tuple[Field, ...] = (
    *RULES,
    number("symbols"),  # how many the die has
    number("every_symbol"),  # the mask of all of them
    number("worm"),  # the worm's place among them
    number("values"),  # what each counts (SA-3), in four bits each
    number("may_stop_on_nothing"),
    number("dead_roll_counts"),  # SA-5
)
TURN_STATE: tuple[Field, ...] = (
    number("node"),
    number("seat"),  # whose turn it is, NOBODY before the draw and after the end
    number("aside"),  # the dice set aside, packed; 0 for none
    number("roll"),  # the dice on the table, packed, while they have to be dealt with
    number("total"),  # the sum of the dice aside
    number("left"),  # how many dice do not lie aside
)


@inlined
def start_turn(rules: Record, state: Record, seat: Any) -> None:
    """All dice are rolled (SA-1)."""
    state.node = ROLL
    state.seat = seat
    state.aside = 0
    state.roll = 0
    state.total = 0
    state.left = rules.dice


@inlined
def next_seat(rules: Record, state: Record) -> Any:
    """The player to the left."""
    seat = state.seat + 1
    return 0 if seat == rules.players else seat


@inlined
def end_game(rules: Record, state: Record) -> None:
    """Nobody's turn any more."""
    start_turn(rules, state, NOBODY)
    state.node = OVER


@inlined
def has_worm(rules: Record, state: Record) -> Any:
    """Whether a worm lies aside (SA-7)."""
    return state.aside >> (MASK_AT + rules.worm) & 1


@inlined
def is_complete(rules: Record, state: Record) -> Any:
    """No further roll without dice, nor when every symbol lies aside (SA-6)."""
    return state.left == 0 or state.aside >> MASK_AT == rules.every_symbol


@inlined
def fresh_symbols(state: Record, roll: Any) -> Any:
    """The mask of symbols in a roll that do not lie aside yet (SA-2)."""
    return (roll >> MASK_AT) & ~(state.aside >> MASK_AT)


@inlined
def set_aside(rules: Record, state: Record, symbol: Any) -> None:
    """All dice that show a symbol are set aside (SA-2)."""
    shift = 4 * symbol
    count = state.roll >> shift & 15
    state.aside = (state.aside + (count << shift)) | (1 << (MASK_AT + symbol))
    state.total += count * (rules.values >> shift & 15)  # SA-3
    state.left -= count
    state.roll = 0
    state.node = STOP


@inlined
def stop_choices(rules: Record, state: Record, claims: Any) -> Any:
    """The legal actions where the turn may end, when ``claims`` are the bits of those that earn something."""
    rolls_on = state.roll == 0 and not is_complete(rules, state)
    if rolls_on and claims == 0 and rules.may_stop_on_nothing:
        claims = 1
    return (rolls_on | claims << 1) << rules.symbols
