"""What one client knows of a table's dice, and whether it still trusts them: protocol 3, the side that checks.

A client reads a table's log from its beginning (:meth:`Trust.entry`), compares what it is told otherwise with it
(:meth:`Trust.snapshot`), and notes what it says about dice itself. The first thing that is not as it had to be breaks
the trust for good. The page does the same (``play/web/static/model/trust.js``), and ``tests/data/trust.json`` holds
both to it. The rules, by their reasons:

* ``pinned`` – dice are called ``TABLE/GAME``, and a game's commitment is the one that was published before;
* ``listed`` – the list of a round holds whoever sealed, has a place and was not left out; nobody else has my seal; a
  new list leaves out those who did not answer, and only them; I open number 1 of a seal for one list only;
* ``pot`` – every listed device opens a number 1 that leads to its seal, mine only if I have opened it for this list;
* ``counted`` – games and rolls are numbered without a gap, and nothing that was seen is taken back;
* ``linked`` – link n leads to link n − 1;
* ``number`` – a listed device's roll holds its next number unless a bot rolls for it, mine the one that I sent; no
  other roll holds one;
* ``dice`` – the dice follow;
* ``told`` – what a view says about dice is what I know;
* ``entered`` – dice are entered only where the log says that real ones are rolled, for me only if I said so;
* ``malformed`` – what is said about dice can be read.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from roost.core.dice import Dice
from roost.core.errors import NotationError, RoostError, quote
from roost.core.record.proof import HASH, Proof
from roost.play.dice.fair import PROTOCOL, fingerprint, leads_to, list_of, rolled, seed_of, told_opening, told_roll

__all__ = ["Broken", "Roller", "Trust"]

_HASH = re.compile(HASH)
_SAID = ("entry", "snapshot", "you", "restored", "sat", "sealed", "answered", "sent", "refused")
_HOST = 0
_LARGEST = 1 << 31

Entry = Mapping[str, Any]
"""An entry of a table's log, as JSON."""
Roller = Callable[[int | None, int], Dice]
"""What is rolled: by a seat, or by nobody for the draw, and how many dice."""


class Broken(NamedTuple):
    """Why the dice are not trusted any more."""

    reason: str
    number: int
    """The roll where it showed."""


class _BrokenError(Exception):
    pass


@dataclass
class _List:
    """The list of a round, and what its devices have answered."""

    game: int
    seals: dict[int, str]
    without: set[int]
    lists: int
    digest: bytes
    answers: dict[int, bytes] = field(default_factory=dict)
    spares: dict[int, str] = field(default_factory=dict)

    @property
    def unanswered(self) -> set[int]:
        return self.seals.keys() - self.answers.keys()


@dataclass
class _Round:
    """The round that is rolled in."""

    link: bytes
    seed: bytes = b""
    lists: int = 0
    linked: int = 0
    """The number of the roll whose link this is."""
    opened: bytes = b""
    """The latest number that a device has opened for a roll."""
    numbers: dict[int, tuple[int, bytes]] = field(default_factory=dict)
    """Of each listed device, the latest number that is known, and which it is."""
    my_seal: str = ""


