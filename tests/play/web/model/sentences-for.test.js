// Which reader is addressed as "you" in the sentences of a change.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sentencesFor } from "roost/model/steps.js";

const CHANGE = { sentences: ["Anna rolls 1."], to_you: { 0: ["You roll 1."] } };

test("a reader with exactly one seat is addressed as you, and others read names", () => {
  assert.deepEqual(sentencesFor([0], CHANGE), ["You roll 1."]);
  assert.deepEqual(sentencesFor([1], CHANGE), ["Anna rolls 1."]);
  assert.deepEqual(sentencesFor([0, 1], CHANGE), ["Anna rolls 1."]);
  assert.deepEqual(sentencesFor([], CHANGE), ["Anna rolls 1."]);
  assert.deepEqual(sentencesFor([0], { sentences: null }), []);
});
