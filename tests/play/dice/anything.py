"""A host that may say anything: an honest transcript, changed in every way, and what must hold whenever it is believed.

Changes are not a list of cheats. Every field of every message is replaced by every other value of its kind that occurs,
by what another chain would give, and by nonsense, or left out; messages are dropped, repeated, exchanged and inserted.
A host that changes a roll makes the rest fit: proofs and dice are made anew, with what it knows.

What must hold is recomputed from the chains alone (:func:`holds`): the seed from the list that the client had read when
it answered, and every roll from the seed, the chains and who rolled.
"""

from __future__ import annotations

import hmac
import json
import random
from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from typing import Any

from play.dice.trusting import TABLE, chain, fresh, whole
from roost.core.errors import RoostError
from roost.core.record.proof import Proof
from roost.core.registry import game
from roost.play.dice.fair import Chain

__all__ = ["Transcript", "changes", "holds", "honest", "mixed", "replayed"]

Transcript = list[dict[str, Any]]
_NAMES = ("links 1", "links 2", "links of round 2", "next links of round 2", "links 3", "anna 1", "anna 2", "anna 3",
          "anna's spare", "anna's second spare", "anna's third spare", "anna's fourth spare", "ben 1", "ben 2", "ben 3",
          "ben's spare", "ben's second spare", "of the host", "nobody")  # fmt: skip
CHAINS: dict[str, Chain] = {made.top.hex(): made for made in map(chain, _NAMES)}
"""Every chain that there is, by its top: whoever has the secrets knows all that can be opened."""
_DIE = game("heckmeck").die
_FROM_THE_HOST = {"entry", "snapshot", "you"}
_NONSENSE: tuple[Any, ...] = (None, True, -1, 1.5, "", "x", [], {}, 1 << 40)


def honest() -> Transcript:
    """What an honest host says, and the client."""
    return whole().steps


def replayed(transcript: Transcript) -> Any:
    """What a client thinks that lives through it: it answers only the lists that it has read, as the page does."""
    trust = fresh()
    for step in transcript:
        if "answered" in step and trust.asked != step["answered"][0]:
            continue  # nobody asks: a client that runs does not answer
        if "sent" in step and trust.next_number()[1] != step["sent"][0] + 1:
            continue
        trust.replay([step])
    return trust


# -- what must hold --------------------------------------------------------------------------------------------------


def holds(transcript: Transcript) -> str:
    """Whether both statements hold for a transcript that a client believed; if not, which does not, and why.

    This is written apart from the client: it knows the secrets, and goes through the messages in its own way.
    """
    sealed: dict[int, str] = {}
    answers: dict[int, str] = {}
    listed: dict[int, str] = {}
    spares: dict[int, str] = {}
    pins: dict[int, str] = {}
    rounds: dict[int, int] = {}
    places: dict[int, int] = {}
    mine: set[str] = set()
    used: dict[str, bytes] = {}
    is_old, is_closed, running, rolls = False, False, 0, 0
    seed, opened, links, digest = b"", b"", "", b""
    devices: dict[int, str] = {}
    for step in transcript:
        ((kind, given),) = step.items()
        if kind == "sealed":
            mine.add(given[0])
        if kind == "answered" and digest and used.setdefault(given[0], digest) != digest:
            return f"uniformity: number 1 of {given[0]} was opened for two lists"
        if kind != "entry":
            continue
        (entry,) = given
        due = running if is_closed else running + 1
        match entry.get("type"):
            case "created":
                pins[1] = entry.get("commitment", "")
            case "seat_claimed":
                places[entry["seat"]] = entry["person"]
            case "seat_freed":
                places.pop(entry["seat"], None)
            case "sealed" if "round" in entry:
                sealed[entry["person"]] = entry["seal"]
            case "listed":
                without = entry.get("without", [])
                before = spares if listed else sealed
                listed = {person: seal for person, seal in before.items() if person not in without}
                answers, spares = {}, {}
                number = rounds.get(due, 1)
                name = f"{TABLE}/{due}".encode()
                head = b"roost list 3" + bytes([len(name)]) + name + number.to_bytes(4, "big")
                pairs = [person.to_bytes(4, "big") + bytes.fromhex(listed[person]) for person in sorted(listed)]
                digest = sha256(head + bytes.fromhex(pins.get(due, "")) + b"".join(pairs)).digest()
            case "opened":
                answers[entry["person"]], spares[entry["person"]] = entry["number"], entry["seal"]
            case "renewed":
                sealed, listed = {}, {}
                if entry.get("next"):
                    pins[running + 1] = entry["next"]
                    rounds[running + 1] = rounds.get(running + 1, 1) + 1
                if entry.get("commitment"):
                    pins[running], is_closed = entry["commitment"], not is_old
                    rounds[running] = rounds.get(running, 1) + 1
            case "unsealed":
                devices.pop(entry["person"], None)
            case "started":
                running, rolls, is_old = running + 1, 0, entry.get("protocol") != 3
                pins[running + 1] = entry.get("next", "")
            case "rolled" if not is_old:
                rolls += 1
                error = _roll(entry, rolls, seed, links, devices, places, opened)
                if isinstance(error, str):
                    return error
                opened = error
        is_opening = entry.get("type") == "started" if not is_closed else set(answers) == set(listed) and bool(digest)
        if is_opening and entry.get("type") in ("started", "opened", "listed") and not is_old:
            ones = [CHAINS[listed[person]].link(1) if listed[person] in CHAINS else b"" for person in sorted(listed)]
            seed, opened = sha256(b"roost round 3" + digest + b"".join(ones)).digest(), b""
            links, devices, is_closed = pins[running], dict(listed), False
            sealed, listed, answers = {}, {}, {}
            if devices.get(0) in mine and used.get(devices[0]) != digest:
                return "uniformity: the seed holds a number of ours that was not opened for this list"
    return ""


