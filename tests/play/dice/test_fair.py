"""The bytes of protocol 3, and proofs as text."""

import hmac
import pickle
from collections import Counter
from hashlib import sha256
from itertools import count, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.dice.fair_table import FairTable
from roost.core.dice import Die, Symbol
from roost.core.errors import NotationError, OptionError
from roost.core.record.proof import LONGEST_CHAIN, Proof, ProofError
from roost.play.dice.fair import (
    Chain,
    fingerprint,
    host_chain,
    leads_to,
    list_of,
    numbers,
    rolled,
    seed_of,
    told_opening,
    told_roll,
)

_SECRET = bytes(range(32))
_TABLE = "table-1"
_DIE = Die(tuple(Symbol(char, char, 1) for char in "12345w"), (1,) * 6)
_EIGHT = _DIE.dice(8)


def framed(part: bytes) -> bytes:
    """A part with its length before it."""
    return bytes([len(part)]) + part


def documented_chain(last: bytes, length: int) -> list[bytes]:
    """All links from the top on, written again from the documentation alone."""
    links = [last]
    while len(links) <= length:
        links.insert(0, sha256(links[0]).digest())
    return links


def documented_roll(seed: bytes, number: int, link: bytes, opened: bytes, dice: int) -> str:
    """Six-sided dice, written again from the documentation alone."""
    key = hmac.digest(link, b"roost roll 3" + seed + number.to_bytes(8, "big") + framed(opened), "sha256")
    stream = (byte for n in count() for byte in sha256(key + n.to_bytes(8, "big")).digest())
    shown: list[str] = []
    while len(shown) < dice:
        byte = next(stream)
        if byte < 252:
            shown.append("12345w"[byte % 6])
    return "".join(sorted(shown))


@pytest.mark.parametrize("length", [1, 2, 3, 10, 97, 100])
def test_the_documentation_is_enough_to_reproduce_dice(length: int) -> None:
    """Every link, list, seed, roll and fingerprint, whichever links were kept, follows from the documentation alone."""
    links = documented_chain(hmac.digest(_SECRET, b"roost chain 1" + framed(b"table-1"), "sha256"), length)
    host = host_chain(_SECRET, _TABLE, length)
    anna, ben = numbers(_SECRET), numbers(bytes(32))
    assert host.top == links[0]
    assert documented_chain(sha256(b"roost numbers 3" + _SECRET).digest(), LONGEST_CHAIN + 1)[:3] == [
        anna.top, anna.link(1), anna.link(2),
    ]  # fmt: skip
    listed = sha256(b"roost list 3" + framed(b"table-1") + bytes([0, 0, 0, 2]) + host.top
                    + bytes([0, 0, 0, 1]) + anna.top + bytes([0, 0, 0, 9]) + ben.top).digest()  # fmt: skip
    assert list_of(_TABLE, 2, host.top, [(9, ben.top), (1, anna.top)]) == listed
    seed = sha256(b"roost round 3" + listed + anna.link(1) + ben.link(1)).digest()
    assert seed_of(listed, [(9, ben.link(1)), (1, anna.link(1))]) == seed
    told = sha256(b"roost open 3" + bytes([0, 0, 0, 1]) + seed).digest()
    assert told_opening(b"", 1, seed) == told
    for number in range(1, length + 1):
        opened = anna.link(number + 1) if number % 3 else b""
        assert host.link(number) == links[number]
        shown = documented_roll(seed, number, links[number], opened, 8)
        assert str(rolled(seed, number, host.link(number), opened, _EIGHT)) == shown
        proof = Proof(number, host.link(number), opened)
        assert told_roll(told, proof, shown) == sha256(b"roost told 3" + told + f"{proof} {shown}".encode()).digest()
    short = sha256(b"roost fingerprint 3" + told).hexdigest()[:25].upper()
    assert fingerprint(told) == " ".join(short[at : at + 5] for at in range(0, 25, 5))


def test_few_links_are_kept() -> None:
    """A long chain keeps about as many links as the square root of its length."""
    assert len(host_chain(_SECRET, _TABLE)._kept) <= 102


def test_tables_of_one_secret_share_no_link() -> None:
    """A host that uses one secret for two tables does not give away the dice of the second."""
    one, other = (host_chain(_SECRET, name, 20) for name in ("table-1", "table-2"))
    assert not {one.link(n) for n in range(1, 21)} & {other.link(n) for n in range(1, 21)}


def test_links_are_counted_and_secrets_long_enough() -> None:
    """A secret that could be guessed is refused, and so is a link that there is not."""
    with pytest.raises(OptionError, match="the secret has at least 16 bytes, not 15"):
        host_chain(bytes(15), _TABLE)
    with pytest.raises(OptionError, match="the secret has at least 16 bytes, not 15"):
        numbers(bytes(15))
    for number in (0, 11):
        with pytest.raises(OptionError, match=f"links are counted from 1 to 10, not {number}"):
            Chain(_SECRET, 10).link(number)


