"""Screens at any speed, with skipped animations, or opened late, agree on every state of a game."""

import json
from typing import Any

import httpx
import pytest

from patience import PATIENCE
from play.web.node import evaluate

SCREENS = """await (async () => {
    const needed = ["model/playback.js", "model/steps.js", `games/roost.games.${data.home}.adapters/events.js`];
    const [{ Playback }, { stepsOf }, { after }] = await Promise.all(needed.map((name) => import(`${base}/${name}`)));
    const shown = (model) => JSON.stringify([
        model.table, it.viewOf(model), model.log.length, model.log.slice(-3), model.trust?.rolls,
    ]);
    // The idle states of a screen, by the version of the table.
    const watch = (snapshot, changes, speed, { skips = false, waits = 1 } = {}) => {
        let model = it.opened(snapshot), latest = snapshot.table;
        model = it.withPast(model, data.past);
        const timers = new Map(), states = {};
        let made = 0;
        const playback = new Playback({
            show: (step) => { model = it.stepped(model, step); },
            tell: (step) => { model = it.withLogLines(model, step); },
            idle: () => {}, speed: () => speed, isOwn: () => false, isOld: () => false, may: () => true, now: () => 0,
            later: (run) => { timers.set(++made, run); return made; }, cancel: (timer) => timers.delete(timer),
        });
        const rest = () => {
            if (skips) playback.skip();
            for (let next = [...timers][0]; next; next = [...timers][0]) { timers.delete(next[0]); next[1](); }
            states[model.table.version] = shown(model);
        };
        for (const change of changes.filter(({ version }) => version > snapshot.table.version)) {
            const steps = stepsOf(latest, change, after);
            latest = change.table;
            playback.add(steps);
            if (change.version % waits === 0) rest();
        }
        rest();
        return states;
    };
    const slow = watch(data.first, data.changes, "slow");
    const others = {
        fast: watch(data.first, data.changes, "fast", { waits: 3 }),
        skipping: watch(data.first, data.changes, "normal", { skips: true, waits: 5 }),
        instant: watch(data.first, data.changes, "instant"),
        returning: watch(data.middle, data.changes, "normal"),
    };
    const differ = (states) => Object.keys(states).filter((version) => states[version] !== slow[version]);
    const compared = ([name, states]) => [name, Object.keys(states).length, differ(states)];
    return Object.entries({ slow, ...others }).map(compared);
})()"""


def whole_game(http: httpx.Client, table: str) -> list[Any]:
    """Return the changes of a table from its second version to the end of its game, as its stream sends them."""
    changes: list[Any] = []
    with http.stream("GET", f"/api/tables/{table}/events", params={"after": 1, "lang": "en"}) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                changes.append(json.loads(line.removeprefix("data: ")))
                if changes[-1]["table"]["status"] == "over":
                    return changes
    raise AssertionError("the stream has ended")


def snapshot_of(change: Any, spec: Any, faces: str) -> dict[str, Any]:
    """Return the snapshot for a visitor who opens the page after a change."""
    return {"table": change["table"], "spec": spec, "you": None, "faces": faces}


@pytest.mark.parametrize(("game", "home"), [("junior", "set_aside"), ("picnic", "picnic")])
def test_every_screen_reaches_the_same_states(server: str, game: str, home: str) -> None:
    """The log and the number of proved rolls agree as well, at any speed and whenever the page was opened."""
    seats = [{"kind": "bot", "bot": "chick"}, {"kind": "bot", "bot": "pullet"}]
    with httpx.Client(base_url=server, timeout=PATIENCE, verify=False) as http:
        created = http.post("/api/tables", json={"game": game, "seats": seats}).json()
        table, headers = created["id"], {"authorization": f"Bearer {created['token']}"}
        http.post(f"/api/tables/{table}/start", json={}, headers=headers)
        changes = whole_game(http, table)
        past = http.get(f"/api/tables/{table}/changes", params={"lang": "en"}).json()
    # One page is opened in the middle of the game, if possible after a change that is shown in several steps.
    midst = changes[len(changes) // 4 : len(changes) * 3 // 4]
    middle = next((change for change in midst if len(change["events"]) > 1), midst[0])
    spec = created["snapshot"]["spec"]
    first = {**created["snapshot"], "you": None}
    data = {
        "first": first,
        "middle": snapshot_of(middle, spec, first["faces"]),
        "changes": changes,
        "past": past,
        "home": home,
    }
    results = {name: (count, differ) for name, count, differ in evaluate("model/table.js", SCREENS, data)}
    count = len(changes)
    assert results["slow"] == results["instant"] == (count, [])
    assert {name: differ for name, (_, differ) in results.items() if differ} == {}
    assert min(states for states, _ in results.values()) >= count // 5
