"""The messages that an honest host sends to one player's device, and every way to falsify them."""

import copy
import hmac
import json
import random
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec

from roost.core.state import Node
from roost.core.stream import Stream
from roost.core.words import Language
from roost.play.dice.device import Device, DeviceMemory
from roost.play.dice.fair import faces_of
from roost.play.table import commands, entered_dice
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft
from roost.play.table.house_rules import HouseRules
from roost.play.table.spec import BotSeat, HereSeat, OpenSeat, SeriesRules, TableSpec, check_spec
from roost.play.table.table import Status
from roost.play.table.views import ChangeView, encode

Json = dict[str, Any]
TABLE = "0123456789abcdef0123"
OURS, THEIRS = (sha256(name.encode()).hexdigest() for name in ("ours", "theirs"))
"""Secret numbers of two devices for the first game: ours is person 1, a friend's is person 0."""


def seal(number: str) -> str:
    return sha256(bytes.fromhex(number)).hexdigest()


class Host:
    """An honest host. ``messages`` holds what it sends, and ``played`` what our screen knows of the game."""

    def __init__(self, game: str = "heckmeck", *, real: bool = False, series: bool = False, secret: int = 7) -> None:
        seats = (HereSeat("Anna"), OpenSeat(), BotSeat("hen"))
        rules = HouseRules(dice="real" if real else "verified")
        spec = TableSpec(game, seats, {"start": "random"}, rules, SeriesRules() if series else None)
        self.dealer, self.messages, self.at = TableDealer(bytes([secret]) * 32), list[Json](), 0.0
        self.take(commands.create(TABLE, "CODE", check_spec(spec), self.dealer, 0.0))
        self.take(commands.claim(self.table, None, 1, "Ben", sealed=seal(OURS), invited=True, now=0.0))
        self.take(commands.seal(self.table, 0, seal(THEIRS), 0.0))

    @property
    def played(self) -> Json:
        spec = self.table.spec
        return {"game": spec.game, "faces": faces_of(spec.make_game().die), "players": len(spec.seats)}

    def take(self, draft: Draft) -> None:
        """Apply a change and send it to the device."""
        self.table = draft.table
        view = ChangeView.of(draft.change, tuple(draft.events), draft.table, Language.EN)
        self.messages.append(json.loads(encode(view)))

    def start(self, *answering: int) -> None:
        """Begin the game, leaving out the devices that do not answer."""
        if self.table.play is None:
            self.take(commands.start(self.table, 0, None, self.dealer, 1.0))
        else:
            self.take(commands.rematch(self.table, 0, None, self.dealer, 1.0))
            self.take(commands.rematch(self.table, 1, None, self.dealer, 1.0))
        while (opening := self.table.opening) is not None:
            ready = [person for person in opening.waits_for if person in answering]
            if not ready:
                self.take(commands.relist(self.table, self.dealer, 2.0))
                continue
            number = bytes.fromhex((THEIRS, OURS)[ready[0]])
            attempt = opening.attempt
            self.take(commands.open_number(self.table, ready[0], attempt, number, self.dealer, 2.0))

    def play(self, changes: int, choices: Stream) -> None:
        """Play at most ``changes`` changes, or until the game is over."""
        while changes and self.table.status is Status.PLAYING:
            changes -= 1
            seat, play = self.table.seat, self.table.play
            assert seat is not None
            assert play is not None
            action = None if play.state.node is Node.ROLL else str(choices.choice(play.state.actions()))
            person, bot = self.table.chairs[seat].person, self.table.chairs[seat].bot
            version = self.table.version
            if bot is not None or person is None:
                acted = commands.bot_act(self.table, "hen", action, 3.0) if action else None
                self.take(acted or commands.bot_roll(self.table, "hen", self.dealer, 3.0))
            elif action is None and self.table.rolls_real(seat):
                assert play.state.dice is not None
                roll = str(play.state.dice.draw(choices))
                self.take(entered_dice.enter(self.table, person, version, None, roll, 3.0))
            else:
                throws = action is None or (not self.table.rolls_real(seat) and bool(choices.below(2)))
                moved = commands.move(self.table, person, version, action, self.dealer, 3.0, throws=throws)
                self.take(moved)
                if not throws and choices.below(4) == 0 and self.table.play is not None and self.table.play.before:
                    self.take(commands.undo(self.table, person, self.table.version, 3.0))


def honest(game: str = "heckmeck", *, real: bool = False, series: bool = False, changes: int = 40) -> Host:
    """Play an honest game in which both devices answer."""
    host = Host(game, real=real, series=series)
    host.start(0, 1)
    host.play(changes, Stream(f"{game} {real} {series}"))
    return host


