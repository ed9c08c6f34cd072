"""What one client knows of a table's dice, and whether it still trusts them: protocol 2, the side that checks.

Everything that a client hears goes in here, by whatever route it came: :meth:`Trust.pin`, :meth:`Trust.snapshot` and
:meth:`Trust.entry`; and everything about dice that it says itself: :meth:`Trust.sat`, :meth:`Trust.sealed`,
:meth:`Trust.sent`, :meth:`Trust.refused`. The first thing that is not as it had to be breaks the trust for good. The
page does the same (``play/web/static/model/trust.js``), and ``tests/data/trust.json`` holds both to it. The rules, by
their reasons:

* ``commitment`` – the host's commitment to a game is the one that was published before, and never changes;
* ``order`` – rolls are numbered without a gap, and nothing that was seen is taken back;
* ``chain`` – the link of a roll leads to the commitment;
* ``nonce`` – a roll that I sent my number for holds it and no other; a person's roll holds a number;
* ``bot`` – a bot's roll, and the draw of the first player, hold nobody's number, so that there is none to choose;
* ``seal`` – a person's number is the one that they sealed, and nobody seals in my name;
* ``dice`` – the dice follow from the link, the number and the story;
* ``story`` – the story that a host tells is the one that I saw;
* ``entered`` – dice are entered only for people of whom the table says that they roll real ones, and for me only if I
  said so when I sat down;
* ``malformed`` – what is said about dice can be read.

A host may say that it restored a backup, and commit to the dice anew. That breaks no rule, but it is noted
(:attr:`Trust.renewals`, :attr:`Trust.taken_back`) and must be shown: from there on the rolls belong to another chain,
everybody seals anew, and nothing proves that the host did not choose the moment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from roost.core.dice import Dice
from roost.core.errors import NotationError, quote
from roost.core.record.proof import HASH, Proof, ProofError
from roost.play.dice.fair import (
    NUMBER,
    check_number,
    check_roll,
    opening_story,
    renewed_story,
    rolled_story,
    sealed_story,
)

__all__ = ["Broken", "Roller", "Trust", "fingerprint"]

_HASH = re.compile(HASH)
_NUMBER = re.compile(NUMBER)

Entry = Mapping[str, Any]
"""An entry of a table's log, as JSON."""


class Broken(NamedTuple):
    """Why the dice are not trusted any more."""

    reason: str
    number: int
    """The roll where it showed."""


class _BrokenError(Exception):
    def __init__(self, reason: str) -> None:
        self.reason = reason


def fingerprint(story: bytes) -> str:
    """A story in short, for people to compare: people who saw the same game have the same."""
    text = sha256(b"roost fingerprint" + story).hexdigest()[:16].upper()
    return " ".join(text[i : i + 4] for i in range(0, 16, 4))


Roller = Callable[[int | None, int], Dice]
"""What is rolled: by a seat, or by nobody for the draw, and how many dice."""


