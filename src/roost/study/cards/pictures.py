"""A page drawn: as SVG, and as PDF with the fonts that every reader of PDF has."""

from __future__ import annotations

from xml.sax.saxutils import escape

from roost.study.cards.layout import HEIGHT, WIDTH, Page, Paper, Rule, Words, width_of
from roost.study.cards.marks import CODES, PLAIN, mark_font

__all__ = ["to_pdf", "to_svg"]

_MILLIMETRES = 25.4 / 72
_LINE = 0.4
_MARKS = 8
"""The number of the object that holds the marks over letters …"""
_BOLD_MARKS = _MARKS + 1 + len(CODES)
"""… and those over bold ones."""


def to_svg(page: Page, paper: Paper) -> str:
    """The page as a picture of the paper's size: black on white, as printers like it.

    Every piece of text says how long it is: with other fonts than ours it still stays in its place.
    """
    wide, high = paper.value
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Helvetica, Arial, \'Liberation Sans\', sans-serif">',
        f"<title>{escape(page.title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for mark in page.marks:
        if isinstance(mark, Rule):
            end = mark.x + mark.width
            parts.append(f'<path d="M{mark.x:.2f} {mark.y:.2f}H{end:.2f}" stroke="#000" stroke-width="{_LINE}"/>')
            continue
        weight = ' font-weight="bold"' if mark.bold else ""
        wide_text = width_of(mark.text, mark.size, mark.bold)
        x = mark.x - wide_text if mark.to_left else mark.x
        parts.append(
            f'<text x="{x:.2f}" y="{mark.y:.2f}" font-size="{mark.size:.2f}"{weight} '
            f'textLength="{wide_text:.2f}" lengthAdjust="spacingAndGlyphs">{escape(mark.text)}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


# -- PDF ---------------------------------------------------------------------------------------------------------------

_MINUS = 1
"""The code of the minus sign, which Windows' Latin alphabet lacks."""


def to_pdf(page: Page, paper: Paper) -> bytes:
    """The page as a PDF file of the paper's size."""
    wide, high = (side / _MILLIMETRES for side in paper.value)
    encoding = f"<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [{_MINUS} /minus] >>"
    content = _content(page, paper.scale, high)
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding 5 0 R >>"
    return _file(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [6 0 R] /Count 1 >>",
            font.format("Helvetica").encode(),
            font.format("Helvetica-Bold").encode(),
            encoding.encode(),
            (
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {wide:.2f} {high:.2f}] "
                f"/Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 {_MARKS} 0 R /F4 {_BOLD_MARKS} 0 R >> >> "
                "/Contents 7 0 R >>"
            ).encode(),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
            *mark_font(_MARKS, bold=False),
            *mark_font(_BOLD_MARKS, bold=True),
            b"<< /Title " + _utf16(page.title) + b" /Producer (Roost) >>",
        ]
    )


def _content(page: Page, scale: float, high: float) -> bytes:
    """The drawing: what PDF counts from below, we count from above."""
    parts = [f"{scale:.5f} 0 0 {scale:.5f} 0 {high:.2f} cm {_LINE} w".encode()]
    for mark in page.marks:
        y = -mark.y
        if isinstance(mark, Rule):
            parts.append(f"{mark.x:.2f} {y:.2f} m {mark.x + mark.width:.2f} {y:.2f} l S".encode())
            continue
        x = mark.x - width_of(mark.text, mark.size, mark.bold) if mark.to_left else mark.x
        parts.append(f"BT {x:.2f} {y:.2f} Td ".encode() + _shown(mark) + b" ET")
    return b"\n".join(parts)


def _shown(mark: Words) -> bytes:
    """Words in the codes of their fonts: letters, and after some of them the marks that belong over them."""
    shown, letters, bold = list[bytes](), bytearray(), 1 if mark.bold else 0

    def show(font: int, codes: bytes) -> None:
        shown.append(f"/F{font + bold} {mark.size:.2f} Tf <{codes.hex()}> Tj".encode())

    for character in mark.text.replace("\N{NO-BREAK SPACE}", " "):
        letters += _code(PLAIN.get(character, character))
        if character in CODES:
            show(1, bytes(letters))
            show(3, bytes([CODES[character]]))
            letters.clear()
    if letters:
        show(1, bytes(letters))
    return b" ".join(shown)


def _code(character: str) -> bytes:
    return bytes([_MINUS]) if character == "−" else character.encode("cp1252", errors="replace")


def _utf16(text: str) -> bytes:
    return b"<" + ("\ufeff" + text).encode("utf-16-be").hex().encode() + b">"


def _file(objects: list[bytes]) -> bytes:
    """A PDF file of numbered objects, the last of which tells about the file, with the table of where each begins."""
    out, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, item in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    start, count = len(out), len(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % count
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(objects), start)
    return bytes(out)
