// The lessons of a first game, and when each one is shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { dueLesson } from "roost/model/first-game.js";

const view = (more) => ({ acting: 0, enters: null, mustRoll: false, actions: [], ...more });
const dice = { kind: "dice", quiet: false };

test("each lesson is shown once, when it matters", () => {
  assert.equal(dueLesson(view({ mustRoll: true }), []), "goal");
  assert.equal(dueLesson(view({ mustRoll: true }), ["goal"]), null);
  assert.equal(dueLesson(view({ actions: [dice] }), ["goal"]), "need");
  const going = view({ actions: [{ kind: "roll" }, { kind: "move", quiet: true }] });
  assert.equal(dueLesson(going, ["goal"]), "grey");
  assert.equal(
    dueLesson(going, ["goal"], (lesson) => lesson !== "grey"),
    null,
  );
  const take = { kind: "move", quiet: false };
  assert.equal(dueLesson(view({ actions: [dice, { ...take, after: "5" }] }), ["goal", "need"]), null);
  assert.equal(dueLesson(view({ actions: [{ kind: "roll" }, take] }), ["goal"]), "stop");
});

test("a spectator sees no lesson, but a player with real dice does", () => {
  assert.equal(dueLesson(view({ acting: null, mustRoll: true }), []), null);
  assert.equal(dueLesson(view({ acting: null, enters: 0 }), []), "goal");
});
