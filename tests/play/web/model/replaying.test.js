// Where one stands in a game that is replayed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nextTurn, previousTurn, sentenceAt, turnStarts, within } from "roost/model/replaying.js";

const replay = {
  names: ["Anna", "Ben"],
  steps: [
    {},
    { turn: 1, told: ["Anna rolls."] },
    { turn: 1, told: [], text: "roll on", seat: 0 },
    { turn: 2, told: ["Ben rolls.", "Ben fails."] },
    { turn: 3, told: [] },
  ],
};

test("a step that there is not is the nearest one that there is; no number is the end", () => {
  assert.deepEqual(
    [-1, 2.9, 99, NaN].map((wanted) => within(replay, wanted)),
    [0, 2, 4, 4],
  );
});

test("turns begin where the number of the turn changes", () => {
  assert.deepEqual(turnStarts(replay), [0, 1, 3, 4]);
  assert.deepEqual(
    [0, 1, 3, 4].map((at) => nextTurn(replay, at)),
    [1, 3, 4, 4],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((at) => previousTurn(replay, at)),
    [0, 0, 1, 1],
  );
});

test("a step is told in its sentences, or as what was chosen", () => {
  assert.equal(sentenceAt(replay, 3), "Ben rolls. Ben fails.");
  assert.equal(sentenceAt(replay, 2), "Anna: roll on");
  assert.equal(sentenceAt(replay, 4), "");
});
