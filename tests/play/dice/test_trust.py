"""What a client thinks of a host, by the vectors that the page is held to as well."""

from __future__ import annotations

import json
from typing import Any

import pytest

from play.dice.trusting import CASES, VECTORS, cases
from roost.core.errors import NotationError
from roost.play.dice.evidence import new_trust
from roost.play.dice.fair import FairDice

KNOWN: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))


@pytest.mark.parametrize("case", KNOWN, ids=[case["name"] for case in KNOWN])
def test_every_cheat_is_seen(case: dict[str, Any]) -> None:
    """An honest host is trusted to the end; a cheat is named by the rule that it breaks."""
    trust = new_trust("heckmeck", 3, {}, 0)
    trust.replay(case["steps"])
    expect = case["expect"]
    assert (trust.broken and trust.broken.reason) == expect["broken"]
    assert (trust.broken and trust.broken.number) == expect["number"]
    assert (trust.checked, trust.fingerprint) == (expect["checked"], expect["fingerprint"])
    assert (trust.refusals, trust.resealed) == (expect["refusals"], expect["resealed"])
    assert [list(when) for when in trust.renewals] == expect["renewals"]
    assert trust.taken_back == expect["taken_back"]


@pytest.mark.parametrize("case", CASES, ids=[case.__name__ for case in CASES])
def test_the_vectors_are_those_of_the_program_that_makes_them(case: Any) -> None:
    """``python tests/play/dice/trusting.py`` writes them anew."""
    steps, reason = case()
    known = next(known for known in KNOWN if known["name"] == case.__name__)
    assert (known["steps"], known["expect"]["broken"]) == (json.loads(json.dumps(steps)), reason)


def test_nothing_else_is_among_the_vectors() -> None:
    """The file holds what the program writes: all of it, and in its order."""
    assert json.loads(json.dumps(cases())) == KNOWN


def test_what_went_in_comes_out() -> None:
    """The steps that a client notes lead another one to the same verdict."""
    steps, _ = CASES[1]()
    one, other = new_trust("heckmeck", 3, {}, 0), new_trust("heckmeck", 3, {}, 0)
    one.replay(steps)
    other.replay(one.steps)
    assert (other.broken, other.steps) == (one.broken, one.steps)
    with pytest.raises(NotationError, match="nothing that a client hears"):
        one.replay([{"guessed": 1}])


def test_after_a_break_nothing_mends_the_trust() -> None:
    """What comes later is noted as evidence, and changes nothing."""
    steps, _ = CASES[2]()
    trust = new_trust("heckmeck", 3, {}, 0)
    trust.replay(steps)
    before = trust.broken
    trust.replay(CASES[0]()[0])
    assert trust.broken == before


@pytest.mark.parametrize(("step", "reason"), [
    ({"entry": {"type": "rolled", "seat": 0, "roll": "1", "proof": "1"}}, "order"),
    ({"entry": {"type": "started", "game": 1, "dice": "t/1", "commitment": "zz"}}, "malformed"),
    ({"entry": {"type": "started", "game": 0, "dice": "t/1", "commitment": "00" * 32}}, "order"),
    ({"entry": {"type": "sealed", "person": 0, "game": 1, "seal": "short"}}, "malformed"),
    ({"entry": {"type": "sealed", "person": 0, "game": 1}}, "malformed"),
    ({"snapshot": [1, {"commitment": "no hash", "rolls": 0, "table": "t/1"}]}, "malformed"),
    ({"entry": {"type": "created", "commitment": "00" * 32}}, None),
    ({"entry": {"type": "created"}}, None),
    ({"entry": {"type": "seat_claimed", "seat": 1, "person": 1, "name": "Ben"}}, None),
    ({"entry": {"type": "reacted"}}, None),
])  # fmt: skip
def test_nonsense_is_not_trusted(step: dict[str, Any], reason: str | None) -> None:
    """What cannot be read, or comes out of turn, breaks the trust instead of the client."""
    trust = new_trust("heckmeck", 3, {}, 0)
    trust.replay([step])
    assert (trust.broken and trust.broken.reason) == reason
    assert trust.fingerprint == ""


