// How a series stands that is a race for wins.

import assert from "node:assert/strict";
import { test } from "node:test";

import { tally } from "roost/model/race.js";

const two = [
  { wins: 2, played: 3 },
  { wins: 1, played: 3 },
];

test("a race of two is told as people say it; more of them, or points, are not", () => {
  assert.equal(tally({ kind: "best_of", standings: two }), "2:1");
  assert.equal(tally({ kind: "first_to", standings: [...two, { wins: 0, played: 0 }] }), "2:1");
  assert.equal(tally({ kind: "best_of", standings: [...two, { wins: 0, played: 3 }] }), "");
  assert.equal(tally({ kind: "games", standings: two }), "");
});
