"""A client's judgement of a host, by the vectors that the page is held to as well."""

import json
from typing import Any

import pytest

from golden import DATA, assert_golden
from play.dice.hosting import fresh
from play.dice.trusting import cases, verdict
from roost.core.errors import NotationError, RoostError
from roost.play.dice.evidence import check_evidence

VECTORS = DATA / "trust.json"
KNOWN: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))


def test_the_vectors_are_those_of_the_program_that_makes_them() -> None:
    """All of them, in their order, with a client's judgement of each: a cheat is named by the rule that it breaks."""
    assert_golden(VECTORS, json.dumps(cases(), indent=1) + "\n")


def test_what_went_in_comes_out() -> None:
    """The steps that a client notes lead another one to the same verdict, also from a file."""
    for case in KNOWN[:8]:
        one = fresh()
        one.replay(case["steps"])
        told = {"roost": "evidence 3", "table": "table", "game": "heckmeck", "players": 3, "options": {}}
        other = check_evidence(json.dumps({**told, "steps": one.steps}))
        assert (verdict(other), other.steps) == (verdict(one), one.steps)
    with pytest.raises(NotationError, match="nothing that a client hears"):
        fresh().replay([{"guessed": [1]}])
    for broken in ("[]", "{}", '{"roost": "evidence 1"}'):
        with pytest.raises(RoostError, match="cannot be read"):
            check_evidence(broken)


def test_after_a_break_nothing_mends_the_trust() -> None:
    """Anything later is noted as evidence, and changes nothing; nor does a client answer or give numbers any more."""
    for case in KNOWN:
        trust = fresh()
        trust.replay(case["steps"])
        before = trust.broken
        if before is None:
            continue
        trust.replay(KNOWN[0]["steps"])
        trust.replay([{"restored": []}])
        assert trust.broken == before
        assert (trust.asked, trust.next_number(), trust.can_seal) == ("", ("", 0), False)
