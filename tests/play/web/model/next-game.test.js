// In front of a big screen the next game begins by itself once everybody is there, unless a player objects.

import assert from "node:assert/strict";
import { test } from "node:test";

import { beginsIt, upcomingGame } from "roost/model/next-game.js";

const people = [0, 1].map((person) => ({ kind: "person", person, bot: null, isAbsent: false, isAway: false }));
const lobby = { phase: "waiting", seats: people };
const model = { table: { series: null, opening: null, game: null }, spec: {}, hasScreen: true, held: 0, person: 1 };
const between = {
  ...model,
  table: { ...model.table, game: { number: 1 }, series: { over: false, next: { missing: 0, asked: [0, 1] } } },
};
const over = { phase: "over", seats: people, wantsRematch: false };

test("the first game begins when all seats are taken and no player has asked to wait", () => {
  assert.equal(upcomingGame(model, lobby)?.number, 1);
  assert.equal(upcomingGame({ ...model, hasScreen: false }, lobby), null);
  assert.equal(upcomingGame({ ...model, stoppedGame: 1 }, lobby), null);
  assert.equal(upcomingGame({ ...model, spec: { rules: { auto_roll: false } } }, lobby), null);
  assert.equal(upcomingGame(model, { ...lobby, seats: [...people, { kind: "open" }] }), null);
});

test("the next game of a series begins by itself, even if a player asked to wait before the first", () => {
  assert.equal(upcomingGame({ ...between, stoppedGame: 1 }, over)?.number, 2);
  assert.equal(upcomingGame({ ...between, table: { ...between.table, series: null } }, over), null);
});

test("the first person present starts the first game, and every player confirms the later ones", () => {
  assert.ok(!beginsIt(model, lobby));
  assert.ok(beginsIt({ ...model, person: 0 }, lobby));
  assert.ok(beginsIt(model, { ...lobby, seats: [{ ...people[0], isAbsent: true }, people[1]] }));
  assert.ok(beginsIt(between, over));
  assert.ok(!beginsIt(between, { ...over, wantsRematch: true }));
});
