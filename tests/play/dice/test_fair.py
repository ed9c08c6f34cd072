"""Verifiable dice: nobody can choose them, and everybody can check them."""

from __future__ import annotations

import hmac
import pickle
from collections import Counter
from hashlib import sha256
from itertools import count, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roost.core.dice import Dice, Die, Roll, Symbol
from roost.core.errors import NotationError, OptionError
from roost.core.record.proof import LONGEST_CHAIN, Proof, ProofError
from roost.core.sources import DiceSource
from roost.play.dice.fair import FairDice, Numbers, check_roll, check_rolls

_SECRET = bytes(range(32))
_TABLE = "table-1"
_DIE = Die(tuple(Symbol(char, char, 1) for char in "12345w"), (1,) * 6)
_EIGHT = _DIE.dice(8)
_MANY = _DIE.dice(60)  # so many that no other key could show the same by chance

Checked = list[tuple[Proof, Dice, Roll]]


def rolled(rolls: int, dice: Dice = _EIGHT, length: int = 50) -> tuple[FairDice, Checked]:
    """A table with so many rolls, each with a nonce of its own."""
    fair = FairDice(_SECRET, _TABLE, length=length)
    checked = []
    for number in range(1, rolls + 1):
        roll, proof = fair.roll_with(f"nonce {number}".encode(), dice)
        checked.append((proof, dice, roll))
    return fair, checked


# -- the bytes ---------------------------------------------------------------------------------------------------------


def documented_chain(secret: bytes, table: str, length: int) -> list[bytes]:
    """All links from the commitment on, written again from the documentation alone."""
    name = table.encode("ascii")
    links = [hmac.new(secret, b"roost chain 1" + bytes([len(name)]) + name, sha256).digest()]
    for _ in range(length):
        links.append(sha256(links[-1]).digest())
    return links[::-1]


def documented_roll(link: bytes, table: str, number: int, nonce: bytes, dice: int) -> str:
    """Six-sided dice, written again from the documentation alone."""
    name = table.encode("ascii")
    message = b"roost roll 1" + bytes([len(name)]) + name + number.to_bytes(8, "big") + bytes([len(nonce)]) + nonce
    key = hmac.new(link, message, sha256).digest()
    stream = (byte for n in count() for byte in sha256(key + n.to_bytes(8, "big")).digest())
    fair = (byte % 6 for byte in stream if byte < 252)
    return "".join(sorted("12345w"[next(fair)] for _ in range(dice)))


def test_the_rolls_of_a_secret_never_change() -> None:
    """These are the numbers of the worked example in docs/checking-dice.md."""
    fair = FairDice(bytes(range(32)), "table-1", length=1_000)
    assert fair.commitment.hex() == "741792a09f5a7fa5f5b40e76316130b037b655f8f04dd325bbea485f6288148f"
    roll, proof = fair.roll_with(bytes.fromhex("00112233445566778899aabbccddeeff"), _EIGHT)
    assert str(roll) == "233455ww"
    assert proof.link.hex() == "398d8cdb47f878411af2251898e9c05b3582c6783a1bf08fc68e35a0afd83ee3"


@pytest.mark.parametrize("length", [1, 2, 3, 10, 97, 100])
def test_the_documentation_is_enough_to_reproduce_dice(length: int) -> None:
    """Every link and roll of a chain, whichever links were kept, follows from the documentation alone."""
    links = documented_chain(_SECRET, _TABLE, length)
    fair = FairDice(_SECRET, _TABLE, length=length)
    assert fair.commitment == links[0]
    for number in range(1, length + 1):
        nonce = bytes(number % 33)
        roll, proof = fair.roll_with(nonce, _EIGHT)
        assert proof == Proof(number, links[number], nonce)
        assert str(roll) == documented_roll(links[number], _TABLE, number, nonce, 8)


def test_few_links_are_kept() -> None:
    """A long chain keeps about as many links as the square root of its length."""
    assert len(FairDice(_SECRET, _TABLE)._chain._kept) <= 102


def test_tables_of_one_secret_share_no_link() -> None:
    """A host that uses one secret for two tables does not give away the dice of the second."""
    assert not set(documented_chain(_SECRET, "a", 50)) & set(documented_chain(_SECRET, "b", 50))
    assert FairDice(_SECRET, "a", length=50).commitment != FairDice(_SECRET, "b", length=50).commitment


def test_parts_cannot_run_together() -> None:
    """What moves from the table's name to the nonce makes other dice."""
    link = _SECRET
    proofs = [("ab", Proof(1, link, b"c")), ("a", Proof(1, link, b"bc")), ("abc", Proof(1, link, b""))]
    anchor = sha256(link).digest()
    assert len({check_roll(anchor, table, proof, _MANY) for table, proof in proofs}) == 3


# -- rolling -----------------------------------------------------------------------------------------------------------


