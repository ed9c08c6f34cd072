"""The typeface: its files, the characters in them, and the ranges that the style sheet names."""

import re
import struct
import zlib
from pathlib import Path

import pytest

import roost.play.web
from roost.core.words import Language, page_catalogue
from roost.play.web.typeface import characters, typeface
from roost.play.web.typeface.pen import outlines, strokes_of

TOKENS = Path(roost.play.web.__file__).parent / "static" / "style" / "tokens.css"
FILES = [(weight, usual) for weight in (400, 700) for usual in (True, False)]
MOST_BYTES = 30_000


def tables(woff: bytes) -> dict[str, bytes]:
    """Unpack a WOFF file and check its sums."""
    signature, flavour, length, count = struct.unpack(">4sLLH", woff[:14])
    assert (signature, flavour, length) == (b"wOFF", 0x00010000, len(woff))
    unpacked = {}
    for place in range(44, 44 + 20 * count, 20):
        tag, start, size, full, check = struct.unpack(">4s4L", woff[place : place + 20])
        body = woff[start : start + size]
        body = body if size == full else zlib.decompress(body)
        assert len(body) == full
        summed = body[:8] + bytes(4) + body[12:] if tag == b"head" else body
        summed += bytes(-len(summed) % 4)
        assert sum(struct.unpack(f">{len(summed) // 4}L", summed)) % (1 << 32) == check
        unpacked[tag.decode()] = body
    return unpacked


def mapped(table: bytes) -> dict[str, int]:
    """Return the glyph of each character in a character map of format 4."""
    body = table[12:]
    count = struct.unpack(">H", body[6:8])[0] // 2
    columns = struct.unpack(f">{4 * count + 1}H", body[14 : 14 + 8 * count + 2])
    ends, starts, steps = columns[:count], columns[count + 1 : 2 * count + 1], columns[2 * count + 1 : 3 * count + 1]
    return {
        chr(code): (code + step) % 65536
        for start, end, step in zip(starts, ends, steps, strict=True)
        for code in range(start, end + 1)
        if code < 0xFFFF
    }


@pytest.mark.parametrize(("weight", "usual"), FILES)
def test_each_file_maps_its_characters_to_glyphs(weight: int, usual: bool) -> None:
    """Every character has a width, and every one but spaces an outline."""
    unpacked = tables(typeface(weight, usual=usual))
    glyphs = mapped(unpacked["cmap"])
    assert set(glyphs) == characters(usual=usual)
    count = struct.unpack(">H", unpacked["maxp"][4:6])[0]
    places = [2 * place for place in struct.unpack(f">{count + 1}H", unpacked["loca"])]
    assert places[-1] == len(unpacked["glyf"])
    for character, glyph in glyphs.items():
        assert struct.unpack(">H", unpacked["hmtx"][4 * glyph : 4 * glyph + 2])[0] > 0
        assert (places[glyph] < places[glyph + 1]) == (not character.isspace()), character


def test_both_weights_are_small_and_differ() -> None:
    sizes = [len(typeface(weight, usual=usual)) for weight, usual in FILES]
    assert sum(sizes) < MOST_BYTES
    assert typeface(400, usual=True) != typeface(700, usual=True)


def test_every_letter_of_every_language_is_drawn() -> None:
    """Only a few signs, such as ticks and triangles, come from another typeface."""
    drawn = characters(usual=True) | characters(usual=False)
    for language in Language:
        texts = "".join(text for message in page_catalogue(language).values() for text in message.texts())
        missing = {character for character in texts if character.isalnum() and character not in drawn}
        assert missing == set(), language


def test_the_style_sheet_names_the_range_of_each_file() -> None:
    """Where ranges overlap, browsers look into the file of the later rule first."""
    ranges = re.findall(r"unicode-range: ([^;]+);", TOKENS.read_text("utf-8"))
    codes = []
    for listed in ranges:
        bounds = [(low, high or low) for low, high in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", listed)]
        codes.append({chr(code) for low, high in bounds for code in range(int(low, 16), int(high, 16) + 1)})
    more, usual = codes[:2]
    assert codes[2:] == [more, usual]
    assert usual == characters(usual=True)
    assert characters(usual=False) <= more


@pytest.mark.parametrize(
    ("path", "count"),
    [("M0 0L100 0", 1), ("M0 0L100 0L100 100", 2), ("D0 0", 1), ("M100 0Q100 100 0 100Q0 0 100 0Z", 2)],
)
def test_a_pen_covers_each_smooth_stroke(path: str, count: int) -> None:
    """A corner splits a stroke, so that its ends are round; a closed stroke has an outer and an inner outline."""
    shapes = [shape for stroke in strokes_of(path, lambda point: point) for shape in outlines(stroke, 10)]
    assert len(shapes) == count
    assert all(any(is_on for _, _, is_on in shape) for shape in shapes)
