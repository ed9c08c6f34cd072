"""What an honest host says, what cheating hosts say instead, and what a client must think of each.

``python tests/play/dice/trusting.py`` writes ``tests/data/trust.json``, which the tests of Python and of the page both
go by. Secrets are fixed, so that it writes the same each time.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

from roost.core.registry import game
from roost.play.dice.fair import FairDice, Numbers, opening_story, renewed_story, rolled_story, sealed_story

__all__ = ["CASES", "VECTORS", "cases"]

VECTORS = Path(__file__).parents[2] / "data" / "trust.json"
Step = dict[str, Any]

_DIE = game("heckmeck").die
_HOST, _ANNA, _BEN = bytes(range(32)), bytes(range(1, 33)), bytes(range(2, 34))
_DICE = "table/1"


class Host:
    """Somebody who plays a few rolls: Anna (person 0, seat 0), a bot (seat 1), Ben (person 1, seat 2)."""

    def __init__(self) -> None:
        self.dice = FairDice(_HOST, _DICE, length=40)
        self.following = FairDice(_HOST, "table/2", length=40).commitment.hex()
        self.anna, self.ben = Numbers(_ANNA, _DICE), Numbers(_BEN, _DICE)
        self.story = b""
        self.steps: list[Step] = []

    def hear(self, **entry: Any) -> None:
        """An entry of the log."""
        self.steps.append({"entry": entry})

    def begin(self) -> None:
        """The table is made, numbers are sealed, Anna starts."""
        commitment = self.dice.commitment
        self.steps.append({"pin": [1, commitment.hex()]})
        self.steps.append({"sealed": [1, self.anna.seal.hex()]})
        self.hear(type="sealed", person=0, game=1, seal=self.anna.seal.hex())
        self.hear(type="sealed", person=1, game=1, seal=self.ben.seal.hex())
        opening = self.anna.number(1)
        self.steps.append({"sent": [1, 0, opening.hex(), None]})
        self.story = opening_story(_DICE, commitment, opening)
        for person, numbers in ((0, self.anna), (1, self.ben)):
            self.story = sealed_story(self.story, person, numbers.seal)
        self.hear(
            type="started", game=1, start=0, dice=_DICE, commitment=commitment.hex(), nonce=opening.hex(), person=0,
            next=self.following, protocol=2,
        )  # fmt: skip

    def roll(self, seat: int, count: int, chain: FairDice | None = None, nonce: bytes | None = None) -> Step:
        """The next roll, honest unless told otherwise. Seat 1 is a bot's."""
        chain = self.dice if chain is None else chain
        number = chain.rolled + 1
        numbers = {0: self.anna, 2: self.ben}.get(seat)
        if numbers is self.anna:
            self.steps.append({"sent": [1, number, self.anna.number(number + 1).hex(), 0]})
        if nonce is None:
            nonce = b"" if numbers is None else numbers.number(number + 1)
        rolled, proof = chain.roll_with(nonce, _DIE.dice(count), self.story)
        self.story = rolled_story(self.story, proof, str(rolled))
        entry: Step = {"type": "rolled", "seat": seat, "roll": str(rolled), "proof": str(proof)}
        entry |= {"by": "hen"} if numbers is None else {"person": 0 if seat == 0 else 1}
        self.steps.append({"entry": entry})
        return entry

    def look(self) -> Step:
        """A snapshot."""
        dice = {"table": _DICE, "commitment": self.dice.commitment.hex(), "rolls": self.dice.rolled, "protocol": 2}
        step = {"snapshot": [1, {**dice, "story": self.story.hex(), "seals": []}]}
        self.steps.append(step)
        return dice | {"story": self.story.hex()}


def _honest() -> Host:
    host = Host()
    host.begin()
    for seat in (0, 1, 2, 0, 1):
        host.roll(seat, 8 - seat)
    return host


def honest() -> tuple[list[Step], str | None]:
    """Everything is as it should be."""
    host = _honest()
    host.look()
    return host.steps, None


def own_nonce_by_the_stream_only() -> tuple[list[Step], str | None]:
    """The host refuses our roll, and tells another one by the stream, with a number that it liked better."""
    host = _honest()
    host.steps.append({"sent": [1, 6, host.anna.number(7).hex(), 0]})
    host.steps.append({"refused": 6})
    sent = len(host.steps)
    host.roll(0, 8, nonce=sha256(b"a nicer number").digest())
    del host.steps[sent]  # we did not send it twice
    return host.steps, "nonce"


