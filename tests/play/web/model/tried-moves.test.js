// A line of moves tried on the analysis board.

import assert from "node:assert/strict";
import { test } from "node:test";

import { current, extended, lineFrom, movedTo } from "roost/model/tried-moves.js";

const point = (move) => ({ view: { position: move }, move, text: "", events: [] });
const moves = (line) => line.points.map(({ move }) => move);

test("a new move is added at the end and becomes the current one", () => {
  const line = extended(extended(lineFrom({}), point("a")), point("b"));
  assert.deepEqual(moves(line), [null, "a", "b"]);
  assert.equal(current(line).move, "b");
});

test("a move from the middle replaces the later ones in a new line", () => {
  const line = extended(extended(lineFrom({}), point("a")), point("b"));
  const other = extended(movedTo(line, 1), point("c"));
  assert.deepEqual(moves(other), [null, "a", "c"]);
  assert.deepEqual(moves(line), [null, "a", "b"]);
});

test("a step beyond the ends stays at the first or last move", () => {
  const line = extended(lineFrom({}), point("a"));
  assert.equal(movedTo(line, -3).at, 0);
  assert.equal(movedTo(line, 9).at, 1);
});
