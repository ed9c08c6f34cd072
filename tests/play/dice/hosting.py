"""An honest host of a table, as one client hears it: the log, and what the client says and is told besides."""

from hashlib import sha256
from typing import Any

from roost.core.dice import Die, seat_die
from roost.core.notation import SEATS
from roost.core.record.proof import Proof
from roost.core.registry import game
from roost.play.dice.evidence import new_trust
from roost.play.dice.fair import Chain, list_of, rolled, seed_of, told_opening, told_roll

TABLE = "table"
Step = dict[str, Any]

_DIE = game("heckmeck").die
_LENGTH = 40


def chain(name: str) -> Chain:
    """A short chain that this name stands for."""
    return Chain(sha256(name.encode()).digest(), _LENGTH)


def fresh() -> Any:
    """A client that has heard nothing: it sits at a table of Heckmeck for three."""
    return new_trust(TABLE, "heckmeck", 3, {})


class Host:
    """An honest host, as Anna's client hears it. Anna is person 0 on seat 0, seat 1 a bot's, Ben person 1 on seat 2."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.game, self.rolls, self.round, self.next_round = 0, 0, 1, 1
        self.links, self.next_links = chain("links 1"), chain("links 2")
        self.devices: dict[int, Chain] = {}
        self.numbers: dict[int, Chain] = {}
        self.seed = self.told = self.opened = b""
        self.lists = self.entered = 0
        self.die: Die = _DIE

    # -- what is said --

    def say(self, **said: Any) -> None:
        """Something that Anna's client says, or is told besides the log."""
        self.steps.append(said)

    def hear(self, kind: str, **entry: Any) -> Step:
        """An entry of the log."""
        written = {"type": kind, **entry}
        self.steps.append({"entry": [written]})
        return written

    def made(self) -> None:
        """The table is made, and everybody sits down."""
        self.hear("created", spec={}, code="ABC234", commitment=self.links.top.hex())
        self.hear("seat_claimed", seat=0, person=0, name="Anna")
        self.say(you=[0])
        self.hear("seat_claimed", seat=2, person=1, name="Ben")

    def due(self) -> dict[str, int]:
        """The game and the round that devices seal for."""
        if self.game and not self.seed:
            return {"game": self.game, "round": self.round}
        return {"game": self.game + 1, "round": self.next_round}

    def seal(self, person: int, numbers: Chain) -> None:
        """A device seals numbers."""
        self.devices[person] = numbers
        if person == 0:
            self.say(sealed=[numbers.top.hex()])
        self.hear("sealed", person=person, seal=numbers.top.hex(), **self.due())

    def sealed(self, number: int) -> None:
        """Anna's and Ben's devices do."""
        self.seal(0, chain(f"anna {number}"))
        self.seal(1, chain(f"ben {number}"))

    def listed(self, *, without: tuple[int, ...] = ()) -> None:
        """The list is published."""
        self.lists += 1
        self.devices = {person: numbers for person, numbers in self.devices.items() if person not in without}
        self.hear("listed", **self.due(), **({"without": list(without)} if without else {}))

    def answer(self, person: int, spare: Chain) -> None:
        """A device answers it."""
        numbers = self.devices[person]
        if person == 0:
            self.say(answered=[numbers.top.hex()])
            self.say(sealed=[spare.top.hex()])
        self.hear("opened", person=person, number=numbers.link(1).hex(), seal=spare.top.hex())

    def open(self) -> None:
        """All have answered."""
        seals = [(person, numbers.top) for person, numbers in self.devices.items()]
        due = self.due()
        digest = list_of(f"{TABLE}/{due['game']}", due["round"], self.links.top, seals)
        self.seed = seed_of(digest, [(person, numbers.link(1)) for person, numbers in self.devices.items()])
        self.told = told_opening(self.told, self.lists, self.seed)
        self.numbers, self.devices, self.opened = self.devices, {}, b""

    def start(self) -> None:
        """The game begins."""
        self.told = b""
        self.open()
        self.game, self.rolls, self.entered = self.game + 1, 0, 0
        self.round, self.next_round = self.next_round, 1
        self.hear("started", game=self.game, start=0, dice=f"{TABLE}/{self.game}", commitment=self.links.top.hex(),
                  next=self.next_links.top.hex(), protocol=3)  # fmt: skip

    def begin(self) -> None:
        """The first game, with Anna's and Ben's devices."""
        self.made()
        self.opening(1)
        self.start()

    def opening(self, game: int) -> None:
        """Anna's and Ben's devices seal, are listed, and answer."""
        self.sealed(game)
        self.listed()
        self.answer(1, chain(f"ben's spare {game}" if game > 1 else "ben's spare"))
        self.answer(0, chain(f"anna's spare {game}" if game > 1 else "anna's spare"))

    def roll(self, seat: int | None, count: int = 8, by: str | None = None, **changed: Any) -> Step:
        """The next roll, honest unless told otherwise. Seat 1 is a bot's."""
        number = self.rolls + 1
        numbers = self.numbers.get({0: 0, 2: 1}.get(-1 if seat is None else seat, -1)) if by is None else None
        given = b"" if numbers is None else numbers.link(number + 1)
        given, link = changed.get("given", given), changed.get("link", self.links.link(number))
        if seat == 0 and by is None and numbers is not None:
            self.say(sent=[number, numbers.link(number + 1).hex(), 0])
        self.opened = given or self.opened
        die = seat_die(SEATS[:3]) if seat is None else self.die
        shown = str(rolled(self.seed, number, link, self.opened, die.dice(count)))
        proof = str(Proof(number, link, given))
        self.told, self.rolls = told_roll(self.told, proof, shown), number
        entry = self.hear("rolled", seat=seat, roll=shown, proof=proof)
        if by is not None or seat == 1:
            entry["by"] = by or "hen"
        return entry

    def renew(self) -> None:
        """The host has restored a backup, and commits to the dice anew."""
        self.links, self.next_links = chain("links of round 2"), chain("next links of round 2")
        self.round, self.next_round = self.round + 1, self.next_round + 1
        self.seed, self.lists, self.devices = b"", 0, {}
        self.hear("renewed", id="0123456789abcdef", commitment=self.links.top.hex(), next=self.next_links.top.hex())

    def reopen(self) -> None:
        """Anna and Ben seal anew, and the next round begins."""
        self.sealed(2)
        self.listed()
        self.answer(0, chain("anna's second spare"))
        self.answer(1, chain("ben's second spare"))
        self.open()

    def view(self) -> tuple[int | None, Step | None, Step]:
        """How the dice stand."""
        following = self.game + 1
        coming = {"game": following, "round": self.next_round, "table": f"{TABLE}/{following}",
                  "commitment": (self.next_links if self.game else self.links).top.hex()}  # fmt: skip
        if not self.game:
            return None, None, coming
        dice = {"table": f"{TABLE}/{self.game}", "commitment": self.links.top.hex(), "rolls": self.rolls,
                "protocol": 3, "round": self.round, "lists": self.lists, "seed": self.seed.hex(),
                "told": self.told.hex(), "devices": sorted(self.numbers), "entered": self.entered}  # fmt: skip
        return self.game, dice, coming

    def look(self, **changed: Any) -> None:
        """A view of the table, honest unless told otherwise."""
        number, dice, coming = self.view()
        self.say(snapshot=[number, None if dice is None else {**dice, **changed}, coming])


