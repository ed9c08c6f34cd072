// What a game had to be proud of, read off its log: awards and comebacks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { awardsOf, comebackIn, storyAfter } from "roost/model/story.js";

/** Changes of a log after its start: the type of the entry, who acted, the scores, and whose turn it is then. */
function log(...changes) {
  const start = { entries: [{ type: "started" }], scores: [0, 0], seat: 0 };
  return [start, ...changes.map(([type, actor, scores, seat]) => ({ entries: [{ type, seat: actor }], scores, seat }))];
}

const storyOf = (changes) => changes.reduce(storyAfter, null);

test("whoever was four behind and takes the lead alone has come back; who was closer, or shares it, has not", () => {
  const standings = [
    [0, 4],
    [3, 4],
    [4, 4],
    [6, 4],
    [6, 9],
    [10, 9],
  ];
  const changes = log(...standings.map((scores, place) => ["acted", place % 2, scores, 0]));
  const found = changes.map((_, place) => comebackIn(storyOf(changes.slice(0, place + 1))));
  assert.deepEqual(found, [null, null, null, null, { seat: 0, n: 4 }, null, null]);
});

test("four rolls that pay are bold, what another loses is a theft, the most of a turn is the best one", () => {
  const bold = Array(4).fill(["rolled", 0, [0, 0], 0]);
  const changes = log(...bold, ["acted", 0, [3, 0], 1], ["rolled", 1, [3, 0], 1], ["acted", 1, [1, 2], 0]);
  const found = awardsOf(storyOf(changes)).map(({ kind, seat, from, n }) => [kind, seat, from, n]);
  assert.deepEqual(found.sort(), [
    ["best_turn", 0, null, 3],
    ["boldest", 0, null, 4],
    ["theft", 1, 0, 2],
  ]);
  assert.deepEqual(awardsOf(storyOf(changes.slice(1))), [], "the beginning is not known");
});

test("what was taken back earns nothing", () => {
  const changes = log(
    ["rolled", 0, [0, 0], 0],
    ["acted", 0, [4, 0], 1],
    ["undone", 0, [0, 0], 0],
    ["acted", 0, [2, 0], 1],
  );
  assert.deepEqual(
    awardsOf(storyOf(changes)).map(({ n }) => n),
    [2],
  );
});