@pytest.mark.parametrize("dice", ["", "x" * 65, "two words", "Tisch-ä", "new\nline"])
def test_dice_have_a_plain_name(dice: str) -> None:
    """Names that could be written in two ways are refused, when committing and when listing."""
    with pytest.raises(NotationError, match="dice are called by"):
        host_chain(_SECRET, dice)
    with pytest.raises(NotationError, match="dice are called by"):
        list_of(dice, 1, bytes(32), [])


def test_a_link_leads_to_those_before_it_and_to_nothing_else() -> None:
    """Only forwards, only by the right number of steps, and never further than a chain can be long."""
    chain = numbers(_SECRET)
    assert leads_to(chain.top, 0, 3, chain.link(3))
    assert leads_to(chain.link(2), 2, 3, chain.link(3))
    assert not leads_to(chain.link(3), 3, 3, chain.link(3))
    assert not leads_to(chain.top, 0, 2, chain.link(3))
    assert not leads_to(chain.link(3), 3, 2, chain.link(2))
    assert not leads_to(chain.top, 0, 10**9, chain.link(3))


def test_every_face_is_equally_likely() -> None:
    """The faces of 3,000 rolls of eight dice pass a chi-square test, and so do pairs of neighbouring rolls."""
    fair = FairTable(_SECRET)
    rolls = [str(fair.roll(_EIGHT)) for _ in range(3_000)]
    faces = Counter("".join(rolls))
    expected = 3_000 * 8 / 6
    assert sum((faces[face] - expected) ** 2 / expected for face in "12345w") < 20.5  # 5 degrees: 1 in 1,000
    wormy = [roll.count("w") > 1 for roll in rolls]
    likely = 1 - (5**8 + 8 * 5**7) / 6**8
    expected_pairs = {
        (first, second): 2_999 * (likely if first else 1 - likely) * (likely if second else 1 - likely)
        for first in (True, False)
        for second in (True, False)
    }
    pairs = Counter(pairwise(wormy))
    assert sum((pairs[pair] - n) ** 2 / n for pair, n in expected_pairs.items()) < 16.3  # 3 degrees: 1 in 1,000


@given(st.integers(1, LONGEST_CHAIN), st.binary(min_size=32, max_size=32), st.binary(max_size=32))
def test_a_proof_reads_back_from_its_text(number: int, link: bytes, nonce: bytes) -> None:
    """Proofs travel as one line of text."""
    proof = Proof(number, link, nonce)
    assert Proof.parse(str(proof)) == proof


def test_a_proof_looks_like_this() -> None:
    """Number, link and nonce, a dash for no nonce, and a checksum."""
    assert str(Proof(12, bytes(32), b"\x01\xff")) == f"12 {'00' * 32} 01ff 8e42f9ff"
    assert str(Proof(1, bytes(32), b"")) == f"1 {'00' * 32} - 0a517549"


def test_a_proof_damaged_in_one_digit_is_refused() -> None:
    """Wherever it is: also where the dice would happen to be the same."""
    text = str(Proof(12, bytes(range(32)), b"\x01\xff"))
    for place, digit in enumerate(text):
        for other in set("0123456789abcdef") - {digit}:
            with pytest.raises(NotationError):
                Proof.parse(text[:place] + other + text[place + 1 :])
    with pytest.raises(NotationError, match="the proof of roll 12 is damaged: its checksum is not that of the rest"):
        Proof.parse(text.replace("01ff", "01fe"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        f"0 {'00' * 32} - 00000000",
        f"01 {'00' * 32} - 00000000",
        f"1 {'00' * 31} - 00000000",
        f"1 {'00' * 33} - 00000000",
        f"1 {'0g' * 32} - 00000000",
        f"1 {'AA' * 32} - 00000000",
        f"1 {'00' * 32} 00000000",
        f"1 {'00' * 32} ",
        f"1 {'00' * 32} 0 00000000",
        f"1 {'00' * 32} 012 00000000",
        f"1 {'00' * 32} {'00' * 33} 00000000",
        f"1 {'00' * 32} -  00000000",
        f"1  {'00' * 32} - 00000000",
        f"-1 {'00' * 32} - 00000000",
    ],
)
def test_what_is_no_proof_is_refused(text: str) -> None:
    """There is exactly one way to write a proof, and the error shows it."""
    with pytest.raises(NotationError, match="is not the proof of a roll, which looks like NUMBER LINK NONCE CHECKSUM"):
        Proof.parse(text)


def test_a_proof_is_bounded() -> None:
    """Nobody can be made to hash a million times."""
    with pytest.raises(NotationError, match="rolls are numbered 1 to 10000, not 10001"):
        Proof.parse(f"10001 {'00' * 32} - 0778bfbc")
    with pytest.raises(NotationError, match="rolls are numbered 1 to 10000, not 0"):
        Proof(0, bytes(32), b"")
    with pytest.raises(NotationError, match="a link has 32 bytes, not 31"):
        Proof(1, bytes(31), b"")
    with pytest.raises(NotationError, match="a nonce has at most 32 bytes, not 33"):
        Proof(1, bytes(32), bytes(33))


def test_a_proof_error_travels_between_processes() -> None:
    """Number and reason survive pickling."""
    error = pickle.loads(pickle.dumps(ProofError("its link is loose", number=3)))
    assert (str(error), error.number, error.reason) == ("roll 3: its link is loose", 3, "its link is loose")
