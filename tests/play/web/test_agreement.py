"""A slow screen, a fast one, one that skips and one that comes back agree on every state of a game."""

import json
from typing import Any

import httpx
import pytest

from patience import PATIENCE
from play.web.node import evaluate

SCREENS = """await (async () => {
    const needed = ["model/playback.js", "model/steps.js", `games/roost.games.${data.home}.faces/events.js`];
    const [{ Playback }, { stepsOf }, { after }] = await Promise.all(needed.map((one) => import(`${base}/${one}`)));
    const seen = (model) => JSON.stringify([
        model.table, it.viewOf(model), model.log.length, model.log.slice(-3), model.trust?.rolls,
    ]);
    // What a screen shows once it has come to rest, by the version of the table.
    const watch = (snapshot, changes, speed, { skips = false, waits = 1 } = {}) => {
        let model = it.opened(snapshot), latest = snapshot.table;
        model = it.withPast(model, data.past);
        const timers = new Map(), states = {};
        let made = 0;
        const playback = new Playback({
            show: (step) => { model = it.stepped(model, step); },
            tell: (step) => { model = it.toldOf(model, step); },
            idle: () => {}, speed: () => speed, isOwn: () => false, isOld: () => false, may: () => true, now: () => 0,
            later: (run) => { timers.set(++made, run); return made; }, cancel: (timer) => timers.delete(timer),
        });
        const rest = () => {
            if (skips) playback.skip();
            for (let next = [...timers][0]; next; next = [...timers][0]) { timers.delete(next[0]); next[1](); }
            states[model.table.version] = seen(model);
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
    const told = ([name, states]) => [name, Object.keys(states).length, differ(states)];
    return Object.entries({ slow, ...others }).map(told);
})()"""


def whole_game(http: httpx.Client, table: str) -> list[Any]:
    """The changes of a table from its second version to the end of its game, as its stream tells them."""
    found: list[Any] = []
    with http.stream("GET", f"/api/tables/{table}/events", params={"after": 1, "lang": "en"}) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                found.append(json.loads(line.removeprefix("data: ")))
                if found[-1]["table"]["status"] == "over":
                    return found
    raise AssertionError("the stream has ended")


def snapshot_of(change: Any, spec: Any, faces: str) -> dict[str, Any]:
    """The table as somebody finds it who opens the page after a change."""
    return {"table": change["table"], "spec": spec, "you": None, "faces": faces}


@pytest.mark.parametrize(("game", "home"), [("junior", "set_aside"), ("picnic", "picnic")])
def test_every_screen_comes_to_the_same_states(server: str, game: str, home: str) -> None:
    """However fast they show it, and whenever they came; what they have in the log and proved of the dice too."""
    seats = [{"kind": "bot", "bot": "chick"}, {"kind": "bot", "bot": "pullet"}]
    with httpx.Client(base_url=server, timeout=PATIENCE, verify=False) as http:
        made = http.post("/api/tables", json={"game": game, "seats": seats}).json()
        table, headers = made["id"], {"authorization": f"Bearer {made['token']}"}
        http.post(f"/api/tables/{table}/start", json={}, headers=headers)
        changes = whole_game(http, table)
        past = http.get(f"/api/tables/{table}/changes", params={"lang": "en"}).json()
    # Somebody comes back in the middle of the game: after a change that is shown in several steps, if there was one.
    midst = changes[len(changes) // 4 : len(changes) * 3 // 4]
    middle = next((change for change in midst if len(change["events"]) > 1), midst[0])
    spec = made["snapshot"]["spec"]
    first = {**made["snapshot"], "you": None}
    data = {
        "first": first,
        "middle": snapshot_of(middle, spec, first["faces"]),
        "changes": changes,
        "past": past,
        "home": home,
    }
    found = {name: (count, differ) for name, count, differ in evaluate("model/table.js", SCREENS, data)}
    count = len(changes)
    assert found["slow"] == found["instant"] == (count, [])
    assert {name: differ for name, (_, differ) in found.items() if differ} == {}
    assert min(rested for rested, _ in found.values()) >= count // 5
