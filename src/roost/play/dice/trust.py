"""One client's knowledge of a table's dice, and its trust in them: the rules of docs/dice-protocol.md.

A client reads a table's log from its beginning (:meth:`Trust.entry`), compares views with it (:meth:`Trust.snapshot`),
and notes what it says about dice itself. The first broken rule ends the trust for good.
``play/web/static/model/trust.js`` is the same for the page, function by function: tests/data/trust.json holds both to
it. The rules ``pot``, ``linked``, ``number`` and ``dice`` are those of :mod:`roost.play.dice.round`.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from roost.core.dice import Dice
from roost.core.errors import NotationError, RoostError, quote
from roost.core.record.proof import HASH, Proof, ProofError
from roost.play.dice.fair import PROTOCOL, fingerprint, told_opening, told_roll
from roost.play.dice.round import Round, must

_SAID = ("entry", "snapshot", "you", "restored", "sat", "sealed", "answered", "sent", "refused")
_HOST = 0
_NOBODY = (-1, False)
_MOST_DICE = 99

_Kind = TypeVar("_Kind")
Entry = Mapping[str, Any]
"""An entry of a table's log, as JSON."""
Roller = Callable[[int | None, int], Dice]
"""The roller: a seat, or nobody for the draw, and how many dice."""


class Broken(NamedTuple):
    """The rule that was broken, and the roll at which it showed."""

    reason: str
    number: int


