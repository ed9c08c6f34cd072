"""A page that receives a table's log: the messages of the server, and the page's own modules that check them."""

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

RECEIVING = """async (data) => {
  // A page that receives changes one after another, and what its boards would draw after each.
  const [{Device, nothingRemembered}, {Hearing, checkedFacts}, {stepsOf}, {after, EVENTS}] = await Promise.all(
    ["model/device.js", "model/hearing.js", "model/steps.js", `games/roost.games.${data.rules}.adapters/events.js`].map(
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
      const {rolled = "", aside = ""} = checkedFacts({device, isChecked}, step.table.game?.facts ?? {});
      const sentences = isChecked ? step.sentences.filter((_, at) => step.events[at].type === "rolled") : [];
      drawn.push([change.version, rolled, aside, sentences]);
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
    """Input for a page that receives some changes after its first snapshot, with what its device remembers."""
    memory = {"numbers": {"1": NUMBER.hex()}}
    data = {"changes": changes, "snapshot": first, "person": 0, "rules": "set_aside", "memory": memory, "more": []}
    return {**data, **more}


def received(*cases: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a page on each case, and return what it computes and draws."""
    results: list[dict[str, Any]] = evaluate("model/hearing.js", f"await Promise.all(data.map({RECEIVING}))", cases)
    return results


def table_of(game: str, moves: int = 12, **options: Any) -> tuple[list[Change], dict[str, Any], list[Draft]]:
    """Play at a table of Anna and a chick; return the changes sent to a page, its first snapshot, and all drafts."""
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
    return messages(drafts), _json(snapshot(drafts[0].table, 0, Language.EN)), drafts


def messages(drafts: list[Draft]) -> list[Change]:
    """Return the changes as they are sent to a page."""
    return [_json(ChangeView.of(draft.change, draft.events, draft.table, Language.EN)) for draft in drafts]


def _json(view: Any) -> Any:
    return json.loads(msgspec.json.encode(view))
