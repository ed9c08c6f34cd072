"""A table whose log a page hears: every change as the server tells it, and the page's own modules that hear it."""

import json
from hashlib import sha256
from typing import Any

import msgspec

from play.web.node import evaluate
from roost.core.state import Node
from roost.core.words import Language
from roost.play.dice.fair import hashed
from roost.play.table import commands
from roost.play.table.dealer import TableDealer
from roost.play.table.draft import Draft
from roost.play.table.spec import BotSeat, HereSeat, TableSpec
from roost.play.table.views import ChangeView, snapshot

Change = dict[str, Any]
NUMBER = sha256(b"Anna's number").digest()

HEARD = """async (data) => {
  // A page that hears changes one after another, and what its boards would draw after each.
  const [{Device, nothingRemembered}, {Hearing, checkedSight}, {stepsOf}, {after, EVENTS}] = await Promise.all(
    ["model/device.js", "model/hearing.js", "model/steps.js", `games/roost.games.${data.rules}.faces/events.js`].map(
      (module) => import(`${base}/${module}`)));
  const {table, spec, faces} = data.snapshot;
  const played = {game: spec.game, faces};
  const memory = {...nothingRemembered(), ...data.memory};
  const device = new Device({table: table.id, faces, players: spec.seats.length}, memory);
  device.person = data.person;
  const hearing = new Hearing(device);
  const drawn = [];
  const numbers = [];
  let [before, isChecked] = [table, true];
  const hear = (change) => {
    const fallen = hearing.hear(change);
    const steps = stepsOf(before, change, after, [], (seat, roll) => `${seat} ${roll}`);
    isChecked = fallen !== null && hearing.holdsSteps(steps, fallen, played, EVENTS);
    before = change.table;
    for (const step of steps) {
      const {rolled = "", aside = ""} = checkedSight({device, isChecked}, step.table.game?.sight ?? {});
      const said = isChecked ? step.told.filter((_, at) => step.events[at].type === "rolled") : [];
      drawn.push([change.version, rolled, aside, said]);
    }
    if (device.asked) numbers.push(device.answer());
  };
  for (const change of data.changes) hear(change);
  let isRead = null;
  if (data.past) {
    isRead = hearing.catchUp(data.past, data.past.at(-1).version);
    for (const change of data.more) hear(change);
  }
  const {broken, standing, doubts, rolls, game, moves, evidence} = device;
  return {broken, standing, doubts, rolls, game, moves, drawn, numbers, isRead, evidence, memory};
}"""


def case(changes: list[Change], first: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Changes of a table that a page saw first when it was made, and what that page remembers."""
    memory = {"numbers": {"1": NUMBER.hex()}}
    given = {"changes": changes, "snapshot": first, "person": 0, "rules": "set_aside", "memory": memory, "more": []}
    return {**given, **more}


def heard(*cases: dict[str, Any]) -> list[dict[str, Any]]:
    """What a page makes of each of some cases."""
    found: list[dict[str, Any]] = evaluate("model/hearing.js", f"await Promise.all(data.map({HEARD}))", cases)
    return found


def table_of(game: str, moves: int = 12, **options: Any) -> tuple[list[Change], dict[str, Any], list[Draft]]:
    """The changes of a table of Anna and a chick as a page is told them, its first snapshot, and the drafts of all."""
    dealer = TableDealer(bytes(32))
    spec = TableSpec(game, (HereSeat("Anna"), BotSeat("chick")), {"start": "A", **options})
    drafts = [commands.create("t", "CODE", spec, dealer, 0.0)]
    drafts.append(commands.start(drafts[-1].table, 0, hashed(NUMBER).hex(), dealer, 1.0))
    drafts.append(commands.open_number(drafts[-1].table, 0, 1, NUMBER, dealer, 1.0))
    for _ in range(moves):
        table = drafts[-1].table
        play = table.play
        assert play is not None
        action = None if play.state.node is Node.ROLL else str(play.state.actions()[0])
        if play.state.seat == 0:
            drafts.append(commands.move(table, 0, table.version, action, dealer, 2.0, throws=True))
        elif action is None:
            drafts.append(commands.bot_roll(table, "chick", dealer, 2.0))
        else:
            drafts.append(commands.bot_act(table, "chick", action, 2.0))
    return told(drafts), _json(snapshot(drafts[0].table, 0, Language.EN)), drafts


def told(drafts: list[Draft]) -> list[Change]:
    """The changes as a page is told them."""
    return [_json(ChangeView.of(draft.change, draft.events, draft.table, Language.EN)) for draft in drafts]


def _json(view: Any) -> Any:
    return json.loads(msgspec.json.encode(view))
