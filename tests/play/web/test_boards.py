"""Boards and dice: every game and number of players, taps on pieces, and descriptions for screen readers."""

import pytest
from playwright.sync_api import Page, expect

import roost
from play.web.browsing import SMALL, Visits
from play.web.gallery import POSITIONS, clear, hang
from play.web.playing import ANNA, BEN, asides, begin, choice, press
from roost.core.registry import all_games

_TAPPED = """
() => [...document.querySelectorAll(".picture")].map((picture) => {
    const events = {choose: [], ask: []};
    for (const type in events) picture.addEventListener(type, (event) => events[type].push(event.detail));
    for (const piece of picture.querySelectorAll("[data-choose], [data-ask]")) {
        piece.dispatchEvent(new MouseEvent("click", {bubbles: true}));
    }
    return events;
})
"""
"""Script that taps every piece, and returns for every picture the resulting events."""

_ALL = [position for positions in POSITIONS.values() for position in positions]
_HAS_NO_PIECE = {"stop", "keep", "queen-reroll", "queen-attack", "skip", "pass"}
_GAMES = [(name, players) for name, kind in sorted(all_games().items()) for players in kind.player_range]


@pytest.fixture
def wall(visits: Visits) -> Page:
    """An empty page on the smallest phone, to add boards to."""
    page = visits.open("/", size=SMALL)
    clear(page)
    return page


def test_a_tap_on_a_piece_chooses_its_legal_action(wall: Page) -> None:
    """A tap on any other piece asks why its action is illegal.

    All games, numbers of players and stages of a turn are drawn, and fit a width of 320 pixels.
    """
    openings = [str(roost.game(name, players=players).opening()) for name, players in _GAMES]
    hang(wall, *_ALL, *openings)
    heights = wall.evaluate("[...document.querySelectorAll('roost-board > [role=img]')].map((b) => b.clientHeight)")
    assert len(heights) == len(openings) + len(_ALL)
    assert min(heights) > 100
    assert wall.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    for position, events in zip(_ALL, wall.evaluate(_TAPPED), strict=False):
        state = roost.position(position)
        legal = {str(action) for action in state.actions()}
        with_piece = {token for token in legal - _HAS_NO_PIECE if not token.startswith("reroll")}
        assert set(events["choose"]) == with_piece, position
        assert not legal.intersection(events["ask"]), position
        for token in events["ask"]:
            state.game.parse_action(token)  # the server can explain only actions that it can parse


def test_pieces_fit_their_places_without_moving_others(wall: Page) -> None:
    """With fewer dice each is drawn larger, but the tray keeps its height.

    The turn marker covers no name. A free grill spot is as high as its neighbours, even on a small grill. When a tally
    moves, its picture flies and its count stays.
    """
    stages = ("", "roll=1123455w", "aside=44ww roll=2255", "aside=44ww", "aside=444ww22", "aside=444ww225")
    hang(wall, *(f"heckmeck grill=21-36 A=- B=- turn=A {stage}".strip() for stage in stages))
    heights = wall.evaluate("[...document.querySelectorAll('.dice-rolled')].map((row) => row.offsetHeight)")
    assert (len(heights), len(set(heights))) == (len(stages), 1)
    clear(wall)
    hang(wall, *(positions[3] for positions in POSITIONS.values()))
    cards = wall.locator(".board-seat--turn").all()
    assert len(cards) == len(POSITIONS)
    for card in cards:
        mark, name = (card.locator(f".board-seat__{part}").bounding_box() for part in ("turn", "name"))
        assert mark is not None
        assert name is not None
        assert mark["y"] + mark["height"] < name["y"] + 4
    clear(wall)
    hang(wall, POSITIONS["barbecue"][3], width=230)
    tops = "[...document.querySelectorAll('.grill-spot')].map((spot) => [spot.offsetTop, spot.offsetHeight])"
    assert len(set(map(tuple, wall.evaluate(tops)))) == 2
    clear(wall)
    hang(wall, POSITIONS["barbecue"][1], POSITIONS["picnic"][1])
    assert wall.locator(".board-tally > svg[data-place]").count() == 2 * (3 + 1)
    assert wall.locator(".board-tally[data-place]").count() == 0


