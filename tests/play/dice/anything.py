"""A host that may say anything: an honest transcript, changed in every way, and what must hold whenever it is believed.

Changes are not a list of cheats. Every field of every message is replaced by every other value of its kind that occurs,
by what another chain would give, and by nonsense, or left out; messages are dropped, repeated, exchanged and inserted.
A host that changes a roll makes the rest fit: proofs and dice are made anew, with what it knows.

What must hold is recomputed from the chains alone (:func:`holds`): the seed from the list that the client had read when
it answered, and every roll from the seed, the chains and who rolled. :func:`records` writes down what was told, as a
host would, for ``roost verify``.
"""

import hmac
import json
import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

from play.dice.hosting import TABLE, chain, fresh, whole
from roost.core.dice import Dice, seat_die
from roost.core.errors import RoostError
from roost.core.notation import SEATS
from roost.core.record.proof import Proof
from roost.core.registry import game
from roost.play.dice.fair import Chain

Transcript = list[dict[str, Any]]
_NAMES = ("links 1", "links 2", "links of round 2", "next links of round 2", "links 3", "links 4", "anna 1", "anna 2",
          "anna 3", "anna 4", "anna's spare", "anna's second spare", "anna's third spare", "anna's fourth spare",
          "anna's spare 4", "ben 1", "ben 2", "ben 3", "ben 4", "ben's spare", "ben's second spare", "ben's spare 4",
          "of the host", "nobody")  # fmt: skip
CHAINS: dict[str, Chain] = {made.top.hex(): made for made in map(chain, _NAMES)}
"""Every chain that there is, by its top: whoever has the secrets knows all that can be opened."""
_FACES = {"heckmeck": "12345w", "junior": "wwgckb"}
_DICE = {faces: game(name).die for name, faces in _FACES.items()}
_FROM_THE_HOST = {"entry", "snapshot", "you"}
_NONSENSE: tuple[Any, ...] = (None, True, -1, 1.5, "", "x", [], {}, 1 << 40)


def honest() -> Transcript:
    """The words of an honest host, and the client."""
    return whole().steps


def replayed(transcript: Transcript) -> Any:
    """The verdict of a client that lives through it until it breaks: it answers only the lists that it has read."""
    trust = fresh()
    for step in transcript:
        if "answered" in step and trust.asked != step["answered"][0]:
            continue  # nobody asks: a client that runs does not answer
        if "sent" in step and trust.next_number()[1] != step["sent"][0] + 1:
            continue
        trust.replay([step])
        if trust.broken is not None:
            break
    return trust


# -- what was told, read by other code than the clients' -------------------------------------------------------------


@dataclass
class _List:
    """A list of devices, as it was told."""

    digest: bytes
    commitment: str
    number: int
    lists: int
    seals: dict[int, str]
    answers: dict[int, str] = field(default_factory=dict)
    spares: dict[int, str] = field(default_factory=dict)


@dataclass
class _Game:
    """A game, as it was told: after how many rolls each round began, and the rolls with whose device rolled them."""

    number: int
    is_old: bool
    faces: str
    rounds: list[tuple[int, _List]] = field(default_factory=list)
    rolls: list[tuple[dict[str, Any], int | None]] = field(default_factory=list)


