"""Pages for reading and trying things: rules, tutorials, the analysis board, replays, the check of dice."""

import re
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import FilePayload, Locator, Page, Route, expect

import roost
from play.web.browsing import DESKTOP, Visits
from play.web.finished import finished_table, record_of
from play.web.node import evaluate
from play.web.playing import ANNA, BEN, at_once, begin, press
from roost.core.record import load, read
from roost.core.registry import all_games, game_type
from roost.core.words import Language
from roost.core.words.pages import rules_pages
from roost.play.dice import verify_dice
from roost.play.server.http.routes.knowledge import game_info
from roost.play.table.board_facts import board_facts
from roost.play.web.adapter import page_parts
from roost.study.odds.aims import Swing
from soak import rarely

GAMES = tuple(all_games())


@cache
def lessons() -> dict[str, Any]:
    """Return the lessons as the page has them."""
    parts = {name: page_parts(kind)["lesson"] for name, kind in all_games().items()}
    return {name: evaluate(part, "it.LESSON", None) for name, part in parts.items()}


# -- rules -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["de", *rarely("en")])
def test_the_rules_page_shows_every_rule_of_every_game(visits: Visits, lang: str) -> None:
    """A rule has its number, rulings are marked, and an address with a number shows that rule."""
    page = visits.open("/rules/heckmeck", lang=lang, size=DESKTOP)
    for name in GAMES:
        page.locator(f'.game-links a[href="/rules/{name}"]').click()
        expect(page.locator(".game-links [aria-current]")).to_have_attribute("href", f"/rules/{name}")
        pages = rules_pages(game_type(name), Language(lang))
        numbers = re.findall(r"^- \*\*([A-Z]+-\d+)\*\*", "\n".join(pages), re.MULTILINE)
        expect(page.locator(".rule__number")).to_have_text(numbers)
        marked = sum(page_.count("*(ruling)*") + page_.count("*(Festlegung)*") for page_ in pages)
        expect(page.locator(".rule .mark--ruling")).to_have_count(marked)
    page.goto("/rules/heckmeck#HM-7")
    expect(page.locator(".rule:target .rule__number")).to_have_text("HM-7")


