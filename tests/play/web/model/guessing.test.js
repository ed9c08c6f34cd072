// A waiting player guesses whether another player's turn succeeds; right guesses are counted.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EVENTS } from "../../../../src/roost/games/set_aside/adapters/page/events.js";
import { Guessing } from "roost/table/guessing.js";
import { stepOf } from "./steps.js";

test("a guess is counted when the turn is over", () => {
  const guessing = new Guessing(EVENTS);
  guessing.saw(stepOf(0, 1, ["took"], { toPlay: 0 })); // no guess was made
  guessing.guess(true);
  guessing.saw(stepOf(0, 1, ["rolled"]));
  assert.deepEqual(guessing.guesses, { holds: true, right: 0, made: 0 });
  guessing.saw(stepOf(1, 1, ["took"], { toPlay: 0 }));
  assert.deepEqual(guessing.guesses, { holds: null, right: 1, made: 1 });
  guessing.guess(true);
  guessing.guess(false); // replaces the first guess
  guessing.saw(stepOf(2, 1, ["dead_roll", "failed"], { toPlay: 0 }));
  assert.deepEqual(guessing.guesses, { holds: null, right: 2, made: 2 });
});

test("there is no guessing in games whose turns cannot fail", () => {
  const guessing = new Guessing({ moved: {} });
  guessing.guess(true);
  assert.equal(guessing.guesses, null);
});
