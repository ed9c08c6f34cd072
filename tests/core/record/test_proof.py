"""A roll's proof as text."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roost.core.errors import NotationError
from roost.core.record.proof import LONGEST_CHAIN, Proof, ProofError


@given(st.integers(1, LONGEST_CHAIN), st.binary(min_size=32, max_size=32), st.binary(max_size=32))
def test_a_proof_can_be_read_back_from_its_text(number: int, link: bytes, nonce: bytes) -> None:
    proof = Proof(number, link, nonce)
    assert Proof.parse(str(proof)) == proof


def test_a_proof_has_number_link_nonce_and_checksum() -> None:
    assert str(Proof(12, bytes(32), b"\x01\xff")) == f"12 {'00' * 32} 01ff 8e42f9ff"
    assert str(Proof(1, bytes(32), b"")) == f"1 {'00' * 32} - 0a517549"


def test_a_change_of_any_digit_of_a_proof_is_refused() -> None:
    """A damaged proof is refused even if its dice would happen to be the same."""
    text = str(Proof(12, bytes(range(32)), b"\x01\xff"))
    for place, digit in enumerate(text):
        for changed in set("0123456789abcdef") - {digit}:
            with pytest.raises(NotationError):
                Proof.parse(text[:place] + changed + text[place + 1 :])
    with pytest.raises(NotationError, match="the proof of roll 12 is damaged: its checksum does not match the rest"):
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
def test_any_other_spelling_of_a_proof_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not the proof of a roll, which looks like NUMBER LINK NONCE CHECKSUM"):
        Proof.parse(text)


def test_a_proofs_number_link_and_nonce_are_bounded() -> None:
    """Without bounds, a forged proof could cost millions of hashes."""
    with pytest.raises(NotationError, match="rolls are numbered 1 to 10000, not 10001"):
        Proof.parse(f"10001 {'00' * 32} - 0778bfbc")
    with pytest.raises(NotationError, match="rolls are numbered 1 to 10000, not 0"):
        Proof(0, bytes(32), b"")
    with pytest.raises(NotationError, match="a link has 32 bytes, not 31"):
        Proof(1, bytes(31), b"")
    with pytest.raises(NotationError, match="a nonce has at most 32 bytes, not 33"):
        Proof(1, bytes(32), bytes(33))


def test_a_proof_error_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(ProofError("its link is loose", number=3)))
    assert (str(error), error.number, error.reason) == ("roll 3: its link is loose", 3, "its link is loose")
