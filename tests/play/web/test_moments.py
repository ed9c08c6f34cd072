"""Pictures of big moments, drawn across the table with the game's own pieces."""

from playwright.sync_api import expect

from play.web.browsing import Visits

_PICTURES = """async () => {
    const base = new URL(".", document.querySelector("script[type=module]").src).href;
    const { loadUi } = await import(base + "model/game-ui.js");
    const { board } = await loadUi("picnic");
    const moments = ["captured", "queen_taken", "pushed"].map((type) => board.moment({ events: [{ type, track: 1 }] }));
    const games = await Promise.all(["heckmeck", "junior", "barbecue", "picnic"].map((game) => loadUi(game)));
    return [...moments.map((moment) => moment?.picture.nodeName), ...games.map(({ board }) => board.trophy().nodeName)];
}"""
_SHOW = """async () => {
    const base = new URL(".", document.querySelector("script[type=module]").src).href;
    const { celebrate } = await import(base + "boards/moments.js");
    const place = document.createElement("div");
    place.className = "table__play";
    place.append(document.createElement("p"));
    document.body.append(place);
    const picture = () => document.createElementNS("http://www.w3.org/2000/svg", "svg");
    globalThis.pass = (isBig, pace) => celebrate(place.firstChild, { picture: picture(), isBig }, pace);
    pass(true, 0.001);
}"""


def test_a_big_moment_is_a_still_picture_without_animation(visits: Visits) -> None:
    """The picture ignores taps and disappears by itself; small moments are omitted, and at instant speed all are.

    Food and a Queen token are moments; an ant is pushed where it stands, without a picture.
    """
    page = visits.open("/")
    assert page.evaluate(_PICTURES) == ["svg", "svg", None, *["svg"] * 4]
    page.evaluate(_SHOW)
    moment = page.locator(".moment--big")
    expect(moment).to_have_css("pointer-events", "none")
    assert page.evaluate("document.querySelector('.moment').getAnimations({ subtree: true }).length") == 0
    page.evaluate("document.querySelector('.moment').remove()")
    page.evaluate("() => { pass(false, 1); pass(true, 0); }")
    expect(page.locator(".moment")).to_have_count(0)
    page.evaluate("() => pass(true, 1000)")
    expect(page.locator(".moment")).to_have_count(0)


def test_an_animated_big_moment_disappears(visits: Visits) -> None:
    page = visits.open("/", reduced_motion="no-preference")
    page.evaluate(_SHOW)
    assert page.evaluate("document.querySelector('.moment').getAnimations({ subtree: true }).length") == 2
    page.evaluate("() => pass(true, 1000)")
    expect(page.locator(".moment")).to_have_count(0)
