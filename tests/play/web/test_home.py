"""The home page and the ways into a game: one tap, a link, a code, a form."""

import re

from playwright.sync_api import expect

from play.web.browsing import Visits
from play.web.playing import ANNA, BEN, choice, make_table, play_a_bot, press
from roost.core.registry import all_games

CONTROLS = "a:not(.skip), button, input, select, summary"
"""All controls, except the link past the bar, which only keyboard users see."""
_LEFT = """(tables) => {
    const left = tables.map((id) => ({ id, game: "junior", names: ["Anna", "Ben"], plays: true, seen: Date.now() }));
    const known = JSON.parse(localStorage.getItem("roost-tables"));
    localStorage.setItem("roost-tables", JSON.stringify([...known, ...left]));
}"""
"""Script that adds tables to those that the device remembers, as many as home shows."""


def test_home_is_short_and_the_third_tap_rolls_the_dice(visits: Visits) -> None:
    """Home has at most 14 controls and 100 words, and a game is visible without scrolling.

    The first tap chooses a game, and the second begins it against the suggested bot, a chick for newcomers.
    """
    page = visits.open("/")
    play_a_bot(page, "picnic")
    table = visits.request("GET", f"/api/tables/{page.url.rpartition('/')[2]}")
    assert (table["spec"]["game"], table["table"]["status"]) == ("picnic", "playing")
    assert [seat.get("bot") for seat in table["spec"]["seats"]] == [None, "chick"]
    own_seat = page.locator(".board-seat[data-mine] .board-seat__head")
    expect(own_seat).to_have_text("Robinyou")  # a player without a name is called after their bird
    press(choice(page, ""))
    page.wait_for_selector(".log__line--event", state="attached")
    page.evaluate(_LEFT, [make_table(page.context, "junior", ANNA, BEN)["id"] for _ in range(2)])
    page.goto("/")
    expect(page.locator(".mine")).to_have_count(3)
    newcomer = visits.open("/")
    for width, height in ((320, 568), (390, 844), (844, 390), (1440, 900)):
        for home in (page, newcomer):
            home.set_viewport_size({"width": width, "height": height})
            first = home.locator(".mine, .game-card").first.bounding_box()
            assert first is not None
            assert first["y"] + first["height"] <= height
        assert page.locator(CONTROLS).locator("visible=true").count() <= 14
        assert len(page.locator("body").inner_text().split()) <= 100
    expect(newcomer.locator(".game-card__picture > svg")).to_have_count(len(all_games()))


def test_three_bots_take_four_taps_and_are_suggested_the_next_time(visits: Visits) -> None:
    """A tap on a bird of the shelf adds it, and a tap on the perch sends it away."""
    page = visits.open("/")
    page.locator('.game-card[data-game="heckmeck"]').click()
    for _ in range(2):
        page.get_by_role("button", name=re.compile("^Hen")).click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".board-seat__name")).to_have_text(["Robin", "Chick", "Hen", "Hen 2"])
    page.goto("/new/barbecue")
    on_perch = page.locator(".perch__name")
    expect(on_perch).to_have_text(["Robin", "Chick", "Hen", "Hen"])
    page.get_by_role("button", name="Remove Chick").click()
    expect(on_perch).to_have_text(["Robin", "Hen", "Hen"])
    page.get_by_role("button", name="Fox").click()
    page.get_by_role("button", name="Owl").click()
    expect(page.get_by_role("button", name="Rooster")).to_be_disabled()  # the game takes five players


def test_players_without_names_are_called_after_different_birds(visits: Visits) -> None:
    """A second person replaces the suggested bot; a chosen bird is not given to another player."""
    page = visits.open("/new/heckmeck")
    on_perch = page.locator(".perch__name")
    page.get_by_role("button", name="Robin").click()
    page.get_by_label("Duck").check()
    page.get_by_role("button", name="Done").click()
    expect(on_perch).to_have_text(["Duck", "Chick"])
    page.reload()  # the device remembers the bird
    page.get_by_role("button", name="Someone here").click()
    expect(on_perch).to_have_text(["Duck", "Robin"])
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".board-seat__name")).to_have_text(["Duck", "Robin"])


def test_home_works_without_the_words_and_styles_of_other_pages(visits: Visits) -> None:
    """The dialogs of home work as well; any other page fails and can be tried again."""
    visits.allow("ERR_FAILED")
    visitor = visits.visitor()
    for name in ("messages/en.json", "assets/*/style.css"):
        visitor.route(f"**/{name}", lambda route: route.abort())
    page = visits.open("/", visitor=visitor)
    expect(page.locator(".game-card__picture > svg")).to_have_count(len(all_games()))
    page.keyboard.press(",")
    expect(page.get_by_role("dialog")).to_contain_text("Game speed")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keys")
    page.keyboard.press("Escape")
    page.locator(".home__puzzle").click()
    expect(page.locator("h1")).to_have_text("Something went wrong")
    visitor.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".puzzle__choice").first).to_be_visible()
    assert page.evaluate("document.styleSheets.length") == 2


def test_home_offers_to_return_to_an_unfinished_table(visits: Visits) -> None:
    """A card says whose turn it is; games without a move and deleted tables have no card."""
    visits.allow("404")
    page = visits.open("/")
    play_a_bot(page)
    expect(choice(page, "")).to_be_visible()
    page.goto("/")
    expect(page.locator(".game-card").first).to_be_visible()
    expect(page.locator(".mine")).to_have_count(0)
    play_a_bot(page)
    table = page.url
    choice(page, "").click()
    expect(page.locator(".choice--aside").first).to_be_visible()
    page.goto("/")
    expect(page.locator(".mine")).to_contain_text("Your turn")
    page.evaluate("""() => {
      const gone = {id: "0".repeat(20), game: "junior", names: ["Anna"], plays: true, seen: 0};
      localStorage.setItem("roost-tables", JSON.stringify([gone, ...JSON.parse(localStorage.getItem("roost-tables"))]));
    }""")
    page.reload()
    expect(page.locator(".mine")).to_have_count(1)
    page.locator(".mine").click()
    expect(page).to_have_url(table)