class Trust:
    """A client's knowledge of a game with these dice. ``set_up`` tells those of another game of a series."""

    def __init__(
        self, dice: Roller, person: int | None = None, set_up: Callable[[Entry], Roller] | None = None
    ) -> None:
        self._dice = dice
        self._set_up = set_up
        self._arranged: Entry | None = None
        """The next game of a series as it was set up. It changes nothing in the game before it."""
        self.person = person
        """Who we are at the table."""
        self.broken: Broken | None = None
        self.game = 0
        self.table = ""
        """The name of the dice."""
        self.after = 0
        """The number of the latest roll."""
        self.checked = 0
        """How many rolls of the game were checked."""
        self.story = b""
        self.refusals: list[int] = []
        """Rolls for which the host refused a number after it had seen it."""
        self.resealed: list[int] = []
        """People who sealed again during a game."""
        self.renewal = ""
        """The latest time that the host committed anew, as it calls it."""
        self.renewals: list[tuple[int, int]] = []
        """When it did: during or before which game, and after how many of its rolls."""
        self.taken_back = 0
        """Rolls that we had seen and that do not count any more."""
        self.entered = 0
        """How many rolls of the game were entered by people: real dice, which nobody can check."""
        self._real: set[int] = set()
        """Seats whose people roll real dice."""
        self._sat: dict[int, bool] = {}
        """Our seats, and whether we said that we roll real dice there."""
        self.is_old = False
        """Whether the game is played by protocol 1, which promises less."""
        self._pins: dict[int, str] = {}
        self._anchor = b""
        self._seals: dict[int, dict[int, tuple[int, bytes]]] = {}
        """For each game, the people's latest known number and which it is."""
        self._mine: dict[tuple[int, int], tuple[str, int | None]] = {}
        """The numbers that we sent, by game and roll, and for which seat; roll 0 is the opening."""
        self._my_seals: dict[int, set[str]] = {}
        self.steps: list[dict[str, Any]] = []
        """Everything that went in, in order: what :meth:`replay` needs to come to the same verdict."""

    def replay(self, steps: Iterable[Mapping[str, Any]]) -> None:
        """Hear and say again what somebody has written down."""
        for step in steps:
            ((kind, given),) = step.items()
            if kind in ("entry", "refused"):
                getattr(self, kind)(given)
            elif kind in ("pin", "snapshot", "sat", "sealed", "sent", "restored", "real"):
                getattr(self, kind)(*given)
            else:
                raise NotationError(f"{quote(kind)} is nothing that a client hears or says", input=kind)

    # -- what we say -------------------------------------------------------------------------------------------------

    def sat(self, seat: int, is_real: bool) -> None:
        """We have sat down, and said whether we roll real dice there."""
        self.steps.append({"sat": [seat, is_real]})
        self._sat[seat] = is_real

    def sealed(self, game: int, seal: str) -> None:
        """We are about to seal our numbers for a game."""
        self.steps.append({"sealed": [game, seal]})
        self._my_seals.setdefault(game, set()).add(seal)

    def sent(self, game: int, roll: int, number: str, seat: int | None = None) -> None:
        """We are about to give a number: for a roll of a seat, or for the opening, which counts as roll 0.

        If our choice ends the turn, or came too late, the next roll is another seat's, and needs no number of ours.
        """
        self.steps.append({"sent": [game, roll, number, seat]})
        self._mine[game, roll] = number, seat

    def refused(self, roll: int) -> None:
        """The host refused it, and has seen it."""
        self.steps.append({"refused": roll})
        self.refusals.append(roll)

    # -- what we hear --------------------------------------------------------------------------------------------------

    def pin(self, game: int, commitment: str, seals: Iterable[Mapping[str, Any]] = ()) -> None:
        """The host commits to the dice of a game that is to come, for which people have sealed their numbers."""
        told = [dict(seal) for seal in seals]
        self.steps.append({"pin": [game, commitment, told]})
        self._pin(game, commitment)
        known = self._seals.setdefault(game, {})
        for seal in told:
            person, given = int(seal["person"]), str(seal["seal"])
            own = self._my_seals.get(game) if person == self.person else None
            is_mine = not own or given in own
            if (
                not _HASH.fullmatch(given)
                or not is_mine
                or known.get(person, (0, bytes.fromhex(given)))[1].hex() != given
            ):
                self._break("seal")
                return
            known.setdefault(person, (0, bytes.fromhex(given)))

    def real(self, *seats: int) -> None:
        """The people on these seats roll real dice, as the table says when we first see it."""
        self.steps.append({"real": list(seats)})
        self._real = set(seats)

    def _pin(self, game: int, commitment: str) -> None:
        if self._pins.setdefault(game, commitment) != commitment:
            self._break("commitment")

    def restored(self, renewal: str) -> None:
        """The host says that it restored a backup, from before what we heard last: all that it had told since is void.

        What it tells next is believed as by somebody who comes late. That this happened is not forgotten.
        """
        self.steps.append({"restored": [renewal]})
        if self.broken is not None or renewal == self.renewal:
            return
        if self._pins:
            self._void = self.game, self.after
            self.taken_back += self.after
            self.renewals.append((self.game or 1, self.after))
        self.renewal, self.game, self.after, self.checked, self.story = renewal, 0, 0, 0, b""
        self.entered = 0
        for known in (self._pins, self._seals, self._my_seals, self._mine):
            known.clear()

    _void = (0, 0)
    """The game that was under way when the host took something back, and its latest roll."""

    def snapshot(self, game: int, dice: Mapping[str, Any]) -> None:
        """The host tells how a game stands: ``dice`` is the part of a table's view."""
        self.steps.append({"snapshot": [game, dict(dice)]})
        if self.broken is not None:
            return
        self._pin(game, str(dice["commitment"]))
        if self._pins[game] != dice["commitment"]:
            return
        protocol, rolls, story = dice.get("protocol", 1), int(dice["rolls"]), str(dice.get("story", ""))
        if game < self.game or (game == self.game and rolls < self.after):
            self._break("order")
        elif game == self.game and rolls == self.after:
            self.entered = max(self.entered, int(dice.get("entered", 0)))
            if protocol != 1 and story != self.story.hex():
                self._break("story")
        elif not _HASH.fullmatch(str(dice["commitment"])) or (protocol != 1 and not _HASH.fullmatch(story)):
            self._break("malformed")
        else:  # the first that we see of this game: what came before, its record will show
            if game != self.game:
                self._anchor, self.after, self.checked = bytes.fromhex(str(dice["commitment"])), 0, 0
                self.table, self.is_old = str(dice["table"]), protocol == 1
                seals = {int(seal["person"]): (0, bytes.fromhex(seal["seal"])) for seal in dice.get("seals", [])}
                self._seals[game] = seals
                self._anchored, self.entered = 0, 0
            self.game, self.after, self.story = game, rolls, bytes.fromhex(story)
            self.entered = max(self.entered, int(dice.get("entered", 0)))
            self._learn(game, rolls, [int(after) for after in dice.get("renewed", [])])

    def _learn(self, game: int, rolls: int, renewed: list[int]) -> None:
        """When the host committed anew while we did not hear it."""
        told = [(game, after) for after in renewed if (game, after) not in self.renewals]
        if game == self._void[0]:
            self.taken_back -= min(rolls, self._void[1])
            if told:  # better known now than when we were told that something is void
                self.renewals.remove(self._void)
        self.renewals += told
        self._void = 0, 0

    _anchored = 0
    """The number of the roll whose link the anchor is."""

    def entry(self, entry: Entry) -> None:
        """Something happened at the table."""
        self.steps.append({"entry": dict(entry)})
        if self.broken is not None:
            return
        try:
            match entry["type"]:
                case "created":
                    self._real = set()  # what was said of the seats when we came was about later
                    if entry.get("commitment"):
                        self._pin(1, str(entry["commitment"]))
                case "arranged":
                    self._arranged = dict(entry)
                case "started":
                    self._start(entry)
                case "sealed":
                    self._seal(entry)
                case "rolled":
                    self._roll(entry)
                case "renewed":
                    self._renew(entry)
                case "entered" | "corrected":
                    self._enter(entry)
                case "seat_claimed":
                    self._claim(entry)
        except _BrokenError as why:
            self._break(why.reason)
        except (NotationError, KeyError, ValueError, TypeError):
            self._break("malformed")
        except ProofError as why:
            self._break("chain" if "link" in why.reason else "order")

    def _start(self, entry: Entry) -> None:
        game, commitment = int(entry["game"]), str(entry["commitment"])
        if game <= self.game:
            raise _BrokenError("order")
        self._pin(game, commitment)
        if self.broken is not None:
            return
        opening, person = str(entry.get("nonce", "")), entry.get("person")
        if not _HASH.fullmatch(commitment) or not _NUMBER.fullmatch(opening):
            raise _BrokenError("malformed")
        if self._arranged is not None and self._set_up is not None:
            self._dice = self._set_up(self._arranged)
            order = list(enumerate(self._arranged["order"]))
            self._real = {seat for seat, place in order if place in self._real}
            self._sat = {seat: self._sat[place] for seat, place in order if place in self._sat}
        self._arranged = None
        self.game, self.table, self.after, self.checked, self.entered = game, str(entry["dice"]), 0, 0, 0
        self._anchor, self._anchored = bytes.fromhex(commitment), 0
        self.is_old = entry.get("protocol", 1) == 1
        if self.is_old:
            return
        if person == self.person and self._mine.get((game, 0), (opening, None))[0] != opening:
            raise _BrokenError("nonce")
        self.story = opening_story(self.table, self._anchor, bytes.fromhex(opening))
        for sealer, (_, seal) in sorted(self._seals.get(game, {}).items()):
            self.story = sealed_story(self.story, sealer, seal)
        if person is not None:
            self._give(int(person), 1, bytes.fromhex(opening))
        if entry.get("next"):
            self._pin(game + 1, str(entry["next"]))

    def _seal(self, entry: Entry) -> None:
        game, person, seal = int(entry["game"]), int(entry["person"]), str(entry["seal"])
        if not _HASH.fullmatch(seal) or person < 0:
            raise _BrokenError("malformed")
        if person == self.person and self._my_seals.get(game) and seal not in self._my_seals[game]:
            raise _BrokenError("seal")
        seals = self._seals.setdefault(game, {})
        if person in seals and game == self.game:
            self.resealed.append(person)
        seals[person] = (0, bytes.fromhex(seal))
        if game == self.game and not self.is_old:
            self.story = sealed_story(self.story, person, bytes.fromhex(seal))

    def _renew(self, entry: Entry) -> None:
        """The host commits anew, to the game under way if it names a commitment, and to the next."""
        commitment, following = str(entry.get("commitment", "")), str(entry.get("next", ""))
        if not all(_HASH.fullmatch(given) for given in (commitment, following) if given):
            raise _BrokenError("malformed")
        self.renewal = str(entry["id"])
        for game, given in ((self.game, commitment), (self.game + 1, following)):
            if given:
                self._pins[game] = given
                self._seals[game] = {}
                self._my_seals.pop(game, None)
        self.renewals.append((self.game, self.after) if commitment else (self.game + 1, 0))
        if not commitment:
            return
        self._anchor, self._anchored = bytes.fromhex(commitment), 0
        for sent in [sent for sent in self._mine if sent[0] == self.game and sent[1] > self.after]:
            del self._mine[sent]
        if not self.is_old:
            self.story = renewed_story(self.story, self._anchor)

    def _roll(self, entry: Entry) -> None:
        if not self.game:
            raise _BrokenError("order")
        seat, shown, by, person = entry["seat"], str(entry["roll"]), entry.get("by"), entry.get("person")
        proof = Proof.parse(str(entry["proof"]))
        if proof.number != self.after + 1:
            raise _BrokenError("order")
        mine, sent_for = self._mine.get((self.game, proof.number), ("", None))
        dice = self._dice(seat, len(shown))
        if self.is_old:
            proved = check_roll(self._anchor, self.table, proof, dice, after=self._anchored)
        else:
            if mine and seat == sent_for and (mine != proof.nonce.hex() or person != self.person):
                raise _BrokenError("nonce")
            if by is not None or seat is None:
                if proof.nonce or person is not None:
                    raise _BrokenError("bot")
            elif not proof.nonce or person is None:
                raise _BrokenError("nonce")
            else:
                self._give(int(person), proof.number + 1, proof.nonce)
            proved = check_roll(self._anchor, self.table, proof, dice, after=self._anchored, story=self.story)
        if proved != dice.parse(shown):
            raise _BrokenError("dice")
        self._anchor, self._anchored, self.after = proof.link, proof.number, proof.number
        self.checked += 1
        if not self.is_old:
            self.story = rolled_story(self.story, proof, shown)

    def _claim(self, entry: Entry) -> None:
        """Somebody sits down, and says whether they roll real dice."""
        seat = int(entry["seat"])
        self._real -= {seat}
        if entry.get("real"):
            self._real.add(seat)
        if entry["person"] != self.person:
            self._sat.pop(seat, None)

    def _enter(self, entry: Entry) -> None:
        """Somebody enters what real dice show, or corrects it. It is counted; nothing about it can be checked."""
        seat = int(entry["seat"])
        if seat not in self._real or not self._sat.get(seat, True):
            raise _BrokenError("entered")
        self.entered += entry["type"] == "entered"

    def _give(self, person: int, which: int, number: bytes) -> None:
        """A person's number shows."""
        known = self._seals.get(self.game, {}).get(person)
        if known is None or not check_number(known[1], known[0], which, number):
            raise _BrokenError("seal")
        self._seals[self.game][person] = (which, number)

    def _break(self, reason: str) -> None:
        if self.broken is None:
            self.broken = Broken(reason, self.after + 1)

    @property
    def fingerprint(self) -> str:
        """What we saw, in short."""
        return "" if self.is_old or not self.story else fingerprint(self.story)