def _roll(entry: dict[str, Any], number: int, seed: bytes, links: str, devices: dict[int, str],
          places: dict[int, int], opened: bytes) -> bytes | str:  # fmt: skip
    """The number that is the latest after a roll; or what is wrong with it, by the chains alone."""
    seat, person = entry["seat"], None if entry["seat"] is None else places.get(entry["seat"])
    if entry.get("by") is None and person in devices:
        if devices[person] not in CHAINS:
            return "non-interference: a device rolls whose chain nobody knows"
        opened = CHAINS[devices[person]].link(number + 1)
    if links not in CHAINS:
        return "non-interference: a roll follows from no chain that there is"
    key = hmac.digest(CHAINS[links].link(number), b"roost roll 3" + seed + number.to_bytes(8, "big")
                      + bytes([len(opened)]) + opened, "sha256")  # fmt: skip
    faces = "ABC" if seat is None else "12345w"
    stream = (byte for n in range(9) for byte in sha256(key + n.to_bytes(8, "big")).digest())
    fair = (faces[byte % len(faces)] for byte in stream if byte < 256 - 256 % len(faces))
    shown = "".join(sorted([next(fair) for _ in entry["roll"]], key=faces.index))
    return opened if shown == entry["roll"] else f"non-interference: roll {number} shows other dice than the chains"


# -- what a host may say ---------------------------------------------------------------------------------------------


def changes(transcript: Transcript) -> Iterator[tuple[str, Transcript]]:
    """Every single change of every message that comes from the host, each with what it is."""
    pool = _pool(transcript)
    for at, step in enumerate(transcript):
        ((kind, _),) = step.items()
        if kind not in _FROM_THE_HOST:
            continue
        for path in _paths(step):
            for value in _others(path, _value(step, path), pool):
                changed = deepcopy(step)
                _put(changed, path, value)
                yield f"{at} {path} {value!r}", [*transcript[:at], changed, *transcript[at + 1 :]]
            if isinstance(path[-1], str) and len(path) > 1:
                changed = deepcopy(step)
                del _value(changed, path[:-1])[path[-1]]
                yield f"{at} {path} left out", [*transcript[:at], changed, *transcript[at + 1 :]]
        yield f"{at} dropped", [*transcript[:at], *transcript[at + 1 :]]
        yield f"{at} repeated", [*transcript[: at + 1], *transcript[at:]]
        if at + 1 < len(transcript):
            yield f"{at} later", [*transcript[:at], transcript[at + 1], step, *transcript[at + 2 :]]
        yield f"{at} the end", transcript[:at]


def fitted(transcript: Transcript) -> Transcript:
    """The same after the host has made proofs and dice fit what it changed, and says nothing of how the dice stand."""
    host, made = Fitting(), []
    for step in transcript:
        if "entry" in step:
            made.append({"entry": [host.fit(entry) for entry in step["entry"]]})
        elif "snapshot" not in step:
            made.append(step)
    return made


class Fitting:
    """What a host knows that makes rolls fit its changes: it follows its own log, whatever that says."""

    def __init__(self) -> None:
        self.trust = fresh()
        self.numbers: dict[int, str] = {}

    def fit(self, entry: Any) -> Any:
        """The entry, with dice that follow from what it says, if it is a roll."""
        now = self.trust._round
        try:
            proof = Proof.parse(entry["proof"])
            opened = proof.nonce or now.opened
            faces = "ABC" if entry["seat"] is None else "12345w"
            key = hmac.digest(proof.link, b"roost roll 3" + now.seed + proof.number.to_bytes(8, "big")
                              + bytes([len(opened)]) + opened, "sha256")  # fmt: skip
            stream = (byte for n in range(9) for byte in sha256(key + n.to_bytes(8, "big")).digest())
            fair = (faces[byte % len(faces)] for byte in stream if byte < 256 - 256 % len(faces))
            entry = {**entry, "roll": "".join(sorted([next(fair) for _ in entry["roll"]], key=faces.index))}
        except (RoostError, KeyError, TypeError, ValueError, AttributeError):
            pass  # there is nothing to make fit
        self.trust.broken = None
        self.trust.entry(entry)
        return entry