def substitute() -> tuple[list[Step], str | None]:
    """The host has seen our number, and lets a bot roll for us instead."""
    host = _honest()
    host.steps.append({"sent": [1, 6, host.anna.number(7).hex(), 0]})
    entry = host.roll(1, 8)
    entry["seat"] = 0
    return host.steps, "nonce"


def no_number() -> tuple[list[Step], str | None]:
    """A person's roll without their number."""
    host = _honest()
    entry = host.roll(2, 8, nonce=b"")
    del entry["person"]
    return host.steps, "nonce"


def other_chain() -> tuple[list[Step], str | None]:
    """The host goes on with another chain, which it announces by a snapshot."""
    host = _honest()
    swapped = FairDice(b"another secret of the host"[:32], _DICE, length=40, rolled=5)
    dice = host.look()
    host.steps[-1] = {"snapshot": [1, {**dice, "commitment": swapped.commitment.hex(), "seals": []}]}
    host.roll(2, 8, chain=swapped)
    return host.steps, "commitment"


def other_chain_at_the_start() -> tuple[list[Step], str | None]:
    """The host begins with another chain than the one that it had published with the table."""
    host = Host()
    published = host.dice.commitment.hex()
    host.dice = FairDice(b"another secret of the host"[:32], _DICE, length=40)
    host.begin()
    host.steps[0] = {"pin": [1, published]}
    return host.steps, "commitment"


def other_chain_for_the_rematch() -> tuple[list[Step], str | None]:
    """The next game is not played with the chain that was published during this one."""
    host = _honest()
    host.steps.append({"pin": [2, FairDice(_BEN, "table/2", length=40).commitment.hex()]})
    return host.steps, "commitment"


def skipped_link() -> tuple[list[Step], str | None]:
    """The host passes over a link that it does not like."""
    host = _honest()
    host.dice.rolled += 1
    host.roll(2, 8)
    return host.steps, "order"


def forged_link() -> tuple[list[Step], str | None]:
    """A link of another chain."""
    host = _honest()
    host.roll(2, 8, chain=FairDice(b"another secret of the host"[:32], _DICE, length=40, rolled=5))
    return host.steps, "chain"


def bots_number() -> tuple[list[Step], str | None]:
    """The host chooses a number for its bot."""
    host = _honest()
    host.roll(1, 8, nonce=sha256(b"good for the bot").digest())
    return host.steps, "bot"


def unsealed_number() -> tuple[list[Step], str | None]:
    """Ben and the host look for a number that suits Ben."""
    host = _honest()
    host.roll(2, 8, nonce=sha256(b"good for Ben").digest())
    return host.steps, "seal"


def made_up_person() -> tuple[list[Step], str | None]:
    """The host's bot rolls with a number of the host's, which is said to be somebody's."""
    host = _honest()
    entry = host.roll(1, 8, nonce=sha256(b"good for the bot").digest())
    del entry["by"]
    entry["person"] = 9
    return host.steps, "seal"


def other_dice() -> tuple[list[Step], str | None]:
    """The host shows other dice than those of the proof."""
    host = _honest()
    entry = host.roll(2, 8)
    entry["roll"] = "1112345w" if entry["roll"] != "1112345w" else "1112344w"
    return host.steps, "dice"


def other_story() -> tuple[list[Step], str | None]:
    """A snapshot tells another past than ours."""
    host = _honest()
    dice = host.look()
    host.steps[-1] = {"snapshot": [1, {**dice, "story": "00" * 32, "seals": []}]}
    return host.steps, "story"


def rewound() -> tuple[list[Step], str | None]:
    """A snapshot takes back a roll."""
    host = _honest()
    dice = host.look()
    host.steps[-1] = {"snapshot": [1, {**dice, "rolls": 4, "seals": []}]}
    return host.steps, "order"


def sealed_in_our_name() -> tuple[list[Step], str | None]:
    """The host seals numbers of its own in our name."""
    host = _honest()
    host.hear(type="sealed", person=0, game=1, seal=Numbers(_BEN, "table/3").seal.hex())
    return host.steps, "seal"


def other_opening() -> tuple[list[Step], str | None]:
    """The host opens the game in our name with a number of its own."""
    host = Host()
    host.begin()
    started = host.steps[-1]["entry"]
    started["nonce"] = sha256(b"a nicer opening").hexdigest()
    return host.steps, "nonce"


def unreadable() -> tuple[list[Step], str | None]:
    """A proof that is none."""
    host = _honest()
    host.roll(2, 8)["proof"] += "0"
    return host.steps, "malformed"


