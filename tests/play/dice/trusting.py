"""The words of an honest host, those of cheating hosts, and the right judgement of each.

They stand in ``tests/data/trust.json``, which the tests of Python and of the page both go by. Secrets are fixed: all is
the same each time.
"""

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from hashlib import sha256
from typing import Any

from play.dice.hosting import Host, begun, chain, entered, fresh, midgame, seated, whole, with_real
from roost.core.registry import game

Cheat = Callable[[Host], object]
CASES: list[tuple[str, str | None, str | None, Callable[[], Host], Cheat]] = []
"""The name of each case, what it is about, the rule that it breaks, the host, and what the host does from there on."""


def case(reason: str | None = None, *, at: Callable[[], Host] = midgame) -> Callable[[Cheat], Cheat]:
    """Add what a host does from some point on, and why a client stops trusting it, if it does."""

    def added(cheat: Cheat) -> Cheat:
        CASES.append((cheat.__name__, cheat.__doc__, reason, at, cheat))
        return cheat

    return added


@case()
def honest(host: Host) -> None:
    """Everything is as it should be."""
    host.look()


# -- the cheats of protocols 1 and 2 ---------------------------------------------------------------------------------


@case("listed")
def slipped_seal(host: Host) -> None:
    """Between a number and its roll the host slips in a seal of somebody who does not exist."""
    host.say(sent=[6, host.numbers[0].link(7).hex(), 0])
    host.hear("sealed", person=9, game=1, round=1, seal=chain("nobody").top.hex())


@case("number")
def own_number_by_the_stream_only(host: Host) -> None:
    """The host refuses our roll, and tells another one by the stream, with a number that it liked better."""
    host.say(sent=[6, host.numbers[0].link(7).hex(), 0])
    host.say(refused=[6])
    host.steps.remove({"sent": [6, host.numbers[0].link(7).hex(), 0]})
    host.roll(0, given=sha256(b"a nicer number").digest())


@case()
def substitute(host: Host) -> None:
    """A bot rolls for us although our number is on its way, or was seen: nobody can tell which, so it is counted."""
    host.say(sent=[6, host.numbers[0].link(7).hex(), 0])
    host.say(refused=[6])
    host.roll(0, by="chick")
    host.roll(2)
    host.roll(0)
    host.look()


@case()
def somebody_else_on_our_seat(host: Host) -> None:
    """The same, with somebody on our seat who rolls without a number, and goes again."""
    host.say(sent=[6, host.numbers[0].link(7).hex(), 0])
    host.hear("seat_claimed", seat=0, person=9, name="Nobody")
    del host.numbers[0]
    host.roll(0)
    host.hear("seat_claimed", seat=0, person=0, name="Anna")


@case("told")
def other_chain_for_the_rematch(host: Host) -> None:
    """The next game is not played with the chain that was published during this one."""
    host.look()
    host.steps[-1]["snapshot"][2]["commitment"] = chain("another").top.hex()


@case("counted")
def skipped_link(host: Host) -> None:
    """The host passes over a link that it does not like."""
    host.rolls += 1
    host.roll(2)


@case("dice")
def other_dice(host: Host) -> None:
    """The host shows other dice than those of the proof."""
    entry = host.roll(2)
    entry["roll"] = "1112345w" if entry["roll"] != "1112345w" else "1112344w"


# -- the opening -----------------------------------------------------------------------------------------------------


@case(at=seated)
def sealed_in_our_name(host: Host) -> None:
    """The host seals numbers of its own in our name: we are not listed, and say so, but nobody has lied about dice."""
    host.seal(0, chain("anna 1"))
    host.seal(0, chain("another"))
    del host.steps[-2]
    host.listed()
    host.answer(0, chain("another spare"))
    del host.steps[-3:-1]
    host.start()
    host.hear("unsealed", person=0)


@case("pot", at=seated)
def opened_in_our_name(host: Host) -> None:
    """The host opens our number, although we have not answered its list."""
    host.seal(0, chain("anna 1"))
    host.listed()
    host.answer(0, chain("anna's spare"))
    del host.steps[-3:-1]


@case("counted", at=Host)
def committed_again(host: Host) -> None:
    """The host makes the table twice, the second time with a chain that suits it better."""
    host.hear("created", commitment=host.links.top.hex())
    host.hear("created", commitment=chain("another").top.hex())


