// The timeline of a game, computed from its log: awards and comebacks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { awardsOf, comebackIn, timelineAfter } from "roost/model/timeline.js";

/** Return the changes of a log, each given by the entry's type, the acting seat, the scores, and the next seat. */
function log(...changes) {
  const start = { entries: [{ type: "started" }], scores: [0, 0], seat: 0 };
  return [start, ...changes.map(([type, actor, scores, seat]) => ({ entries: [{ type, seat: actor }], scores, seat }))];
}

const timelineOf = (changes) => changes.reduce(timelineAfter, null);

test("a comeback is taking the lead alone after being four points behind", () => {
  const standings = [
    [0, 4],
    [3, 4],
    [4, 4],
    [6, 4],
    [6, 9],
    [10, 9],
  ];
  const changes = log(...standings.map((scores, place) => ["acted", place % 2, scores, 0]));
  const comebacks = changes.map((_, place) => comebackIn(timelineOf(changes.slice(0, place + 1))));
  assert.deepEqual(comebacks, [null, null, null, null, { seat: 0, n: 4 }, null, null]);
});

test("awards go to four successful rolls, the largest theft, and the best turn", () => {
  const bold = Array(4).fill(["rolled", 0, [0, 0], 0]);
  const changes = log(...bold, ["acted", 0, [3, 0], 1], ["rolled", 1, [3, 0], 1], ["acted", 1, [1, 2], 0]);
  const awards = awardsOf(timelineOf(changes)).map(({ kind, seat, from, n }) => [kind, seat, from, n]);
  assert.deepEqual(awards.sort(), [
    ["best_turn", 0, null, 3],
    ["boldest", 0, null, 4],
    ["theft", 1, 0, 2],
  ]);
  assert.deepEqual(awardsOf(timelineOf(changes.slice(1))), [], "the beginning is not known");
});

test("an undone choice earns no award", () => {
  const changes = log(
    ["rolled", 0, [0, 0], 0],
    ["acted", 0, [4, 0], 1],
    ["undone", 0, [0, 0], 0],
    ["acted", 0, [2, 0], 1],
  );
  assert.deepEqual(
    awardsOf(timelineOf(changes)).map(({ n }) => n),
    [2],
  );
});

test("if the lowest score wins, points are losses, and the player with the fewest leads", () => {
  const changes = log(["acted", 0, [6, 0], 1], ["acted", 1, [6, 9], 0]);
  assert.deepEqual(awardsOf(timelineOf(changes), true), []);
  assert.deepEqual(comebackIn(timelineOf(changes), true), { seat: 0, n: 6 });
});