class _Told:
    """A transcript's account of the dice, and what our own device did."""

    def __init__(self, transcript: Transcript) -> None:
        self.games = [_Game(0, True, _FACES["heckmeck"])]
        self.mine: set[str] = set()
        """Our seals. No host knows one before our device has made it: what is told earlier is no seal of ours."""
        self._told_of: set[str] = set()
        self.used: dict[str, bytes] = {}
        self.used_twice = ""
        self.listed: _List | None = None
        self._sealed: dict[int, str] = {}
        self._pins: dict[int, list[str]] = {}
        self._places: dict[int, int] = {}
        self._devices: set[int] = set()
        self._arranged: dict[str, Any] = {}
        self._is_closed = False
        for step in transcript:
            ((kind, given),) = step.items()
            if kind == "sealed":
                self.mine |= {given[0]} - self._told_of
            elif kind == "answered":
                self._answered(given[0])
            elif kind == "entry":
                hear = getattr(self, f"hear_{given[0].get('type')}", None)
                if hear is not None:
                    hear(given[0])

    def _answered(self, seal: str) -> None:
        if self.listed is not None and self.used.setdefault(seal, self.listed.digest) != self.listed.digest:
            self.used_twice = seal

    def hear_created(self, entry: dict[str, Any]) -> None:
        self._pins[1] = [entry.get("commitment", "")]

    def hear_seat_claimed(self, entry: dict[str, Any]) -> None:
        self._places[entry["seat"]] = entry["person"]

    def hear_seat_freed(self, entry: dict[str, Any]) -> None:
        self._places.pop(entry["seat"], None)

    def hear_seat_left(self, entry: dict[str, Any]) -> None:
        if len(self.games) == 1:
            self._places.pop(entry["seat"], None)

    def hear_arranged(self, entry: dict[str, Any]) -> None:
        self._arranged = entry

    def hear_sealed(self, entry: dict[str, Any]) -> None:
        if "round" in entry:
            self._sealed[entry["person"]] = entry["seal"]
            self._told_of.add(entry["seal"])

    def hear_listed(self, entry: dict[str, Any]) -> None:
        due = len(self.games) - (1 if self._is_closed else 0)
        before, without = self.listed, entry.get("without", [])
        seals = self._sealed if before is None else before.spares
        seals = {person: seal for person, seal in sorted(seals.items()) if person not in without}
        pins, name = self._pins.get(due, []), f"{TABLE}/{due}".encode()
        head = b"roost list 3" + bytes([len(name)]) + name + len(pins).to_bytes(4, "big")
        commitment = pins[-1] if pins else ""
        pairs = [person.to_bytes(4, "big") + bytes.fromhex(seal) for person, seal in seals.items()]
        digest = sha256(head + bytes.fromhex(commitment) + b"".join(pairs)).digest()
        self.listed = _List(digest, commitment, len(pins), 1 if before is None else before.lists + 1, seals)
        self._open()

    def hear_opened(self, entry: dict[str, Any]) -> None:
        if self.listed is not None:
            self.listed.answers[entry["person"]] = entry["number"]
            self.listed.spares[entry["person"]] = entry["seal"]
            self._told_of.add(entry["seal"])
            self._open()

    def _open(self) -> None:
        if self._is_closed and self.listed is not None and set(self.listed.answers) == set(self.listed.seals):
            self._begin(self.listed)

    def _begin(self, listed: _List) -> None:
        self.games[-1].rounds.append((len(self.games[-1].rolls), listed))
        self.listed, self._sealed, self._is_closed, self._devices = None, {}, False, set(listed.seals)

    def hear_started(self, entry: dict[str, Any]) -> None:
        number, is_old = len(self.games), entry.get("protocol") != 3
        faces, order = self.games[-1].faces, list(enumerate(self._arranged.get("order", ())))
        if self._arranged:
            faces, self._arranged = _FACES[self._arranged["game"]], {}
            self._places = {seat: self._places[place] for seat, place in order if place in self._places}
        self.games.append(_Game(number, is_old, faces))
        self._pins[number + 1], self._is_closed = [entry.get("next", "")], False
        if self.listed is not None and not is_old:
            self._begin(self.listed)
        self.listed, self._sealed = None, {}

    def hear_renewed(self, entry: dict[str, Any]) -> None:
        self._sealed, self.listed, now = {}, None, self.games[-1]
        if entry.get("next"):
            self._pins.setdefault(now.number + 1, []).append(entry["next"])
        if entry.get("commitment"):
            self._pins.setdefault(now.number, []).append(entry["commitment"])
            self._is_closed = not now.is_old

    def hear_unsealed(self, entry: dict[str, Any]) -> None:
        self._devices.discard(entry["person"])

    def hear_rolled(self, entry: dict[str, Any]) -> None:
        seat, now = entry["seat"], self.games[-1]
        person = None if seat is None else self._places.get(seat)
        now.rolls.append((entry, person if entry.get("by") is None and person in self._devices else None))


def holds(transcript: Transcript) -> str:
    """Whether both statements hold for a transcript that a client believed; if not, which does not, and why.

    This is written apart from the client: it knows the secrets, and goes through the messages in its own way.
    """
    told = _Told(transcript)
    if told.used_twice:
        return f"uniformity: number 1 of {told.used_twice} was opened for two lists"
    for one in told.games[1:]:
        for at, (after, listed) in enumerate(one.rounds):
            if listed.seals.get(0) in told.mine and told.used.get(listed.seals[0]) != listed.digest:
                return "uniformity: the seed holds a number of ours that was not opened for this list"
            end = one.rounds[at + 1][0] if at + 1 < len(one.rounds) else len(one.rolls)
            if after < end and not {listed.commitment, *listed.seals.values()} <= CHAINS.keys():
                return "non-interference: a roll follows from no chain that there is"
            ones = [CHAINS[seal].link(1) for _, seal in sorted(listed.seals.items())] if after < end else []
            seed, opened = sha256(b"roost round 3" + listed.digest + b"".join(ones)).digest(), b""
            for number, (entry, person) in enumerate(one.rolls[after:end], after + 1):
                if person is not None:
                    opened = CHAINS[listed.seals[person]].link(number + 1)
                faces = "ABC" if entry["seat"] is None else one.faces
                link = CHAINS[listed.commitment].link(number)
                if _shown(seed, number, link, opened, faces, len(entry["roll"])) != entry["roll"]:
                    return f"non-interference: roll {number} shows other dice than the chains"
        if not one.is_old and one.rolls and not one.rounds:
            return "non-interference: there are rolls before a round"
    return ""


