"""The cost of a first visit: bytes, requests, and the time until a slow phone is ready."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import CDPSession

from play.web.browsing import Visits
from roost.play.web.assets import assets

MOST_BYTES = 100_000
MOST_REQUESTS = 26
SLOW_PHONE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""A mediocre mobile network: 150 ms latency, 1.6 Mbit/s down, 750 kbit/s up."""
SLOWER = 4
"""Factor by which the phone's processor is slower than this one."""


class Costs:
    """Counts the requests and bytes of a page."""

    def __init__(self, session: CDPSession) -> None:
        self.requests: dict[str, dict[str, Any]] = {}
        self.bytes = 0
        session.on("Network.requestWillBeSent", self._on_request)
        session.on("Network.loadingFinished", self._on_finished)
        session.send("Network.enable")

    def _on_request(self, event: dict[str, Any]) -> None:
        self.requests[event["requestId"]] = {"url": event["request"]["url"], "by": event["initiator"]["type"]}

    def _on_finished(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])


def test_the_first_view_is_small(visits: Visits) -> None:
    """Home takes less than 100 kB with headers, the typeface included, and the document itself refers to all files.

    Only the words and styles of the other pages are loaded afterwards.
    """
    visitor = visits.visitor()
    page = visitor.new_page()
    costs = Costs(visitor.new_cdp_session(page))
    page.goto("/")
    page.wait_for_selector(".game-card")
    page.wait_for_load_state("networkidle")
    print(f"first view: {len(costs.requests)} requests, {costs.bytes} bytes")  # pytest -s shows it
    assert costs.bytes < MOST_BYTES
    fonts = page.evaluate("[...document.fonts].map(({ weight, status }) => [weight, status])")
    assert fonts == [["100 500", "unloaded"], ["100 500", "loaded"], ["600 900", "unloaded"], ["600 900", "loaded"]]
    assert len(costs.requests) <= MOST_REQUESTS
    late = [
        request["url"]
        for request in costs.requests.values()
        if request["by"] == "script" and "/assets/" in request["url"]
    ]
    other_pages = [assets().address(name) for name in ("messages/en.json", "style.css", "parts/offline.js")]
    assert [url.removeprefix(visits.url) for url in late] == other_pages


def test_a_second_visit_fetches_no_file_again(visits: Visits) -> None:
    """Files with a fingerprint come from the browser's cache."""
    visitor = visits.visitor()
    visits.open("/", visitor=visitor)
    page = visitor.new_page()
    answers: list[str] = []
    session = visitor.new_cdp_session(page)
    session.on(
        "Network.responseReceived",
        lambda event: None if event["response"].get("fromDiskCache") else answers.append(event["response"]["url"]),
    )
    session.on("Network.requestServedFromCache", lambda event: None)
    session.send("Network.enable")
    page.goto("/")
    page.wait_for_selector(".game-card")
    fetched = [url for url in answers if "/assets/" in url and not url.endswith(".svg")]
    assert fetched == []


def test_the_time_until_a_slow_phone_is_ready_is_measured(
    visits: Visits, record_property: Callable[[str, object], None]
) -> None:
    """The seconds are recorded and not asserted, because they depend on the machine.

    Requests and bytes, which determine them, are bounded above; docs/development.md says how to read the seconds.
    """
    visitor = visits.visitor()
    page = visitor.new_page()
    # The page itself reports when it is ready, because polling would slow it down.
    page.add_init_script(
        """new MutationObserver((_, observer) => {
          if (!document.querySelector(".game-card")) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => console.log("ready", performance.now())));
        }).observe(document, {childList: true, subtree: true});"""
    )
    session = visitor.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_PHONE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    with page.expect_console_message(lambda message: message.text.startswith("ready ")) as ready:
        page.goto("/", wait_until="commit")
    seconds = float(ready.value.text.removeprefix("ready ")) / 1000
    record_property("seconds until ready", seconds)
    print(f"seconds until a slow phone is ready: {seconds:.2f}")  # pytest -s shows it
