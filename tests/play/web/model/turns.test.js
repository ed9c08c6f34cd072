// Which turn is shown again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { NO_TURNS, latest, withStep } from "roost/model/turns.js";
import { wholeTurn } from "./steps.js";

/** The player of the turn that is shown again after some steps, and how many steps it has. */
function shownAgain(steps) {
  const turn = latest(steps.reduce(withStep, NO_TURNS));
  return turn && [turn.actor, turn.steps.length];
}

test("the turn that ended last is shown again; at the very first there is no other", () => {
  const [first, second] = [wholeTurn(0, 2), wholeTurn(1, 1)];
  assert.equal(shownAgain([]), null);
  assert.deepEqual(shownAgain(first.slice(0, 2)), [0, 2]);
  assert.deepEqual(shownAgain([...first, ...second.slice(0, 1)]), [0, 5]);
  assert.deepEqual(shownAgain([...first, ...second]), [1, 3]);
});

test("once something was taken back there is no turn to show", () => {
  const undone = { events: [], entries: [{ type: "undone" }] };
  assert.equal(shownAgain([...wholeTurn(0, 1), undone]), null);
});