class Trust:
    """A client's knowledge of a table's dice. ``set_up`` tells what is rolled in another game of a series."""

    def __init__(self, table: str, dice: Roller, set_up: Callable[[Entry], Roller]) -> None:
        self.table, self._first_dice, self._set_up = table, dice, set_up
        self.person = -1
        """The person that we are at the table, once we are told."""
        self.broken: Broken | None = None
        self.steps: list[dict[str, Any]] = []
        """Everything that went in, in order: what :meth:`replay` needs to come to the same verdict."""
        self.refusals: list[int] = []
        """Rolls for which the host had a number of ours and did not use it; 0 for the opening."""
        self._mine: dict[bytes, tuple[str, int]] = {}
        """Our seals: for which list we opened number 1 of each, and up to which roll we gave numbers."""
        self._sat: dict[int, bool] = {}
        """Our seats, and whether we said that we roll real dice there."""
        self._lost: set[bytes] = set()
        self._begin()

    def _begin(self) -> None:
        """Nothing is heard yet."""
        self.game = self.rolls = self.entered = 0
        self.is_old = False
        """Whether an older version began the game: nothing about its dice is checked."""
        self.unheld: Counter[str] = Counter()
        """The reasons why rolls of the game hold nobody's number: ``draw``, ``bot``, ``stand_in`` or ``unlisted``."""
        self.renewals: list[tuple[int, int]] = []
        """The times when the host committed anew: in which game, and after how many of its rolls."""
        self._pins: dict[int, list[bytes]] = defaultdict(list)
        """The host's commitments for each game, round by round; nothing, where an older version made none."""
        self._seals: dict[int, bytes] = {}
        self._list: Round | None = None
        self._round, self._told, self._sent = Round(), b"", (0, 0)
        self._dice = self._first_dice
        self._arranged: Entry | None = None
        self._places: dict[int, tuple[int, bool]] = {}
        """The people by place, and whether they roll real dice there."""
        self._seen: list[bytes] = []

    # -- what is asked of it -------------------------------------------------------------------------------------------

    @property
    def is_closed(self) -> bool:
        """Whether the game under way waits until devices have sealed anew."""
        return self.game > 0 and not self.is_old and not self._round.seed

    @property
    def is_listed(self) -> bool:
        """Whether our device is listed for the game: whoever is not has to believe those who are."""
        return bool(self._own_seal(self._round) and self._round.seed) and self.person in self._round.chains

    @property
    def is_seated(self) -> bool:
        """Whether we have a place, or made the table."""
        return self.person in self._people

    @property
    def can_seal(self) -> bool:
        """Whether numbers of ours are missing for the next round, and no list is out."""
        return self.broken is None and self._list is None and self._seals.get(self.person) not in self._mine

    @property
    def asked(self) -> str:
        """Our seal of which a list asks number 1; nothing, if none does."""
        listed = self._list or Round()
        return self._own_seal(listed).hex() if self.broken is None and self.person in listed.unanswered else ""

    def next_number(self) -> tuple[str, int]:
        """The seal and the number of the number that our next roll takes; an empty one, if we give none."""
        seal = self._own_seal(self._round) if self.is_listed else b""
        if seal and self._mine[seal][1] > self.rolls + 1:
            self._break("counted")
        return (seal.hex(), self.rolls + 2) if seal and self.broken is None else ("", 0)

    @property
    def lists(self) -> int:
        """How many lists it took to open the round."""
        return self._round.lists if self._round.seed else 0

    @property
    def taken_back(self) -> int:
        """Rolls that we had seen and that do not count any more."""
        return len(self._lost - set(self._seen))

    @property
    def fingerprint(self) -> str:
        """The game as we heard of it, in short."""
        return fingerprint(self._told) if self._told else ""

    def replay(self, steps: Iterable[Mapping[str, Any]]) -> None:
        """Hear and say again what somebody has written down."""
        for step in steps:
            ((kind, given),) = step.items()
            if kind not in _SAID:
                raise NotationError(f"{quote(kind)} is nothing that a client hears or says", input=kind)
            getattr(self, kind)(*given)

    # -- what we say ---------------------------------------------------------------------------------------------------

    def sat(self, seat: int, is_real: bool) -> None:
        """We have sat down, and said whether we roll real dice there."""
        self._note("sat", seat, is_real)
        self._sat[seat] = is_real

    def sealed(self, seal: str) -> None:
        """We are about to seal numbers."""
        self._note("sealed", seal)
        self._mine.setdefault(_hash(seal), ("", 0))

    def answered(self, seal: str, listed: str = "", last: int = 0) -> None:
        """We are about to open number 1 of a seal; or did so earlier, for that list, and gave numbers up to a roll."""
        listed = listed or (self._list.digest if self._list else b"").hex()
        self._note("answered", seal, listed, last)
        self._mine[_hash(seal)] = listed, last

    def sent(self, roll: int, number: str, seat: int) -> None:
        """We are about to give a number for a roll of a seat. If our choice ends the turn, another seat rolls."""
        self._note("sent", roll, number, seat)
        self._sent = roll, seat
        if seal := self._own_seal(self._round):
            self._mine[seal] = self._mine[seal][0], roll

    def refused(self, roll: int) -> None:
        """The host refused our number for a roll, or for the opening (0), and has seen it."""
        self._note("refused", roll)
        self.refusals.append(roll)

    # -- what we hear --------------------------------------------------------------------------------------------------

    def you(self, person: int) -> None:
        """The host tells who we are, which never changes."""
        if _is_same(person, self.person):
            return
        self._note("you", person)
        if self.person >= 0 or type(person) is not int or person < 0:
            self._break("told")
        else:
            self.person = person

    def restored(self) -> None:
        """The host has restored a backup from before what we heard: we hear its log again, and forget no roll."""
        self._note("restored")
        if self.broken is None:
            self._lost.update(self._seen)
            self._begin()

    def snapshot(self, number: int | None, dice: Entry | None, coming: Entry | None) -> None:
        """The host tells how the dice stand, after all that we heard: rule ``told``."""
        self._note("snapshot", number, dice, coming)
        game, now, following = self.game, self._round, self._committed(self.game + 1)
        known = {"table": f"{self.table}/{game}", "commitment": self._committed(game).hex(), "rolls": self.rolls,
                 "protocol": PROTOCOL, "round": len(self._pins[game]), "lists": self.lists, "seed": now.seed.hex(),
                 "told": self._told.hex(), "devices": now.devices, "entered": self.entered}  # fmt: skip
        after = {"game": game + 1, "round": len(self._pins[game + 1]), "table": f"{self.table}/{game + 1}",
                 "commitment": following.hex()}  # fmt: skip
        told = [number, dice if not self.is_old or dice is None else known, coming]
        if not _is_same(told, [game or None, known if game else None, after if following else None]):
            self._break("told")

    def entry(self, entry: Entry) -> None:
        """Something happened at the table. What is said about dice is read first, then come the rules."""
        self._note("entry", entry)
        if self.broken is not None:
            return
        try:
            if hear := getattr(self, f"_hear_{_a(str, entry['type'])}", None):
                hear(entry)
        except ProofError as why:
            self._break(why.reason)
        except (RoostError, LookupError, ValueError, TypeError, AttributeError):
            self._break("malformed")

    # -- the log -------------------------------------------------------------------------------------------------------

    def _hear_created(self, entry: Entry) -> None:
        commitment = _pin(entry, "commitment")
        must(not any(self._pins.values()) and not self._places, "counted")
        self._pins[1] = [commitment]

    def _hear_seat_claimed(self, entry: Entry) -> None:
        seat, person = _count(entry["seat"]), _count(entry["person"])
        self._places[seat] = person, entry.get("real") is True
        if person != self.person:
            self._sat.pop(seat, None)

    def _hear_seat_freed(self, entry: Entry) -> None:
        self._places.pop(_count(entry["seat"]), None)

    def _hear_seat_left(self, entry: Entry) -> None:
        if not self.game:  # later the seat is kept
            self._hear_seat_freed(entry)

    def _hear_arranged(self, entry: Entry) -> None:
        self._arranged = entry

    def _hear_sealed(self, entry: Entry) -> None:
        if "round" in entry:  # older versions wrote none
            person, seal = _count(entry["person"]), _hash(entry["seal"])
            must(self._is_due(entry) and self._list is None, "listed")
            self._seals[person] = seal

    def _hear_listed(self, entry: Entry) -> None:
        game, without = _count(entry["game"]), set(map(_count, _a(list, entry.get("without", []))))
        must(self._is_due(entry), "listed")
        seals, lists = self._seals, 1
        if before := self._list:
            must(before.unanswered and without == before.without | before.unanswered, "listed")
            seals, lists = before.spares, before.lists + 1
        seals = {person: seal for person, seal in seals.items() if person not in without}
        listed = Round(f"{self.table}/{game}", entry["round"], self._committed(game), seals, without, lists)
        must(not seals or listed.commitment, "pinned")
        must(seals.keys() <= self._people and len({*seals.values()}) == len(seals), "listed")
        must(all(person == self.person for person, seal in seals.items() if seal in self._mine), "listed")
        must(self._opened_for(self._own_seal(listed)) in ("", listed.digest.hex()), "listed")
        self._list = listed
        self._open()

    def _hear_opened(self, entry: Entry) -> None:
        person, number, spare = _count(entry["person"]), _hash(entry["number"]), _hash(entry["seal"])
        listed = self._list or Round()
        must(person in listed.unanswered, "listed")
        seal = listed.seals[person]
        must(seal not in self._mine or self._opened_for(seal) == listed.digest.hex(), "pot")
        listed.pot(person, number)
        listed.spares[person] = spare
        self._open()

    def _open(self) -> None:
        """Begin the round that the game under way waits for, once all have answered."""
        if self.is_closed and self._list is not None and not self._list.unanswered:
            self._round, self._list, self._seals = self._list, None, {}
            self._round.open()
            self._told = told_opening(self._told, self._round.lists, self._round.seed)

    def _hear_started(self, entry: Entry) -> None:
        game, commitment, following = _count(entry["game"]), _pin(entry, "commitment"), _pin(entry, "next")
        listed, is_old = self._list, entry.get("protocol") != PROTOCOL
        must(game == self.game + 1, "counted")
        must(self._committed(game) in (b"", commitment), "pinned")
        if is_old:  # whoever has sealed plays by this protocol, whatever a host calls it
            must(self._mine.keys().isdisjoint(self._seals.values()), "pinned")
        else:
            must(entry.get("dice") == f"{self.table}/{game}", "pinned")
            must(listed and not listed.unanswered, "listed")
        self._arrange()
        self.game, self.rolls, self.entered, self.unheld, self.is_old = game, 0, 0, Counter(), is_old
        self._pins |= {game: [*self._pins[game][:-1], commitment], game + 1: [following]}
        self._round, self._told, self._seals, self._list = Round(), b"", {}, None if is_old else listed
        if self._list is not None:
            self._list.commitment = commitment
        self._open()

    def _arrange(self) -> None:
        """Seat the players of a game of a series, and note what is rolled there."""
        if arranged := self._arranged:
            order = list(enumerate(map(_count, _a(list, arranged["order"]))))
            self._dice, self._arranged = self._set_up(arranged), None
            self._places = {seat: self._places[place] for seat, place in order if place in self._places}
            self._sat = {seat: self._sat[place] for seat, place in order if place in self._sat}

    def _hear_renewed(self, entry: Entry) -> None:
        """The host commits anew, to the game under way if it names a commitment, and to the next."""
        commitment, following = _pin(entry, "commitment"), _pin(entry, "next")
        must(self.game or not commitment, "counted")
        self.renewals.append((self.game, self.rolls) if commitment else (self.game + 1, 0))
        self._list, self._seals = None, {}
        self._pins[self.game + 1] += [following] if following else []
        if commitment:
            self._pins[self.game].append(commitment)
            self._round.seed = b""

    def _hear_unsealed(self, entry: Entry) -> None:
        """A device gives no numbers from here on: it has lost them. We know ours, and did not say so."""
        person = _count(entry["person"])
        must(person in self._round.chains and not (person == self.person and self.is_listed), "number")
        del self._round.chains[person]

    def _hear_rolled(self, entry: Entry) -> None:
        if self.is_old:
            return
        seat, by, shown, now = entry["seat"], entry.get("by"), _a(str, entry["roll"]), self._round
        proof, (person, _) = Proof.parse(_a(str, entry["proof"])), self._place(seat)
        must(0 < len(shown) <= _MOST_DICE, "malformed")
        must(now.seed and proof.number == self.rolls + 1 and (seat is not None or self.rolls == 0), "counted")
        is_own = by is None and person in now.chains
        now.roll(proof, person if is_own else None, self._dice(seat, len(shown)), shown)
        if not is_own:
            why = "unlisted" if by is None else "stand_in" if person in now.chains else "bot"
            self.unheld["draw" if seat is None else why] += 1
            if self._sent == (proof.number, seat) and proof.number not in self.refusals:
                self.refusals.append(proof.number)  # the host had our number for this roll, and could choose
        self.rolls, self._told = proof.number, told_roll(self._told, proof, shown)
        self._seen.append(self._told)

    def _hear_entered(self, entry: Entry) -> None:
        """Somebody enters what real dice show, or corrects it. It is counted; nothing about it can be checked."""
        seat = _count(entry["seat"])
        must(self._place(seat)[1] and self._sat.get(seat, True), "entered")
        self.entered += entry["type"] == "entered"

    _hear_corrected = _hear_entered

    # -- what is known -------------------------------------------------------------------------------------------------

    @property
    def _people(self) -> set[int]:
        """The people who have a place, and whoever made the table."""
        return {_HOST, *(person for person, _ in self._places.values())}

    def _place(self, seat: int | None) -> tuple[int, bool]:
        """The owner of a seat, and whether they roll real dice there."""
        return _NOBODY if seat is None else self._places.get(_count(seat), _NOBODY)

    def _own_seal(self, listed: Round) -> bytes:
        """The seal with which we are listed; nothing, if we are not."""
        seal = listed.seals.get(self.person, b"")
        return seal if seal in self._mine else b""

    def _opened_for(self, seal: bytes) -> str:
        """The list for which we have opened number 1 of a seal."""
        return self._mine.get(seal, ("", 0))[0]

    def _committed(self, game: int) -> bytes:
        """The host's commitment for a game."""
        return (self._pins[game] or [b""])[-1]

    def _is_due(self, entry: Entry) -> bool:
        """Whether an entry is about the game and the round that devices seal for."""
        game = self.game if self.is_closed else self.game + 1
        return (_count(entry["game"]), _count(entry["round"])) == (game, len(self._pins[game]))

    def _note(self, kind: str, *given: Any) -> None:
        self.steps.append({kind: list(given)})

    def _break(self, reason: str) -> None:
        self.broken = self.broken or Broken(reason, self.rolls + 1)


def _a(kind: type[_Kind], given: Any) -> _Kind:
    must(isinstance(given, kind), "malformed")
    return given  # type: ignore[no-any-return]


def _hash(given: object) -> bytes:
    must(re.fullmatch(HASH, _a(str, given)), "malformed")
    return bytes.fromhex(_a(str, given))


def _pin(entry: Entry, name: str) -> bytes:
    """The commitment of an entry, if it has one."""
    return b"" if entry.get(name, "") == "" else _hash(entry[name])


def _count(given: Any) -> int:
    must(type(given) is int and 0 <= given < 1 << 31, "malformed")
    return int(given)


def _is_same(one: object, other: object) -> bool:
    """Whether two things are the same as JSON, where 1 is not true."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
