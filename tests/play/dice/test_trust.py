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


@pytest.mark.parametrize(("entry", "reason"), [
    ({"type": "rolled", "seat": 0, "roll": "1", "proof": "1"}, "malformed"),
    ({"type": "rolled", "seat": 0}, "malformed"),
    ({"type": "started", "game": 2, "dice": "table/2", "commitment": "00" * 32, "protocol": 3}, "counted"),
    ({"type": "started", "game": 1, "dice": "table/1", "commitment": "00" * 32, "protocol": 3}, "listed"),
    ({"type": "started", "game": True, "dice": "table/1", "commitment": "00" * 32}, "malformed"),
    ({"type": "sealed", "person": 0, "game": 1, "round": 1, "seal": "short"}, "malformed"),
    ({"type": "sealed", "person": 0, "game": 1, "round": 1}, "malformed"),
    ({"type": "sealed", "person": -1, "game": 1, "round": 1, "seal": "00" * 32}, "malformed"),
    ({"type": "sealed", "person": 0, "game": 2, "round": 1, "seal": "00" * 32}, "listed"),
    ({"type": "listed", "game": 1, "round": 1, "without": None}, "malformed"),
    ({"type": "listed", "game": 1, "round": 2}, "listed"),
    ({"type": "opened", "person": 0, "number": "00" * 32, "seal": "00" * 32}, "listed"),
    ({"type": "renewed", "id": "a", "commitment": "00" * 32}, "counted"),
    ({"type": "unsealed", "person": 0}, "number"),
    ({"type": "created", "commitment": 5}, "malformed"),
    ({"type": "created", "commitment": "00" * 32}, None),
    ({"type": "created"}, None),
    ({"type": "sealed", "person": 0, "game": 1, "seal": "of an older version"}, None),
    ({"type": "seat_claimed", "seat": 1, "person": 1, "name": "Ben"}, None),
    ({"type": "seat_left", "seat": 1}, None),
    ({"type": "reacted"}, None),
])  # fmt: skip
def test_nonsense_is_not_trusted(entry: dict[str, Any], reason: str | None) -> None:
    """An entry that cannot be read, or comes out of turn, breaks the trust instead of the client."""
    trust = fresh()
    trust.entry(entry)
    assert (trust.broken and trust.broken.reason) == reason


def test_numbers_are_given_in_order_and_once() -> None:
    """A client whose memory says that it gave a later number gives none for an earlier roll: a log was taken back."""
    case = next(case for case in KNOWN if case["name"] == "honest")
    trust = fresh()
    trust.replay([step for step in case["steps"] if "snapshot" not in step])
    seal, which = trust.next_number()
    assert which == trust.rolls + 2
    trust.answered(seal, trust._mine[bytes.fromhex(seal)][0], trust.rolls + 5)
    assert trust.next_number() == ("", 0)
    assert trust.broken is not None
    assert trust.broken.reason == "counted"


def test_who_sits_and_who_has_left() -> None:
    """Before a game a seat that is left is free; during one it is kept."""
    trust = fresh()
    trust.person = 1
    assert not trust.is_seated
    trust.entry({"type": "seat_claimed", "seat": 1, "person": 1, "name": "Ben"})
    assert trust.is_seated
    trust.entry({"type": "seat_left", "seat": 1})
    assert not trust.is_seated
    trust.entry({"type": "seat_claimed", "seat": 1, "person": 1, "name": "Ben"})
    trust.game = 1
    trust.entry({"type": "seat_left", "seat": 1})
    assert trust.is_seated
