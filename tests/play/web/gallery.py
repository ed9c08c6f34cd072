"""Positions of every game, drawn by the real boards on one page."""

from playwright.sync_api import Page

POSITIONS = {
    "heckmeck": (
        "heckmeck grill=21-36 A=- B=- turn=A",
        "heckmeck grill=21-24,26,30-36 A=25,28 B=29 turn=A aside=44ww roll=2255",
        "heckmeck grill=21-24,26,30-36 A=25,28 B=29 turn=A aside=4455ww",
        "heckmeck grill=21,22,24,27,30-33 A=25,28,23 B=29 C=26,36 D=- turn=B aside=5555 roll=next",
        "heckmeck grill=21,22,24,30-33 A=25 B=29,23 C=26,36 D=- E=27 turn=B aside=333ww roll=115",
        "heckmeck grill=22,31 A=25,28,23 B=29,24 C=26,36,33,32 D=- E=35 F=27 turn=D aside=1155ww",
        "heckmeck grill=21,22,24,31 A=25,28,23 B=29 C=26,36 D=- E=35 F=27 G=30,34 turn=D aside=ww444 roll=123",
        "heckmeck grill=21 A=28 B=25 turn=B aside=www55 roll=next",
        "heckmeck grill=21,22 A=28 B=25 turn=B aside=www553",
        "heckmeck grill=- A=25,28,23 B=29 C=26,36 D=- E=35 F=27 G=30,34 over=grill-empty",
    ),
    "junior": (
        "junior grill=4,4,5,5,6,6,7,7,8,8,9,9 A=- B=- turn=B roll=wwgckb",
        "junior grill=4,4,5,6,6,7,8 A=5,9 B=7 C=- turn=C aside=bbw",
        "junior grill=4,4,5,6,6,8 A=5,9 B=7 C=- D=7 turn=C aside=bbbw",
        "junior grill=4,8 A=5,9 B=7 C=6 D=7,4 E=5,6 turn=E aside=bw roll=ggck",
        "junior grill=- A=5,9 B=7,4 C=6 D=7,4 E=5,6 over=grill-empty",
    ),
    "barbecue": (
        "barbecue grill=- A=0w0s B=0w0s turn=A",
        "barbecue grill=25:A,30:BB,36:snail A=2w1s B=6w0s turn=A aside=66w roll=11234",
        "barbecue grill=24:B,25:A,30:BB,33:C,36:snail A=2w1s B=7w0s C=4w0s turn=A aside=66www",
        "barbecue grill=23:C,25:A,27:B,28:D,30:BB,33:C,34:snail,35:snail,36:snail"
        " A=2w1s B=8w0s C=5w2s D=2w0s turn=D aside=6www66",
        "barbecue grill=23:AA,24:BB,25:CC,26:DD,27:EE,28:A,29:B,30:C,31:D,32:E,33:snail,34:snail,35:snail,36:snail"
        " A=14w1s B=15w0s C=15w2s D=14w1s E=12w0s turn=E roll=1123w664",
        "barbecue grill=23:AA,24:BB,25:AA,26:BB,29:B,33:snail,34:snail,35:snail,36:snail"
        " A=14w3s B=15w1s turn=A aside=6666www",
    ),
    "picnic": (
        "picnic board=-/-/-/-/-/- A=- B=- turn=draw",
        "picnic board=-/-/-/-/-/- A=- B=- turn=A dice=112346",
        "picnic board=2BA,5C/-/-/8A/-/- A=- B=queen C=- turn=A dice=112346 rerolls=2/1",
        "picnic board=2BA,5C/3B/4C,5A/8A/6BCA/10B A=- B=queen C=- turn=C dice=123455",
        "picnic board=2BADC/6D/3A,5BD/2C,8A/6BCA/1D,4A,9B A=queen B=queen C=- D=- turn=D dice=112345 attacks=2",
        "picnic board=2B,3A/1AB/3A,5BD/2C,8B/6BCA/9B A=queen B=- C=- D=- turn=B dice=222266",
        "picnic board=6A/6A/3A,5B/8A/6BA/9B A=queen B=- turn=B dice=2345 rerolls=0/0",
        "picnic board=6A/6A/3A,5B/8A/6BA/10A A=queen B=- over=goal",
        "picnic tracks=6:2,6:2,8:3,8:3,20:9,20:4"
        " board=5A/-/3A,5B/7A/6BA,19C/20A A=queen B=- C=- D=- turn=B dice=123456",
    ),
}
"""Positions by game: openings, middles of turns, crowded boards and ends, with every number of players."""

NAMES = ("Anna", "Benedikt", "Cleo", "Dorothea-Sophie", "Emil", "Finn", "Guadalupe")

_HANG = """
async ({positions, lang, names, width}) => {
    const base = new URL(".", document.querySelector("script[type=module]").src).href;
    const needed = ["model/game-ui.js", "boards/index.js", "parts/dice.js"];
    const [{loadUi}] = await Promise.all(needed.map((module) => import(base + module)));
    for (const position of positions) {
        const answer = await fetch(`/api/positions?lang=${lang}&position=${encodeURIComponent(position)}`);
        const {state, facts, scores, actions, seat, detail} = await answer.json();
        if (!answer.ok) throw new Error(`${position}: ${detail}`);
        const ui = await loadUi(state.game);
        const seated = names.slice(0, state.players);
        const view = {ui, state, facts, scores, actions, names: seated, viewer: seat, events: []};
        const picture = Object.assign(document.createElement("section"), {className: "picture", title: position});
        for (const tag of ["roost-board", "roost-dice"]) {
            const part = document.createElement(tag);
            part.view = view;
            part.style.marginBottom = "12px";
            picture.append(part);
        }
        const frame = `display: inline-block; vertical-align: top; margin: 12px; width: ${width}px`;
        if (width) picture.style.cssText = frame;
        document.querySelector("#page").append(picture);
    }
}
"""


def hang(page: Page, *positions: str, lang: str = "en", width: int | None = None) -> None:
    """Add positions to the page as the player to move sees them, at full width or a given width."""
    page.evaluate(_HANG, {"positions": positions, "lang": lang, "names": NAMES, "width": width})


def clear(page: Page) -> None:
    """Empty the page."""
    page.evaluate("document.querySelector('#page').replaceChildren()")
