// The current step in the replay of a game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nextTurn, previousTurn, sentenceAt, turnStarts, within } from "roost/model/replaying.js";

const replay = {
  names: ["Anna", "Ben"],
  steps: [
    {},
    { turn: 1, sentences: ["Anna rolls."] },
    { turn: 1, sentences: [], text: "roll on", seat: 0 },
    { turn: 2, sentences: ["Ben rolls.", "Ben fails."] },
    { turn: 3, sentences: [] },
  ],
};

test("a step out of range becomes the nearest one, and an invalid number becomes the last step", () => {
  assert.deepEqual(
    [-1, 2.9, 99, NaN].map((wanted) => within(replay, wanted)),
    [0, 2, 4, 4],
  );
});

test("a turn begins where the turn number changes", () => {
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

test("a step is described by its sentences, or by its choice", () => {
  assert.equal(sentenceAt(replay, 3), "Ben rolls. Ben fails.");
  assert.equal(sentenceAt(replay, 2), "Anna: roll on");
  assert.equal(sentenceAt(replay, 4), "");
});
