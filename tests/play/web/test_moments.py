"""Pictures of big moments, drawn across the table with the game's own pieces."""

from playwright.sync_api import expect

from play.web.browsing import Visits

_BIG = """async () => {
    const base = new URL(".", document.querySelector("script[type=module]").src).href;
    const { loadUi } = await import(base + "model/game-ui.js");
    const facts = { shown: { tracks: [[6, 2], [6, 2]] } };
    const at = async (game, event) => {
        const ui = await loadUi(game);
        const events = [{ seat: 0, owner: 1, tile: 21, ...event }];
        const { picture, isBig = false } = ui.board.moment({ ui, state: { options: {} }, facts, looks: [], events });
        return [isBig, picture.querySelectorAll("svg, path").length > 0, Boolean(ui.board.trophy())];
    };
    return Promise.all([
        at("heckmeck", { type: "failed" }), at("heckmeck", { type: "snatched" }),
        at("junior", { type: "failed" }), at("junior", { type: "snatched" }),
        at("barbecue", { type: "failed" }), at("barbecue", { type: "snail_taken" }),
        at("picnic", { type: "captured", track: 1 }), at("picnic", { type: "pushed", track: 1, source: 6 }),
        at("picnic", { type: "pushed", track: 1, source: 3 }),
    ]);
}"""
_SHOW = """async () => {
    const base = new URL(".", document.querySelector("script[type=module]").src).href;
    const { celebrate } = await import(base + "boards/moments.js");
    const place = document.createElement("div");
    place.className = "table__play";
    place.append(document.createElement("p"));
    document.body.append(place);
    const picture = () => document.createElementNS("http://www.w3.org/2000/svg", "svg");
    globalThis.pass = (isBig, pace) => celebrate(place.firstChild, { picture: picture(), mood: "sad", isBig }, pace);
    pass(true, 0.001);
}"""


def test_a_big_moment_is_a_still_picture_without_animation(visits: Visits) -> None:
    """The picture ignores taps and disappears by itself; small moments are omitted, and at instant speed all are.

    Big moments are a failed turn, a snatch, and food won or lost; taking a snail or pushing an ant is small.
    """
    page = visits.open("/")
    is_big = [True, True, True, True, True, False, True, True, False]
    assert page.evaluate(_BIG) == [[big, True, True] for big in is_big]
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
