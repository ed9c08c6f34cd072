"""A host that may say anything: whatever a client believes, nobody has chosen the dice; and all clients agree."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from play.dice.anything import Transcript, changes, fitted, holds, honest, mixed, replayed
from play.dice.trusting import verdict
from play.web.node import evaluate
from same_dice import dice_of
from soak import tries

_STRIDE = tries(15, 1)
"""Every how many of the single changes are tried."""
_MIXED = tries(200, 100_000)
_AT_ONCE = 2_000

_PAGE = """data.map((transcript) => {
  const trust = new it.Trust({table: "table", game: "heckmeck", players: 3, faces: "12345w"});
  for (const step of transcript) {
    const [[kind, given]] = Object.entries(step);
    if (kind === "answered" && trust.asked !== given[0]) continue;
    if (kind === "sent" && trust.nextNumber()[1] !== given[0] + 1) continue;
    trust[kind](...given);
  }
  const {broken, rolls, isListed, isOld, lists, unheld, fingerprint, refusals, renewals, takenBack, entered} = trust;
  return {broken: broken && [broken.reason, broken.number], checked: rolls, listed: isListed, old: isOld, lists,
    unheld, fingerprint, refusals, renewals, taken_back: takenBack, entered};
})"""


def _check(transcripts: list[tuple[str, Transcript]]) -> int:
    """What must hold, for every one of them; how many were believed."""
    believed = 0
    thought = [replayed(transcript) for _, transcript in transcripts]
    for (what, _), trust in zip(transcripts, thought, strict=True):
        if trust.broken is None:
            believed += 1
            assert holds(trust.steps) == "", what
    for at in range(0, len(transcripts), _AT_ONCE):
        page = evaluate("model/trust.js", _PAGE, [transcript for _, transcript in transcripts[at : at + _AT_ONCE]])
        for (what, _), trust, told in zip(transcripts[at:], thought[at:], page, strict=False):
            # By which rule they refuse may differ where several are broken at once.
            assert (told["broken"] is None) == (trust.broken is None), what
            assert trust.broken is not None or told == verdict(trust), what
    return believed


def test_what_an_honest_host_says_is_believed() -> None:
    """And holds."""
    assert _check([("honest", honest())]) == 1


def test_whatever_single_thing_a_host_says_otherwise(request: pytest.FixtureRequest) -> None:
    """Believed or not, the dice are those of the chains; the Python client and the page think the same of all of it."""
    first = random.Random(dice_of(request.node.nodeid)).randrange(_STRIDE)
    told = [pair for what, said in islice(changes(honest()), first, None, _STRIDE) for pair in
            ((what, said), (f"{what}, made to fit", fitted(said)))]  # fmt: skip
    assert 0 < _check(told) < len(told)


def test_whatever_several_things_a_host_says_otherwise(request: pytest.FixtureRequest) -> None:
    """The same with several changes at once, and messages that nobody expects."""
    chance, left = random.Random(dice_of(request.node.nodeid)), _MIXED
    while left > 0:
        count = min(left, _AT_ONCE)
        said = [mixed(honest(), chance) for _ in range(count)]
        _check([(str(at), transcript if at % 2 else fitted(transcript)) for at, transcript in enumerate(said)])
        left -= count