@case("counted", at=Host)
def committed_late(host: Host) -> None:
    """The table is made when somebody sits there already."""
    host.hear("seat_claimed", seat=0, person=0, name="Anna")
    host.hear("created", commitment=host.links.top.hex())


@case("pinned", at=Host)
def listed_without_a_commitment(host: Host) -> None:
    """The host lists a device, and has committed to nothing."""
    host.next_round = 0
    host.seal(0, chain("anna 1"))
    host.listed()


@case(at=Host)
def got_up(host: Host) -> None:
    """Before a game a seat that is left is free."""
    host.say(you=[1])
    host.hear("seat_claimed", seat=2, person=1, name="Ben")
    host.hear("seat_left", seat=2)


@case(at=Host)
def committed_at_the_start(host: Host) -> None:
    """Where nobody has sealed, it is enough to commit at the start; during a game a seat that is left is kept."""
    got_up(host)
    left, host.next_round = host.steps.pop(), 0
    host.listed()
    host.start()
    host.roll(1)
    host.steps.append(left)


@case("listed", at=seated)
def our_seal_for_somebody_else(host: Host) -> None:
    """The host lists our seal for somebody else."""
    host.seal(0, chain("anna 1"))
    host.hear("sealed", person=1, game=1, round=1, seal=chain("anna 1").top.hex())
    host.hear("listed", game=1, round=1, without=[0])


@case("listed", at=seated)
def one_seal_for_two(host: Host) -> None:
    """The host lists one device for two people."""
    host.seal(1, chain("ben 1"))
    host.hear("sealed", person=0, game=1, round=1, seal=chain("ben 1").top.hex())
    host.listed()


@case("listed", at=seated)
def nobody_listed(host: Host) -> None:
    """The host lists somebody who has no place."""
    host.seal(0, chain("anna 1"))
    host.seal(7, chain("nobody"))
    host.listed()


@case("listed", at=seated)
def sealed_after_the_list(host: Host) -> None:
    """A seal comes after the list."""
    host.seal(0, chain("anna 1"))
    host.listed()
    host.seal(1, chain("ben 1"))


@case("pot", at=seated)
def other_opening(host: Host) -> None:
    """Ben's device opens another number than the one that it sealed."""
    host.sealed(1)
    host.listed()
    host.devices[1] = chain("another")
    host.answer(1, chain("ben's spare"))


@case("listed", at=seated)
def begun_without_an_answer(host: Host) -> None:
    """The game begins before all listed devices have answered."""
    host.sealed(1)
    host.listed()
    host.answer(0, chain("anna's spare"))
    host.start()


@case(at=seated)
def left_out(host: Host) -> None:
    """The host begins without us, who had sealed: our client never shows green, but nobody has lied about dice."""
    host.sealed(1)
    host.listed(without=(0,))
    host.answer(1, chain("ben's spare"))
    host.start()
    host.roll(0)
    host.roll(2)
    host.look()


@case(at=seated)
def listed_again(host: Host) -> None:
    """Ben does not answer: a new list goes without him, with our spare seal. This is counted."""
    host.sealed(1)
    host.listed()
    host.answer(0, chain("anna's spare"))
    host.devices[0] = chain("anna's spare")
    host.listed(without=(1,))
    host.answer(0, chain("anna's second spare"))
    host.start()
    host.roll(0)
    host.roll(2)
    host.look()


@case("listed", at=seated)
def listed_again_at_will(host: Host) -> None:
    """All have answered, and the host does not like what comes of it: it wants another list."""
    host.seal(0, chain("anna 1"))
    host.listed()
    host.answer(0, chain("anna's spare"))
    host.listed()


@case("listed", at=seated)
def left_out_after_an_answer(host: Host) -> None:
    """Ben does not answer, and the host leaves us out too, who did."""
    host.sealed(1)
    host.listed()
    host.answer(0, chain("anna's spare"))
    host.listed(without=(0, 1))


@case("listed", at=seated)
def opened_before(host: Host) -> None:
    """After our page was loaded again, the host shows another list for a seal that we have opened already."""
    host.say(sealed=[chain("anna 1").top.hex()])
    host.say(answered=[chain("anna 1").top.hex(), "11" * 32, 0])
    host.seal(0, chain("anna 1"))
    host.listed()


@case()
def given_up(host: Host) -> None:
    """Ben's device has lost its numbers: from here on he rolls without."""
    host.hear("unsealed", person=1)
    del host.numbers[1]
    host.roll(2)
    host.look()


