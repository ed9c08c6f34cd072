"""The table page in a real browser: choices, messages, and recovery from failures."""

import re
from functools import partial

import pytest
from playwright.sync_api import Route, expect

from play.web.browsing import DESKTOP, Visits
from play.web.playing import (
    ANNA,
    BEN,
    CHICK,
    OPEN,
    asides,
    at_once,
    begin,
    choice,
    choices,
    expect_prompt,
    make_table,
    play_on,
    press,
    set_few_aside,
    sit_down,
    version,
)

FIRST = {"start": "A"}
_TELL = "(event) => dispatchEvent(new Event(event))"
"""Script that sends the page an online or offline event, because a machine without a network sends none."""
_ENDLESS_BEAT = """() => {
    // Automatic actions, which take 120 ms at the speed of these tests, are delayed for ever.
    const later = globalThis.setTimeout;
    globalThis.setTimeout = (run, after) => later(after === 120 ? () => {} : run, after);
}"""
_DEAF = """
    const all = [];
    globalThis.EventSource = class extends EventSource {
        constructor(...settings) { super(...settings); all.push(this); }
        addEventListener(kind, run) { super.addEventListener(kind, (event) => this.isDeaf || run(event)); }
    };
    globalThis.deafen = () => all.forEach((source) => (source.isDeaf = true));
"""
PATIENT = """() => {
    const waiting = [];
    AbortSignal.timeout = () => {
        const control = new AbortController();
        waiting.push(control);
        return control.signal;
    };
    globalThis.giveUp = () => waiting.forEach((control) => control.abort(new DOMException("", "TimeoutError")));
}"""
"""Script that replaces the page's timeouts by ones that only the test triggers, so a slow machine causes none."""


def test_dice_roll_automatically_if_no_other_choice_makes_sense(visits: Visits) -> None:
    """For example, dice roll automatically if those set aside cannot claim anything yet."""
    page = begin(visits, "heckmeck", ANNA, BEN, options=FIRST, rules={"auto_roll": True})
    press(choice(page, ""))
    set_few_aside(page)
    expect(page.locator(".log__line", has_text="Anna rolls")).to_have_count(2)


def test_one_tap_keeps_the_dice_and_makes_the_next_choice(visits: Visits) -> None:
    """The list shows what the player can do with the kept dice, instead of a choice to keep them."""
    page = begin(visits, "picnic", ANNA, BEN, options=FIRST | {"beginner": True})
    press(choice(page, ""))
    moves = page.locator('.choice[data-action^="move"]:not([aria-disabled=true])')
    expect(moves.first).to_be_visible()
    expect(choice(page, "keep")).to_have_count(0)
    press(moves.first)
    expect(page.locator(".log__line", has_text="on track")).to_have_count(1)
    expect_prompt(page, "Ben")


def test_one_tap_on_a_tile_sets_dice_aside_and_claims_it(visits: Visits) -> None:
    """The tile is highlighted on the board and not listed.

    With real dice and pieces, the page says which piece to move where.
    """
    page = begin(visits, "heckmeck", ANNA, BEN, options=FIRST, rules={"dice": "real"})
    for face in "wwwww123":
        page.locator(f'.keypad__face[data-enter="{face}"]').click()
    expect(choices(page)).to_have_count(4)
    press(page.locator('[data-choose="take25"]'))
    expect(page.locator(".log__line", has_text="25 (2 worms)")).to_have_count(1)
    expect(page.locator(".narration")).to_contain_text(re.compile("On your table: Anna .* 25"))
    expect_prompt(page, "Ben")


def test_a_touch_stops_an_automatic_roll(visits: Visits) -> None:
    """A tap on the board or a key press stops the automatic roll, and the player then rolls when they choose."""
    page = begin(visits, "heckmeck", ANNA, BEN, options=FIRST, rules={"auto_roll": True})
    page.evaluate(_ENDLESS_BEAT)
    press(choice(page, ""))
    is_about_to_roll = page.locator(".choices[data-auto]")
    for touch in (page.locator("roost-board").click, partial(page.keyboard.press, "z")):
        set_few_aside(page)
        choice(page, "roll").focus()
        expect(is_about_to_roll).to_have_count(1)
        touch()
        expect(is_about_to_roll).to_have_count(0)
        expect(choice(page, "roll")).to_be_visible()
        page.keyboard.press("u")


def test_no_automatic_roll_happens_while_the_menu_is_open(visits: Visits) -> None:
    page = begin(visits, "heckmeck", ANNA, BEN, options=FIRST, rules={"auto_roll": True})
    table = page.url.rpartition("/")[2]
    press(choice(page, ""))
    expect(asides(page).first).to_be_visible()
    page.keyboard.press("m")
    before = version(page.context, table)
    press(asides(page).first)  # like a click from before the menu opened
    expect(page.locator(".dice-aside .dice-die").first).to_be_visible()
    page.wait_for_timeout(600)  # four times the delay of an automatic roll
    assert version(page.context, table) == before + 1
    page.keyboard.press("Escape")
    expect(choice(page, "stop")).to_be_visible()