def device_after(host: Host, memory: DeviceMemory | None = None) -> Device:
    """Return our device after it has received all of a host's messages."""
    device = Device(TABLE, memory or DeviceMemory({1: OURS}))
    device.person = 1
    for change in host.messages:
        for entry in change["entries"]:
            device.hear(entry)
        if device.asked is not None:
            device.answer()
    return device


def changes(messages: list[Json]) -> Iterator[tuple[str, list[Json]]]:
    """Yield every single falsification: a field changed or removed, a message dropped, repeated or swapped."""
    for at in range(len(messages)):
        yield f"{at} dropped", [*messages[:at], *messages[at + 1 :]]
        yield f"{at} repeated", [*messages[: at + 1], *messages[at:]]
        if at:
            yield f"{at} exchanged", [*messages[: at - 1], messages[at], messages[at - 1], *messages[at + 1 :]]
        for path, value in _leaves(messages[at], ()):
            for changed in _other_values(value):
                yield (
                    f"{at} {path}: {changed!r}",
                    [*messages[:at], _with(messages[at], path, changed), *messages[at + 1 :]],
                )


def mixed(messages: list[Json], chance: random.Random) -> list[Json]:
    """Falsify several fields or messages at once."""
    for _ in range(chance.randint(2, 5)):
        if not messages:
            return messages
        at = chance.randrange(len(messages))
        path, value = chance.choice([*_leaves(messages[at], ())])
        messages = chance.choice([
            [*messages[:at], *messages[at + 1 :]],
            [*messages[:at], _with(messages[at], path, chance.choice(_other_values(value))), *messages[at + 1 :]],
            [*messages[: at + 1], *messages[at:]],
        ])  # fmt: skip
    return messages


def _leaves(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if path:
        yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from _leaves(inner, (*path, key))


_LEFT_OUT = object()


def _other_values(value: Any) -> list[Any]:
    """Return other values of the same type, and None."""
    if isinstance(value, bool):
        return [not value, None]
    if isinstance(value, int):
        return [value + 1, value - 1, None, str(value)]
    if isinstance(value, str):
        turned = value.translate(str.maketrans("12345w0789abcdef", "w12340578f9edcba"))
        values = [turned, value[::-1], value[:-1], value + "w", "", None, 7, seal(THEIRS), Host.__name__]
        return [changed for changed in values if changed != value]
    return [None, _LEFT_OUT, [], {}]


def _with(message: Json, path: tuple[str | int, ...], value: Any) -> Json:
    changed = copy.deepcopy(message)
    place: Any = changed
    for key in path[:-1]:
        place = place[key]
    if value is _LEFT_OUT:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed


def rolls_of(listed: str, numbers: dict[int, str], links: list[tuple[int | None, str, int]]) -> list[str]:
    """Compute the rolls of a game from seats, links and numbers of dice, following the documentation alone."""
    words = dict(word.split("=", 1) for word in listed.split(" "))
    seals = {int(key[5:]): value for key, value in words.items() if key.startswith("seal:")}
    if seals != {person: seal(number) for person, number in numbers.items()}:
        return ["no numbers"]
    ends = words["ends"].split(",")
    opened = b"".join(bytes.fromhex(numbers[person]) for person in sorted(numbers))
    seed = sha256(b"roost seed 4" + sha256(listed.encode()).digest() + opened).digest()
    used: dict[int, int] = {}
    rolls = []
    for seat, link, count in links:
        place = 0 if seat is None else seat + 1
        used[place] = used.get(place, 0) + 1
        if seal(link) != ends[place]:
            return ["no link"]
        ends[place] = link
        faces = words["faces"] if place else "ABCDEFG"[: words["seats"].count(",") + 1]
        key = hmac.digest(bytes.fromhex(link), b"roost roll 4" + seed + bytes([place]) + used[place].to_bytes(4, "big"),
                          "sha256")  # fmt: skip
        shown, counter = "", 0
        while len(shown) < count:
            for byte in sha256(key + counter.to_bytes(8, "big")).digest():
                if byte < 256 - 256 % len(faces) and len(shown) < count:
                    shown += faces[byte % len(faces)]
            counter += 1
        rolls.append("".join(sorted(shown, key=faces.index)))
    return rolls


def schema() -> dict[str, set[str]]:
    """Return the fields of every log entry, keyed by the entry's type."""
    from roost.play.table.log import Entry

    kinds: list[Any] = [*Entry.__args__]
    return {kind.__struct_config__.tag: {field.encode_name for field in msgspec.structs.fields(kind)} for kind in kinds}
