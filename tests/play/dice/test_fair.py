"""The computation of dice in protocol 4, byte by byte."""

from collections import Counter
from hashlib import sha256

import pytest

from play.dice.hosting import rolls_of
from play.web.node import evaluate
from roost.core.dice import Die, Symbol
from roost.core.errors import NotationError, OptionError
from roost.core.registry import game_type
from roost.play.dice.fair import Listed, faces_of, hashed, host_chains, options_of, rolled

_SECRET = bytes(range(32))
_DIE = Die(tuple(Symbol(char, char, 1) for char in "12345w"), (1,) * 6)


def listed(attempt: int = 1) -> Listed:
    """Return a dice list with two devices."""
    game, chains = game_type("heckmeck").make(2, {"start": "random"}), host_chains(_SECRET, "table-1/1", 2)
    ends = [chain.end for chain in chains]
    seals = {0: hashed(b"a" * 32), 1: hashed(b"b" * 32)}
    return Listed("table-1/1", attempt, game.name, options_of(game), ["0", "1"], faces_of(game.die), False, ends, seals)


def test_the_documentation_is_enough_to_reproduce_dice() -> None:
    """Python, the page and a program written from the documentation alone compute the same rolls."""
    listing, chains = listed(), host_chains(_SECRET, "table-1/1", 2)
    numbers = {0: b"a" * 32, 1: b"b" * 32}
    seed = listing.seed(numbers)
    rolls, links = [], []
    for number in range(1, 40):
        for seat in (0, 1):
            link = chains[seat + 1].link(number)
            rolls.append(str(rolled(seed, seat + 1, number, link, _DIE.dice(8))))
            links.append((seat, link.hex(), 8))
    opened = {person: number.hex() for person, number in numbers.items()}
    assert rolls_of(str(listing), opened, [*links]) == rolls
    page = """(() => { const list = it.parseListed(data.list), used = [0, 0, 0];
        const seed = it.seedOf(list, new Map(Object.entries(data.opened).map(([who, what]) => [Number(who), what])));
        return data.links.map(([seat, link, count]) =>
            it.rolledBy(seed, seat + 1, ++used[seat + 1], link, list.faces, count)); })()"""
    assert evaluate("model/fair.js", page, {"list": str(listing), "opened": opened, "links": links}) == rolls


def test_every_link_hashes_to_the_one_before_it() -> None:
    """The order in which links are computed does not matter, and few of them are cached."""
    _, chain, second_chain = host_chains(_SECRET, "table-1/1", 2)
    assert chain.end != second_chain.end
    for number in (1, 2, 99, 70, 71, 72, 4_999, 5_000):
        before = chain.end if number == 1 else chain.link(number - 1)
        assert hashed(chain.link(number)) == before
    assert len(chain._stored) <= 73


def test_chains_of_one_secret_share_no_link() -> None:
    """If a host uses one secret for two tables, the first table's links do not reveal the second table's dice."""
    ends = {chain.end for name in ("table-1/1", "table-1/2", "table-2/1") for chain in host_chains(_SECRET, name, 3)}
    assert len(ends) == 12


def test_short_secrets_and_links_out_of_range_are_refused() -> None:
    with pytest.raises(OptionError, match="the secret needs at least 16 bytes, not 15"):
        host_chains(bytes(15), "t/1", 2)
    for number in (0, 5_001):
        with pytest.raises(OptionError, match=f"number is from 1 to 5000, not {number}"):
            host_chains(_SECRET, "t/1", 2)[1].link(number)


@pytest.mark.parametrize("dice", ["", "a b", "ä", "x" * 65, "a\n"])
def test_an_ambiguous_dice_name_is_refused(dice: str) -> None:
    """Dice names are short ASCII strings without spaces, so that each name has only one spelling."""
    with pytest.raises(NotationError, match="the name of dice is"):
        host_chains(_SECRET, dice, 2)


def test_a_dice_list_can_be_written_in_one_way_only() -> None:
    """The text of a dice list is hashed, so any variant of it is refused."""
    text = str(listed())
    assert Listed.parse(text) == listed()
    assert sha256(text.encode()).digest() != sha256(str(listed(2)).encode()).digest()
    words = text.split(" ")
    for variant in (text + " ", text.replace("attempt=1", "attempt=01"), " ".join(words[1:]), text.upper(), "", "x=1",
                  " ".join([*words[:-2], words[-1], words[-2]]), text.replace("seal:0=", "seal:0=0")):  # fmt: skip
        with pytest.raises(NotationError, match="is not the list"):
            Listed.parse(variant)
    varying = listed()._replace(varies=True)
    assert Listed.parse(str(varying)) == varying
    for variant in (
        str(varying).replace("yes", "no"),
        text + " varies=yes",
        text.replace(" faces", " varies=yes faces"),
    ):
        with pytest.raises(NotationError, match="is not the list"):
            Listed.parse(variant)


def test_every_face_is_equally_likely() -> None:
    """The faces of 3,000 rolls of eight dice pass a chi-square test."""
    chain = host_chains(_SECRET, "table-1/1", 2)[1]
    seed = listed().seed({0: b"a" * 32, 1: b"b" * 32})
    rolls = [str(rolled(seed, 1, number, chain.link(number), _DIE.dice(8))) for number in range(1, 3_001)]
    faces = Counter("".join(rolls))
    expected = 3_000 * 8 / 6
    assert sum((faces[face] - expected) ** 2 / expected for face in "12345w") < 20.5  # 5 degrees of freedom: p = 0.001