def test_the_last_turn_can_be_replayed_step_by_step(visits: Visits) -> None:
    """A tap on the narration opens the replay.

    Keyboard focus moves to the next choice, and a tap on a tile that cannot be taken shows the reason.
    """
    page = begin(visits, "heckmeck", ANNA, BEN, options=FIRST)
    narration = page.locator(".narration")
    choice(page, "").focus()
    page.keyboard.press("Enter")
    expect(narration).to_contain_text("Anna rolls ")
    expect(asides(page).first).to_be_focused()
    page.locator("roost-board [data-ask]").first.click()
    expect(page.locator(".table__toast")).to_have_text("First set aside dice from this roll.")
    press(asides(page).first)
    expect(narration).to_contain_text("Anna sets aside ")
    narration.click()
    dialog = page.get_by_role("dialog", name="The last turn")
    expect(dialog.get_by_text("1 of 2")).to_be_visible()
    expect(dialog.locator(".again__text")).to_contain_text("Anna rolls ")
    dialog.get_by_role("button", name="Next").click()
    expect(dialog.locator(".again__text")).to_contain_text("Anna sets aside ")
    dialog.get_by_role("button", name="Close").last.click()
    expect(dialog).to_have_count(0)


def test_a_returning_player_can_read_what_happened_meanwhile(visits: Visits) -> None:
    anna, ben = at_once(visits.visitor()), at_once(visits.visitor())
    table = make_table(anna, "heckmeck", ANNA, OPEN, options={"start": "B"})["id"]
    sit_down(ben, table, "Ben")
    page, bens_page = (visits.seated(f"/table/{table}", visitor) for visitor in (anna, ben))
    page.get_by_role("button", name="Begin").click()
    expect_prompt(page, "Waiting for Ben")
    page.goto("/")
    press(choice(bens_page, ""))
    expect(asides(bens_page).first).to_be_visible()
    late = visits.open(f"/table/{table}", visitor=anna)
    expect(late.locator(".narration")).to_have_text(re.compile("while you were away"))
    late.locator(".narration").click()
    expect(late.get_by_role("dialog", name="While you were away")).to_contain_text("Ben rolls ")


def test_the_host_fills_the_seats_and_begins(visits: Visits) -> None:
    """A free seat can get a bot and lose it again, guests land on the perch, and seats left open are given up."""
    anna, ben = at_once(visits.visitor()), at_once(visits.visitor())
    created = make_table(anna, "junior", ANNA, OPEN, OPEN, OPEN)
    page = visits.open(f"/table/{created['id']}", visitor=anna)
    start = page.get_by_role("button", name="Begin")
    expect(page.get_by_text("Waiting for others")).to_be_visible()
    expect(start).to_be_disabled()
    page.get_by_title("Add a bot to seat B").click()
    page.get_by_role("dialog", name="Add a bot to seat B").get_by_role("button", name="Hen").click()
    expect(page.locator(".lobby__name", has_text="Hen")).to_be_visible()
    page.get_by_title("Free Hen's seat").click()
    page.get_by_title("Add a bot to seat B").focus()
    sit_down(ben, created["id"], "Ben")
    expect(page.locator(".lobby__name", has_text="Ben")).to_be_visible()
    expect(page.get_by_title("Add a bot to seat C")).to_be_focused()
    for key in ("Enter", "Tab", "Enter"):  # skip the dialog's close button to reach the first bot
        page.keyboard.press(key)
    expect(page.locator(".lobby__name", has_text="Chick")).to_be_visible()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()  # also for a third friend
    start.click()
    expect(page.locator(".board-seat__name")).to_have_text(["Anna", "Ben", "Chick"])
    expect(page.locator(".lobby")).to_be_hidden()


def test_a_double_click_makes_one_move(visits: Visits) -> None:
    """The second click has no effect, wherever it lands."""
    page = begin(visits, "heckmeck", ANNA, BEN, options=FIRST)
    table = page.url.rpartition("/")[2]
    before = version(page.context, table)
    choice(page, "").dblclick()
    expect(asides(page).first).to_be_visible()
    assert version(page.context, table) == before + 1
    page.wait_for_timeout(400)  # until the double click is over
    asides(page).first.dblclick()
    expect(page.locator(".tool--undo")).to_be_visible()
    assert version(page.context, table) == before + 2


