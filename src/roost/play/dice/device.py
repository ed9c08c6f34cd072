"""One device's check of a table's dice: it recomputes every roll and compares it with the host's claim.

A device reads the table's log from the beginning. Once a rule is broken, the device never trusts the table again;
``docs/dice-protocol.md`` lists the rules. ``play/web/static/model/device.js`` does the same for the web page.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, NamedTuple

from roost.core.dice import Dice, Roll, seat_die
from roost.core.errors import RoostError
from roost.core.notation import SEATS
from roost.core.record.proof import ProofError
from roost.core.registry import game_type
from roost.core.state import Node, State
from roost.play.dice.fair import PROTOCOL, Listed, faces_of, hashed, place_of, rolled

Entry = Mapping[str, Any]
"""One entry of a table's log, as JSON."""
_MOST_DICE = 99
_PLAYED = {"rolled", "acted", "undone", "entered", "corrected"}
"""Kinds of log entry made during play; skipped in a game whose dice cannot be checked."""


class Broken(NamedTuple):
    """A broken rule, with the game and roll where it was found."""

    rule: str
    game: int
    roll: int


@dataclass
class DeviceMemory:
    """A device's data about a table that survive a restart of its program."""

    numbers: dict[int, str] = field(default_factory=dict)
    opened: dict[str, str] = field(default_factory=dict)
    """For each game and attempt (``1.2``), the dice list for which this device revealed its number; one list only."""
    rolls_real: bool | None = None
    """Whether this player rolls real dice; None if unknown."""


def must(holds: object, rule: str) -> None:
    """Raise :class:`ProofError` for a broken rule."""
    if not holds:
        raise ProofError(rule)


