"""Measure the folder of ``roost static`` in Chromium: sizes, and how quick its engine is beside a server's.

    python tools/engine.py [GAME …] [--folder build/static] [--times 3]

CPU times are those of the worker in which Python runs, as Linux counts them, so other work on the machine changes them
little. Wall times are medians. For each game, the tool plays moves of two players on one device. It asks for the exact
odds of the decisions among them, and for hints, which take as long as a turn of the fox. In the first game it then
presses choices on the page, against the hen, and waits for the next choices, on the folder's page and on a local
server's. Without ``--folder`` it writes one.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from gzip import compress
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

import paths  # noqa: F401  # makes the helpers of tests importable
from play.web.browsing import Visits, looking
from play.web.playing import ANNA, BEN, HEN, at_once, make_table, play_a_bot
from play.web.static_host import hosted
from roost.core.registry import all_games
from roost.play.static.folder import write_folder

PATIENCE = 120_000
"""Longest time for one step of the page, in milliseconds."""
MOVES = 80
"""Moves of a game to measure."""
BROTLI = "process.stdout.write(String(require('zlib').brotliCompressSync(require('fs').readFileSync(0)).length))"

HELD = """
    globalThis.engine = { isReady: false, held: [] };
    globalThis.Worker = class extends Worker {
        constructor(...given) {
            super(...given);
            engine.worker = this;
            this.addEventListener("message", ({ data }) => { engine.isReady ||= Boolean(data.ready); });
            engine.release = () => {
                const held = engine.held;
                engine.held = null;
                for (const message of held) super.postMessage(message);
            };
        }
        postMessage(message) {
            if (engine.held) engine.held.push(message);
            else super.postMessage(message);
        }
    };
    let latest = 1e9;  // above the page's own numbers
    engine.ask = (method, path, query, body, hear) => new Promise((resolve) => {
        const id = ++latest;
        let text = "";
        engine.worker.addEventListener("message", function listen({ data }) {
            if (data.id !== id) return;
            text += data.part ?? "";
            if (hear && data.part) hear(data.part);
            if (!data.end) return;
            engine.worker.removeEventListener("message", listen);
            resolve(text);
        });
        const request = { id, method, path: `/api/${path}`, query, headers: {} };
        engine.worker.postMessage({ ...request, body: body ? JSON.stringify(body) : "" });
    });
"""
"""Script that holds the page's requests until the engine is ready and measured, and lets the tool send its own."""

PLAY = """async ({ game, seats, moves }) => {
    const { id } = JSON.parse(await engine.ask("POST", "tables", "", { game, seats }));
    let [table, rest, news] = [null, "", () => {}];
    engine.ask("GET", `tables/${id}/events`, "more=true", null, (part) => {
        const events = (rest + part).split("\\n\\n");
        rest = events.pop();
        for (const event of events) {
            const data = /^data: (.*)$/m.exec(event)?.[1];
            if (/^event: (snapshot|change)$/m.test(event)) table = JSON.parse(data).table;
        }
        news();
    });
    const until = async (version) => {
        while ((table?.version ?? 0) < version) await new Promise((resolve) => { news = resolve; });
    };
    await until(JSON.parse(await engine.ask("POST", `tables/${id}/start`, "", {})).version);
    const decisions = [];
    let made = 0;
    for (; made < moves && table.status !== "over"; made++) {
        const { node, actions, moved, position } = table.game;
        const body = { version: moved, key: `key${made}`, throw: true };
        if (node === "decide") {
            body.action = actions[made % actions.length].action;
            decisions.push(position);
        }
        await until(JSON.parse(await engine.ask("POST", `tables/${id}/moves`, "", body)).version);
    }
    await engine.ask("POST", `tables/${id}/close`, "", {});
    return [made, decisions];
}"""
"""Script that plays moves as a page does, which watches the table; returns their number and the decisions."""

ASK = """([question, position]) =>
    engine.ask("GET", `positions/${question}`, new URLSearchParams({ position }).toString())"""
"""Script that asks for the odds of a position or for a hint."""

PRESS = """() => new Promise((resolve) => {
    const times = [];
    let [pressed, isAway] = [null, false];
    const look = () => {
        const buttons = [...document.querySelectorAll(".choices .choice:not([aria-disabled=true])")];
        if (document.querySelector(".finale:not([hidden])") || times.length >= 60) {
            observer.disconnect();
            return resolve(times);
        }
        isAway ||= !buttons.length;
        if (pressed !== null && isAway && buttons.length) {
            times.push(performance.now() - pressed);
            pressed = null;
        }
        if (pressed !== null || !buttons.length) return;
        [pressed, isAway] = [performance.now(), false];
        setTimeout(() => { (buttons.find(({ dataset }) => dataset.action !== "") ?? buttons[0]).click(); });
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["aria-disabled", "hidden"] });
    look();
})"""
"""Script that presses choices until the game is over, and returns the times until the next choices can be pressed."""


def sizes(folder: Path) -> None:
    """Print the sizes of what a device fetches to play."""
    (build,) = (folder / "assets").iterdir()
    (python,) = (folder / "python").iterdir()
    files = [*(build / "engine").iterdir(), *(file for file in python.iterdir() if file.suffix in (".mjs", ".wasm"))]
    bodies = [file.read_bytes() for file in files]
    totals = {
        "": sum(map(len, bodies)),
        " with gzip": sum(min(len(body), len(compress(body))) for body in bodies),
        " with brotli": sum(_brotli(body) for body in bodies),
    }
    print("engine:", ", ".join(f"{total / 1e6:.2f} MB{how}" for how, total in totals.items()), flush=True)


