// The next game begins by itself in front of a big screen, once everybody is there and until somebody says no.

import assert from "node:assert/strict";
import { test } from "node:test";

import { beginsIt, comingGame } from "roost/model/coming-game.js";

const people = [0, 1].map((person) => ({ kind: "person", person, bot: null, isAbsent: false, isAway: false }));
const lobby = { phase: "waiting", seats: people };
const model = { table: { series: null, opening: null, game: null }, spec: {}, hasScreen: true, held: 0, person: 1 };
const between = {
  ...model,
  table: { ...model.table, game: { number: 1 }, series: { over: false, next: { missing: 0, asked: [0, 1] } } },
};
const over = { phase: "over", seats: people, wantsRematch: false };

test("it does when all seats are taken, and nobody has said that they should wait", () => {
  assert.equal(comingGame(model, lobby)?.number, 1);
  assert.equal(comingGame({ ...model, hasScreen: false }, lobby), null);
  assert.equal(comingGame({ ...model, held: 1 }, lobby), null);
  assert.equal(comingGame({ ...model, spec: { rules: { auto_roll: false } } }, lobby), null);
  assert.equal(comingGame(model, { ...lobby, seats: [...people, { kind: "open" }] }), null);
});

test("it does between two games of a series, and what was said about the first is no word about the second", () => {
  assert.equal(comingGame({ ...between, held: 1 }, over)?.number, 2);
  assert.equal(comingGame({ ...between, table: { ...between.table, series: null } }, over), null);
});

test("the first of those who are there begins the first game, and everybody who is asked the others", () => {
  assert.ok(!beginsIt(model, lobby));
  assert.ok(beginsIt({ ...model, person: 0 }, lobby));
  assert.ok(beginsIt(model, { ...lobby, seats: [{ ...people[0], isAbsent: true }, people[1]] }));
  assert.ok(beginsIt(between, over));
  assert.ok(!beginsIt(between, { ...over, wantsRematch: true }));
});
