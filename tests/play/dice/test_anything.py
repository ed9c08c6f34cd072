"""A host that may say anything: whatever a client believes, nobody has chosen the dice; and all three judges agree."""

import random
from itertools import islice
from typing import Any

import msgspec
import pytest

from play.dice.anything import changes, fitted, honest, mixed
from play.dice.judges import judge
from play.web.node import evaluate
from roost.play.table.log import Entry
from roost.play.table.views import ComingDice, DiceView
from same_dice import dice_of
from soak import tries

_STRIDE = tries(60, 1)
"""Every how many of the single changes are tried."""
_MIXED = tries(200, 100_000)
_AT_ONCE = 2_000


def test_what_an_honest_host_says_is_believed() -> None:
    """And holds, and its three games can be written down and proved."""
    assert judge([("honest", honest())]) == {"believed": 1, "records": 3}


def test_nothing_that_can_be_said_is_left_out() -> None:
    """Every entry of a log and every field of it, and every field of a view's dice, is there to be changed."""
    said: dict[str, set[str]] = {}
    for step in honest():
        for entry in step.get("entry", ()):
            said.setdefault(entry["type"], set()).update(entry)
        for view, name in zip(step.get("snapshot", ())[1:], ("dice", "coming"), strict=False):
            said.setdefault(name, set()).update(view or ())
    kinds: list[Any] = [*Entry.__args__, DiceView, ComingDice]
    for kind in kinds:
        name = {DiceView: "dice", ComingDice: "coming"}.get(kind) or kind.__struct_config__.tag
        assert {one.encode_name for one in msgspec.structs.fields(kind)} <= said[name], name


def test_a_host_may_say_something_before_it_has_made_the_table() -> None:
    """All judges think the same of it, whatever it is."""
    for early in ({"type": "renewed"}, {"type": "renewed", "next": "00" * 32}, {"type": "seat_freed", "seat": 0}):
        judge([(str(early), [{"entry": [early]}, *honest()])])


def test_a_die_of_no_faces_keeps_no_page_busy() -> None:
    """Nor does one of more faces than a byte can tell: the page would draw for ever what no byte can show."""
    drawn = "data.map((faces) => it.drawn((function* () { for (;;) yield 7; })(), faces, 2))"
    assert evaluate("model/fair.js", drawn, ["", "x" * 257, "12345w"]) == ["", "", "22"]


def test_whatever_single_thing_a_host_says_otherwise(request: pytest.FixtureRequest) -> None:
    """Believed or not, the dice are those of the chains; all judges think the same of all of it."""
    first = random.Random(dice_of(request.node.nodeid)).randrange(_STRIDE)
    told = [pair for what, said in islice(changes(honest()), first, None, _STRIDE) for pair in
            ((what, said), (f"{what}, made to fit", fitted(said)))]  # fmt: skip
    found = judge(told)
    assert found["believed"]
    assert found["refused"]


@pytest.mark.no_cover
def test_whatever_several_things_a_host_says_otherwise(request: pytest.FixtureRequest) -> None:
    """The same with several changes at once, and messages that nobody expects."""
    chance, left = random.Random(dice_of(request.node.nodeid)), _MIXED
    while left > 0:
        count = min(left, _AT_ONCE)
        said = [mixed(honest(), chance) for _ in range(count)]
        judge([(str(at), transcript if at % 2 else fitted(transcript)) for at, transcript in enumerate(said)])
        left -= count