def test_fair_dice_are_a_source_like_any_other() -> None:
    """Without a fresh nonce the last one stays in force, and the latest proof is at hand."""
    fair = FairDice(_SECRET, _TABLE, length=10)
    source: DiceSource = fair
    source.roll(_EIGHT)
    fair.roll_with(b"Anna", _EIGHT)
    roll = source.roll(_EIGHT)
    proof = fair.proof
    assert proof is not None
    assert (proof.number, proof.nonce, fair.rolled) == (3, b"Anna", 3)
    assert check_roll(fair.commitment, _TABLE, proof, _EIGHT) == roll


def test_before_the_first_roll_there_is_no_proof() -> None:
    """A fresh table has only its commitment to show, and no nonce."""
    fair = FairDice(_SECRET, _TABLE, length=10)
    assert (fair.proof, fair.nonce, fair.rolled) == (None, b"", 0)


def test_a_table_goes_on_after_a_restart() -> None:
    """The secret and the number of rolls are all that has to be remembered."""
    fair, checked = rolled(7)
    again = FairDice(_SECRET, _TABLE, length=50, rolled=6)
    assert again.roll_with(b"nonce 7", _EIGHT) == (checked[-1][2], checked[-1][0])
    assert again.commitment == fair.commitment


def test_the_chain_comes_to_an_end() -> None:
    """No link is used twice: a chain that is used up says so, and stays as it is."""
    fair, _ = rolled(3, length=3)
    with pytest.raises(ProofError, match=r"^roll 4: the chain has 3 links, and all are used up$"):
        fair.roll(_EIGHT)
    assert fair.rolled == 3


def test_a_refused_roll_uses_no_link() -> None:
    """A nonce that is too long changes nothing."""
    fair, _ = rolled(2)
    with pytest.raises(NotationError, match="a nonce has at most 32 bytes, not 33"):
        fair.roll_with(bytes(33), _EIGHT)
    assert (fair.rolled, fair.nonce) == (2, b"nonce 2")


@pytest.mark.parametrize(
    ("secret", "table", "length", "done", "message"),
    [
        (bytes(15), _TABLE, 10, 0, "the secret has at least 16 bytes, not 15"),
        (_SECRET, _TABLE, 0, 0, "a chain has 1 to 10000 links, not 0"),
        (_SECRET, _TABLE, LONGEST_CHAIN + 1, 0, "a chain has 1 to 10000 links, not 10001"),
        (_SECRET, _TABLE, 10, 11, "11 rolls cannot have used up a chain of 10"),
        (_SECRET, _TABLE, 10, -1, "-1 rolls cannot have used up a chain of 10"),
    ],
)
def test_sizes_are_bounded(secret: bytes, table: str, length: int, done: int, message: str) -> None:
    """A host that is set up wrongly learns what would be right."""
    with pytest.raises(OptionError) as caught:
        FairDice(secret, table, length=length, rolled=done)
    assert str(caught.value) == message


@pytest.mark.parametrize("table", ["", "x" * 65, "two words", "Tisch-ä", "new\nline"])
def test_a_table_has_a_plain_name(table: str) -> None:
    """Names that could be written in two ways are refused, when rolling and when checking."""
    with pytest.raises(NotationError, match="a table's name is"):
        FairDice(_SECRET, table)
    _, [(proof, dice, _)] = rolled(1)
    with pytest.raises(NotationError, match="a table's name is"):
        check_roll(sha256(proof.link).digest(), table, proof, dice)


def test_every_face_is_equally_likely() -> None:
    """The faces of 5,000 rolls of eight dice pass a chi-square test, and so do pairs of neighbouring rolls."""
    fair = FairDice(_SECRET, _TABLE)
    rolls = [fair.roll_with(number.to_bytes(2, "big"), _EIGHT) for number in range(5_000)]
    faces = Counter("".join(str(roll) for roll, _ in rolls))
    expected = 5_000 * 8 / 6
    assert sum((faces[face] - expected) ** 2 / expected for face in "12345w") < 20.5  # 5 degrees: 1 in 1,000
    wormy = [str(roll).count("w") > 1 for roll, _ in rolls]
    likely = 1 - (5**8 + 8 * 5**7) / 6**8
    expected_pairs = {
        (first, second): 4_999 * (likely if first else 1 - likely) * (likely if second else 1 - likely)
        for first in (True, False)
        for second in (True, False)
    }
    pairs = Counter(pairwise(wormy))
    assert sum((pairs[pair] - n) ** 2 / n for pair, n in expected_pairs.items()) < 16.3  # 3 degrees: 1 in 1,000


# -- checking ----------------------------------------------------------------------------------------------------------


def test_rolls_are_checked_from_public_data_alone() -> None:
    """Commitment, table, proofs and rolls as text are enough; the secret is not among them."""
    fair, checked = rolled(12)
    public = [(Proof.parse(str(proof)), dice, dice.parse(str(roll))) for proof, dice, roll in checked]
    assert check_rolls(bytes.fromhex(fair.commitment.hex()), "table-1", public) == 12
    assert check_rolls(fair.commitment, _TABLE, []) == 0


