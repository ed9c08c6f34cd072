"""A series on the page: setting it up, standings between games, the final ceremony, and late guests."""

import re

from playwright.sync_api import expect

from play.web.browsing import Visits
from play.web.finished import series_table
from play.web.playing import at_once
from roost.core.record import read_all
from roost.play.dice import verify_dice


def test_a_series_from_the_form_to_the_final_ceremony(visits: Visits) -> None:
    """Two games of bots are played on a phone, with standings and another choice of game in between."""
    host = at_once(visits.visitor())
    page = visits.open("/new/junior", visitor=host)
    page.get_by_role("button", name="Robin").click()
    page.get_by_role("button", name="Remove Robin").click()
    page.get_by_role("button", name="Chick").last.click()
    page.get_by_text("Options").click()
    expect(page.get_by_label("What counts?")).to_be_hidden()
    page.get_by_label("How many games?").select_option("games 2")
    page.get_by_label("What counts?").select_option("wins")
    page.get_by_role("button", name="Play", exact=True).click()

    expect(page.locator(".standings__caption")).to_have_text("After 1 of 2 games")
    expect(page.locator(".standings__row")).to_have_count(2)
    expect(page.locator(".series__next")).to_have_text("Next: Junior. Chick 2 goes first.")
    page.get_by_text("Choose the next game").click()
    page.get_by_role("button", name="Barbecue").click()
    expect(page.locator(".series__next")).to_have_text(re.compile("Next: Barbecue"))
    page.get_by_role("button", name="Next game").click()

    expect(page.locator('.table[data-game="barbecue"] .finale__title')).to_have_text(re.compile("the series.*!"))
    expect(page.locator(".finale__seat[data-won]").first).to_be_visible()
    expect(page.get_by_role("button", name="New series")).to_be_enabled()
    expect(page.locator('.shield[data-state="green"]')).to_have_count(1)  # the dice of both games were checked

    page.locator(".tool--more").click()
    page.get_by_role("link", name="Standings").click()
    expect(page.locator(".series-page__game h3")).to_have_text(["Junior", "Barbecue"])
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all records").click()
    records = [*read_all(download.value.path().read_text("utf-8"))]
    assert [record.game.name for record in records] == ["junior", "barbecue"]
    assert all(verify_dice(record).is_proved for record in records)


def test_a_late_guest_plays_from_the_next_game_on(visits: Visits) -> None:
    """A guest can sit down although every seat is taken, and the page says when they play."""
    anna, ben = at_once(visits.visitor()), at_once(visits.visitor())
    table = series_table(anna, 1, "Anna", "Carla", kind="games", count=3)
    host = visits.open(f"/table/{table}", visitor=anna)
    code = anna.request.get(f"/api/tables/{table}").json()["table"]["code"]
    guest = visits.open(f"/t/{code}", visitor=ben)
    expect(guest.locator(".notice")).to_have_text("All seats are taken. Join now to play from the next game.")
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Take a seat").click()
    expect(guest.locator(".standings__row")).to_have_count(2)
    host.get_by_role("button", name="Next game").click()
    expect(host.get_by_text("Waiting for Ben.")).to_be_visible()
    guest.get_by_role("button", name="Next game").click()
    for page in (host, guest):
        expect(page.locator(".board-seat")).to_have_count(3)
        expect(page.locator(".prompt__text")).to_have_text(re.compile("Carla"))  # the next player in order begins