def ended_turn() -> tuple[list[Step], str | None]:
    """Our choice ended our turn: the number that came with it is not needed, and that is no cheat."""
    host = _honest()
    host.steps.append({"sent": [1, 6, host.anna.number(7).hex(), 0]})
    host.roll(2, 8)
    host.roll(1, 8)
    host.roll(0, 8)
    return host.steps, None


def late() -> tuple[list[Step], str | None]:
    """Whoever comes late believes a snapshot, and checks from there on."""
    host = _honest()
    dice = host.look()
    seals = [{"person": 0, "seal": host.anna.seal.hex()}, {"person": 1, "seal": host.ben.seal.hex()}]
    before = len(host.steps)
    host.roll(2, 8)
    host.roll(1, 8)
    return [{"snapshot": [1, {**dice, "seals": seals}]}, *host.steps[before:]], None


def sealed_before() -> tuple[list[Step], str | None]:
    """Whoever comes before the game begins hears from the table who has sealed their numbers."""
    host = _honest()
    seals = [{"person": 0, "seal": host.anna.seal.hex()}, {"person": 1, "seal": host.ben.seal.hex()}]
    start = next(i for i, step in enumerate(host.steps) if step.get("entry", {}).get("type") == "started")
    return [{"pin": [1, host.dice.commitment.hex(), seals]}, *host.steps[start:]], None


def swapped_seal() -> tuple[list[Step], str | None]:
    """The table shows another seal than the one that was heard."""
    host = Host()
    host.begin()
    seals = [{"person": 1, "seal": "00" * 32}]
    return [*host.steps[:-1], {"pin": [1, host.dice.commitment.hex(), seals]}], "seal"


def resealed() -> tuple[list[Step], str | None]:
    """Ben has lost his secret and seals anew, for all to see."""
    host = _honest()
    host.ben = Numbers(b"a new secret of Ben's device", _DICE)
    host.hear(type="sealed", person=1, game=1, seal=host.ben.seal.hex())
    host.story = sealed_story(host.story, 1, host.ben.seal)
    host.roll(2, 8)
    host.look()
    return host.steps, None


def _restored(rolls: int) -> tuple[Host, str]:
    """A host that has restored a backup from after so many rolls, and what it calls that."""
    host = Host()
    host.begin()
    for seat in (0, 1, 2, 0, 1)[:rolls]:
        host.roll(seat, 8 - seat)
    host.dice = FairDice(b"the secret after the backup was restored"[:32], _DICE, length=40, rolled=rolls)
    host.following = FairDice(b"the secret after the backup was restored"[:32], "table/2", length=40).commitment.hex()
    host.anna, host.ben = Numbers(b"Anna's next secret", _DICE), Numbers(b"Ben's next secret", _DICE)
    host.story = renewed_story(host.story, host.dice.commitment)
    return host, "0123456789abcdef"


def _seal_anew(host: Host) -> None:
    host.steps.append({"sealed": [1, host.anna.seal.hex()]})
    for person, numbers in ((0, host.anna), (1, host.ben)):
        host.hear(type="sealed", person=person, game=1, seal=numbers.seal.hex())
        host.story = sealed_story(host.story, person, numbers.seal)


def renewed() -> tuple[list[Step], str | None]:
    """The host restored a backup from before our next roll: it commits anew, everybody seals anew. This is noted."""
    host, name = _restored(5)
    host.hear(type="renewed", id=name, commitment=host.dice.commitment.hex(), next=host.following)
    _seal_anew(host)
    host.roll(2, 8)
    host.roll(0, 8)
    host.look()
    host.steps.append({"pin": [2, host.following]})
    return host.steps, None


def taken_back() -> tuple[list[Step], str | None]:
    """The backup is older than what we saw: three rolls are taken back, and this is noted."""
    steps = _honest().steps
    host, name = _restored(2)
    dice = host.look()
    seen = {"snapshot": [1, {**dice, "seals": [], "renewed": [2]}]}
    before = len(host.steps)
    _seal_anew(host)
    host.roll(2, 8)
    host.roll(0, 8)
    return [*steps, {"restored": [name]}, {"pin": [2, host.following]}, seen, *host.steps[before:]], None


def all_taken_back() -> tuple[list[Step], str | None]:
    """The backup is older than the game: it begins anew."""
    steps = _honest().steps
    host = Host()
    host.dice = FairDice(b"the secret after the backup was restored"[:32], _DICE, length=40)
    host.begin()
    host.roll(0, 8)
    return [*steps, {"restored": ["0123456789abcdef"]}, *host.steps], None