@case()
def ended_turn(host: Host) -> None:
    """Our choice ended our turn: the number that came with it is not needed, and that is no cheat."""
    host.say(sent=[6, host.numbers[0].link(7).hex(), 0])
    host.roll(2)
    host.roll(1)
    host.roll(0)


# -- restored backups ------------------------------------------------------------------------------------------------


@case()
def renewed(host: Host) -> None:
    """The host restored a backup: it commits anew, everybody seals anew, and a new round begins. This is noted."""
    host.renew()
    host.reopen()
    host.roll(2)
    host.roll(0)
    host.look()


@case(at=seated)
def renewed_before_a_game(host: Host) -> None:
    """The backup is from before the first game: there is only the next game to commit to."""
    host.links, host.next_round = chain("links of round 2"), 2
    host.hear("renewed", id="0123456789abcdef", next=host.links.top.hex())
    host.opening(1)
    host.start()
    host.look()


@case()
def taken_back(host: Host) -> None:
    """The backup is older than what we saw: three rolls are taken back, and this is noted."""
    backup = begun()
    backup.roll(0)
    backup.roll(1, 7)
    backup.renew()
    backup.reopen()
    backup.roll(2)
    host.say(restored=[])
    host.steps += [step for step in backup.steps if "entry" in step or "answered" in step or "sealed" in step]


@case("linked")
def renewed_and_swapped(host: Host) -> None:
    """After it has committed anew, the host rolls with the old chain all the same."""
    host.renew()
    host.reopen()
    host.roll(2, link=chain("links 1").link(6))


@case("counted")
def renewed_but_not_sealed(host: Host) -> None:
    """After a restored backup the host rolls on without a new list."""
    host.renew()
    host.roll(1)


@case("listed")
def renewed_with_old_seals(host: Host) -> None:
    """The host puts a seal of the round before into the new one, whose number 1 it knows."""
    host.renew()
    host.seal(0, chain("anna 1"))
    host.listed()


@case("malformed")
def renewed_unreadably(host: Host) -> None:
    """A commitment that is none."""
    host.renew()
    host.steps[-1]["entry"][0]["commitment"] = "none"


# -- old games -------------------------------------------------------------------------------------------------------


@case(at=seated)
def begun_by_an_older_version(host: Host) -> None:
    """A game of an older version goes on: nothing of its dice is checked, and that is said."""
    host.hear("sealed", person=1, game=1, seal=chain("ben 1").top.hex())
    host.hear("started", game=1, start=0, dice="table/1", commitment=host.links.top.hex(), protocol=2)
    host.hear("rolled", seat=0, roll="12345www", proof="1 2 3", person=0)


# -- real dice -------------------------------------------------------------------------------------------------------


@case(at=partial(with_real, 2))
def real_dice(host: Host) -> None:
    """Ben rolls real dice, and enters and corrects them: they are counted, and no part of the others."""
    host.roll(0)
    entered(host, 2, 1)
    host.hear("corrected", seat=2, roll="1123444w", was="1123445w", person=1)
    host.roll(1)
    entered(host, 2, 0)
    host.look()


@case("entered", at=partial(with_real, 2))
def entered_for_us(host: Host) -> None:
    """The host enters dice for us, although we roll verified ones."""
    host.roll(0)
    entered(host, 0, 1)


@case("entered", at=partial(with_real, 0))
def entered_for_us_in_our_name(host: Host) -> None:
    """The host says that we roll real dice, and enters some for us. We had said that we do not."""
    host.say(sat=[0, False])
    host.hear("seat_claimed", seat=0, person=0, name="Anna", real=True)
    entered(host, 0, 1)


@case(at=partial(with_real, 0))
def entered_by_us(host: Host) -> None:
    """We roll real dice, as we said."""
    host.say(sat=[0, True])
    entered(host, 0, 0)


@case(at=begun)
def entered_on_a_seat_that_was_ours(host: Host) -> None:
    """We got up, and Ben, who rolls real dice, sits there now."""
    host.say(sat=[1, False])
    host.hear("seat_claimed", seat=1, person=1, name="Ben", real=True)
    entered(host, 1, 1)


# -- series ----------------------------------------------------------------------------------------------------------