def test_two_tabs_can_play_the_same_seat(visits: Visits) -> None:
    """A tab shows the other's moves, and a late choice is refused.

    The late tab has an open connection that delivers no events, so it reconnects after the refusal.
    """
    visits.allow("409")
    first = begin(visits, "heckmeck", ANNA, BEN, options=FIRST)
    second = visits.open(first.url, visitor=first.context)
    press(choice(second, ""))
    expect(asides(first).first).to_be_visible()
    first.context.add_init_script(_DEAF)
    late = visits.open(first.url, visitor=first.context)
    expect(asides(late).first).to_be_visible()
    late.evaluate("() => globalThis.deafen()")
    press(asides(first).first)
    expect(asides(first)).to_have_count(0)
    press(asides(late).last)
    expect(asides(late)).to_have_count(0)
    expect(late.locator(".table__toast")).to_be_hidden()
    aside = first.locator(".dice-aside .dice-die")
    expect(aside.first).to_be_visible()
    expect(late.locator(".dice-aside .dice-die")).to_have_count(aside.count())


def test_the_page_recovers_from_a_lost_network(visits: Visits) -> None:
    """The page says that it is offline. Later it shows missed changes and sends the pending move.

    The rules at a glance and the facts about the dice open without leaving the table.
    """
    visits.allow("ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED")
    page = begin(visits, "heckmeck", ANNA, CHICK, options=FIRST)
    page.context.set_offline(True)
    page.evaluate(_TELL, "offline")
    expect(page.locator(".table__connection")).to_be_visible()
    press(choice(page, ""))
    expect(asides(page)).to_have_count(0)
    page.context.set_offline(False)
    page.evaluate(_TELL, "online")
    expect(asides(page).first).to_be_visible()
    expect(page.locator(".table__connection")).to_be_hidden()
    expect(page.locator(".shield")).to_have_attribute("data-state", "green")
    expect(page.locator(".shield")).to_be_hidden()  # nothing is wrong, so the dice are explained in the menu
    page.get_by_role("link", name="Rules").click()
    expect(page.locator(".glance")).to_have_count(3)
    expect(page.locator(".glance__picture svg").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.get_by_role("button", name="Checked dice").click()
    expect(page.get_by_role("dialog")).to_contain_text("Every roll was computed on this device")


def test_a_move_without_an_answer_is_sent_again(visits: Visits) -> None:
    """The move is applied once, whether the answer breaks off or never comes."""
    visits.allow("ERR_")
    page = begin(visits, "heckmeck", ANNA, BEN, options=FIRST)
    page.evaluate(PATIENT)
    sent: list[Route] = []

    def lose(route: Route) -> None:
        sent.append(route)
        if len(sent) % 2 == 0:
            route.continue_()
        elif len(sent) == 1:
            route.fulfill(status=200, content_type="application/json", body=route.fetch().text()[:-9])

    table = page.url.rpartition("/")[2]
    before = version(page.context, table)
    page.route("**/events?*", lambda route: route.abort())
    page.route("**/moves?*", lose)
    press(choice(page, ""))
    with page.expect_request("**/moves?*"):
        press(asides(page).first)
    page.evaluate("() => globalThis.giveUp()")
    expect(asides(page)).to_have_count(0)
    expect(page.locator(".tool--undo:enabled")).to_be_visible()
    assert len(sent) == 4
    assert version(page.context, table) == before + 2


def test_updates_do_not_disturb_a_choice(visits: Visits) -> None:
    """Odds and reactions that arrive change neither the keyboard focus nor a pressed button.

    The page asks before a turn is given up, and the player can go back.
    """
    anna, ben = at_once(visits.visitor()), visits.visitor()
    table = make_table(anna, "heckmeck", ANNA, OPEN, options=FIRST)["id"]
    sit_down(ben, table, "Ben")
    page = visits.open(f"/table/{table}", visitor=anna)
    page.get_by_role("button", name="Begin").click()
    waiting: list[Route] = []
    is_delayed = True
    page.route("**/odds?*", lambda route: waiting.append(route) if is_delayed else route.continue_())
    press(choice(page, ""))
    set_few_aside(page)
    question = page.get_by_text("Give up this turn?")
    choice(page, "stop").focus()
    is_delayed = False
    for route in waiting:
        route.continue_()
    expect(choice(page, "roll")).to_have_text(re.compile(r"· \d+% risk"))
    expect(choice(page, "stop")).to_be_focused()
    page.keyboard.press("Enter")
    expect(question).to_be_visible()
    page.get_by_role("button", name="Back").press("Enter")
    expect(choice(page, "stop")).to_be_focused()
    choice(page, "stop").hover()
    page.mouse.down()
    assert ben.request.post(f"/api/tables/{table}/reactions", data={"reaction": "clap"}).ok
    expect(page.locator(".seat__reaction")).to_be_visible()
    page.mouse.up()
    expect(question).to_be_visible()
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Risk?").click()
    expect(page.locator(".table__toast")).to_have_text(re.compile(r"\d+% risk: .* your turn fails"))
    press(choice(page, "stop"))
    page.get_by_role("button", name="Give up the turn").click()
    expect_prompt(page, "Waiting for Ben")


@pytest.mark.parametrize("start", ["B", "random"])
def test_the_page_checks_the_dice_of_bots(visits: Visits, start: str) -> None:
    """The page checks a bot's first turn and the draw of the first player as well."""
    page = begin(visits, "junior", ANNA, CHICK, options={"start": start})
    play_on(page)
    expect(page.locator(".log__line", has_text="You roll").first).to_be_attached()
    expect(page.locator(".log__line", has_text="Chick rolls").first).to_be_attached()
    expect(page.locator(".shield")).to_have_attribute("data-state", "green")


def test_a_whole_turn_can_be_played_by_keys(visits: Visits) -> None:
    """Numbers choose, space rolls, letters open panels, and the question mark lists the keys."""
    page = begin(visits, "junior", ANNA, BEN, options=FIRST)
    expect(choices(page)).to_have_count(1)
    page.keyboard.press("?")
    expect(page.get_by_text("undo your last choice")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("o")
    expect(page.locator(".panel--odds")).to_be_visible()
    page.keyboard.press("l")
    expect(page.locator(".panel--odds")).to_be_hidden()
    expect(page.locator(".panel--log")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".panel--log")).to_be_hidden()
    page.keyboard.press(" ")
    expect(asides(page).first).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator(".tool--undo:enabled")).to_be_visible()
    page.keyboard.press("u")
    expect(asides(page).first).to_be_visible()
    expect(page.locator(".log__line").last).to_have_text("Anna undoes the choice.")
    while page.locator(".prompt__text").inner_text() != "Pass the device to Ben":
        page.keyboard.press(" " if choice(page, "roll").count() else "1")
        page.wait_for_timeout(50)
    assert page.evaluate("() => document.activeElement === document.body")


