"""A page drawn as a picture (SVG) of the paper's size, which every browser prints, into a PDF too."""

from xml.sax.saxutils import escape

from roost.study.cards.layout import HEIGHT, WIDTH, Page, Paper, Rule, width_of

_LINE = 0.4


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