def _next_game(host: Host, order: list[int]) -> None:
    """The table plays a series: the next game has other dice, and people sit elsewhere."""
    host.die = game("junior").die
    faces = "".join(symbol.char * weight for symbol, weight in zip(host.die.symbols, host.die.weights, strict=True))
    host.links, host.next_links, host.lists = host.next_links, chain("links 3"), 0
    host.seal(0, chain("anna 2"))
    host.listed()
    host.answer(0, chain("anna's next spare"))
    host.hear("arranged", game="junior", options={}, players=len(order), order=order, faces=faces)
    host.start()
    host.roll(1, 6, by="hen")


@case(at=partial(with_real, 2))
def series(host: Host) -> None:
    """The next game of a series has other dice, and its seats are others': Ben's real dice come along with him."""
    host.roll(0)
    _next_game(host, [2, 1])
    entered(host, 0, 1)


@case("entered", at=partial(with_real, 2))
def seats_of_the_game_before(host: Host) -> None:
    """Ben sat on seat 2 with real dice, and has left: whoever sits there now does not roll real ones."""
    _next_game(host, [0, 1, 3])
    entered(host, 2, 0)


@case("entered", at=partial(with_real, 0, 2))
def our_word_comes_along(host: Host) -> None:
    """We said that we roll the table's dice, and sit elsewhere in the next game: nobody enters dice for us there."""
    host.say(sat=[0, False])
    _next_game(host, [2, 0])
    entered(host, 0, 1)
    entered(host, 1, 1)


@case("dice")
def other_dice_in_the_middle(host: Host) -> None:
    """The host sets up another game, and goes on with its dice in the game under way."""
    host.hear("arranged", game="heckmeck", options={}, players=3, order=[0, 1, 2], faces="wwwwww")
    host.roll(1)["roll"] = "wwwwwwww"


# -- one thing that is said ------------------------------------------------------------------------------------------


CASES += [
    ("everything", "A stand-in, a restored backup, a device that does not answer: all is honest.", None, whole,
     lambda host: None),
    ("older_protocol", "The host calls the game one of an older protocol, whose dice it chooses. We had sealed.",
     "pinned", begun, lambda host: host.steps[-1]["entry"][0].update(protocol=1)),
    ("searched_name", "The host searches for a name of the dice that suits it.", "pinned", begun,
     lambda host: host.steps[-1]["entry"][0].update(dice="table/1:a-good-one")),
    ("other_chain_at_the_start", "The host begins with another chain than it had published.", "pinned", begun,
     lambda host: host.steps[-1]["entry"][0].update(commitment=chain("another").top.hex())),
    ("other_chain", "The host goes on with another chain, which it announces by a view.", "told", midgame,
     lambda host: host.look(commitment=chain("another").top.hex())),
    ("other_past", "A view tells another past than ours.", "told", midgame, lambda host: host.look(told="00" * 32)),
    ("rewound", "A view takes back a roll.", "told", midgame, lambda host: host.look(rolls=4)),
    ("no_number", "A listed person's roll has no number.", "number", midgame, lambda host: host.roll(2, given=b"")),
    ("bots_number", "The host chooses a number for its bot.", "number", midgame,
     lambda host: host.roll(1, given=sha256(b"good for the bot").digest())),
    ("unsealed_number", "Ben and the host look for a number that suits Ben.", "number", midgame,
     lambda host: host.roll(2, given=sha256(b"good for Ben").digest())),
    ("given_up_in_our_name", "The host says that our device has lost its numbers.", "number", midgame,
     lambda host: host.hear("unsealed", person=0)),
    ("given_before", "We gave later numbers than the log tells: it was taken back, and we give none again.", "counted",
     midgame, lambda host: host.say(answered=[chain("anna 1").top.hex(), "", 9])),
    ("drawn_again", "The host draws the first player in the middle of a game, to use up a link.", "counted", midgame,
     lambda host: host.roll(None, 1)),
    ("forged_link", "A link of another chain.", "linked", midgame,
     lambda host: host.roll(2, link=chain("another").link(6))),
    ("begun_without_a_list", "The game begins without a list.", "listed", seated, Host.start),
    ("unreadable", "A proof that is none.", "malformed", midgame, lambda host: host.roll(2).update(proof="6 7 8 9")),
    ("too_many_dice", "A roll of more dice than any game has: nobody reckons them.", "malformed", midgame,
     lambda host: host.roll(2).update(roll="1" * 100)),
    ("somebody_else", "The host takes us for another person.", "told", midgame, lambda host: host.say(you=[1])),
    ("nobody", "The host takes us for somebody who cannot be.", "told", Host, lambda host: host.say(you=[-2])),
    ("no_person", "The host takes us for a word.", "told", Host, lambda host: host.say(you=["Anna"])),
]  # fmt: skip
"""The cases in which one thing is said."""

