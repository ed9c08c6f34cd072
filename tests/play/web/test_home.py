"""Home and the ways into a game: one tap, a link, a code, a form."""

from playwright.sync_api import expect

from play.web.browsing import Visits
from play.web.playing import ANNA, BEN, choice, make_table, play_a_bot, press
from roost.core.registry import all_games

CONTROLS = "a:not(.skip), button, input, select, summary"
"""All that one may tap; the link past the bar is seen only by people who come to it by keys."""
_LEFT = """(tables) => {
    const left = tables.map((id) => ({ id, game: "junior", names: ["Anna", "Ben"], plays: true, seen: Date.now() }));
    const known = JSON.parse(localStorage.getItem("roost-tables"));
    localStorage.setItem("roost-tables", JSON.stringify([...known, ...left]));
}"""
"""Tables that this device remembers as well: somebody has left as many as home shows."""


def test_home_asks_one_question(visits: Visits) -> None:
    """Home asks what to play: at most 14 controls, half of the words of before, and a game to tap above the fold.

    Each game has a picture; a tap on it shows four ways into the game and closes the others, and the first way is
    against a bot.
    """
    page = visits.open("/")
    play_a_bot(page, "picnic")
    table = visits.request("GET", f"/api/tables/{page.url.rpartition('/')[2]}")
    assert (table["spec"]["game"], table["table"]["status"]) == ("picnic", "playing")
    mine = page.locator(".board-seat[data-mine] .board-seat__head")
    expect(mine).to_have_text("Robinyou")  # who said no name is called after their bird, and knows who it is
    press(choice(page, ""))
    page.wait_for_selector(".log__line--told", state="attached")
    page.evaluate(_LEFT, [make_table(page.context, "junior", ANNA, BEN)["id"] for _ in range(2)])
    page.goto("/")
    expect(page.locator(".mine")).to_have_count(3)
    newcomer = visits.open("/")
    for width, height in ((320, 568), (390, 844), (844, 390), (1440, 900)):
        for one in (page, newcomer):
            one.set_viewport_size({"width": width, "height": height})
            first = one.locator(".mine, .game-card summary").first.bounding_box()
            assert first is not None
            assert first["y"] + first["height"] <= height
        assert page.locator(CONTROLS).locator("visible=true").count() <= 14
        assert len(page.locator("body").inner_text().split()) <= 100
    for game in all_games():
        card = newcomer.locator(f'.game-card[data-game="{game}"]')
        expect(card.locator(".game-card__picture > svg")).to_have_count(1)
        card.locator("summary").click()
        expect(newcomer.locator(".game-card[open]")).to_have_count(1)
        expect(card.locator(".game-card__ways .button")).to_have_text(
            ["Play a bot now", "Invite friends", "Pass and play", "Learn it"]
        )


def test_people_without_names_are_called_after_different_birds(visits: Visits) -> None:
    """A bird that somebody chose is nobody else's, and the form says what they will be called."""
    page = visits.open("/new/heckmeck?with=device")
    names = page.locator(".seats-form input.input")
    page.locator(".seats-form__seat").first.get_by_label("Duck").check()
    expect(names.first).to_have_attribute("placeholder", "Duck")
    page.reload()  # the device remembers it
    expect(names).to_have_count(2)
    for name, bird in zip(names.all(), ("Duck", "Robin"), strict=True):
        expect(name).to_have_attribute("placeholder", bird)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".board-seat__name")).to_have_text(["Duck", "Robin"])


def test_home_does_without_what_other_pages_need(visits: Visits) -> None:
    """While their words and styles do not come, home is whole, and what opens on it; other pages are tried again."""
    visits.allow("ERR_FAILED")
    visitor = visits.visitor()
    for name in ("messages/en.json", "assets/*/style.css"):
        visitor.route(f"**/{name}", lambda route: route.abort())
    page = visits.open("/", visitor=visitor)
    expect(page.locator(".game-card__picture > svg")).to_have_count(len(all_games()))
    page.keyboard.press(",")
    expect(page.get_by_role("dialog")).to_contain_text("Speed")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keys")
    page.keyboard.press("Escape")
    page.locator(".home__puzzle").click()
    expect(page.locator("h1")).to_have_text("That did not work")
    visitor.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".puzzle__choice").first).to_be_visible()
    assert page.evaluate("document.styleSheets.length") == 2


def test_a_table_that_was_left_waits_at_home(visits: Visits) -> None:
    """Going on is one tap; the card says whose turn it is, and goes once the table is put away.

    A game that nobody has touched leaves no trace.
    """
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