def pretended() -> tuple[list[Step], str | None]:
    """The host says that it restored a backup, takes nothing back, and keeps quiet about it in its views."""
    host = _honest()
    dice = host.look()
    swapped = FairDice(b"another secret of the host"[:32], _DICE, length=40)
    host.steps[-1] = {"restored": ["0123456789abcdef"]}
    host.steps.append({"snapshot": [1, {**dice, "commitment": swapped.commitment.hex(), "seals": []}]})
    return host.steps, None


def renewed_and_swapped() -> tuple[list[Step], str | None]:
    """After it has committed anew, the host rolls with the old chain all the same."""
    host, name = _restored(5)
    host.hear(type="renewed", id=name, commitment=host.dice.commitment.hex(), next=host.following)
    _seal_anew(host)
    host.roll(2, 8, chain=FairDice(_HOST, _DICE, length=40, rolled=5))
    return host.steps, "chain"


def renewed_but_not_sealed() -> tuple[list[Step], str | None]:
    """Ben gives a number of his old chain, which the host had seen when it committed anew."""
    host, name = _restored(5)
    host.hear(type="renewed", id=name, commitment=host.dice.commitment.hex(), next=host.following)
    host.roll(2, 8, nonce=Numbers(_BEN, _DICE).number(7))
    return host.steps, "seal"


def renewed_unreadably() -> tuple[list[Step], str | None]:
    """A commitment that is none."""
    host, name = _restored(5)
    host.hear(type="renewed", id=name, commitment="none", next=host.following)
    return host.steps, "malformed"


def _entered(host: Host, seat: int, person: int) -> None:
    host.hear(type="entered", seat=seat, roll="1123445w", person=person)


def real_dice() -> tuple[list[Step], str | None]:
    """Ben rolls real dice, and enters and corrects them: they are counted, and no part of the chain of the others."""
    host = Host()
    host.steps.append({"real": [2]})
    host.begin()
    host.roll(0, 8)
    _entered(host, 2, 1)
    host.hear(type="corrected", seat=2, roll="1123444w", was="1123445w", person=1)
    host.roll(1, 8)
    _entered(host, 2, 0)
    host.look()
    return host.steps, None


def sits_down_with_real_dice() -> tuple[list[Step], str | None]:
    """Ben sits down while we listen, and says that he rolls real dice."""
    host = Host()
    host.hear(type="seat_claimed", seat=2, person=1, name="Ben", real=True)
    host.begin()
    _entered(host, 2, 1)
    return host.steps, None


def late_to_real_dice() -> tuple[list[Step], str | None]:
    """Whoever comes late is told how many rolls were entered."""
    host = _honest()
    dice = host.look()
    seals = [{"person": 0, "seal": host.anna.seal.hex()}, {"person": 1, "seal": host.ben.seal.hex()}]
    before = len(host.steps)
    host.roll(1, 8)
    _entered(host, 2, 1)
    return [{"real": [2]}, {"snapshot": [1, {**dice, "seals": seals, "entered": 3}]}, *host.steps[before:]], None


def entered_for_us() -> tuple[list[Step], str | None]:
    """The host enters dice for us, although we roll verified ones."""
    host = Host()
    host.steps.append({"real": [2]})
    host.begin()
    host.roll(0, 8)
    _entered(host, 0, 1)
    return host.steps, "entered"


def entered_for_us_in_our_name() -> tuple[list[Step], str | None]:
    """The host says that we roll real dice, and enters some for us. We had said that we do not."""
    host = Host()
    host.hear(type="seat_claimed", seat=0, person=0, name="Anna", real=True)
    host.steps.append({"sat": [0, False]})
    host.begin()
    _entered(host, 0, 1)
    return host.steps, "entered"


def entered_by_us() -> tuple[list[Step], str | None]:
    """We roll real dice, as we said."""
    host = Host()
    host.hear(type="seat_claimed", seat=0, person=0, name="Anna", real=True)
    host.steps.append({"sat": [0, True]})
    host.begin()
    _entered(host, 0, 0)
    return host.steps, None


def entered_on_a_seat_that_was_ours() -> tuple[list[Step], str | None]:
    """We got up, and Ben, who rolls real dice, sits there now."""
    host = Host()
    host.steps.append({"sat": [2, False]})
    host.hear(type="seat_claimed", seat=2, person=1, name="Ben", real=True)
    host.begin()
    _entered(host, 2, 1)
    return host.steps, None


def entered_at_a_table_without_real_dice() -> tuple[list[Step], str | None]:
    """The host says that dice were entered, where nobody rolls real ones."""
    host = _honest()
    _entered(host, 2, 1)
    return host.steps, "entered"