class Device:
    """One player's device at a table. For a spectator, ``person`` is -1."""

    def __init__(self, table: str, memory: DeviceMemory | None = None) -> None:
        self.table, self.memory = table, DeviceMemory() if memory is None else memory
        self.person = -1
        self.broken: Broken | None = None
        self.heard: list[Entry] = []
        """All log entries received, in order. They are the evidence if a rule is broken."""
        self.is_restored = False
        """Whether the host went back to an earlier state of the table."""
        self._links: dict[tuple[int, int, int], bytes] = {}
        """All links received, by game, place and index in the chain."""
        self._sent: set[int] = set()
        """Games for which this program has sent a seal since it started."""
        self._begin()

    def _begin(self) -> None:
        self.game = self.rolls = self.entered = self.stand_ins = 0
        self.is_unchecked = self.is_changed = False
        self.listed: Listed | None = None
        """The dice list of the current game, or of the next one once it is published."""
        self._numbers: dict[int, bytes] = {}
        self._seed = b""
        self._latest: list[tuple[int, bytes]] = []
        """The latest link of each place, with its index in the chain."""
        self._seats: list[str] = []
        self._states: list[State] = []
        self._shown: list[str] = []
        """All rolls of the current game, except the roll that drew the first player."""

    def restart(self) -> None:
        """Start reading the log again, after the host restored a backup or sent log entries out of sequence."""
        self.broken, self.is_restored = None, True
        self._begin()
        self.heard.append({"restarted": True})

    @property
    def wants_to_seal(self) -> bool:
        """Whether this device has not yet sent its seal for the next game."""
        game = self.game + 1
        is_open = self.listed is None or bool(self._seed)
        return is_open and not self.broken and game not in self._sent

    def seal(self) -> str:
        """Return the seal of this device's number for the next game. Generate the number if there is none yet."""
        game = self.game + 1
        self._sent.add(game)
        return hashed(bytes.fromhex(self.memory.numbers.setdefault(game, token_hex(32)))).hex()

    @property
    def asked(self) -> tuple[int, str] | None:
        """The attempt and this device's number, if the dice list asks for the number; else None."""
        listed, number = self.listed, self.memory.numbers.get(self.game + 1, "")
        if self.broken or listed is None or self._seed or self.person in self._numbers or not number:
            return None
        seal = hashed(bytes.fromhex(number))
        is_ours = listed.seals.get(self.person) == seal and list(listed.seals.values()).count(seal) == 1
        opened = self.memory.opened.get(f"{self.game + 1}.{listed.attempt}", str(listed))
        return (listed.attempt, number) if is_ours and opened == str(listed) else None

    def answer(self) -> tuple[int, str]:
        """Return :attr:`asked` and remember that the number was revealed. Call this before sending the number."""
        opening = self.asked
        assert opening is not None
        self.memory.opened[f"{self.game + 1}.{opening[0]}"] = str(self.listed)
        return opening

    @property
    def state(self) -> State | None:
        """The game's position, replayed with the recomputed dice."""
        return self._states[-1] if self._states else None

    @property
    def takes_part(self) -> bool:
        """Whether this device's number went into the seed."""
        number = self.memory.numbers.get(self.game)
        return bool(self._seed and number) and self._numbers.get(self.person, b"").hex() == number

    @property
    def standing(self) -> str:
        """The colour of the shield: ``waiting``, ``green``, ``amber``, ``grey`` or ``red``."""
        if self.broken:
            return "red"
        if not self.game:
            return "waiting"
        if self.is_unchecked or self.entered or not self._numbers:
            return "grey"
        return "amber" if self.doubts else "green"

    @property
    def doubts(self) -> list[str]:
        """Reasons why the shield is not green, as message keys."""
        attempts = self.listed.attempt if self.listed and self._seed else 1
        doubts = {
            "unchecked": self.is_unchecked,
            "real": self.entered,
            "alone": self.game and not self.is_unchecked and not self._numbers,
            "late": self._numbers and not self.takes_part,
            "attempts": attempts > 1,
            "restored": self.is_restored,
            "stand_in": self.stand_ins,
            "changed": self.is_changed,
        }
        return [doubt for doubt, holds in doubts.items() if holds and self.game]

    def hear(self, entry: Entry) -> None:
        """Check a log entry, or the host's claim about the current state: ``{"position": TEXT, "rolls": [TEXT]}``."""
        self.heard.append(entry)
        if self.broken is not None:
            return
        try:
            if "position" in entry:
                rolls = entry.get("rolls", [])
                must(self.state is None or entry["position"] == str(self.state), "screen")
                must(self.state is None or not rolls or self._shown[-len(rolls) :] == rolls, "screen")
            elif not (self.is_unchecked and entry["type"] in _PLAYED):
                getattr(self, f"_on_{entry['type']}", lambda _: None)(entry)
        except ProofError as error:
            self.broken = Broken(error.reason, self.game, self.rolls + 1)
        except (RoostError, LookupError, ValueError, TypeError, AttributeError, AssertionError):
            self.broken = Broken("unreadable", self.game, self.rolls + 1)

    def _on_dice_listed(self, entry: Entry) -> None:
        listed, game = Listed.parse(entry["list"]), self.game + 1
        before = None if self._seed else self.listed
        must(listed.dice == f"{self.table}/{game}", "list")
        must(len(listed.ends) == len(listed.seats) + 1, "list")
        must(listed.attempt == (1 if before is None else before.attempt + 1), "list")
        if before is not None:
            must(listed.seals.items() < before.seals.items(), "list")
            must(listed == before._replace(attempt=listed.attempt, seals=listed.seals), "list")
        self.listed, self._numbers, self._seed, self._states = listed, {}, b"", []

    def _on_number_opened(self, entry: Entry) -> None:
        listed, person, number = self.listed, entry["person"], bytes.fromhex(entry["number"])
        must(listed is not None and not self._seed and person not in self._numbers, "order")
        assert listed is not None
        must(listed.seals.get(person) == hashed(number), "number")
        if self.memory.numbers.get(self.game + 1) == entry["number"]:
            must(self.memory.opened.get(f"{self.game + 1}.{listed.attempt}") == str(listed), "number")
        self._numbers[person] = number

    def _on_started(self, entry: Entry) -> None:
        must(entry["game"] == self.game + 1, "order")
        self.game, self.rolls, self.entered, self.stand_ins = entry["game"], 0, 0, 0
        listed, self.is_changed = self.listed, False
        self.is_unchecked = entry.get("protocol") != PROTOCOL or (listed is not None and not _is_known(listed.game))
        if self.is_unchecked:
            must(entry.get("protocol") == PROTOCOL or self.game not in self.memory.numbers, "list")
            self.listed, self._numbers, self._seed, self._states = None, {}, b"", []
            return
        must(listed is not None and self._numbers.keys() == listed.seals.keys(), "order")
        assert listed is not None
        start = entry["start"] if entry["start"] == "random" else SEATS[entry["start"]]
        must(listed.options.get("start") == start, "seats")
        game = game_type(listed.game).make(len(listed.seats), listed.options)
        must((faces_of(game.die), not game.die.weights) == (listed.faces, listed.varies), "list")
        self._seed, self._seats = listed.seed(self._numbers), list(listed.seats)
        self._latest = [(0, end) for end in listed.ends]
        self._states, self._shown = [game.opening()], []

    def _on_rolled(self, entry: Entry) -> None:
        seat, link, place = entry["seat"], bytes.fromhex(entry["link"]), place_of(entry["seat"])
        number, before = self._latest[place]
        must(self._seed and 0 < len(entry["roll"]) <= _MOST_DICE and (place or not self.rolls), "order")
        must(hashed(link) == before, "link")
        must(self._links.setdefault((self.game, place, number + 1), link) == link, "link")
        state = self._states[-1]
        dice: Dice | None
        if seat is None:
            dice = seat_die(SEATS[: len(self._seats)]).dice(len(entry["roll"]))
        else:
            dice = state.game.die.dice(len(entry["roll"])) if state.game.die.weights else state.dice
        must(dice is not None, "rules")
        assert dice is not None
        must(entry.get("dice", "") == dice.text, "dice")
        shown = rolled(self._seed, place, number + 1, link, dice)
        must(str(shown) == entry["roll"], "dice")
        self._latest[place], self.rolls = (number + 1, link), self.rolls + 1
        self.stand_ins += entry.get("by") is not None and self._is_ours(seat)
        self._play(shown, seat)

    def _on_acted(self, entry: Entry) -> None:
        self._play(entry["action"], entry["seat"])

    def _on_undone(self, _: Entry) -> None:
        self._states.pop()

    def _on_entered(self, entry: Entry) -> None:
        """Count real dice. The only possible check: no roll may be entered for a player who said they roll none."""
        must(not self._is_ours(entry["seat"]) or self.memory.rolls_real is not False, "entered")
        self.entered += 1
        self._play(entry["roll"], entry["seat"])

    def _on_corrected(self, entry: Entry) -> None:
        self._states.pop()
        self._play(entry["roll"], entry["seat"])

    def _play(self, move: Roll | str, seat: int | None) -> None:
        state = self._states[-1]
        try:
            must(state.seat == seat, "rules")
            self._states.append(state.play(move).state)
            if state.node is Node.ROLL and seat is not None:
                self._shown.append(str(move))
        except RoostError:
            raise ProofError("rules") from None

    def _is_ours(self, seat: int | None) -> bool:
        return seat is not None and bool(self._seats) and self._seats[seat] == str(self.person)

    def _on_seat_claimed(self, entry: Entry) -> None:
        self._seat(entry["seat"], str(entry["person"]))

    def _on_seat_freed(self, entry: Entry) -> None:
        self._seat(entry["seat"], "")

    def _seat(self, seat: int, player: str) -> None:
        is_played = self.state is not None and self.state.outcome is None
        if is_played and seat < len(self._seats) and self._seats[seat] != player:
            self._seats[seat], self.is_changed = player, True


def _is_known(game: str) -> bool:
    """Whether the rules of a game are installed here. Without them, its dice cannot be checked."""
    try:
        game_type(game)
    except RoostError:
        return False
    return True