def _brotli(body: bytes) -> int:
    done = subprocess.run(["node", "-e", BROTLI], input=body, capture_output=True, check=True)
    return min(len(body), int(done.stdout))


def worker_cpu() -> float:
    """Return the CPU time of the running workers, in milliseconds."""
    parents = {int(stat.parent.name): _parent(stat) for stat in Path("/proc").glob("[0-9]*/stat")}
    ours = {pid for pid in parents if any(ancestor == os.getpid() for ancestor in _ancestors(pid, parents))}
    threads = [task for pid in ours for task in Path(f"/proc/{pid}/task").glob("*")]
    workers = [task for task in threads if (task / "comm").read_text().startswith("DedicatedWorker")]
    return sum(int((task / "schedstat").read_text().split()[0]) for task in workers) / 1e6


def _parent(stat: Path) -> int:
    try:
        return int(stat.read_text().rpartition(")")[2].split()[1])
    except OSError:  # a process that has just ended
        return 0


def _ancestors(pid: int, parents: dict[int, int]) -> Iterator[int]:
    while pid := parents.get(pid, 0):
        yield pid


def first_view(browser: Browser, url: str) -> float:
    """Return the time until home's games can be tapped on a new device, in milliseconds."""
    visits = Visits(browser, url)
    page = visits.visitor().new_page()
    page.goto(url)
    page.wait_for_selector(".game-card:last-of-type", timeout=PATIENCE)
    shown: float = page.evaluate("() => performance.now()")
    visits.close()
    return shown


def opened(visits: Visits, url: str) -> Page:
    """Let the engine start on a new device; requests to it are held."""
    visitor = at_once(visits.visitor())
    visitor.add_init_script(HELD)
    page = visits.open(url, visitor=visitor)
    page.locator(".game-card").first.click()
    page.wait_for_function("() => engine.isReady", timeout=PATIENCE)
    return page


def measure_game(page: Page, game: str) -> None:
    """Print the CPU times of a game's moves, odds and hints."""
    seats = {"game": game, "seats": [ANNA, BEN], "moves": MOVES}
    page.evaluate(PLAY, seats)  # loads the game
    before = worker_cpu()
    moves, decisions = page.evaluate(PLAY, seats)
    each = (worker_cpu() - before) / moves
    print(f"{game}: move {each:.1f} ms of CPU ({moves} moves)", flush=True)
    for question in ("odds", "hint"):
        print(f"{game}: {question} {_asked(page, question, list(dict.fromkeys(decisions)))}", flush=True)


def _asked(page: Page, question: str, positions: list[str]) -> str:
    """Return a summary of the CPU times of the answers about positions, or why there is none."""
    times = []
    for position in positions:
        before = worker_cpu()
        answer = json.loads(page.evaluate(ASK, [question, position]))
        if "detail" in answer:
            return str(answer["detail"])
        times.append(worker_cpu() - before)
    first, *others = times
    return f"{mean(others):.0f} ms (first {first:.0f}, largest later {max(others):.0f}, {len(times)} positions)"


def press_times(browser: Browser, url: str, game: str, *, is_local: bool) -> list[float]:
    """Return the times from a press to the next choices, in milliseconds."""
    visits = Visits(browser, url)
    visitor = at_once(visits.visitor())
    if is_local:
        page = visits.open(url, visitor=visitor)
        play_a_bot(page, game)
    else:
        table = make_table(visitor, game, ANNA, HEN)["id"]
        page = visits.open(f"/table/{table}", visitor=visitor)
        page.locator(".lobby__start").click()
    page.locator(".choices .choice:not([aria-disabled=true])").first.wait_for(timeout=PATIENCE)
    times: list[float] = page.evaluate(PRESS)
    visits.close()
    return times


def main(arguments: list[str]) -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(all_games()))
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args(arguments)
    with ExitStack() as stack:
        folder = options.folder
        if folder is None:
            folder = Path(stack.enter_context(TemporaryDirectory())) / "site"
            write_folder(folder)
        sizes(folder)
        browser, server = stack.enter_context(looking())
        url = stack.enter_context(hosted(folder))
        views = [(first_view(browser, url), first_view(browser, f"{server}/")) for _ in range(options.times)]
        here, there = (median(times) for times in zip(*views, strict=True))
        print(f"first view of home: {here:.0f} ms (a server's {there:.0f})", flush=True)
        ready: list[float] = []
        for time in range(options.times):
            visits = Visits(browser, url)
            page = opened(visits, url)
            ready.append(worker_cpu())
            if time == options.times - 1:
                page.evaluate("() => engine.release()")
                for game in options.game:
                    measure_game(page, game)
            visits.close()
        print(f"engine ready: {median(ready):.0f} ms of CPU ({', '.join(f'{cpu:.0f}' for cpu in ready)})", flush=True)
        game = options.game[0]
        pressed = [press_times(browser, url, game, is_local=True), press_times(browser, server, game, is_local=False)]
        print(f"{game}: press to next choices {_spread(pressed[0])}; a server's {_spread(pressed[1])}")


def _spread(times: list[float]) -> str:
    return f"{median(times):.0f} ms (largest {max(times):.0f}, {len(times)} presses)"


if __name__ == "__main__":
    main(sys.argv[1:])