def test_a_friend_joins_by_code_and_a_later_visitor_watches(below: Visits) -> None:
    """The host fills in no form, and a reserved seat is claimed with its own link. The server lies below a path."""
    host = below.open("new/junior")
    host.get_by_role("button", name="Invite friends").click()
    host.wait_for_url("**/table/*")
    code = host.locator(".invite__code strong").inner_text().replace(" ", "")
    assert host.get_by_role("img", name="QR code").evaluate("(image) => image.decode().then(() => image.naturalWidth)")
    assert "/games/roost/tv/" in below.open(f"tv/{code}").url  # reports any request outside the path

    friend = below.open("./")
    friend.get_by_label("Table code").fill(f" {code[:3].lower()} {code[3:]} ")
    friend.get_by_role("button", name="Join", exact=True).click()
    expect(friend.locator("h1")).to_have_text("Join Heckmeck Junior")
    expect(friend.locator(".join__seats")).to_contain_text("Robin")
    expect(friend.get_by_label("Your name")).to_have_attribute("placeholder", "Duck")  # an unused bird
    friend.get_by_role("button", name="Take a seat").click()
    friend.wait_for_url("**/table/*")
    assert friend.url == host.url
    friend.get_by_role("button", name="Change name and bird").click()
    friend.get_by_label("Your name").fill("Ben")
    friend.get_by_role("button", name="Done").click()
    expect(host.locator(".lobby__seat", has_text="Ben")).to_be_visible()

    late = below.open(f"t/{code}")
    expect(late.get_by_role("button", name="Take a seat")).to_be_visible()  # a third friend in a game for four
    host.get_by_role("button", name="Begin").click()
    expect(host.locator(".board-seat__name")).to_have_text(["Robin", "Ben"])
    late.goto(f"t/{code}")
    expect(late.get_by_text("The game has started")).to_be_visible()
    late.goto(f"t/{code}?sit")  # the QR code's address; no seat is left, so the visitor watches
    late.wait_for_url("**/table/*")
    friend.goto(f"t/{code}")
    friend.wait_for_url("**/table/*")  # a seated player is not asked again
    seats = [ANNA, {"kind": "guest", "name": "Cleo"}]
    kept = below.request("POST", "api/tables", {"game": "junior", "seats": seats})
    late.goto(f"t/{kept['code']}#{kept['invitations']['1']}")  # Cleo's link
    late.get_by_label("Your name").fill("Cleo")
    late.get_by_role("button", name="Take a seat").click()
    late.wait_for_url("**/table/*")


def test_an_unknown_code_can_be_corrected(visits: Visits) -> None:
    """The page names the code and keeps it in the field."""
    visits.allow("404")
    page = visits.open("/t/ABCDEF")
    expect(page.get_by_role("alert")).to_have_text("There is no table with the code ABCDEF.")
    field = page.get_by_label("Table code")
    expect(field).to_have_value("ABCDEF")
    field.fill("?!")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("like K7MPQ2")


def test_the_form_has_a_field_for_every_option(visits: Visits) -> None:
    """The default values make a table; an invalid value is explained at its field, and no entry is lost."""
    visits.allow("422")
    visitor = visits.visitor()
    for game in ("junior", "picnic"):  # together they have options of every kind
        page = visits.open(f"/new/{game}", visitor=visitor)
        for fold in page.locator("summary").all():
            fold.click()
        for option in visits.request("GET", f"/api/games/{game}?lang=en")["options"]:
            expect(page.get_by_text(option["meaning"])).to_be_visible()
        if game == "junior":
            worms = page.get_by_label("Worms")
            usual = worms.input_value()
            worms.fill("1,2")
            page.get_by_role("button", name="Play", exact=True).click()
            expect(page.get_by_role("alert")).to_contain_text("6 numbers of 0 to 9")
            expect(worms).to_have_value("1,2")
            worms.fill(usual)
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url("**/table/*")
        assert visits.request("GET", f"/api/tables/{page.url.rpartition('/')[2]}")["spec"].get("options", {}) == {}


def test_options_seats_and_house_rules_of_the_form_reach_the_table(visits: Visits) -> None:
    page = visits.open("/new/picnic")
    page.get_by_role("button", name="Someone here").click()
    page.get_by_role("button", name="Rooster").click()
    for fold in page.locator("summary").all():
        fold.click()
    page.get_by_label("Who goes first").select_option("2")
    page.get_by_label("Points to win").select_option("5")
    page.get_by_label("Beginner's game").check()
    page.get_by_label("Tracks").fill("6:2,6:2,8:3,8:3,10:4,12:4")
    page.get_by_label("Time per turn").select_option("60")
    expect(page.get_by_label("Coach")).to_have_value("")  # off by default
    page.get_by_label("Coach").select_option("2")
    page.get_by_role("switch", name="We roll real dice").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/table/*")
    spec = visits.request("GET", f"/api/tables/{page.url.rpartition('/')[2]}")["spec"]
    chosen = {"start": 2, "goal": 5, "beginner": True, "tracks": "6:2,6:2,8:3,8:3,10:4,12:4"}
    assert spec["options"] == chosen
    assert [seat["kind"] for seat in spec["seats"]] == ["here", "here", "bot"]
    assert spec["rules"] == {"coach": 2, "dice": "real", "turn_seconds": 60}
