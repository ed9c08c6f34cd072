"""The page of the server's host, and what its tasks do to pages that are open."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from play.server.serving import fast, serving_in_thread
from play.web.browsing import SMALL, TOO_SMALL, Visits
from roost.play.server.storage.admin import opened
from roost.play.server.storage.host_tasks import new_host_token

SEATS = [{"kind": "here", "name": "Anna"}, {"kind": "open"}]


def confirm(page: Page, button: str) -> None:
    """Press a button on the host's page, and the button of the same name in the dialog."""
    page.get_by_role("button", name=button, exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=button, exact=True).click()


def test_the_host_speaks_to_open_pages_and_watches_over_tables(
    browser: Browser, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the smallest screen. A deleted table, a notice and the code for new tables reach pages that are open."""
    monkeypatch.setattr("roost.play.server.platform._LOOK_EVERY", 0.05)
    with serving_in_thread(fast(database)) as url, opened(str(database)) as engine:
        token = new_host_token(engine)
        visits = Visits(browser, url, painted=False)
        visits.allow("401|403|404")
        tables = [visits.request("POST", "/api/tables", {"game": "junior", "seats": SEATS}) for _ in range(2)]
        guest = visits.open(f"/table/{tables[0]['id']}")
        home = visits.open("/")
        host = visits.open("/host", size=SMALL)
        host.get_by_label("Token").fill("not this one")
        host.get_by_role("button", name="Enter").click()
        expect(host.get_by_role("alert").filter(has_text="This is not the token")).to_be_visible()
        host.get_by_label("Token").fill(token.lower())
        host.get_by_role("button", name="Enter").click()
        expect(host.get_by_text("Open tables: 2.")).to_be_visible()
        assert host.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
        assert host.evaluate(TOO_SMALL) == []
        assert token not in host.url

        host.get_by_label("Sentence").fill("Back in five minutes")
        host.get_by_role("button", name="Show").click()
        expect(host.get_by_role("button", name="End the notice")).to_be_visible()
        for page in (guest, host):  # the stream tells tables, and the other pages ask when they are opened
            expect(page.locator(".host-notice") if page is guest else page.get_by_text("Shown until")).to_be_visible()
        guest.locator(".host-notice").get_by_role("button", name="Close").click()
        expect(guest.locator(".host-notice")).to_have_count(0)

        host.get_by_role("textbox", name="Code").fill("Huhn über Bord")
        host.get_by_role("button", name="Save").click()
        expect(host.get_by_role("button", name="Let everybody create tables")).to_be_visible()
        home.goto("/new/junior?with=bot")
        expect(home.locator(".host-notice")).to_have_text("Back in five minutes")
        home.get_by_role("button", name="Play", exact=True).click()
        for typed, text in (("wrong", "This code does not fit."), ("Huhn über Bord", "")):
            home.get_by_role("textbox", name="Code").fill(typed)
            home.get_by_role("dialog").get_by_role("button", name="Enter").click()
            if text:
                expect(home.get_by_text(text)).to_be_visible()
        home.wait_for_url("**/table/*")

        first = host.locator("li", has_text=tables[0]["code"])
        first.get_by_role("button", name="Delete the name Anna").click()
        host.get_by_role("dialog").get_by_role("button", name="Delete the name Anna").click()
        expect(guest.locator(".lobby__seat").first).not_to_contain_text("Anna")
        first.get_by_role("button", name="Delete", exact=True).click()
        host.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
        expect(first).to_have_count(0)
        expect(guest.locator("h1")).to_have_text("Page not found")
        visits.close()
        assert visits.unexpected == []
