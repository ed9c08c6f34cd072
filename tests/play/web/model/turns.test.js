// Which turn can be replayed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { NO_TURNS, latest, withStep } from "roost/model/turns.js";
import { wholeTurn } from "./steps.js";

/** Return the player and the number of steps of the turn that can be replayed after some steps. */
function replayable(steps) {
  const turn = latest(steps.reduce(withStep, NO_TURNS));
  return turn && [turn.actor, turn.steps.length];
}

test("the last finished turn can be replayed, or the current one if no turn has finished", () => {
  const [first, second] = [wholeTurn(0, 2), wholeTurn(1, 1)];
  assert.equal(replayable([]), null);
  assert.deepEqual(replayable(first.slice(0, 2)), [0, 2]);
  assert.deepEqual(replayable([...first, ...second.slice(0, 1)]), [0, 5]);
  assert.deepEqual(replayable([...first, ...second]), [1, 3]);
});

test("after an undo no turn can be replayed", () => {
  const undone = { events: [], entries: [{ type: "undone" }] };
  assert.equal(replayable([...wholeTurn(0, 1), undone]), null);
});