def _shown(seed: bytes, number: int, link: bytes, opened: bytes, faces: str, count: int) -> str:
    """The faces of a roll, by the words of docs/dice-protocol.md."""
    message = b"roost roll 3" + seed + number.to_bytes(8, "big") + bytes([len(opened)]) + opened
    key = hmac.digest(link, message, "sha256")
    stream = (byte for n in range(9) for byte in sha256(key + n.to_bytes(8, "big")).digest())
    fair = (faces[byte % len(faces)] for byte in stream if byte < 256 - 256 % len(faces))
    return "".join(sorted([next(fair) for _ in range(count)], key=faces.index))


def records(transcript: Transcript) -> Iterator[Any]:
    """The record of each game that was told, as far as ``roost verify`` looks at the dice of one.

    A game whose list is not answered yet is written with the answers so far, and no roll.
    """
    told = _Told(transcript)
    games = told.games[1:]
    if told.listed is not None:
        begun = _Game(len(told.games), False, "")
        answered = {who: seal for who, seal in told.listed.seals.items() if who in told.listed.answers}
        begun.rounds = [(0, replace(told.listed, seals=answered))]
        games.append(begun)
    for one in games:
        if one.is_old or not one.rounds:
            continue
        headers = {"Dice": "real", "Protocol": "3", "Table": f"{TABLE}/{one.number}"}
        for at, (after, listed) in enumerate(one.rounds, 1):
            headers[f"Round-{at}"] = f"{listed.number} {after} {listed.lists} {listed.commitment}"
            devices = [f"{who}:{seal}:{listed.answers.get(who, '')}" for who, seal in sorted(listed.seals.items())]
            headers[f"Devices-{at}"] = " ".join(devices) or "-"
        rolls = [(entry["seat"], _dice(entry, one.faces), entry["roll"]) for entry, _ in one.rolls]
        states = [SimpleNamespace(seat=seat, dice=dice) for seat, dice, _ in rolls]
        moves = [dice.parse(shown) for _, dice, shown in rolls]
        proofs = [Proof.parse(entry["proof"]) for entry, _ in one.rolls]
        yield SimpleNamespace(headers=headers, proofs=proofs, entered={}, moves=moves,
                              states=states.copy, rolls=moves.copy)  # fmt: skip


def _dice(entry: dict[str, Any], faces: str) -> Dice:
    die = seat_die(SEATS[:3]) if entry["seat"] is None else _DICE[faces]
    return die.dice(len(entry["roll"]))


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
    """A host's knowledge that makes rolls fit its changes: it follows its own log, whatever that says."""

    def __init__(self) -> None:
        self.trust, self.faces = fresh(), _FACES["heckmeck"]

    def fit(self, entry: Any) -> Any:
        """The entry, with dice that follow from what it says, if it is a roll."""
        now = self.trust._round
        try:
            self.faces = _FACES[entry["game"]] if entry["type"] == "arranged" else self.faces
            proof = Proof.parse(entry["proof"])
            faces = "ABC" if entry["seat"] is None else self.faces
            shown = _shown(now.seed, proof.number, proof.link, proof.nonce or now.opened, faces, len(entry["roll"]))
            entry = {**entry, "roll": shown}
        except (RoostError, KeyError, TypeError, ValueError, AttributeError):
            pass  # there is nothing to make fit
        self.trust.broken = None
        self.trust.entry(entry)
        return entry


def mixed(transcript: Transcript, chance: random.Random) -> Transcript:
    """Several changes at once."""
    changed, pool = deepcopy(transcript), _pool(transcript)
    for _ in range(chance.randint(2, 5)):
        said = [at for at, step in enumerate(changed) if step.keys() & _FROM_THE_HOST]
        at, what = chance.choice(said), chance.random()
        if what < 0.55:
            path = chance.choice([path for path in _paths(changed[at]) if len(path) > 1])
            _put(changed[at], path, chance.choice(list(_others(path, _value(changed[at], path), pool))))
        elif what < 0.65:
            del changed[at]
        elif what < 0.8:
            changed.insert(at, deepcopy(changed[chance.choice(said)]))
        elif what < 0.9:
            changed.insert(at, {"entry": [deepcopy(chance.choice(_INSERTED))]})
        else:
            other = chance.choice(said)
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
    """The other values that a field may hold."""
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
