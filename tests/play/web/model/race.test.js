// The score of a series that is a race for wins.

import assert from "node:assert/strict";
import { test } from "node:test";

import { tally, turned } from "roost/model/race.js";

const two = [
  { wins: 2, played: 3 },
  { wins: 1, played: 3 },
];

test("a race of two players has a score; a race of more players, or a series for points, has none", () => {
  assert.equal(tally({ kind: "best_of", standings: two }), "2:1");
  assert.equal(tally({ kind: "first_to", standings: [...two, { wins: 0, played: 0 }] }), "2:1");
  assert.equal(tally({ kind: "best_of", standings: [...two, { wins: 0, played: 3 }] }), "");
  assert.equal(tally({ kind: "games", standings: two }), "");
});

test("after each game the page says who took the lead, drew level, or stays ahead", () => {
  const stands = (...ranks) => ({ standings: ranks.map((rank, member) => ({ member, rank, name: "ABC"[member] })) });
  assert.deepEqual(turned(stands(1, 2), stands(2, 1)), { how: "lead", name: "B", other: "A" });
  assert.deepEqual(turned(stands(1, 2), stands(1, 1)), { how: "level", name: "B", other: "A" });
  assert.deepEqual(turned(stands(1, 2), stands(1, 2)), { how: "ahead", name: "A", other: "A" });
  assert.equal(turned(stands(1, 1), stands(1, 1)), null);
});
