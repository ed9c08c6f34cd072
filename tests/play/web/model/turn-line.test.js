import assert from "node:assert/strict";
import test from "node:test";

import { EVENTS } from "../../../../src/roost/games/set_aside/adapters/page/events.js";
import { turnLine } from "roost/model/turns.js";

const step = (sentences, ...events) => ({ sentences: sentences, events });
const laid = (symbol, count, total) =>
  step([`lays ${symbol} aside`], { type: "laid_aside", seat: 1, symbol, count, total });

test("a turn's summary has the dice set aside, their sum, and the result", () => {
  const rolled = step(["rolls"], { type: "rolled", seat: 1, roll: "55" });
  const took = step(["Hen takes 23."], {
    type: "took",
    seat: 1,
    tile: 23,
    transfers: [{ source: "grill", target: "B" }],
  });
  const line = turnLine([rolled, laid("5", 2, 10), laid("4", 1, 14), laid("w", 2, 24), took], [0], EVENTS);
  assert.deepEqual(line, { dice: ["55", "4", "ww"], sum: 24, result: "Hen takes 23.", isToMe: false });
});

test("a dead roll is described by its consequences", () => {
  const dead = step(["No new symbol: bust!"], { type: "dead_roll", seat: 1 });
  const failed = step(
    ["Hen's turn fails.", "36 is out of the game."],
    { type: "failed", seat: 1 },
    { type: "faced_down" },
  );
  assert.equal(turnLine([dead, failed], [0], EVENTS).result, "Hen's turn fails. 36 is out of the game.");
});

test("an event done to one of the reader's seats concerns the reader", () => {
  const taken = step(["snatches"], { type: "snatched", seat: 1, doneTo: [0] });
  assert.equal(turnLine([taken], [0, 3], EVENTS).isToMe, true);
  assert.equal(turnLine([taken], [2], EVENTS).isToMe, false);
  assert.equal(turnLine([step(["rolls"], { type: "rolled", seat: 1 })], [0], EVENTS).isToMe, false);
});

test("a turn of routine events is summed up by its last sentence", () => {
  const steps = [step(["rolls"], { type: "rolled" }), step(["picks up"], { type: "picked_up" })];
  assert.deepEqual(turnLine(steps, [], { picked_up: { isRoutine: true } }), {
    dice: [],
    sum: null,
    result: "picks up",
    isToMe: false,
  });
});