def test_a_friend_joins_by_code_and_another_watches(visits: Visits) -> None:
    """The host sets a table and reads the code out; a friend types it and sits down, somebody else only watches.

    A seat that is kept for somebody is claimed with the link that was made for them, and by nobody else.
    """
    host = visits.open("/new/junior?with=friends")
    host.get_by_label("Name for seat A").fill("Anna")
    host.get_by_role("button", name="One more").click()
    host.get_by_label("Who plays seat C").select_option("guest")
    host.get_by_label("Name for seat C").fill("Cleo")
    host.get_by_role("button", name="Create table").click()
    host.wait_for_url("**/table/*")
    code = host.locator(".invite__code strong").inner_text().replace(" ", "")
    secret = host.evaluate("Object.values(JSON.parse(Object.entries(sessionStorage).find(([k]) => "
                           "k.startsWith('roost-invitations-'))[1]))[0]")  # fmt: skip
    expect(host.get_by_role("img", name="QR code")).to_be_visible()

    friend = visits.open("/")
    friend.get_by_label("Code of the table").fill(f" {code[:3].lower()} {code[3:]} ")
    friend.get_by_role("button", name="Join", exact=True).click()
    expect(friend.locator("h1")).to_have_text("Join Heckmeck Junior")
    expect(friend.locator(".join__seats")).to_contain_text("Anna")
    expect(friend.get_by_label("Your name")).to_have_attribute("placeholder", "Duck")  # a bird that nobody is yet
    friend.get_by_role("button", name="Take a seat").click()
    friend.wait_for_url("**/table/*")
    assert friend.url == host.url
    friend.get_by_role("button", name="Change name and bird").click()
    friend.get_by_label("Your name").fill("Ben")
    friend.get_by_role("button", name="Done").click()
    expect(host.locator(".lobby__seat", has_text="Ben")).to_be_visible()

    late = visits.open(f"/t/{code}")
    expect(late.get_by_text("All seats are taken")).to_be_visible()
    late.goto(f"/t/{code}?sit")  # as a camera reads it from the code: there is no seat, so one watches
    late.wait_for_url("**/table/*")
    friend.goto(f"/t/{code}")
    friend.wait_for_url("**/table/*")  # whoever sits there already is not asked again
    late.goto(f"/t/{code}#{secret}")  # Cleo's link
    late.get_by_label("Your name").fill("Cleo")
    late.get_by_role("button", name="Take a seat").click()
    late.wait_for_url("**/table/*")


def test_a_code_that_nobody_has_is_asked_for_again(visits: Visits) -> None:
    """A mistyped code is said to be one, and stays to be corrected."""
    visits.allow("404")
    page = visits.open("/t/ABCDEF")
    expect(page.get_by_role("alert")).to_have_text("No table has the code ABCDEF.")
    field = page.get_by_label("Code of the table")
    expect(field).to_have_value("ABCDEF")
    field.fill("?!")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("like K7MPQ2")


def test_every_declared_option_has_a_field(visits: Visits) -> None:
    """The form is made from the game's declaration, and its defaults make a table.

    What the rules do not allow is said where it was asked for, and nothing that was typed is lost.
    """
    visits.allow("422")
    visitor = visits.visitor()
    for game in ("junior", "picnic"):  # which have options of every kind
        page = visits.open(f"/new/{game}?with=device", visitor=visitor)
        for fold in page.locator("summary").all():
            fold.click()
        for option in visits.request("GET", f"/api/games/{game}?lang=en")["options"]:
            expect(page.get_by_text(option["meaning"])).to_be_visible()
        if game == "junior":
            worms = page.get_by_label("Worms")
            usual = worms.input_value()
            worms.fill("1,2")
            page.get_by_role("button", name="Begin").click()
            expect(page.get_by_role("alert")).to_contain_text("6 numbers of 0 to 9")
            expect(worms).to_have_value("1,2")
            worms.fill(usual)
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/table/*")
        assert visits.request("GET", f"/api/tables/{page.url.rpartition('/')[2]}")["spec"].get("options", {}) == {}


def test_what_is_chosen_is_played(visits: Visits) -> None:
    """Options of every kind, seats and house rules arrive at the table as they were chosen."""
    page = visits.open("/new/picnic?with=device")
    page.get_by_role("button", name="One more").click()
    page.get_by_label("Who plays seat C").select_option("rooster")
    for fold in page.locator("summary").all():
        fold.click()
    page.get_by_label("Who begins").select_option("2")
    page.get_by_label("Points to win").select_option("5")
    page.get_by_label("Beginners' game").check()
    page.get_by_label("Tracks").fill("6:2,6:2,8:3,8:3,10:4,12:4")
    page.get_by_label("Time for a turn").select_option("60")
    expect(page.get_by_label("Coach")).to_have_value("")  # off at first
    page.get_by_label("Coach").select_option("2")
    page.get_by_role("switch", name="We roll real dice").check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/table/*")
    spec = visits.request("GET", f"/api/tables/{page.url.rpartition('/')[2]}")["spec"]
    chosen = {"start": 2, "goal": 5, "beginner": True, "tracks": "6:2,6:2,8:3,8:3,10:4,12:4"}
    assert spec["options"] == chosen
    assert [seat["kind"] for seat in spec["seats"]] == ["here", "here", "bot"]
    assert spec["rules"] == {"coach": 2, "dice": "real", "turn_seconds": 60}
