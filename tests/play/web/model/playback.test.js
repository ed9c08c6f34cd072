// How long a screen shows each step, in which order it describes them, and what Skip does.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EVENTS } from "../../../../src/roost/games/set_aside/adapters/page/events.js";
import { dwell } from "roost/model/pace.js";
import { Playback } from "roost/model/playback.js";
import { stepOf, wholeTurn } from "./steps.js";

/** Return what a screen shows and says for some steps, and how long it waits in between. */
function played(steps, { speed = "normal", ticks = 99, skip = false, late = [], slow = 0, may = () => true } = {}) {
  const later = [];
  const said = [];
  const waits = [];
  const stage = {
    show: (step, pace) => said.push(["show", step.name, pace]),
    tell: (step) => said.push(["tell", step.name]),
    idle: () => said.push("idle"),
    may,
    speed: () => speed,
    isOwn: () => false,
    isOld: (step) => step.isOld,
    now: () => sum(waits) + slow * waits.length,
    later: (run, after) => later.push([run, after]),
    cancel: () => later.pop(),
  };
  const playback = new Playback(stage, EVENTS);
  playback.add(steps);
  for (let i = 0; i < ticks && later.length; i++) {
    const [run, after] = later.shift();
    waits.push(after);
    run();
  }
  if (skip) playback.skip();
  if (late.length) playback.add(late);
  return { said, waits, playback, isBusy: playback.isBusy };
}

const sum = (waits) => waits.reduce((all, wait) => all + wait, 0);
const isWithin = (value, least, most) => assert.ok(least <= value && value <= most, `${value}`);

for (const rolls of [1, 2, 3, 4, 5, 6]) {
  test(`a bot's turn of ${rolls} rolls takes 3 to 5 seconds, a third of that at high speed, and none at instant speed`, () => {
    const turn = wholeTurn(1, rolls);
    isWithin(sum(played(turn).waits), 3000, 5000);
    isWithin(sum(played(turn, { speed: "fast" }).waits), 1000, 2000);
    assert.deepEqual(played(turn, { speed: "instant" }).waits, []);
  });
}

test("the time that a slow device needs to draw a turn is subtracted from the waits", () => {
  const turn = wholeTurn(1, 2);
  assert.ok(sum(played(turn, { slow: 50 }).waits) < sum(played(turn).waits) - 200);
});

for (const [bots, least, most] of [
  [2, 5500, 6500],
  [4, 5500, 6500],
  [6, 7500, 8500],
]) {
  test(`turns get shorter with more bots, so ${bots} bots stay within the limits`, () => {
    const turns = Array.from({ length: bots }, (_, bot) => wholeTurn(bot + 1, 4, bots)).flat();
    isWithin(sum(played(turns).waits), least, most);
  });
}

test("an unfinished turn is shown at normal pace", () => {
  assert.deepEqual(played([stepOf(0, 1, ["rolled"])]).said[0], ["show", 0, 1]);
  assert.ok(played([stepOf(0, 1, ["rolled", "failed"], { toPlay: 0 })]).said[0][2] < 1);
});

test("a roll is described only after the dice have settled", () => {
  const steps = [stepOf(0, 1, ["rolled"])];
  assert.deepEqual(played(steps, { ticks: 0 }).said, [["show", 0, 1]]);
  const half = played(steps, { ticks: 1 });
  assert.deepEqual(half.said, [
    ["show", 0, 1],
    ["tell", 0],
  ]);
  assert.ok(half.isBusy);
  assert.deepEqual(played(steps).said, [["show", 0, 1], ["tell", 0], "idle"]);
});

test("one skip shows all waiting steps in order, and the rest of the turn when it arrives", () => {
  const steps = [0, 1, 2].map((name) => stepOf(name, 1, ["laid_aside"]));
  const late = [stepOf(3, 1, ["took"], { toPlay: 0 })];
  const { said, isBusy } = played(steps, { ticks: 0, skip: true, late });
  const shown = (name) => [
    ["show", name, 0],
    ["tell", name],
  ];
  assert.deepEqual(said, [["show", 0, 1], ["tell", 0], ...shown(1), ...shown(2), "idle", ...shown(3), "idle"]);
  assert.ok(!isBusy);
});

test("a step that may not be shown yet waits even after a skip, and is shown in order later", () => {
  let allowed = 0;
  const steps = [0, 1, 2].map((name) => stepOf(name, 1, ["rolled"]));
  const may = ({ name }) => name < allowed;
  const { said, playback } = played(steps, { speed: "instant", skip: true, may });
  assert.deepEqual(said, []);
  for (allowed of [1, 3]) playback.goOn();
  assert.deepEqual(said.map(String), ["show,0,0", "tell,0", "show,1,0", "tell,1", "show,2,0", "tell,2", "idle"]);
});

test("old steps are not animated for a returning player", () => {
  assert.deepEqual(played([stepOf(0, 1, ["rolled"], { isOld: true })]).waits, []);
});

test("the player's own choices are shown briefly, and unconfigured events as long as a moving piece", () => {
  const step = { events: [{ type: "laid_aside" }] };
  assert.ok(dwell(step, true, EVENTS) < dwell(step, false, EVENTS));
  assert.ok(dwell(step, false, EVENTS) < dwell(step, false, {}));
});

test("the end of a game is shown longer than a player's own move", () => {
  const [ended, moved] = ["ended", "moved"].map((type) => dwell({ events: [{ type }] }, true));
  assert.ok(ended > 2 * moved);
});
