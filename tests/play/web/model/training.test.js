// The choice of the next puzzle, and streaks of days.

import assert from "node:assert/strict";
import { test } from "node:test";

import { streak } from "roost/model/streak.js";
import * as training from "roost/model/training.js";
import { DAYS, drillsOf, START, untrained, weakKind } from "roost/model/training.js";

const DAY = 86_400_000;
const listed = [900, 1000, 1100, 1300].map((rating, place) => ({
  number: place + 1,
  kind: "stop",
  players: 2,
  rating,
}));
const puzzles = drillsOf(listed, []);
const mistakes = [
  { game: "junior", position: "costly", kind: "dice", chosen: "a", cost: 0.06 },
  { game: "junior", position: "cheap", kind: "stop", chosen: "b", cost: 0.015 },
];

const answered = (before, drill, isRight, now, drills = puzzles) =>
  training.answered(before, drill, isRight, now, drills);
const nextPuzzle = (drills, trained, now, last) => training.nextDrill(drills, trained, now, last && String(last));

test("the new puzzle nearest to the player's rating comes first", () => {
  assert.equal(nextPuzzle(puzzles, untrained(), 0)?.number, 2);
  assert.equal(nextPuzzle(puzzles, { ...untrained(), rating: 1250 }, 0)?.number, 4);
  assert.equal(nextPuzzle([], untrained(), 0), null);
});

test("a puzzle answered wrongly comes again soon, but not immediately", () => {
  const after = answered(untrained(), puzzles[1], false, 0);
  assert.notEqual(nextPuzzle(puzzles, after, 0, 2)?.number, 2);
  assert.equal(nextPuzzle(puzzles, after, 0, 1)?.number, 2);
});

test("a right answer moves a puzzle to the next box and its interval, a wrong one back to the first box", () => {
  let trained = untrained();
  let now = 0;
  for (let box = 1; box < DAYS.length; box++) {
    trained = answered(trained, puzzles[0], true, now);
    assert.deepEqual(trained.cards[1], [box, now + DAYS[box] * DAY]);
    now = trained.cards[1][1];
    assert.equal(nextPuzzle(puzzles, trained, now)?.number, 1);
    assert.notEqual(nextPuzzle(puzzles, trained, now - 1)?.number, 1);
  }
  trained = answered(trained, puzzles[0], true, now);
  assert.equal(trained.cards[1][0], DAYS.length - 1);
  assert.equal(answered(trained, puzzles[0], false, now).cards[1][0], 0);
});

test("if no puzzle is due, the one due soonest comes", () => {
  let trained = untrained();
  for (const [place, puzzle] of puzzles.entries()) trained = answered(trained, puzzle, true, place);
  assert.equal(nextPuzzle(puzzles, trained, 10)?.number, 1);
  assert.equal(nextPuzzle(puzzles.slice(0, 1), trained, 10, 1)?.number, 1);
});

test("the rating follows the answers, and surprising answers change it more", () => {
  const even = answered(untrained(), puzzles[1], true, 0).rating - START;
  const hard = answered(untrained(), puzzles[3], true, 0).rating - START;
  const easy = answered(untrained(), puzzles[0], false, 0).rating - START;
  assert.equal(even, 16);
  assert.ok(hard > even && easy < -even);
  // A player who solves puzzles rated 1100 half of the time approaches a rating of 1100.
  let trained = untrained();
  for (let turn = 0; turn < 200; turn++) trained = answered(trained, puzzles[2], turn % 2 === 0, turn);
  assert.ok(Math.abs(trained.rating - 1100) < 20);
});

test("a streak ends today or yesterday", () => {
  const days = ["2026-02-25", "2026-02-27", "2026-02-28", "2026-03-01"];
  assert.equal(streak(days, "2026-03-01"), 3);
  assert.equal(streak(days, "2026-03-02"), 3);
  assert.equal(streak(days, "2026-03-03"), 0);
  assert.equal(streak([], "2026-03-03"), 0);
});

test("the player's own mistakes come first, the costliest before the others, and are later due by their boxes", () => {
  const drills = drillsOf(listed, mistakes);
  assert.deepEqual(
    drills.slice(0, 2).map(({ rating }) => rating),
    [1050, 1150],
  );
  let trained = untrained();
  const asked = [];
  for (let last = "", turn = 0; turn < 3; turn++) {
    const next = training.nextDrill(drills, trained, 0, last);
    trained = answered(trained, next, true, 0, drills);
    asked.push((last = next.key));
  }
  assert.deepEqual(asked.slice(0, 2), ["costly", "cheap"]);
  assert.deepEqual(trained.cards["costly"], [1, DAY]);
  assert.equal(training.nextDrill(drills, trained, DAY, "").key, "costly");
  assert.equal(training.nextDrill(drillsOf([], mistakes), trained, 0, "costly").key, "cheap");
});

test("every other new puzzle is of the kind that the player gets wrong most", () => {
  assert.equal(weakKind(mistakes), "dice");
  assert.equal(weakKind([]), "");
  const drills = drillsOf([...listed, { number: 5, kind: "dice", rating: 2000 }], []);
  assert.equal(training.nextDrill(drills, untrained(), 0, "", "dice").number, 5);
  assert.equal(training.nextDrill(drills, { ...untrained(), answers: 1 }, 0, "", "dice").number, 2);
});

test("the box of a deleted mistake is deleted", () => {
  const before = { ...untrained(), cards: { gone: [1, 5], 2: [1, 5] } };
  assert.deepEqual(answered(before, puzzles[0], false, 7).cards, { 1: [0, 7], 2: [1, 5] });
});
