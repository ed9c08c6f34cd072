"""The frame of every page: languages, settings, keys, navigation, and errors."""

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


def test_settings_are_saved_and_reach_other_tabs(visits: Visits) -> None:
    visitor = visits.visitor()
    page, second_tab = visits.open("/", visitor=visitor), visits.open("/", visitor=visitor)
    page.keyboard.press(",")
    page.get_by_role("radio", name="dark").check()
    page.get_by_role("radio", name="high").check()
    expect(second_tab.locator("html")).to_have_attribute("data-theme", "dark")
    third_tab = visits.open("/", visitor=visitor)
    expect(third_tab.locator("html")).to_have_attribute("data-contrast", "more")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_theme_contrast_and_motion_follow_the_device_by_default(visits: Visits) -> None:
    """The page follows a change on the device while it is open."""
    page = visits.open("/", theme="dark", reduced_motion="no-preference")
    document = page.locator("html")
    expect(document).to_have_attribute("data-theme", "dark")
    expect(document).to_have_attribute("data-motion", "on")
    page.emulate_media(color_scheme="light", reduced_motion="reduce", contrast="more")
    expect(document).to_have_attribute("data-theme", "light")
    expect(document).to_have_attribute("data-motion", "off")
    expect(document).to_have_attribute("data-contrast", "more")


@pytest.mark.parametrize("address", ["/table/{table}", "/analysis", "/learn/heckmeck"])
def test_a_page_left_while_loading_has_no_later_effect(visits: Visits, address: str) -> None:
    """After leaving a page that is still loading, its keys, title and address do not appear."""
    visitor = visits.visitor()
    table = make_table(visitor, "junior", ANNA, BEN)["id"]
    page = visits.open("/rules/heckmeck", visitor=visitor)
    title, pending = page.title(), list[Route]()
    page.route(re.compile(r"/api/(positions|tables/\w+)\?"), lambda route: pending.append(route))
    with page.expect_request(re.compile("/api/(positions|tables)")):
        page.evaluate(FOLLOW, address.format(table=table))
    page.go_back()
    expect(page.locator("h1")).to_contain_text("rules")
    with page.expect_response(re.compile("/api/(positions|tables)")) as answered:
        pending[0].continue_()
    answered.value.finished()
    page.wait_for_timeout(100)  # no event could tell that the page stays the same
    assert (page.title(), page.url.removeprefix(visits.url)) == (title, "/rules/heckmeck")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("go to the home page")
    expect(keys.locator("kbd", has_text="1")).to_have_count(0)


def test_keys_and_the_back_button_navigate_between_pages(visits: Visits) -> None:
    """The question mark lists the keys; they do not work in text fields.

    Back returns to the earlier scroll position.
    """
    page = visits.open("/")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("go to the home page")
    page.keyboard.press("Escape")
    field = page.get_by_label("Table code")
    field.press_sequentially("h?,")
    expect(field).to_have_value("h?,")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".game-card").first.click()
    expect(page.locator("h1")).to_be_focused()
    page.keyboard.press("h")
    expect(page).to_have_url(f"{visits.url}/")
    link = page.locator(".game-card").nth(2)
    link.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    link.click()
    expect(page.locator("h1")).to_have_text("Barbecue")
    expect(page).to_have_title(re.compile("Barbecue · Roost"))
    page.go_back()
    expect(page.locator("h1")).to_have_text("What shall we play?")
    page.wait_for_function("before => Math.abs(scrollY - before) < 3", arg=before)


def test_an_unknown_address_shows_a_page_with_a_link_home(visits: Visits) -> None:
    """The page has status 404."""
    visits.allow("404")
    page = visits.visitor().new_page()
    answer = page.goto("/nowhere/at/all")
    assert answer is not None
    assert answer.status == 404
    expect(page.locator("h1")).to_have_text("Page not found")
    page.get_by_role("link", name="Go to the home page").click()
    expect(page.locator("h1")).to_have_text("What shall we play?")


@pytest.mark.parametrize("cut", ["later", "while it loads"])
def test_a_page_that_failed_to_load_appears_once_the_network_is_back(visits: Visits, cut: str) -> None:
    """An error is shown until then, even after "Try again".

    The network may also fail before the page has loaded its module for working offline.
    """
    visits.allow("ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load")
    visitor, late = visits.visitor(), re.compile("/parts/offline.js$")
    if cut == "while it loads":
        visitor.route(late, lambda route: route.abort())
    page = visitor.new_page()
    outcome = "requestfinished" if cut == "later" else "requestfailed"
    with page.expect_event(outcome, lambda request: bool(late.search(request.url))):
        page.goto("/")
    visitor.set_offline(True)
    page.locator(".game-card").first.click()
    expect(page.get_by_role("alert")).to_contain_text("Can't reach the server")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#live")).to_contain_text("Can't reach the server")
    visitor.unroute_all()
    visitor.set_offline(False)
    expect(page.locator("h1")).to_have_text("Heckmeck")