FIRST_WORDS: list[tuple[dict[str, Any], str | None]] = [
    ({"type": "rolled", "seat": 0, "roll": "1", "proof": "1"}, "malformed"),
    ({"type": "rolled", "seat": 0}, "malformed"),
    ({"type": "started", "game": 2, "dice": "table/2", "commitment": "00" * 32, "protocol": 3}, "counted"),
    ({"type": "started", "game": 1, "dice": "table/1", "commitment": "00" * 32, "protocol": 3}, "listed"),
    ({"type": "started", "game": True, "dice": "table/1", "commitment": "00" * 32}, "malformed"),
    ({"type": "sealed", "person": 0, "game": 1, "round": 1, "seal": "short"}, "malformed"),
    ({"type": "sealed", "person": 0, "game": 1, "round": 1}, "malformed"),
    ({"type": "sealed", "person": -1, "game": 1, "round": 1, "seal": "00" * 32}, "malformed"),
    ({"type": "sealed", "person": 0, "game": 2, "round": 1, "seal": "00" * 32}, "listed"),
    ({"type": "listed", "game": 1, "round": 1, "without": None}, "malformed"),
    ({"type": "listed", "game": 1, "round": 2}, "listed"),
    ({"type": "opened", "person": 0, "number": "00" * 32, "seal": "00" * 32}, "listed"),
    ({"type": "renewed", "id": "a", "commitment": "00" * 32}, "counted"),
    ({"type": "unsealed", "person": 0}, "number"),
    ({"type": "created", "commitment": 5}, "malformed"),
    ({"type": "created", "commitment": "00" * 32}, None),
    ({"type": "created"}, None),
    ({"type": "sealed", "person": 0, "game": 1, "seal": "of an older version"}, None),
    ({"type": "seat_claimed", "seat": 1, "person": 1, "name": "Ben"}, None),
    ({"type": "seat_left", "seat": 1}, None),
    ({"type": "reacted"}, None),
    ({"type": "seat_freed", "seat": 0.5}, "malformed"),
    ({"type": "seat_freed", "seat": 1 << 31}, "malformed"),
]  # fmt: skip
"""Entries for a client that has heard nothing, and the rules that they break."""
CASES += [(f"first_words_{number}", "The log begins with these words.", reason, Host, partial(Host.say, entry=[entry]))
          for number, (entry, reason) in enumerate(FIRST_WORDS, 1)]  # fmt: skip


def verdict(trust: Any) -> dict[str, Any]:
    """A client's judgement: the number that it would give next, what it thinks, and what it knows."""
    return {
        "next": list(trust.next_number()),
        "broken": None if trust.broken is None else list(trust.broken),
        "checked": trust.rolls,
        "listed": trust.is_listed,
        "seated": trust.is_seated,
        "old": trust.is_old,
        "lists": trust.lists,
        "unheld": dict(trust.unheld),
        "fingerprint": trust.fingerprint,
        "refusals": trust.refusals,
        "renewals": [list(when) for when in trust.renewals],
        "taken_back": trust.taken_back,
        "entered": trust.entered,
    }


PAGE_VERDICT = """((trust) => {
  const next = trust.nextNumber(), {broken, lists, unheld, fingerprint, refusals, renewals, entered} = trust;
  return {next, broken: broken && [broken.reason, broken.number], checked: trust.rolls, listed: trust.isListed,
    seated: trust.isSeated, old: trust.isOld, lists, unheld, fingerprint, refusals, renewals,
    taken_back: trust.takenBack, entered};
})"""
"""The same of the page's client."""


def cases() -> list[dict[str, Any]]:
    """Every case with what a client must think."""
    found = []
    for name, about, reason, at, cheat in CASES:
        host, trust = at(), fresh()
        cheat(host)
        trust.replay(deepcopy(host.steps))
        told = verdict(trust)
        assert (told["broken"] or [None])[0] == reason, (name, told)
        found.append({"name": name, "about": about, "steps": host.steps, "expect": told})
    return found
