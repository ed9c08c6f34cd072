"""Sharing a result: a card in two shapes, and a line with a link, by the device's menu or by copying."""

import json
import re
import struct
from pathlib import Path

from playwright.sync_api import Page, expect

from play.web.browsing import Visits
from play.web.finished import finished_table, taken_challenge

SHAPES = {"Wide": (1200, 630), "Square": (1080, 1080)}
_MENU = """
    globalThis.shared = [];
    navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
    navigator.share = async ({ files, text, url }) => {
        shared.push({ names: files.map(({ name }) => name), sizes: files.map(({ size }) => size), text, url });
    };
"""
_COLOURS = """async (image) => {
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    return new Set(new Uint32Array(pen.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
}"""


def shared(visits: Visits, *, menu: bool) -> tuple[Page, str]:
    """Open the dialog for sharing a result; return the page and the link to the result."""
    visitor = visits.visitor(theme="dark", permissions=["clipboard-read", "clipboard-write"])
    if menu:
        visitor.add_init_script(_MENU)
    table = finished_table(visitor)
    page = visits.open(f"/table/{table}", visitor=visitor)
    page.locator(".finale").get_by_role("button", name="Share").click()
    return page, f"{visits.url}/game/{table}/1"


def png_size(path: Path) -> tuple[int, int]:
    """Width and height in the header of a PNG."""
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    size: tuple[int, int] = struct.unpack(">II", head[16:24])
    return size


def test_a_result_can_be_saved_and_copied_without_a_share_menu(visits: Visits) -> None:
    """The picture has two shapes, and the line contains the link."""
    page, link = shared(visits, menu=False)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Share")).to_be_hidden()
    for name, size in SHAPES.items():
        dialog.get_by_role("radio", name=name).check()
        save = dialog.locator(f'a[download="roost-junior-{name.lower()}.png"]')
        with page.expect_download() as saved:
            save.click()
        assert png_size(Path(saved.value.path())) == size
        assert dialog.locator(".share__card").evaluate(_COLOURS) > 100
    line = re.compile(r"🎲 Junior 🥇 Chick( 2)?: \d+ (🥇|🥈) Chick( 2)?: \d+ " + re.escape(link))
    expect(dialog.locator(".share__text")).to_have_text(line)
    dialog.get_by_role("button", name="Copy the text").click()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    assert line.fullmatch(page.evaluate("navigator.clipboard.readText()"))


def test_a_result_can_be_shared_with_the_devices_menu(visits: Visits) -> None:
    """The menu gets the picture, the line and the link; the page stays dark at night."""
    page, link = shared(visits, menu=True)
    expect(page.locator(".share__card")).to_have_js_property("naturalWidth", 1200)
    page.get_by_role("dialog").get_by_role("button", name="Share").click()
    result = page.evaluate("shared")[0]
    assert (result["names"], result["url"]) == (["roost-junior-wide.png"], link)
    assert result["sizes"][0] > 10_000
    assert result["text"].startswith("🎲 Junior 🥇 Chick")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_a_shared_challenge_links_to_the_same_dice(visits: Visits) -> None:
    """The shared line compares the players' decisions, and the link does not lead to a replay."""
    anna = visits.visitor()
    table = taken_challenge(anna, "junior-hen-cards", "Anna", "chick")
    taken = [{"name": "junior-hen-cards", "table": table, "day": None, "isDone": True}]
    store = f"localStorage.setItem('roost-challenges', {json.dumps(json.dumps(taken))})"
    anna.add_init_script(f"try {{ {store}; }} catch {{}}")
    page = visits.open("/challenge/junior-hen-cards", visitor=anna)
    expect(page.locator(".challenge__mistakes")).to_have_text(re.compile(r"\d%"))
    page.get_by_role("button", name="Share").click()
    link = f"{visits.url}/challenge/junior-hen-cards"
    line = re.compile(r"🎲 Challenge 🥇 Anna: [\d.]+% " + re.escape(link))
    expect(page.locator(".share__text")).to_have_text(line)
    expect(page.locator(".share__card")).to_have_js_property("naturalWidth", 1200)