def _next_game(host: Host, order: list[int]) -> None:
    """The table plays a series: the next game has other dice, and people sit elsewhere."""
    die = game("junior").die
    faces = "".join(symbol.char * weight for symbol, weight in zip(die.symbols, die.weights, strict=True))
    host.hear(type="arranged", game="junior", options={}, players=len(order), order=order, faces=faces)
    dice, anna = FairDice(_HOST, "table/2", length=40), Numbers(_ANNA, "table/2")
    host.hear(type="sealed", person=0, game=2, seal=anna.seal.hex())
    opening = anna.number(1)
    host.hear(
        type="started", game=2, start=0, dice="table/2", commitment=host.following, nonce=opening.hex(), person=0,
        next="", protocol=2,
    )  # fmt: skip
    story = sealed_story(opening_story("table/2", dice.commitment, opening), 0, anna.seal)
    rolled, proof = dice.roll_with(b"", die.dice(6), story)
    host.hear(type="rolled", seat=1, roll=str(rolled), proof=str(proof), by="hen")


def series() -> tuple[list[Step], str | None]:
    """The next game of a series has other dice, and its seats are others': Ben's real dice come along with him."""
    host = Host()
    host.steps.append({"real": [2]})
    host.begin()
    host.roll(0, 8)
    _next_game(host, [2, 1])
    host.hear(type="entered", seat=0, roll="wwwggk", person=1)
    return host.steps, None


def seats_of_the_game_before() -> tuple[list[Step], str | None]:
    """Ben sat on seat 2 with real dice, and has left: whoever sits there now does not roll real ones."""
    host = Host()
    host.steps.append({"real": [2]})
    host.begin()
    _next_game(host, [0, 1, 3])
    host.hear(type="entered", seat=2, roll="wwwggk", person=0)
    return host.steps, "entered"


def our_word_comes_along() -> tuple[list[Step], str | None]:
    """We said that we roll the table's dice, and sit elsewhere in the next game: nobody enters dice for us there."""
    host = Host()
    host.steps += [{"real": [0, 2]}, {"sat": [0, False]}]
    host.begin()
    _next_game(host, [2, 0])
    host.hear(type="entered", seat=0, roll="wwwggk", person=1)
    host.hear(type="entered", seat=1, roll="wwwggk", person=1)
    return host.steps, "entered"


def other_dice_in_the_middle() -> tuple[list[Step], str | None]:
    """The host sets up another game, and goes on with its dice in the game under way."""
    host = _honest()
    host.hear(type="arranged", game="heckmeck", options={}, players=3, order=[0, 1, 2], faces="wwwwww")
    entry = host.roll(1, 8)
    entry["roll"] = "wwwwwwww"
    return host.steps, "dice"


CASES: list[Callable[[], tuple[list[Step], str | None]]] = [
    honest, own_nonce_by_the_stream_only, substitute, no_number, other_chain, other_chain_at_the_start,
    other_chain_for_the_rematch, skipped_link, forged_link, bots_number, unsealed_number, made_up_person,
    other_dice, other_story,
    rewound, sealed_in_our_name, other_opening, unreadable, ended_turn, late, sealed_before, swapped_seal, resealed,
    renewed, taken_back, all_taken_back, pretended, renewed_and_swapped, renewed_but_not_sealed, renewed_unreadably,
    real_dice, sits_down_with_real_dice, late_to_real_dice, entered_for_us, entered_for_us_in_our_name, entered_by_us,
    entered_on_a_seat_that_was_ours, entered_at_a_table_without_real_dice,
    series, seats_of_the_game_before, our_word_comes_along, other_dice_in_the_middle,
]  # fmt: skip


def cases() -> list[dict[str, Any]]:
    """Every case with what a client must think: it is Anna, at a table of Heckmeck for three."""
    from roost.play.dice.evidence import new_trust

    found = []
    for case in CASES:
        steps, reason = case()
        trust = new_trust("heckmeck", 3, {}, 0)
        trust.replay(deepcopy(steps))
        number = None if trust.broken is None else trust.broken.number
        expect: dict[str, Any] = {
            "broken": reason,
            "number": number,
            "checked": trust.checked,
            "fingerprint": trust.fingerprint,
        }
        expect |= {"refusals": trust.refusals, "resealed": trust.resealed}
        expect |= {"renewals": [list(when) for when in trust.renewals], "taken_back": trust.taken_back}
        expect |= {"entered": trust.entered}
        found.append({"name": case.__name__, "about": case.__doc__, "steps": steps, "expect": expect})
    return found


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(cases(), indent=1) + "\n", "utf-8")