def seated() -> Host:
    """A host at whose table everybody sits."""
    host = Host()
    host.made()
    return host


def begun() -> Host:
    """One whose first game has begun."""
    host = Host()
    host.begin()
    return host


def midgame() -> Host:
    """One whose table has rolled five times."""
    host = begun()
    for seat in (0, 1, 2, 0, 1):
        host.roll(seat, 8 - seat)
    return host


def with_real(*seats: int) -> Host:
    """A host at whose table these seats roll real dice."""
    host = begun()
    for step in host.steps:
        for entry in step.get("entry", ()):
            if entry["type"] == "seat_claimed" and entry["seat"] in seats:
                entry["real"] = True
    return host


def whole() -> Host:
    """Everything that may happen at a table with an honest host, views of it in between: every entry of a log."""
    host = Host()
    host.made()
    host.hear("seat_claimed", seat=1, person=2, name="Cleo")
    host.hear("seat_left", seat=1)
    host.hear("bot_seated", seat=1, bot="fox")
    host.hear("bot_seated", seat=1, bot="hen", failed="fox")
    host.look()
    host.opening(1)
    host.start()
    for seat in (0, 1, 2, 0, 1):
        host.roll(seat, 8 - seat)
    host.hear("acted", seat=1, action="4", by="hen")
    host.look()
    host.hear("bot_seated", seat=2, bot="hen")
    host.roll(2, by="hen")
    host.hear("seat_returned", seat=2)
    host.roll(0)
    host.hear("acted", seat=0, action="w")
    host.hear("undone", seat=0)
    host.renew()
    host.look()
    host.reopen()
    host.roll(1)
    host.roll(0)
    host.hear("unsealed", person=1)
    del host.numbers[1]
    host.roll(2)
    host.look()
    _second_game(host)
    _third_game(host)
    host.hear("closed")
    return host


def _second_game(host: Host) -> None:
    """Ben's device does not answer, Cleo rolls real dice, the first player is drawn."""
    host.hear("rematch_offered", person=0)
    host.hear("seat_freed", seat=1)
    host.hear("seat_claimed", seat=1, person=3, name="Cleo", avatar="owl", real=True)
    host.links, host.next_links, host.lists = host.next_links, chain("links 3"), 0
    host.sealed(3)
    host.listed()
    host.answer(0, chain("anna's third spare"))
    host.devices[0] = chain("anna's third spare")
    host.listed(without=(1,))
    host.answer(0, chain("anna's fourth spare"))
    host.start()
    host.roll(None, 1)
    host.roll(0)
    host.hear("reacted", seat=0, reaction="wow")
    entered(host, 1, 3)
    host.hear("correction_proposed", person=3, roll="1123444w")
    host.hear("correction_declined", person=0)
    host.hear("corrected", seat=1, roll="1123444w", was="1123445w", person=3, agreed=[0, 1])
    host.roll(2)
    host.look()


def _third_game(host: Host) -> None:
    """The next game of a series, with other dice."""
    host.hear("next_chosen", game="junior", options={"double_face": "worm"})
    host.die = game("junior").die
    faces = "".join(symbol.char * weight for symbol, weight in zip(host.die.symbols, host.die.weights, strict=True))
    host.links, host.next_links, host.lists = host.next_links, chain("links 4"), 0
    host.opening(4)
    host.hear("arranged", game="junior", options={"double_face": "worm"}, players=3, order=[0, 1, 2], faces=faces)
    host.start()
    host.roll(0, 6)
    host.roll(2, 6)
    host.look()


def entered(host: Host, seat: int, person: int) -> None:
    """Somebody enters real dice."""
    host.hear("entered", seat=seat, roll="1123445w", person=person)
    host.entered += 1
