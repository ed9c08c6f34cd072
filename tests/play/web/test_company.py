"""Other people at the table: a player who closes the page, a bot that stands in, and spectators."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from play.web.browsing import Visits
from play.web.node import evaluate
from play.web.playing import (
    ANNA,
    BEN,
    OPEN,
    at_once,
    begin,
    choices,
    expect_prompt,
    make_table,
    press,
    set_something_aside,
    sit_down,
)

FIRST = {"start": "A"}


def test_a_player_with_a_closed_page_is_away_and_a_bot_can_stand_in(hasty: Visits) -> None:
    """Everybody sees Ben's reaction and the turn's clock. Ben closes the page, and a bot plays until he returns."""
    anna, ben = at_once(hasty.visitor()), at_once(hasty.visitor())
    table = make_table(anna, "junior", ANNA, OPEN, options=FIRST, rules={"turn_seconds": 300})["id"]
    sit_down(ben, table, "Ben")
    host, guest = (hasty.seated(f"/table/{table}", visitor) for visitor in (anna, ben))
    watcher = hasty.open(f"/table/{table}", visitor=at_once(hasty.visitor()))
    guest.get_by_role("button", name="Begin").click()
    expect(choices(host)).to_have_count(1)
    for page in (host, guest):
        expect(page.locator(".clock")).to_have_text(re.compile("^[45]:"))
    guest.keyboard.press("r")
    guest.get_by_role("button", name="good luck!").click()
    expect(host.locator(".seat__reaction")).to_be_visible()
    expect(host.locator("#live")).to_contain_text("Ben: good luck!")
    guest.close()
    expect(host.locator(".board-seat[data-away]")).to_have_text(re.compile("Ben.*away"))
    expect(host.locator(".narration__text")).to_have_text("Ben is away.")
    expect(watcher.locator(".prompt__standin")).to_have_text(
        "Ben is away. The host can let a bot play until they are back."
    )
    host.locator(".prompt__standin").get_by_role("button", name="Bot").click()
    host.get_by_role("button", name="Chick").click()
    expect(host.locator(".board-seat[data-replaced]")).to_have_text(re.compile("Ben.*Chick is playing"))
    expect(watcher.locator(".prompt__standin")).to_be_hidden()
    back = hasty.open(f"/table/{table}", visitor=ben)
    back.get_by_role("button", name="Come back").click()
    expect(host.locator(".board-seat[data-replaced]")).to_have_count(0)
    expect(host.locator(".board-seat[data-away]")).to_have_count(0)


def test_a_spectator_sees_the_game_and_may_react(visits: Visits) -> None:
    """The page says that they watch, and players see the reaction. Beside the player's bird is what the player needs.

    Whoever waits may guess how the turn ends. Nobody else at the player's own device could see a reaction.
    """
    page = begin(visits, "heckmeck", ANNA, BEN, options=FIRST)
    watcher = visits.open(page.url, visitor=at_once(visits.visitor(lang="de")))
    expect_prompt(watcher, "Du schaust zu und kannst reagieren. Anna ist dran")
    set_something_aside(page)
    expect(watcher.locator(".dice-sum, .dice-aside output")).to_be_visible()
    expect(watcher.locator(".log__line").last).to_have_text(re.compile("Anna legt .* beiseite"), use_inner_text=False)
    expect(choices(watcher)).to_have_count(0)
    expect(watcher.locator(".tool--undo")).to_be_hidden()
    expect(watcher.locator(".board-seat__turn--told")).to_have_text(re.compile(r"^\d+ … "))
    press(watcher.get_by_role("button", name="Hält"))
    expect(watcher.get_by_role("button", name="Hält")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".board-seat__turn--told, .guess, .tool--react").filter(visible=True)).to_have_count(0)
    watcher.locator(".tool--react").click()
    watcher.get_by_role("button", name="viel Glück!").click()
    expect(page.locator("#live")).to_contain_text("From the audience: good luck!")


def test_a_player_picks_a_bird_that_the_device_remembers(visits: Visits) -> None:
    """Everybody sees the bird, and the next table of this device offers it again."""
    anna, ben = at_once(visits.visitor()), at_once(visits.visitor())
    created = make_table(anna, "junior", {**ANNA, "avatar": "parrot"}, OPEN, options=FIRST)
    guest = visits.open(f"/t/{created['code']}", visitor=ben)
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("radio", name="Penguin").check()
    guest.get_by_role("button", name="Take a seat").click()
    host = visits.open(f"/table/{created['id']}", visitor=anna)
    host.get_by_role("button", name="Begin").click()
    expect(choices(host)).to_have_count(1)
    seats = anna.request.get(f"/api/tables/{created['id']}").json()["table"]["seats"]
    assert [seat["avatar"] for seat in seats] == ["parrot", "penguin"]
    faces = [host.locator(f'.board-seat[data-seat="{seat}"] .seat__bot svg').inner_html() for seat in (0, 1)]
    assert faces[0] != faces[1]
    guest.goto("/new/junior")
    expect(guest.locator(".perch__name").first).to_have_text("Ben")
    guest.get_by_role("button", name="Play", exact=True).click()
    expect(choices(guest)).to_have_count(1)
    table = guest.url.rpartition("/")[2]
    assert ben.request.get(f"/api/tables/{table}").json()["table"]["seats"][0]["avatar"] == "penguin"


LINES = """(() => {
    const model = it.opened(data.snapshot);
    const after = (entry) => it.withLogLines(model, { ...data.step, entries: [entry] });
    return data.entries.map((entry) => after(entry).log.map(({ text }) => text));
})()"""


def test_the_log_says_what_a_bot_did_when_the_clock_ran_out() -> None:
    """The log says whether the bot plays one turn or takes over; a bot in its own seat is not mentioned."""
    seats: list[dict[str, Any]] = [
        {"seat": 0, "letter": "A", "kind": "person", "name": "Anna", "person": 0, "bot": None, "away": False},
        {"seat": 1, "letter": "B", "kind": "bot", "name": "", "person": None, "bot": "hen", "away": False},
    ]
    game = {"turn_at": 100.0, "number": 1, "seat": 0, "node": "roll", "dice": {"seals": []}, "scores": [0, 0]}
    table = {
        "version": 9,
        "at": 131.0,
        "status": "playing",
        "seats": seats,
        "game": game,
        "rematch": [],
        "coming": None,
    }
    spec = {"game": "junior", "seats": [{}, {}], "rules": {"turn_seconds": 30}}
    entries = [
        {"type": "rolled", "seat": 0, "roll": "1", "proof": "", "by": "hen"},
        {"type": "acted", "seat": 0, "action": "1", "by": "hen"},
        {"type": "bot_seated", "seat": 0, "bot": "hen"},
        {"type": "rolled", "seat": 1, "roll": "1", "proof": "", "by": "hen"},
        {"type": "rolled", "seat": 0, "roll": "1", "proof": ""},
    ]
    data: dict[str, Any] = {
        "snapshot": {"table": table, "spec": spec, "you": None},
        "step": {"table": table, "sentences": []},
    }
    lines = evaluate("model/table.js", LINES, {**data, "entries": entries})
    keys = ["time_up_rolled", "time_up_acted", "time_up_for_good"]
    assert lines == [*([f"table.log.{key}"] for key in keys), [], []]
    data["snapshot"]["spec"]["rules"] = {}
    lines = evaluate("model/table.js", LINES, {**data, "entries": entries[2:3]})
    assert lines == [["table.log.replaced"]]


@pytest.mark.parametrize(("person", "seats", "you"), [(0, 1, "you."), (0, 2, ""), (1, 1, ""), (None, 1, "")])
def test_the_log_addresses_a_player_with_their_own_device(person: int | None, seats: int, you: str) -> None:
    """The log says "you" to this player; spectators and people who share a device read names."""
    anna = {"letter": "A", "kind": "person", "name": "Anna", "person": 0, "bot": None, "away": False}
    table = {
        "version": 9,
        "at": 0.0,
        "status": "playing",
        "seats": [{**anna, "seat": seat} for seat in range(seats)],
        "game": None,
        "rematch": [],
        "coming": None,
    }
    entries = {
        "claimed": {"type": "seat_claimed", "seat": 0, "person": 0, "name": "Anna"},
        "left": {"type": "seat_left", "seat": 0},
        "returned": {"type": "seat_returned", "seat": 0},
        "replaced": {"type": "bot_seated", "seat": 0, "bot": "hen"},
        "undone": {"type": "undone", "seat": 0},
        "entered": {"type": "entered", "seat": 0, "person": 0, "roll": "1"},
        "correction_proposed": {"type": "correction_proposed", "person": 0, "roll": "1"},
        "correction_declined": {"type": "correction_declined", "person": 0},
    }
    you_are = None if person is None else {"person": person, "host": person == 0, "seats": []}
    snapshot = {"table": table, "spec": {"game": "junior", "seats": [{}] * seats}, "you": you_are}
    data = {"snapshot": snapshot, "step": {"table": table, "sentences": []}, "entries": list(entries.values())}
    assert evaluate("model/table.js", LINES, data) == [[f"table.log.{you}{key}"] for key in entries]
