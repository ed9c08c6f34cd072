// A line of moves that somebody tries on the analysis board.

import assert from "node:assert/strict";
import { test } from "node:test";

import { current, extended, lineFrom, movedTo } from "roost/model/tried-moves.js";

const point = (move) => ({ view: { position: move }, move, text: "", events: [] });
const moves = (line) => line.points.map(({ move }) => move);

test("a line grows at its end and stands on the latest move", () => {
  const line = extended(extended(lineFrom({}), point("a")), point("b"));
  assert.deepEqual(moves(line), [null, "a", "b"]);
  assert.equal(current(line).move, "b");
});

test("playing from the middle forgets what came after, and nothing of the line before changes", () => {
  const line = extended(extended(lineFrom({}), point("a")), point("b"));
  const other = extended(movedTo(line, 1), point("c"));
  assert.deepEqual(moves(other), [null, "a", "c"]);
  assert.deepEqual(moves(line), [null, "a", "b"]);
});

test("nobody leaves the line", () => {
  const line = extended(lineFrom({}), point("a"));
  assert.equal(movedTo(line, -3).at, 0);
  assert.equal(movedTo(line, 9).at, 1);
});