def test_the_rules_open_in_a_dialog_over_the_table(visits: Visits) -> None:
    page = begin(visits, "junior", ANNA, BEN)
    table = page.url
    page.get_by_role("link", name="Rules").first.click()
    expect(page.get_by_role("dialog").locator(".glance")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.url == table


# -- tutorials ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_is_legal_and_agrees_with_the_solver(name: str) -> None:
    """The moves of a lesson follow the rules, and the solver agrees with the choices that it calls best."""
    lesson = lessons()[name]
    state = roost.position(lesson["start"])
    decisions = 0
    for step in lesson["steps"]:
        state = roost.position(step["position"]) if "position" in step else state
        if "roll" in step:
            state = state.play(step["roll"]).state
        if "best" in step:
            choices = Swing().solve(state).choices(state)
            chosen = next(choice for choice in choices if str(choice.action) == step["best"])
            assert chosen.value == pytest.approx(choices[0].value), step["say"]
            state = state.play(step["best"]).state
            decisions += len(choices) > 1
        for move in step.get("watch", ()):
            state = state.play(move).state
    assert decisions >= 4


def take(page: Page, action: str) -> None:
    """Choose an action in the list, or at the dice for a re-roll."""
    if action.startswith("reroll"):
        for face in action.removeprefix("reroll"):
            page.locator(f'roost-dice button[aria-label="{face}"][aria-pressed="false"]').first.click()
        page.locator(f'roost-dice [data-choose="{action}"]').click()
    else:
        press(page.locator(f'.choice[data-action="{action}"]'))


@pytest.mark.parametrize(
    ("name", "lang"), [("heckmeck", "de"), ("picnic", "en"), *rarely(("junior", "en"), ("barbecue", "de"))]
)
def test_a_tutorial_can_be_played_from_start_to_end(visits: Visits, name: str, lang: str) -> None:
    """A worse choice is played, explained with its odds, and taken back."""
    page = visits.open(f"/learn/{name}", visitor=at_once(visits.visitor(lang=lang)))
    steps = lessons()[name]["steps"]
    is_tried = False
    for number, step in enumerate(steps, 1):
        expect(page.locator(".lesson__title .small")).to_have_text(re.compile(rf"\b{number}\b.*\b{len(steps)}\b"))
        if "best" in step:
            worse = page.locator(f'.choice:not([data-action="{step["best"]}"])')
            if not is_tried and worse.count():
                worse.first.click()
                sure = page.locator(".choices__question + .choice")
                if sure.count():  # the page asks before a choice that people regret
                    sure.click()
                expect(page.locator(".lesson__reaction--kind")).to_contain_text(re.compile(r"^(You|Du) .*\d"))
                expect(page.locator(".lesson__dock .choice")).to_have_count(0)
                page.locator(".lesson__next").click()
                lit = page.locator("[data-lit]").first
                expect(lit).to_be_visible()
                is_tried = True
            take(page, step["best"])
        elif "roll" in step:
            take(page, "")
        elif number < len(steps):
            if "watch" in step:
                expect(page.locator(".lesson__told li").nth(len(step["watch"]) // 2)).to_be_visible()
            expect(page.locator(".lesson__next")).to_have_text({"en": "Continue", "de": "Weiter"}[lang])
            page.locator(".lesson__next").click()
    assert is_tried
    expect(page.locator(".lesson__end a").first).to_have_attribute("href", f"/new/{name}")


def test_a_tutorial_can_be_played_by_keys(visits: Visits) -> None:
    """Arrows move forwards and back, and numbers choose; a step back shows the earlier position."""
    page = visits.open("/learn/heckmeck", visitor=at_once(visits.visitor()))
    count = page.locator(".lesson__title .small")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text("Step 2 of 16")
    page.keyboard.press("1")
    expect(count).to_have_text("Step 3 of 16")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.choice[data-action=""]')).to_be_visible()


# -- the analysis board ------------------------------------------------------------------------------------------------


def test_the_analysis_board_shows_odds_and_tries_moves(visits: Visits) -> None:
    """The address always names the position.

    Choices can be rated by win share instead; a shared address keeps that aim.
    """
    position = "heckmeck grill=21-36 A=- B=- turn=A roll=1124445w"
    page = visits.open(f"/analysis?position={position.replace(' ', '+')}", size=DESKTOP)
    expect(page.locator(".odds__choice").first).to_contain_text("three 4s")
    expect(page.locator('.choice[data-action="4"]')).to_contain_text("32% risk")
    press(page.locator('.choice[data-action="4"]'))
    press(page.locator('.choice[data-action="roll"]'))
    for face in "25www":
        page.locator(".analysis__roller .setup__add").nth("12345w".index(face)).click()
    expect(page.locator(".analysis__move")).to_have_count(4)
    assert "roll%3D25www" in page.url
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.choice[data-action="roll"]')).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".analysis__move[aria-current]")).to_have_text("Roll 5 dice")
    press(page.locator('.choice[data-action=""]'))
    expect(page.locator(".analysis__move").nth(3)).to_have_attribute("aria-current", "step")
    position = "heckmeck grill=21-24 A=28 B=36 turn=A aside=44w".replace(" ", "+")
    page.goto(f"/analysis?position={position}")
    expect(page.locator(".odds__table")).to_contain_text("+0.5")
    page.get_by_role("radio", name="the win").check()
    expect(page.locator(".odds__table thead")).to_contain_text("to win")
    expect(page.locator(".odds")).to_contain_text("To win: your chance of winning the game")
    shared = visits.open(page.url.removeprefix(visits.url), size=DESKTOP)
    for board in (page, shared):
        expect(board.locator(".odds__table tbody tr").first).to_contain_text("15.7%")
    expect(position_text(shared)).to_have_value(position_text(page).input_value())


def test_a_position_can_be_entered_as_text(visits: Visits) -> None:
    """An invalid position is refused with the reason, and the board stays.

    Long German words do not shrink the dice of the choices.
    """
    visits.allow("422")
    page = visits.open("/analysis?position=heckmeck+nonsense", lang="de", size=DESKTOP)
    expect(page.get_by_role("alert")).to_contain_text("nonsense")
    text, show = page.locator("textarea"), page.get_by_role("button", name="Zeigen")
    text.fill("heckmeck grill=21-36 A=- B=- turn=A roll=1123445w")
    show.click()
    dice = page.locator(".choice__die svg")
    expect(dice.first).to_be_visible()
    assert all(die.bounding_box()["width"] >= 24 for die in dice.all())  # type: ignore[index]
    text.fill("junior grill=4,4,5,6,6,7,8 A=5,9 B=7 C=- turn=C aside=wbb")
    show.click()
    expect(page.locator("roost-board")).to_contain_text("C")
    expect(page.locator('.choice[data-action="take5"]')).to_be_visible()
    text.fill("junior grill=4,4,5 A=99 B=- turn=A")
    show.click()
    expect(page.get_by_role("alert")).to_contain_text("99")
    expect(page.locator('.choice[data-action="take5"]')).to_be_visible()


def position_text(page: Page) -> Locator:
    """Return the field with the text of the position."""
    return page.locator("textarea")


def test_a_position_of_any_game_can_be_set_up_by_tapping(visits: Visits) -> None:
    """The editor sets tiles, plates, snails, ants, dice, the number of players and whose turn it is."""
    page = visits.open("/analysis?game=heckmeck")
    page.locator(".analysis__setup summary").click()
    setup = page.locator(".setup")
    setup.get_by_role("radio", name="on B's stack").check()
    setup.get_by_label("Tile 25: on the grill").click()
    setup.get_by_role("radio", name="face down").check()
    setup.get_by_label("Tile 36: on the grill").click()
    for face in ("4", "4", "worm"):
        setup.get_by_label(f"Add {face} to “Set aside”").click()
    expect(position_text(page)).to_have_value("heckmeck grill=21-24,26-35 A=- B=25 turn=A aside=44w")
    setup.get_by_label("Remove 4 from “Set aside”").first.click()
    setup.get_by_label("Players").select_option("3")
    setup.get_by_label("Whose turn").select_option("C")
    expect(position_text(page)).to_have_value("heckmeck grill=21-24,26-35 A=- B=25 C=- turn=C aside=4w")

    setup.get_by_label("Game").select_option("Barbecue")
    setup.get_by_role("radio", name="B's plate", exact=True).check()
    setup.get_by_label("Spot 30: nothing").click()
    setup.get_by_role("radio", name="snail", exact=True).check()
    setup.get_by_label("Spot 36: nothing").click()
    expect(position_text(page)).to_have_value("barbecue grill=30:B,36:snail A=0w0s B=3w0s C=0w0s turn=A")

    setup.get_by_label("Game").select_option("Picnic Blitz")
    setup.get_by_label("Track 1, space 2: no ant").click()
    setup.get_by_role("radio", name="C's ant", exact=True).check()
    setup.get_by_label("Track 1, space 2: A").click()
    setup.get_by_label("B has a Queen token").click()
    for face in "112346":
        setup.get_by_label(f"Add {face} to “On the table”").click()
    expect(position_text(page)).to_have_value("picnic start=A board=2AC/-/-/-/-/- A=- B=queen C=- turn=A dice=112346")


def test_an_answer_does_not_move_the_editor_under_a_finger(visits: Visits) -> None:
    """A page change above the editor waits until the press is over."""
    page = visits.open("/analysis?game=heckmeck", size={"width": 800, "height": 3000})
    page.locator(".analysis__setup summary").click()
    setup = page.locator(".setup")
    delayed: list[Route] = []
    page.route("**/api/positions?*", lambda route: route.continue_() if delayed else delayed.append(route))
    setup.get_by_label("Add 4 to “Set aside”").click()
    setup.get_by_label("worm to “Set aside”").hover()
    page.mouse.down()
    with page.expect_response("**/api/positions?*"):
        delayed[0].continue_()
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.mouse.up()
    expect(position_text(page)).to_have_value(re.compile("aside=4w"))


def test_the_editor_preserves_every_position() -> None:
    """A position that the page takes apart and writes again is the same for the rules engine."""
    views: list[dict[str, Any]] = []
    for name in GAMES:
        record = read(record_of(name, 200, seed=3))
        for state in list(record.states())[:: 7 if name != "picnic" else 3]:
            simple = {"attacks", "moved"}.isdisjoint(state.to_json()) and "rerolls" not in state.to_json()
            if (
                state.node is not roost.Node.OVER
                and simple
                and not (name == "picnic" and state.node is roost.Node.ROLL)
            ):
                facts = msgspec.to_builtins(board_facts(state))
                views.append({"position": str(state), "state": state.to_json(), "facts": facts})
    assert len(views) > 60
    parts = {name: page_parts(kind)["setup"] for name, kind in all_games().items()}
    kits = {name: {"info": msgspec.to_builtins(game_info(kind, None))} for name, kind in all_games().items()}
    script = """await Promise.all(data.views.map(async (view) => {
        const {read, write} = await import(`${base}/${data.parts[view.state.game]}`);
        return write(read(view, data.kits[view.state.game]));
    }))"""
    written = evaluate("model/setup.js", script, {"views": views, "parts": parts, "kits": kits})
    for view, text in zip(views, written, strict=True):
        assert roost.position(text) == roost.position(view["position"])


# -- replay ------------------------------------------------------------------------------------------------------------


def test_a_finished_game_can_be_replayed(visits: Visits) -> None:
    """Slider, keys, buttons and sentences lead to the same steps; an address names a step; the dice are proved."""
    visitor = at_once(visits.visitor(size=DESKTOP))
    table = finished_table(visitor)
    page = visits.open(f"/game/{table}/1", visitor=visitor)
    expect(page.locator(".dice-badge--good")).to_contain_text("checked in your browser")
    expect(page.locator(".game-page__result")).to_contain_text("win")
    count = page.locator(".replay__count")
    last = int((count.text_content() or "").split()[-1])
    expect(count).to_have_text(f"Step {last} of {last}")
    page.locator("h1").click()
    page.keyboard.press("Home")
    expect(page.locator(".replay__told")).to_have_text("The game begins.")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(f"Step 1 of {last}")
    expect(page.locator(".replay__sentence[aria-current]")).to_contain_text("rolls")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".replay__told")).not_to_have_text("")
    page.get_by_role("slider").fill("5")
    expect(count).to_have_text(f"Step 5 of {last}")
    page.locator(".replay__sentence").nth(7).click()
    expect(count).to_have_text(f"Step 7 of {last}")
    sentence = page.locator(".replay__told").text_content() or ""
    board = page.locator("roost-board .board").get_attribute("aria-label") or ""
    assert page.url.endswith(f"/game/{table}/1#7")
    german = visits.open(f"/game/{table}/1#7", lang="de")
    expect(german.locator(".replay__count")).to_have_text(f"Schritt 7 von {last}")
    expect(german.locator("roost-board .board")).not_to_have_attribute("aria-label", board)
    page.get_by_role("button", name="Play it").click()
    expect(count).to_have_text(re.compile(rf"Step (8|9|1\d) of {last}"))
    page.keyboard.press(" ")
    expect(page.locator(".replay__told")).not_to_have_text(sentence)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert verify_dice(load(download.value.path())).is_proved


# -- the check of the dice ---------------------------------------------------------------------------------------------


def refuse_requests(page: Page) -> None:
    """Fail on any further request to the API."""

    def refuse(route: Route) -> None:
        raise AssertionError(f"the page asked for {route.request.url}")

    page.route("**/api/**", refuse)


def check(page: Page, record: str) -> Locator:
    """Check a record from a file, and return the verdict."""
    file: FilePayload = {"name": "game.roost", "mimeType": "text/plain", "buffer": record.encode()}
    page.locator('input[type="file"]').set_input_files(files=[file])
    return page.locator(".verdict")


def test_the_verify_page_checks_the_dice_of_a_table_or_a_file(visits: Visits) -> None:
    """The page proves a sound record and names a changed roll, without further requests to the server."""
    visitor = visits.visitor(lang="de")
    page = visits.open(f"/verify?table={finished_table(visitor)}&game=1", visitor=visitor)
    expect(page.locator(".verdict--good")).to_be_visible()
    page.get_by_role("button", name="Dieses Spiel nachspielen").click()
    expect(page.locator(".replay__told")).to_have_text("Das Spiel beginnt.")
    refuse_requests(page)
    record = record_of("heckmeck", 50)
    words = next(line for line in record.splitlines() if line.startswith("1 A ")).split()
    rolled, chosen = words[2], words[3]
    forged = sorted(rolled.replace(next(face for face in rolled if face != chosen), chosen, 1))
    page.locator("textarea").fill(record.replace(f"1 A {rolled}", f"1 A {''.join(forged)}", 1))
    page.get_by_role("button", name="Prüfen").click()
    expect(page.locator(".verdict--bad")).to_be_visible()
    rolls = record.count("%roll ")
    good = check(page, record)
    expect(good).to_have_class(re.compile("verdict--good"))
    expect(good.locator("h2")).to_contain_text(str(rolls))
    good.locator("summary").click()
    expect(good.locator(".verdict__roll--good")).to_have_count(rolls)
    at = record.index("%roll 3 ") + 20
    bad = check(page, record[:at] + chr(ord(record[at]) ^ 1) + record[at + 1 :])
    expect(bad).to_have_class(re.compile("verdict--bad"))
    expect(bad.locator("h2")).to_contain_text("3")
    expect(check(page, "hello")).to_have_class(re.compile("verdict--bad"))


def test_the_dice_page_counts_the_servers_dice_and_those_of_a_record(visits: Visits) -> None:
    """A chart has a description in words."""
    visitor = visits.visitor()
    finished_table(visitor)
    page = visits.open("/dice", visitor=visitor)
    chart = page.locator(".tally__chart").first
    expect(chart).to_have_attribute("aria-label", re.compile("worm: [0-9]+ times?, expected [0-9]+"))
    check(page, record_of("barbecue", 40))
    expect(page.get_by_role("heading", name="Anna, Ben")).to_be_visible()
    visits.allow("422")
    page.locator("textarea").fill("no record")
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be read")