def test_dice_to_re_roll_can_be_picked_on_the_board(wall: Page) -> None:
    """In Picnic Blitz a pick beyond the limit replaces the first, and a button names the dice to re-roll."""
    hang(wall, "picnic board=2BA,5C/-/-/8A/-/- A=- B=queen C=- turn=A dice=112346 rerolls=2/1")
    wall.evaluate("addEventListener('choose', (event) => { window.chosen = event.detail })")
    dice = wall.get_by_role("group", name="Pick up to 2 dice to re-roll")
    dice.get_by_role("button", name="6", exact=True).click()
    dice.get_by_role("button", name="1", exact=True).first.press("Enter")
    assert dice.get_by_role("button", name="6", exact=True).get_attribute("aria-pressed") == "true"
    dice.get_by_role("button", name="4", exact=True).click()  # one too many, so it replaces the first pick
    assert dice.get_by_role("button", name="6", exact=True).get_attribute("aria-pressed") == "false"
    dice.get_by_role("button", name="6", exact=True).click()
    dice.get_by_role("button", name="1", exact=True).first.click()
    wall.get_by_role("button", name="Re-roll one 1 and one 6").click()
    assert wall.evaluate("window.chosen") == "reroll16"


_DESCRIBED = [
    ("en", "heckmeck grill=21,30 A=25,28 B=- turn=B aside=ww roll=next", [
        "Benedikt to play.", "Face up on the grill: 21 and 30.", "12 tiles are face down.",
        "Anna: 2 tiles, 28 on top, 4 worms.", "Benedikt: no tile yet.",
        "6 dice to roll.", "Set aside: 2 × worm, 10 in total.",
    ]),
    ("de", "barbecue grill=25:A,30:BB,36:snail A=2w1s B=6w0s turn=A aside=66w roll=11234", [
        "Anna ist am Zug.", "Auf Grillplatz 25: ein Teller von Anna.",
        "Auf Grillplatz 30: zwei Teller von Benedikt",
        "Auf Grillplatz 36: eine Grillschnecke.", "10 Grillschnecken liegen im Vorrat.",
        "Anna hat 2 Würmer, 1 Schnecke und 9 Teller", "Auf dem Tisch: 2 × 1, 1 × 2, 1 × 3 und 1 × 4.",
    ]),
    ("en", "picnic board=2BA/-/-/8A/-/- A=queen B=- turn=B dice=112345", [
        "Track 1, 2 points: Benedikt on space 2 of 6, covered and Anna on space 2 of 6.",
        "Track 4, 3 points: Anna on the food.",
        "Anna: 3 of 9 points, with a Queen token.", "On the table: 1, 1, 2, 3, 4, and 5. 2 attacks",
    ]),
]  # fmt: skip
"""Language, position, and sentences that describe it."""


def test_the_position_is_described_for_screen_readers(visits: Visits) -> None:
    """Board and dice are one picture each, with a description of all pieces and dice."""
    page = visits.open("/")
    for lang, position, sentences in _DESCRIBED:
        page.goto(f"/?lang={lang}")
        clear(page)
        hang(page, position, lang=lang)
        pictures = page.locator("#page [role=img]").all()
        description = " ".join(picture.get_attribute("aria-label") or "" for picture in pictures)
        assert len(pictures) == 2
        assert [sentence for sentence in sentences if sentence not in description] == []