@pytest.mark.parametrize("is_late", [False, True])
def test_old_games_are_checked_by_the_old_rules(is_late: bool) -> None:
    """A game that an older server began is protocol 1: links and dice, and no story."""
    dice, kind = FairDice(bytes(32), "t/1", length=9), new_trust("heckmeck", 3, {}, 0)
    started = {"type": "started", "game": 1, "start": 0, "dice": "t/1", "commitment": dice.commitment.hex()}
    look = {"table": "t/1", "commitment": dice.commitment.hex(), "rolls": 0}
    kind.replay([{"snapshot": [1, look]} if is_late else {"entry": started}])
    for nonce in (b"one", b"two"):
        rolled, proof = dice.roll_with(nonce, kind._dice(0, 8))
        kind.entry({"type": "rolled", "seat": 0, "roll": str(rolled), "proof": str(proof)})
    kind.entry({"type": "sealed", "person": 0, "game": 1, "seal": "00" * 32})
    kind.snapshot(1, {**look, "rolls": 2})
    assert (kind.broken, kind.checked, kind.is_old, kind.fingerprint) == (None, 2, True, "")


START = {"type": "started", "game": 1, "dice": "t/1", "commitment": "00" * 32, "protocol": 2, "nonce": "11" * 32}


def test_a_start_needs_neither_a_person_nor_the_next_game() -> None:
    """Where a bot begins, and where the host says nothing of the next game, the story begins all the same."""
    trust = new_trust("heckmeck", 3, {}, 0)
    trust.replay([{"entry": START}])
    assert (trust.broken, trust.game) == (None, 1)
    assert trust.story != b""


def test_whoever_missed_some_rolls_goes_on_from_what_they_are_told() -> None:
    """The game is the one they know, so that its anchor stays; its record will show what came between."""
    trust = new_trust("heckmeck", 3, {}, 0)
    told = {"commitment": "00" * 32, "rolls": 3, "table": "t/1", "protocol": 2, "story": "22" * 32}
    trust.replay([{"entry": START}, {"snapshot": [1, told]}])
    assert (trust.broken, trust.after, trust.story.hex()) == (None, 3, "22" * 32)


def test_the_first_break_is_the_one_that_is_told() -> None:
    """A second one does not replace it."""
    trust = new_trust("heckmeck", 3, {}, 0)
    trust.replay([{"pin": [1, "00" * 32, []]}, {"pin": [1, "11" * 32, []]}])
    first = trust.broken
    trust.replay([{"pin": [1, "22" * 32, []]}])
    assert first is not None
    assert trust.broken == first


RENEWED = {"type": "renewed", "id": "0123456789abcdef", "next": "33" * 32}


def test_a_backup_that_is_restored_between_games_renews_the_next_one() -> None:
    """The game that is over keeps its commitment; what is noted is the next game, before its first roll."""
    trust = new_trust("heckmeck", 3, {}, 0)
    trust.replay([{"entry": START}, {"entry": RENEWED}])
    assert (trust.broken, trust.renewals, trust.renewal) == (None, [(2, 0)], RENEWED["id"])


@pytest.mark.parametrize("protocol", [1, 2])
def test_a_number_for_a_roll_that_was_taken_back_is_asked_for_anew(protocol: int) -> None:
    """After a new commitment a roll may carry another number of ours than the one that we sent before."""
    trust = new_trust("heckmeck", 3, {}, 0)
    begun: list[dict[str, Any]] = [{"entry": {**START, "protocol": protocol}}, {"sent": [1, 1, "44" * 32, 0]}]
    trust.replay([*begun, {"entry": {**RENEWED, "commitment": "55" * 32}}])
    assert (trust.broken, trust.renewals, trust._mine) == (None, [(1, 0)], {})
    assert (trust.story == b"") is (protocol == 1)


def test_the_same_restored_backup_counts_once() -> None:
    """However often it is told; and whoever knew nothing yet has lost nothing."""
    trust = new_trust("heckmeck", 3, {}, 0)
    trust.replay([{"restored": ["a"]}])
    assert (trust.renewals, trust.taken_back) == ([], 0)
    told = {"commitment": "00" * 32, "rolls": 3, "table": "t/1", "protocol": 2, "story": "22" * 32}
    trust.replay([{"entry": START}, {"snapshot": [1, told]}, {"restored": ["b"]}, {"restored": ["b"]}])
    assert (trust.renewals, trust.taken_back, trust.renewal) == ([(1, 3)], 3, "b")