class Trust:
    """A client's knowledge of a table's dice. ``set_up`` tells what is rolled in another game of a series."""

    def __init__(self, table: str, dice: Roller, set_up: Callable[[Entry], Roller] | None = None) -> None:
        self.table, self._first_dice, self._set_up = table, dice, set_up
        self.person: int | None = None
        self.broken: Broken | None = None
        self.steps: list[dict[str, Any]] = []
        """Everything that went in, in order: what :meth:`replay` needs to come to the same verdict."""
        self.refusals: list[int] = []
        """Rolls for which the host refused a number after it had seen it; 0 for the opening."""
        self._mine: dict[str, tuple[str, int]] = {}
        """Our seals; for which list we opened number 1 of each, and up to which roll we gave numbers."""
        self._sat: dict[int, bool] = {}
        """Our seats, and whether we said that we roll real dice there."""
        self._lost: set[bytes] = set()
        self._begin()

    def _begin(self) -> None:
        """Nothing is heard yet."""
        self._dice = self._first_dice
        self.game = self.after = self.checked = self.entered = 0
        self.is_old = False
        """Whether an older version began the game: nothing about its dice is checked here."""
        self.unheld: Counter[str] = Counter()
        """Why rolls of the game hold nobody's number: ``draw``, ``bot``, ``stand_in`` or ``unlisted``."""
        self.renewals: list[tuple[int, int]] = []
        """When the host committed anew: in which game, and after how many of its rolls."""
        self.is_closed = False
        """Whether the game under way waits until devices have sealed anew."""
        self._pins: dict[int, str] = {}
        self._rounds: Counter[int] = Counter()
        self._seals: dict[int, str] = {}
        """The seals for the next round."""
        self._list: _List | None = None
        self._round, self._told = _Round(b""), b""
        self._sent: dict[int, tuple[str, int]] = {}
        self._places: dict[int, int] = {}
        self._real: set[int] = set()
        self._arranged: Entry | None = None
        self._seen: list[bytes] = []

    # -- what is asked of it -------------------------------------------------------------------------------------------

    @property
    def is_listed(self) -> bool:
        """Whether our device is listed for the game: whoever is not has to believe those who are."""
        return bool(self._round.my_seal) and self.person in self._round.numbers and not self.is_closed

    @property
    def can_seal(self) -> bool:
        """Whether numbers of ours are missing for the next round, and no list is out."""
        is_sealed = self.person is not None and self._seals.get(self.person) in self._mine
        return self.broken is None and self._list is None and not is_sealed

    @property
    def is_seated(self) -> bool:
        """Whether we have a place, or made the table."""
        return self.person in {_HOST, *self._places.values()}

    @property
    def asked(self) -> str:
        """Our seal of which a list asks number 1; nothing, if none does."""
        if self.broken is not None or self._list is None or self.person not in self._list.unanswered:
            return ""
        seal = self._list.seals[self.person]
        return seal if seal in self._mine else ""

    def next_number(self) -> tuple[str, int]:
        """The seal and the number of the number that our next roll takes; an empty one, if we give none."""
        seal = self._round.my_seal if self.is_listed and self.broken is None else ""
        if seal and self._mine[seal][1] > self.after + 1:
            self._break("counted")
        return (seal, self.after + 2) if seal and self.broken is None else ("", 0)

    @property
    def lists(self) -> int:
        """How many lists it took to open the round."""
        return self._round.lists

    @property
    def taken_back(self) -> int:
        """Rolls that we had seen and that do not count any more."""
        return len(self._lost - set(self._seen))

    @property
    def fingerprint(self) -> str:
        """What we heard of the game, in short."""
        return fingerprint(self._told) if self._told else ""

    def replay(self, steps: Iterable[Mapping[str, Any]]) -> None:
        """Hear and say again what somebody has written down."""
        for step in steps:
            ((kind, given),) = step.items()
            if kind not in _SAID:
                raise NotationError(f"{quote(kind)} is nothing that a client hears or says", input=kind)
            getattr(self, kind)(*given)

    # -- what we say -------------------------------------------------------------------------------------------------

    def you(self, person: int) -> None:
        """The host tells who we are, which never changes."""
        if _is_same(person, self.person):
            return
        self._note("you", person)
        if self.person is not None or not isinstance(person, int) or isinstance(person, bool):
            self._break("told")
        else:
            self.person = person

    def sat(self, seat: int, is_real: bool) -> None:
        """We have sat down, and said whether we roll real dice there."""
        self._note("sat", seat, is_real)
        self._sat[seat] = is_real

    def sealed(self, seal: str) -> None:
        """We are about to seal numbers."""
        self._note("sealed", seal)
        self._mine.setdefault(seal, ("", 0))

    def answered(self, seal: str, listed: str = "", last: int = 0) -> None:
        """We are about to open number 1 of a seal; or did so earlier, for that list, and gave numbers up to a roll."""
        if not listed and self._list is not None:
            listed = self._list.digest.hex()
        self._note("answered", seal, listed, last)
        self._mine[seal] = listed, last

    def sent(self, roll: int, number: str, seat: int) -> None:
        """We are about to give a number for a roll of a seat. If our choice ends the turn, another seat rolls."""
        self._note("sent", roll, number, seat)
        self._sent[roll] = number, seat
        if seal := self._round.my_seal:
            self._mine[seal] = self._mine[seal][0], roll

    def refused(self, roll: int) -> None:
        """The host refused our number for a roll, or for the opening (0), and has seen it."""
        self._note("refused", roll)
        self.refusals.append(roll)

    def _note(self, kind: str, *given: Any) -> None:
        self.steps.append({kind: list(given)})

    # -- what we hear --------------------------------------------------------------------------------------------------

    def restored(self) -> None:
        """The host has restored a backup from before what we heard: we hear its log again, and forget no roll."""
        self._note("restored")
        if self.broken is None:
            self._lost.update(self._seen)
            self._begin()

    def snapshot(self, number: int | None, dice: Entry | None, coming: Entry | None) -> None:
        """The host tells how the dice stand, after all that we heard."""
        self._note("snapshot", number, dice, coming)
        following, now = self.game + 1, self._round
        next_dice = {"game": following, "round": self._rounds[following] + 1, "table": f"{self.table}/{following}",
                     "commitment": self._pins.get(following)}  # fmt: skip
        known = {"table": f"{self.table}/{self.game}", "commitment": self._pins.get(self.game), "rolls": self.after,
                 "protocol": PROTOCOL, "round": self._rounds[self.game] + 1, "lists": now.lists,
                 "seed": now.seed.hex(), "told": self._told.hex(), "devices": sorted(now.numbers),
                 "entered": self.entered}  # fmt: skip
        is_told = _is_same(number, self.game or None) and (dice is None) == (number is None)
        is_told = is_told and _is_same(coming, next_dice if next_dice["commitment"] else None)
        if not (is_told and (dice is None or self.is_old or _is_same(dice, known))):
            self._break("told")

    def entry(self, entry: Entry) -> None:
        """Something happened at the table."""
        self._note("entry", entry)
        if self.broken is not None:
            return
        try:
            if hear := getattr(self, f"_hear_{_text(entry['type'])}", None):
                hear(entry)
        except _BrokenError as why:
            self._break(str(why))
        except (RoostError, KeyError, ValueError, TypeError, AttributeError):
            self._break("malformed")

    def _hear_created(self, entry: Entry) -> None:
        _must(not self._pins and not self.game and not self._places, "counted")
        if entry.get("commitment", "") != "":
            self._pins[1] = _hash(entry["commitment"]).hex()

    def _hear_seat_claimed(self, entry: Entry) -> None:
        seat, person = _count(entry["seat"]), _count(entry["person"])
        self._places[seat] = person
        (self._real.add if entry.get("real") is True else self._real.discard)(seat)
        if person != self.person:
            self._sat.pop(seat, None)

    def _hear_seat_freed(self, entry: Entry) -> None:
        self._places.pop(_count(entry["seat"]), None)

    def _hear_seat_left(self, entry: Entry) -> None:
        if not self.game:  # later the seat is kept
            self._places.pop(_count(entry["seat"]), None)

    def _hear_arranged(self, entry: Entry) -> None:
        self._arranged = dict(entry)

    def _arrange(self) -> None:
        """Who sits where in a game of a series, and what is rolled there."""
        if self._arranged is not None and self._set_up is not None:
            self._dice, order = (
                self._set_up(self._arranged),
                list(enumerate(map(_count, _list(self._arranged["order"])))),
            )
            self._places = {seat: self._places[place] for seat, place in order if place in self._places}
            self._real = {seat for seat, place in order if place in self._real}
            self._sat = {seat: self._sat[place] for seat, place in order if place in self._sat}
        self._arranged = None

    def _is_due(self, entry: Entry) -> bool:
        """Whether an entry is about the game and the round that devices seal for."""
        game = self.game if self.is_closed else self.game + 1
        return (_count(entry["game"]), _count(entry["round"])) == (game, self._rounds[game] + 1)

    def _hear_sealed(self, entry: Entry) -> None:
        if "round" in entry:  # older versions wrote none
            _must(self._is_due(entry) and self._list is None, "listed")
            self._seals[_count(entry["person"])] = _hash(entry["seal"]).hex()

    def _hear_listed(self, entry: Entry) -> None:
        before, seals, lists, me = self._list, self._seals, 1, self.person
        without = {_count(person) for person in _list(entry.get("without", []))}
        _must(self._is_due(entry), "listed")
        if before is not None:
            _must(bool(before.unanswered) and without == before.without | before.unanswered, "listed")
            seals, lists = before.spares, before.lists + 1
        seals = {person: seal for person, seal in seals.items() if person not in without}
        _must(seals.keys() <= {_HOST, *self._places.values()}, "listed")
        _must(len({*seals.values()}) == len(seals), "listed")
        _must(not any(seal in self._mine and person != me for person, seal in seals.items()), "listed")
        game, pairs = entry["game"], [(person, bytes.fromhex(seal)) for person, seal in seals.items()]
        _must(not seals or game in self._pins, "pinned")
        digest = list_of(f"{self.table}/{game}", entry["round"], bytes.fromhex(self._pins.get(game, "")), pairs)
        mine = "" if me is None else seals.get(me, "")
        _must(self._mine.get(mine, ("", 0))[0] in ("", digest.hex()), "listed")
        self._list = _List(game, seals, without, lists, digest)
        self._open()

    def _hear_opened(self, entry: Entry) -> None:
        person, number, listed = _count(entry["person"]), _hash(entry["number"]), self._list
        if listed is None or person not in listed.unanswered:
            raise _BrokenError("listed")
        seal, digest = listed.seals[person], listed.digest.hex()
        _must(leads_to(bytes.fromhex(seal), 0, 1, number), "pot")
        _must(self._mine.get(seal, (digest, 0))[0] == digest, "pot")  # mine is the one that I opened for this list
        listed.answers[person], listed.spares[person] = number, _hash(entry["seal"]).hex()
        self._open()

    def _open(self) -> None:
        """Go on with the game under way once the list of its next round is answered; a new game begins by itself."""
        if self.is_closed and self._list is not None and not self._list.unanswered:
            self._begin_round(self._list)

    def _begin_round(self, listed: _List) -> None:
        seed, mine = seed_of(listed.digest, listed.answers.items()), ""
        if self.person is not None and listed.seals.get(self.person) in self._mine:
            mine = listed.seals[self.person]
        numbers = {person: (1, number) for person, number in listed.answers.items()}
        self._round = _Round(_hash(self._pins[listed.game]), seed, listed.lists, numbers=numbers, my_seal=mine)
        self._told = told_opening(self._told, listed.lists, seed)
        self.is_closed, self._list, self._seals, self._sent = False, None, {}, {}

    def _hear_started(self, entry: Entry) -> None:
        game, listed, is_old = _count(entry["game"]), self._list, entry.get("protocol", 1) != PROTOCOL
        _must(game == self.game + 1, "counted")
        _must(entry["commitment"] == self._pins.setdefault(game, entry["commitment"]), "pinned")
        # Whoever has sealed plays by this protocol, whatever a host calls it.
        _must(not is_old or not any(seal in self._mine for seal in self._seals.values()), "pinned")
        self._arrange()
        self.game, self.is_old, self.is_closed, self._told = game, is_old, False, b""
        self.after = self.checked = self.entered = 0
        self.unheld, self._round = Counter(), _Round(b"")
        if not is_old:
            _must(entry["dice"] == f"{self.table}/{game}", "pinned")
            if listed is None or listed.unanswered or listed.game != game:
                raise _BrokenError("listed")
            self._begin_round(listed)
        if entry.get("next", "") != "":
            self._pins[game + 1] = _hash(entry["next"]).hex()

    def _hear_renewed(self, entry: Entry) -> None:
        """The host commits anew, to the game under way if it names a commitment, and to the next."""
        commitment, following = entry.get("commitment", ""), entry.get("next", "")
        self._list, self._seals = None, {}
        self.renewals.append((self.game, self.after) if commitment != "" else (self.game + 1, 0))
        if following != "":
            self._pins[self.game + 1] = _hash(following).hex()
            self._rounds[self.game + 1] += 1
        if commitment != "":
            _must(self.game > 0, "counted")
            self._pins[self.game] = _hash(commitment).hex()
            if not self.is_old:
                self._rounds[self.game] += 1
                self.is_closed, self._round.seed, self._round.lists = True, b"", 0

    def _hear_unsealed(self, entry: Entry) -> None:
        """A device gives no numbers from here on: it has lost them."""
        person = _count(entry["person"])
        _must(not self._round.my_seal or person != self.person, "number")  # I know mine, and did not say so
        _must(self._round.numbers.pop(person, None) is not None, "number")

    def _hear_rolled(self, entry: Entry) -> None:
        if self.is_old:
            self.after += 1
            return
        seat, shown, by, now = entry["seat"], _text(entry["roll"]), entry.get("by"), self._round
        proof = Proof.parse(_text(entry["proof"]))
        number, given = proof.number, proof.nonce
        _must(bool(now.seed) and number == self.after + 1 and (seat is not None or number == 1), "counted")
        _must(leads_to(now.link, now.linked, number, proof.link), "linked")
        person = None if seat is None else self._places.get(_count(seat))
        mine, sent_for = self._sent.get(number, ("", None))
        _must(not mine or seat != sent_for or mine == given.hex(), "number")
        if by is None and person in now.numbers:
            which, known = now.numbers[person]
            _must(leads_to(known, which, number + 1, given), "number")
            now.numbers[person], now.opened = (number + 1, given), given
        else:
            _must(not given, "number")
            reason = "unlisted" if by is None else "stand_in" if person in now.numbers else "bot"
            self.unheld["draw" if seat is None else reason] += 1
        dice = self._dice(seat, len(shown))
        _must(str(rolled(now.seed, number, proof.link, now.opened, dice)) == shown, "dice")
        now.link, now.linked, self.after = proof.link, number, number
        self.checked += 1
        self._told = told_roll(self._told, proof, shown)
        self._seen.append(self._told)

    def _hear_entered(self, entry: Entry) -> None:
        """Somebody enters what real dice show, or corrects it. It is counted; nothing about it can be checked."""
        seat = _count(entry["seat"])
        _must(seat in self._real and self._sat.get(seat, True), "entered")
        self.entered += entry["type"] == "entered"

    _hear_corrected = _hear_entered

    def _break(self, reason: str) -> None:
        if self.broken is None:
            self.broken = Broken(reason, self.after + 1)


def _must(holds: bool, reason: str) -> None:
    if not holds:
        raise _BrokenError(reason)


def _hash(given: object) -> bytes:
    _must(isinstance(given, str) and _HASH.fullmatch(given) is not None, "malformed")
    return bytes.fromhex(str(given))


def _is_same(one: object, other: object) -> bool:
    """Whether two things are the same as JSON, where 1 is not true."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _text(given: object) -> str:
    _must(isinstance(given, str), "malformed")
    return str(given)


def _list(given: object) -> list[object]:
    _must(isinstance(given, list), "malformed")
    return given  # type: ignore[return-value]


def _count(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given < _LARGEST:
        raise _BrokenError("malformed")
    return given