def test_the_odds_panel_rates_each_choice(visits: Visits) -> None:
    """A large screen has the panel beside the board, with a chart, the rooster's choice, and a hint on request."""
    visitor = at_once(visits.visitor(size=DESKTOP))
    page = begin(visits, "heckmeck", ANNA, CHICK, visitor=visitor, options=FIRST, rules={"odds": False})
    panel = page.locator(".panel--odds")
    expect(choice(page, "")).to_be_visible()
    expect(panel).to_be_hidden()  # the best move is only shown on request
    page.keyboard.press("o")
    expect(panel.get_by_text("With best play, this turn fails")).to_be_visible()
    expect(choice(page, "").locator(".choice__fails")).to_be_empty()  # a forced roll shows no risk
    press(choice(page, ""))
    expect(panel.locator(".odds__choice").first).to_be_visible()
    expect(panel.locator(".odds__choice")).to_have_count(choices(page).count())
    last = panel.locator(".odds__choice").last
    last.click()
    expect(last).to_have_attribute("aria-pressed", "true")
    expect(panel.locator("svg.spread")).to_have_attribute("aria-label", re.compile("Most likely: .*%"))
    if choices(page).count() > 1:
        expect(panel.get_by_text(re.compile("The rooster would choose: set aside"))).to_be_visible()
    page.locator(".hint__ask").click()
    expect(page.locator(".hint__best")).to_contain_text("win chance")


def test_a_bot_stands_in_for_a_player_until_they_return(visits: Visits) -> None:
    """The page says that a bot plays, and one tap takes the seat back."""
    visitor = at_once(visits.visitor())
    rules = {"takeover_after": 600, "takeover_bot": "chick"}
    table = make_table(visitor, "heckmeck", ANNA, OPEN, options=FIRST, rules=rules)["id"]
    sit_down(visits.visitor(), table, "Ben")
    page = visits.open(f"/table/{table}", visitor=visitor)
    page.get_by_role("button", name="Begin").click()
    expect_prompt(page, "Your turn")
    page.keyboard.press("m")
    page.get_by_role("button", name="Leave the table").click()
    expect_prompt(page, "Chick plays for you")
    expect(page.locator(".board-seat[data-replaced]")).to_have_text(re.compile("Anna.*Chick is playing"))
    expect(page.locator(".log__line", has_text="Chick plays for you.")).to_be_attached()
    expect(choices(page)).to_have_count(0)
    expect(page.locator(".board-seat[data-turn]")).to_contain_text("Ben")  # the chick has played Anna's turn
    page.get_by_role("button", name="Come back").click()
    expect_prompt(page, "Waiting for Ben")
    expect(page.locator(".board-seat[data-replaced]")).to_have_count(0)
