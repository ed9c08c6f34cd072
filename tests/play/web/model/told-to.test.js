// Who is "you" in what happened.

import assert from "node:assert/strict";
import { test } from "node:test";

import { toldTo } from "roost/model/steps.js";

const CHANGE = { told: ["Anna rolls 1."], to_you: { 0: ["You roll 1."] } };

test("whoever plays one seat alone is you; whoever plays several, or none, reads names", () => {
  assert.deepEqual(toldTo([0], CHANGE), ["You roll 1."]);
  assert.deepEqual(toldTo([1], CHANGE), ["Anna rolls 1."]);
  assert.deepEqual(toldTo([0, 1], CHANGE), ["Anna rolls 1."]);
  assert.deepEqual(toldTo([], CHANGE), ["Anna rolls 1."]);
  assert.deepEqual(toldTo([0], { told: null }), []);
});
