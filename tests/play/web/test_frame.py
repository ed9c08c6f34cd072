"""The frame of every page: languages, settings, keys, ways through the pages, and what happens when something fails."""

import re

import pytest
from playwright.sync_api import Route, expect

from play.web.browsing import Visits
from play.web.playing import ANNA, BEN, make_table

FOLLOW = """(address) => {
    const link = document.body.appendChild(Object.assign(document.createElement("a"), { href: address }));
    link.click();
    link.remove();
}"""


def test_settings_hold_and_reach_other_tabs(visits: Visits) -> None:
    """A setting made in one tab holds in all of them, and still after the page was closed."""
    visitor = visits.visitor()
    page, other = visits.open("/", visitor=visitor), visits.open("/", visitor=visitor)
    page.keyboard.press(",")
    page.get_by_role("radio", name="dark").check()
    page.get_by_role("radio", name="high").check()
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    again = visits.open("/", visitor=visitor)
    expect(again.locator("html")).to_have_attribute("data-contrast", "more")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_the_device_decides_until_somebody_does(visits: Visits) -> None:
    """Theme, contrast and motion are those of the device, and follow it while the page is open."""
    page = visits.open("/", theme="dark", reduced_motion="no-preference")
    document = page.locator("html")
    expect(document).to_have_attribute("data-theme", "dark")
    expect(document).to_have_attribute("data-motion", "on")
    page.emulate_media(color_scheme="light", reduced_motion="reduce", contrast="more")
    expect(document).to_have_attribute("data-theme", "light")
    expect(document).to_have_attribute("data-motion", "off")
    expect(document).to_have_attribute("data-contrast", "more")


@pytest.mark.parametrize("address", ["/table/{table}", "/analysis", "/learn/heckmeck"])
def test_a_page_that_was_left_while_it_loaded_is_gone(visits: Visits, address: str) -> None:
    """Neither its keys nor its title nor its address come afterwards."""
    visitor = visits.visitor()
    table = make_table(visitor, "junior", ANNA, BEN)["id"]
    page = visits.open("/rules/heckmeck", visitor=visitor)
    title, asked = page.title(), list[Route]()
    page.route(re.compile(r"/api/(positions|tables/\w+)\?"), lambda route: asked.append(route))
    with page.expect_request(re.compile("/api/(positions|tables)")):
        page.evaluate(FOLLOW, address.format(table=table))
    page.go_back()
    expect(page.locator("h1")).to_contain_text("the rules")
    with page.expect_response(re.compile("/api/(positions|tables)")) as answered:
        asked[0].continue_()
    answered.value.finished()
    page.wait_for_timeout(100)  # nothing tells that nothing happens
    assert (page.title(), page.url.removeprefix(visits.url)) == (title, "/rules/heckmeck")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("to the home page")
    expect(keys.locator("kbd", has_text="1")).to_have_count(0)


def test_keys_lead_through_the_pages(visits: Visits) -> None:
    """The question mark lists the keys; they work everywhere but in a field where somebody types.

    Pages have addresses: the browser's own way back works, to where one was.
    """
    page = visits.open("/")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("to the home page")
    page.keyboard.press("Escape")
    field = page.get_by_label("Code of the table")
    field.press_sequentially("h?,")
    expect(field).to_have_value("h?,")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".game-card summary").first.click()
    page.get_by_role("link", name="Invite friends").click()
    expect(page.locator("h1")).to_be_focused()
    page.keyboard.press("h")
    expect(page).to_have_url(f"{visits.url}/")
    page.locator(".game-card summary").nth(2).click()
    link = page.get_by_role("link", name="Pass and play")
    link.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    link.click()
    expect(page.locator("h1")).to_contain_text("Heckmeck Barbecue")
    expect(page).to_have_title(re.compile("Heckmeck Barbecue · Roost"))
    page.go_back()
    expect(page.locator("h1")).to_have_text("What shall we play?")
    page.wait_for_function("before => Math.abs(scrollY - before) < 3", arg=before)


def test_a_wrong_address_is_a_page_that_helps(visits: Visits) -> None:
    """A visitor who follows a wrong link is told, by a status too, and led home."""
    visits.allow("404")
    page = visits.visitor().new_page()
    answer = page.goto("/nowhere/at/all")
    assert answer is not None
    assert answer.status == 404
    expect(page.locator("h1")).to_have_text("There is nothing here")
    page.get_by_role("link", name="To the home page").click()
    expect(page.locator("h1")).to_have_text("What shall we play?")


@pytest.mark.parametrize("cut", ["later", "while it loads"])
def test_a_page_that_cannot_be_fetched_comes_by_itself_later(visits: Visits, cut: str) -> None:
    """Without a network a page says so, and trying again does not help; once it is back, the page comes.

    The network may go in the first second, before the page has fetched what it does without at first.
    """
    visits.allow("ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load")
    visitor, late = visits.visitor(), re.compile("/parts/offline.js$")
    if cut == "while it loads":
        visitor.route(late, lambda route: route.abort())
    page = visitor.new_page()
    came = "requestfinished" if cut == "later" else "requestfailed"
    with page.expect_event(came, lambda it: bool(late.search(it.url))):
        page.goto("/")
    page.locator(".game-card summary").first.click()
    visitor.set_offline(True)
    page.get_by_role("link", name="Invite friends").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#live")).to_contain_text("cannot be reached")
    visitor.unroute_all()
    visitor.set_offline(False)
    expect(page.locator("h1")).to_contain_text("A new table")
