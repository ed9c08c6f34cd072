"""The table page in a real browser: what one may do, what one is told, and what happens when something goes wrong."""

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
"""A browser tells its pages only what changes: one whose machine has no network at all has nothing to tell."""
_ENDLESS_BEAT = """() => {
    // Whatever would happen by itself at the speed of these tests is about to happen for ever.
    const later = globalThis.setTimeout;
    globalThis.setTimeout = (run, after) => later(after === 120 ? () => {} : run, after);
}"""
_DEAF = """
    const all = [];
    globalThis.EventSource = class extends EventSource {
        constructor(...given) { super(...given); all.push(this); }
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
"""However slow the machine is, the page waits for an answer until the test says that it has waited long enough."""


def test_dice_roll_on_by_themselves_where_no_other_choice_makes_sense(visits: Visits) -> None:
    """After dice were set aside that claim nothing yet, the rest is rolled."""
    page = begin(visits, "heckmeck", ANNA, BEN, options=FIRST, rules={"auto_roll": True})
    press(choice(page, ""))
    set_few_aside(page)
    expect(page.locator(".log__line", has_text="Anna rolls")).to_have_count(2)


def test_whatever_follows_is_chosen_together_with_keeping_the_dice(visits: Visits) -> None:
    """Nobody has to say that they keep their dice: the list has what they do with them, and one tap says both."""
    page = begin(visits, "picnic", ANNA, BEN, options=FIRST | {"beginner": True})
    press(choice(page, ""))
    moves = page.locator('.choice[data-action^="move"]:not([aria-disabled=true])')
    expect(moves.first).to_be_visible()
    expect(choice(page, "keep")).to_have_count(0)
    press(moves.first)
    expect(page.locator(".log__line", has_text="on track")).to_have_count(1)
    expect_prompt(page, "Ben")


def test_one_tap_on_the_board_sets_dice_aside_and_claims(visits: Visits) -> None:
    """A piece that dice bring if they are set aside is lit on the board, and not in the list, which tells of the dice.

    Where dice and pieces are real, the page says which of them go where.
    """
    page = begin(visits, "heckmeck", ANNA, BEN, options=FIRST, rules={"dice": "real"})
    for face in "wwwww123":
        page.locator(f'.keypad__face[data-enter="{face}"]').click()
    expect(choices(page)).to_have_count(4)
    press(page.locator('[data-choose="take25"]'))
    expect(page.locator(".log__line", has_text="25 (2 worms)")).to_have_count(1)
    expect(page.locator(".narration")).to_contain_text(re.compile("On your table: Anna .* 25"))
    expect_prompt(page, "Ben")


def test_whoever_touches_the_table_stops_what_would_happen_by_itself(visits: Visits) -> None:
    """A finger on the board, or a key, is enough; rolling is then their own choice."""
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


def test_whoever_opens_the_menu_is_left_alone(visits: Visits) -> None:
    """Nothing rolls while somebody looks for another way."""
    page = begin(visits, "heckmeck", ANNA, BEN, options=FIRST, rules={"auto_roll": True})
    table = page.url.rpartition("/")[2]
    press(choice(page, ""))
    expect(asides(page).first).to_be_visible()
    page.keyboard.press("m")
    before = version(page.context, table)
    press(asides(page).first)  # as if it had been under way
    expect(page.locator(".dice-aside .dice-die").first).to_be_visible()
    page.wait_for_timeout(600)  # four times as long as the dice would have waited
    assert version(page.context, table) == before + 1
    page.keyboard.press("Escape")
    expect(choice(page, "stop")).to_be_visible()


def test_the_last_turn_is_shown_again_step_by_step(visits: Visits) -> None:
    """The sentence of what happened stands in its place, and a tap on it leads through the turn.

    Nothing takes the focus from whoever plays by keys. A tap on a tile that cannot be taken gets the reason.
    """
    page = begin(visits, "heckmeck", ANNA, BEN, options=FIRST)
    told = page.locator(".narration")
    choice(page, "").focus()
    page.keyboard.press("Enter")
    expect(told).to_contain_text("Anna rolls ")
    expect(asides(page).first).to_be_focused()
    page.locator("roost-board [data-ask]").first.click()
    expect(page.locator(".table__toast")).to_have_text("First set aside dice from this roll.")
    press(asides(page).first)
    expect(told).to_contain_text("Anna sets aside ")
    told.click()
    again = page.get_by_role("dialog", name="The last turn")
    expect(again.get_by_text("1 of 2")).to_be_visible()
    expect(again.locator(".again__text")).to_contain_text("Anna rolls ")
    again.get_by_role("button", name="Next").click()
    expect(again.locator(".again__text")).to_contain_text("Anna sets aside ")
    again.get_by_role("button", name="Close").last.click()
    expect(again).to_have_count(0)


def test_whoever_comes_back_reads_what_happened_meanwhile(visits: Visits) -> None:
    """The table tells what it did while its page was closed."""
    anna, ben = at_once(visits.visitor()), at_once(visits.visitor())
    table = make_table(anna, "heckmeck", ANNA, OPEN, options={"start": "B"})["id"]
    sit_down(ben, table, "Ben")
    page, other = (visits.seated(f"/table/{table}", visitor) for visitor in (anna, ben))
    page.get_by_role("button", name="Begin").click()
    expect_prompt(page, "Waiting for Ben")
    page.goto("/")
    press(choice(other, ""))
    expect(asides(other).first).to_be_visible()
    late = visits.open(f"/table/{table}", visitor=anna)
    expect(late.locator(".narration")).to_have_text(re.compile("While you were away"))
    late.locator(".narration").click()
    expect(late.get_by_role("dialog", name="While you were away")).to_contain_text("Ben rolls ")


def test_the_host_fills_the_table_and_begins(visits: Visits) -> None:
    """A free seat can get a bot, a bot can go again, a friend is seen to sit down, and only a full table begins."""
    anna, ben = at_once(visits.visitor()), at_once(visits.visitor())
    made = make_table(anna, "junior", ANNA, OPEN, OPEN)
    page = visits.open(f"/table/{made['id']}", visitor=anna)
    start = page.get_by_role("button", name="Begin")
    expect(page.get_by_text("2 seats are free")).to_be_visible()
    expect(start).to_be_disabled()
    page.get_by_title("Let a bot play seat B").click()
    page.get_by_role("dialog", name="Let a bot play seat B").get_by_role("button", name="Hen").click()
    expect(page.locator(".lobby__name", has_text="Hen")).to_be_visible()
    page.get_by_role("button", name="Free the seat of Hen").click()
    page.get_by_title("Let a bot play seat C").focus()
    sit_down(ben, made["id"], "Ben")
    expect(page.locator(".lobby__name", has_text="Ben")).to_be_visible()
    expect(page.get_by_title("Let a bot play seat C")).to_be_focused()
    for key in ("Enter", "Tab", "Enter"):  # past the cross of the dialog to the first bot
        page.keyboard.press(key)
    expect(page.locator(".lobby__name", has_text="Chick")).to_be_visible()
    expect(page.get_by_role("button", name="Free the seat of Chick")).to_be_focused()
    expect(page.locator(".lobby__invite")).to_be_hidden()
    start.click()
    expect(page.locator("roost-board .board")).to_be_visible()
    expect(page.locator(".lobby")).to_be_hidden()


def test_a_double_click_does_nothing_twice(visits: Visits) -> None:
    """Two clicks in quick succession make one move, wherever the second one lands."""
    page = begin(visits, "heckmeck", ANNA, BEN, options=FIRST)
    table = page.url.rpartition("/")[2]
    before = version(page.context, table)
    choice(page, "").dblclick()
    expect(asides(page).first).to_be_visible()
    assert version(page.context, table) == before + 1
    page.wait_for_timeout(400)  # the first double click is over
    asides(page).first.dblclick()
    expect(page.locator(".tool--undo")).to_be_visible()
    assert version(page.context, table) == before + 2


def test_two_tabs_on_one_seat_both_play(visits: Visits) -> None:
    """One tab shows what the other does; a choice that came too late is refused, and answered by looking again.

    The late tab's connection is open and brings nothing any more, so that only a new one tells it what it missed.
    """
    visits.allow("409")
    one = begin(visits, "heckmeck", ANNA, BEN, options=FIRST)
    other = visits.open(one.url, visitor=one.context)
    press(choice(other, ""))
    expect(asides(one).first).to_be_visible()
    one.context.add_init_script(_DEAF)
    late = visits.open(one.url, visitor=one.context)
    expect(asides(late).first).to_be_visible()
    late.evaluate("() => globalThis.deafen()")
    press(asides(one).first)
    expect(asides(one)).to_have_count(0)
    press(asides(late).last)
    expect(asides(late)).to_have_count(0)
    expect(late.locator(".table__toast")).to_be_hidden()
    kept = one.locator(".dice-aside .dice-die")
    expect(kept.first).to_be_visible()
    expect(late.locator(".dice-aside .dice-die")).to_have_count(kept.count())


def test_a_cut_network_is_told_and_made_good(visits: Visits) -> None:
    """Without a network the page says so; afterwards it shows what it missed, and a move that was under way counts."""
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


def test_a_lost_answer_is_asked_for_again(visits: Visits) -> None:
    """An answer that breaks off, or that a dead connection never brings, is no answer: the move is sent again, once."""
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


def test_choices_stay_under_the_finger(visits: Visits) -> None:
    """Odds that arrive, or somebody who claps, change nothing about where one is: neither for keys nor for a finger.

    Who would stop with nothing is asked first and can go back; rolling on asks nothing.
    """
    anna, ben = at_once(visits.visitor()), visits.visitor()
    table = make_table(anna, "heckmeck", ANNA, OPEN, options=FIRST)["id"]
    sit_down(ben, table, "Ben")
    page = visits.open(f"/table/{table}", visitor=anna)
    page.get_by_role("button", name="Begin").click()
    asked: list[Route] = []
    is_held = True
    page.route("**/odds?*", lambda route: asked.append(route) if is_held else route.continue_())
    press(choice(page, ""))
    set_few_aside(page)
    question = page.get_by_text("Give up this turn?")
    choice(page, "stop").focus()
    is_held = False
    for route in asked:
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
    expect(page.locator(".table__toast")).to_have_text(re.compile(r"\d+% risk: roll, .* your turn still fails"))
    press(choice(page, "stop"))
    page.get_by_role("button", name="Give up the turn").click()
    expect_prompt(page, "Waiting for Ben")


@pytest.mark.parametrize("start", ["B", "random"])
def test_the_dice_of_bots_are_checked_too(visits: Visits, start: str) -> None:
    """A bot that begins, and the draw of who does, use what the person gave at the start, and the page sees that."""
    page = begin(visits, "junior", ANNA, CHICK, options={"start": start})
    play_on(page)
    expect(page.locator(".log__line", has_text="You roll").first).to_be_attached()
    expect(page.locator(".log__line", has_text="Chick rolls").first).to_be_attached()
    expect(page.locator(".shield")).to_have_attribute("data-state", "green")


def test_a_whole_turn_by_keys_alone(visits: Visits) -> None:
    """Numbers choose, space rolls, letters open panels, and the question mark tells so."""
    page = begin(visits, "junior", ANNA, BEN, options=FIRST)
    expect(choices(page)).to_have_count(1)
    page.keyboard.press("?")
    expect(page.get_by_text("take back your last choice")).to_be_visible()
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
    expect(page.locator(".log__line").last).to_have_text("Anna takes the choice back.")
    while page.locator(".prompt__text").inner_text() != "Pass the device to Ben":
        page.keyboard.press(" " if choice(page, "roll").count() else "1")
        page.wait_for_timeout(50)
    assert page.evaluate("() => document.activeElement === document.body")


def test_the_odds_tell_what_each_choice_is_worth(visits: Visits) -> None:
    """On a large screen the panel stands beside the board: every choice, a chart, the rooster, and a hint if asked."""
    visitor = at_once(visits.visitor(size=DESKTOP))
    page = begin(visits, "heckmeck", ANNA, CHICK, visitor=visitor, options=FIRST, rules={"odds": False})
    panel = page.locator(".panel--odds")
    expect(choice(page, "")).to_be_visible()
    expect(panel).to_be_hidden()  # the best move is not shown unasked
    page.keyboard.press("o")
    expect(panel.get_by_text("Played at its best, this turn fails")).to_be_visible()
    expect(choice(page, "").locator(".choice__fails")).to_be_empty()  # who must roll takes no risk
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
    expect(page.locator(".hint__best")).to_contain_text("to win")


def test_a_bot_stands_in_until_one_is_back(visits: Visits) -> None:
    """A player who leaves is replaced as the table's rules say, is told so, and takes the seat again with one tap."""
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
    expect(page.locator(".board-seat[data-replaced]")).to_have_text(re.compile("Anna.*Chick plays"))
    expect(page.locator(".log__line", has_text="Chick plays for you.")).to_be_attached()
    expect(choices(page)).to_have_count(0)
    expect(page.locator(".board-seat[data-turn]")).to_contain_text("Ben")  # the chick has played Anna's turn
    page.get_by_role("button", name="Come back").click()
    expect_prompt(page, "Waiting for Ben")
    expect(page.locator(".board-seat[data-replaced]")).to_have_count(0)