def test_a_board_shows_the_new_state_while_pieces_still_fly(visits: Visits) -> None:
    """A view that arrives during an animation is shown at once.

    A spent Queen flies to the hill, and the stock stays. A game without a board is shown by places and players: pieces
    fly between them, and changes are marked.
    """
    page = visits.open("/", reduced_motion="no-preference")
    clear(page)
    hang(page, "picnic board=2A/-/-/-/-/- A=queen B=- turn=A dice=112346")
    flown = page.evaluate("""() => {
        const board = document.querySelector("roost-board");
        const spent = { type: "queen_spent", seat: 0, use: "move" };
        const transfers = [{ piece: "queen", source: "A", target: "supply" }];
        const state = { ...board.view.state, queens: [false, false] };
        board.view = { ...board.view, state, events: [{ ...spent, transfers }] };
        const nest = board.querySelector(".meadow__nest");
        return [nest.getAnimations().length, document.querySelectorAll(".flying > svg").length];
    }""")
    assert flown == [0, 1]
    clear(page)
    hang(page, "heckmeck grill=21-36 A=- B=- turn=A aside=wwww1")
    moving = page.evaluate("""() => {
        const board = document.querySelector("roost-board"), view = board.view;
        const took = {...view.state, grill: view.state.grill.slice(1), stacks: [[21], []], turn: 1, aside: undefined};
        board.view = {...view, state: took, actions: [], events: [{type: "took", seat: 0, tile: 21}]};
        const count = board.getAnimations({subtree: true}).length;
        board.view = {...board.view, events: []};
        return count;
    }""")
    assert moving > 0
    label = page.locator("roost-board > [role=img]").get_attribute("aria-label") or ""
    assert "Anna: 1 tile, 21" in label
    assert page.locator("[data-place=stack-0] svg").count() == 1
    clear(page)
    hang(page, "heckmeck grill=21-36 A=- B=- turn=A aside=wwww1")
    moving = page.evaluate("""async () => {
        const base = new URL(".", document.querySelector("script[type=module]").src).href;
        const plain = await import(base + "boards/plain.js");
        const board = document.querySelector("roost-board"), view = board.view;
        const ui = {...view.ui, board: plain};
        const fieldsOf = (values) => [[{name: "Flags", values}], []];
        const fields = [{name: "This turn", values: ["21"]}];
        const facts = {fields, held: fieldsOf(["4: 1", "5: 2"]), places: {grill: {21: 1, 22: 2}, A: {}}};
        board.view = {...view, ui, facts, events: []};
        const transfers = [{piece: "21", source: "grill", target: "A", count: 1}];
        const after = {...facts, held: fieldsOf(["4: 1", "5: 3"]), places: {grill: {22: 2}, A: {21: 1}}};
        const state = {...view.state};
        board.view = {...view, ui, state, facts: after, scores: [1, 0], events: [{type: "took", transfers}]};
        return board.getAnimations({subtree: true}).map(({effect}) => effect.target.textContent);
    }""")
    assert moving == ["21"]
    label = page.locator("roost-board > [role=img]").get_attribute("aria-label") or ""
    assert "This turn: 21. grill: 22 × 2. Anna: 1 point, Flags: 4: 1, 5: 3, 21. Benedikt: 0 points." in label
    assert page.locator("[data-new]").all_inner_texts() == ["1 point", "5: 3", "21"]
    assert page.locator(".plain-place .plain-piece").all_inner_texts() == ["22 × 2"]
    page.set_viewport_size({"width": 360, "height": 740})
    cut = page.evaluate("""() => {
        const board = document.querySelector("roost-board"), view = board.view;
        const values = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
        const fields = ["a", "b", "c", "d", "e"].map((letter) => ({name: `Covered numbers of ${letter}`, values}));
        board.view = {...view, facts: {...view.facts, fields, held: [fields, fields]}, events: []};
        const parts = [...board.querySelectorAll(".plain-field, .plain-field > *")];
        const edges = parts.map((part) => part.getBoundingClientRect());
        return [parts.length, edges.filter(({left, right}) => left < 0 || right > innerWidth).length,
                parts.filter((part) => part.scrollWidth > part.clientWidth + 1).length];
    }""")
    assert cut == [15 * 14, 0, 0]  # no field of a game with many fields is cut on a narrow phone


def test_a_move_redraws_only_what_it_changes(visits: Visits) -> None:
    """Unchanged elements stay in the document.

    Plates show their owners' birds at a table, and letters where only a position is known.
    """
    page = begin(visits, "barbecue", ANNA, BEN, options={"start": "A"})
    expect(page.locator(".board-tally > [data-place*=plate] > svg")).to_have_count(2)
    page.evaluate("""() => {
        for (const part of document.querySelectorAll(".board-seat, .dice-tray")) part.isOld = true;
    }""")
    press(choice(page, ""))
    expect(asides(page).first).to_be_visible()
    assert page.evaluate("[...document.querySelectorAll('.board-seat')].map((seat) => seat.isOld)") == [True, True]
    hang(page, POSITIONS["barbecue"][1])
    expect(page.locator(".picture [data-place*=plate] > text")).to_have_count(2)