def mixed(transcript: Transcript, chance: random.Random) -> Transcript:
    """Several changes at once."""
    changed, pool = deepcopy(transcript), _pool(transcript)
    for _ in range(chance.randint(2, 5)):
        at = chance.choice([at for at, step in enumerate(changed) if step.keys() & _FROM_THE_HOST])
        what = chance.random()
        if what < 0.55:
            path = chance.choice([path for path in _paths(changed[at]) if len(path) > 1])
            _put(changed[at], path, chance.choice(list(_others(path, _value(changed[at], path), pool))))
        elif what < 0.65:
            del changed[at]
        elif what < 0.8:
            said = [step for step in transcript if step.keys() & _FROM_THE_HOST]
            changed.insert(at, deepcopy(chance.choice(said)))
        elif what < 0.9:
            changed.insert(at, {"entry": [deepcopy(chance.choice(_INSERTED))]})
        else:
            other = chance.randrange(len(changed))
            changed[at], changed[other] = changed[other], changed[at]
    return changed


_INSERTED: tuple[dict[str, Any], ...] = (
    {"type": "sealed", "person": 9, "game": 1, "round": 1, "seal": chain("nobody").top.hex()},
    {"type": "sealed", "person": 0, "game": 1, "round": 1, "seal": chain("of the host").top.hex()},
    {"type": "sealed", "person": 1, "game": 2, "round": 2, "seal": chain("of the host").top.hex()},
    {"type": "unsealed", "person": 1},
    {"type": "seat_claimed", "seat": 1, "person": 9, "name": "Nobody"},
    {"type": "seat_claimed", "seat": 2, "person": 0, "name": "Anna"},
    {"type": "seat_freed", "seat": 2},
    {"type": "bot_seated", "seat": 2, "bot": "hen"},
    {"type": "listed", "game": 1, "round": 1},
    {"type": "listed", "game": 1, "round": 1, "without": [1]},
    {
        "type": "renewed",
        "id": "again",
        "commitment": chain("of the host").top.hex(),
        "next": chain("links 3").top.hex(),
    },
)


def _paths(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where values are in a message."""
    if before:
        yield before
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inside:
        yield from _paths(below, (*before, key))


def _value(message: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        message = message[key]
    return message


def _put(message: Any, path: tuple[Any, ...], value: Any) -> None:
    _value(message, path[:-1])[path[-1]] = value


def _pool(transcript: Transcript) -> dict[str, list[Any]]:
    """The values of each field that occur anywhere."""
    pool: dict[str, list[Any]] = {}
    for step in transcript:
        for path in _paths(step):
            name, value = str(path[-1]), _value(step, path)
            if not isinstance(value, (dict, list)) and value not in pool.setdefault(name, []):
                pool[name].append(value)
    return pool


def _others(path: tuple[Any, ...], value: Any, pool: dict[str, list[Any]]) -> Iterator[Any]:
    """What else a field may hold."""
    if len(path) == 1:
        return  # what kind of a message it is
    found: list[Any] = list(_NONSENSE)
    if isinstance(value, int) and not isinstance(value, bool):
        found += [value + 1, max(value - 1, 0), 0, 9]
    known = pool.get(str(path[-1]), [])
    found += known[:: max(1, len(known) // 6)]
    if path[-1] == "proof":
        found += _proofs(value)
    if path[-1] in ("commitment", "next", "seal", "number", "seed", "told"):
        found += [chain("of the host").top.hex(), chain("of the host").link(1).hex()]
    told = {json.dumps(value)}
    for other in found:
        if json.dumps(other) not in told:
            told.add(json.dumps(other))
            yield other


def _proofs(text: Any) -> Iterator[str]:
    """Other proofs that are well written: of another roll, link or number."""
    try:
        proof = Proof.parse(text)
    except (RoostError, TypeError):  # whatever a change has made of it
        return
    ben, host = chain("ben 1"), chain("of the host")
    for given in (b"", host.link(proof.number + 1), ben.link(proof.number + 1), ben.link(proof.number), b"short"):
        yield str(Proof(proof.number, proof.link, given))
    yield str(Proof(proof.number + 1, chain("links 1").link(proof.number + 1), proof.nonce))
    yield str(Proof(proof.number, host.link(proof.number), proof.nonce))