def test_a_roll_is_checked_the_moment_it_is_shown() -> None:
    """From the commitment, or with one hash from the link before."""
    fair, checked = rolled(5)
    for number, (proof, dice, roll) in enumerate(checked, 1):
        assert check_roll(fair.commitment, _TABLE, proof, dice) == roll
        if number > 1:
            assert check_roll(checked[number - 2][0].link, _TABLE, proof, dice, after=number - 1) == roll


def bits(data: bytes) -> list[bytes]:
    """The data with each of its bits changed in turn."""
    whole = int.from_bytes(data, "big")
    return [(whole ^ 1 << bit).to_bytes(len(data), "big") for bit in range(8 * len(data))]


def test_a_changed_bit_anywhere_is_refused() -> None:
    """Commitment, links, nonces, numbers, table and dice: nothing can be touched afterwards."""
    fair, checked = rolled(3, _MANY)
    (_, _, first), (proof, dice, roll), _ = checked
    for commitment in bits(fair.commitment):
        with pytest.raises(ProofError, match=r"^roll 1: its link does not lead to the commitment$"):
            check_rolls(commitment, _TABLE, checked)
    for link in bits(proof.link):
        checked[1] = (Proof(2, link, proof.nonce), dice, roll)
        with pytest.raises(ProofError, match=r"^roll 2: its link does not lead to the link of roll 1$"):
            check_rolls(fair.commitment, _TABLE, checked)
    for nonce in [*bits(proof.nonce), proof.nonce[1:], proof.nonce + b"\0"]:
        checked[1] = (Proof(2, proof.link, nonce), dice, roll)
        with pytest.raises(ProofError, match=rf"^roll 2: the dice show {roll}, but the proof gives [1-5]+w+$"):
            check_rolls(fair.commitment, _TABLE, checked)
    checked[1] = (Proof(3, proof.link, proof.nonce), dice, roll)
    with pytest.raises(ProofError, match=r"^roll 2: its proof is that of roll 3$"):
        check_rolls(fair.commitment, _TABLE, checked)
    checked[1] = (proof, dice, first)
    with pytest.raises(ProofError, match=r"^roll 2: the dice show"):
        check_rolls(fair.commitment, _TABLE, checked)
    checked[1] = (proof, dice, roll)
    for table in ("table-2", "Table-1", "table-1."):
        with pytest.raises(ProofError, match=r"^roll 1: the dice show"):
            check_rolls(fair.commitment, table, checked)
    assert check_rolls(fair.commitment, _TABLE, checked) == 3


def test_the_number_of_a_roll_is_bound_to_its_link() -> None:
    """A host cannot try one number after another until the dice suit it."""
    fair, checked = rolled(3)
    proof, dice, _ = checked[1]
    for number in (1, 3, 4):
        with pytest.raises(ProofError, match="does not lead to the commitment"):
            check_roll(fair.commitment, _TABLE, Proof(number, proof.link, proof.nonce), dice)
    with pytest.raises(ProofError, match=r"^roll 2: it cannot come after roll 2$"):
        check_roll(proof.link, _TABLE, proof, dice, after=2)


def test_a_host_that_picks_its_link_after_seeing_the_nonce_is_caught() -> None:
    """It finds a link that rolls eight worms or the like, but no such link hashes to what was published."""
    fair, checked = rolled(2)
    nonce = b"nonce of the victim"
    for attempt in count():
        forged = Proof(3, sha256(b"attempt %d" % attempt).digest(), nonce)
        if documented_roll(forged.link, _TABLE, 3, nonce, 8).count("w") >= 5:
            break
    wormy = _EIGHT.parse(documented_roll(forged.link, _TABLE, 3, nonce, 8))
    with pytest.raises(ProofError, match=r"^roll 3: its link does not lead to the link of roll 2$"):
        check_rolls(fair.commitment, _TABLE, [*checked, (forged, _EIGHT, wormy)])


def test_a_left_out_roll_is_noticed() -> None:
    """A host cannot throw a roll away and show the next one."""
    fair, checked = rolled(4)
    with pytest.raises(ProofError, match=r"^roll 2: its proof is that of roll 3$"):
        check_rolls(fair.commitment, _TABLE, [checked[0], *checked[2:]])


# -- proofs as text ----------------------------------------------------------------------------------------------------


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


def test_a_proof_error_travels_between_processes() -> None:
    """Number and reason survive pickling."""
    error = pickle.loads(pickle.dumps(ProofError("its link is loose", number=3)))
    assert (str(error), error.number, error.reason) == ("roll 3: its link is loose", 3, "its link is loose")


def test_numbers_need_a_secret_and_are_counted() -> None:
    """A secret that could be guessed is refused, and so is a number that there is not."""
    with pytest.raises(OptionError, match="the secret has at least"):
        Numbers(b"short", "t/1")
    with pytest.raises(OptionError, match="numbers are counted from 1"):
        Numbers(bytes(32), "t/1").number(0)
