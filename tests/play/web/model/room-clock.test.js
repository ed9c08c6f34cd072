// A phone shows a step only after its room's big screen has shown it, unless that screen stops responding.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { api } from "roost/net/api.js";
import { Following, Leading } from "roost/table/room-clock.js";

let changes = 0;
/** @type {string[]} */
let admitted = [];
let clock = new Following(
  () => {},
  () => {},
);
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  changes = 0;
  admitted = [];
  clock = new Following(
    () => changes++,
    (name) => admitted.push(name),
  );
});
const heard = (shown, { screen = true, isFirst = false, screens = [] } = {}) =>
  clock.heard({ screen, shown, isFirst, screens });
const may = (version, place) => clock.may({ version, place });

test("without a report from a big screen everything may be shown", () => {
  assert.ok(may(9, 0) && clock.isAtRest(9));
  heard(null);
  assert.ok(clock.hasScreen && !clock.isLed && may(9, 0));
});

test("a step may be shown once the room has seen it, and the table is idle once the room has seen all steps", () => {
  heard([9, 1]);
  assert.ok(clock.isLed && may(8, 5) && may(9, 0));
  assert.ok(!may(9, 1) && !may(10, 0) && !clock.isAtRest(9));
  heard([10, 0]);
  assert.ok(may(9, 1) && clock.isAtRest(9) && !may(10, 0));
  assert.equal(changes, 2);
});

test("a big screen delays a step for at most six seconds, and leads again once it has caught up", () => {
  heard([9, 1]);
  assert.ok(!may(9, 1));
  for (const shown of [
    [9, 0],
    [8, 5],
    [9, 1],
    [7, 0],
    [9, 0],
  ]) {
    mock.timers.tick(1_100);
    heard(shown);
    assert.ok(!may(9, 1) && clock.isLed, `after ${shown}`);
  }
  mock.timers.tick(500);
  assert.ok(!clock.isLed && may(9, 1) && may(9, 2) && may(10, 0) && clock.hasScreen);
  for (const shown of [
    [9, 3],
    [10, 0],
    [9, 0],
  ]) {
    heard(shown);
    assert.ok(!clock.isLed && may(10, 0), `behind, at ${shown}`);
  }
  heard([10, 1]);
  assert.ok(clock.isLed && may(10, 0) && !may(10, 1));
});

test("the six seconds count for each step, so phones still wait for a slow screen", () => {
  heard([9, 0]);
  for (const place of [0, 1, 2]) {
    assert.ok(!may(9, place));
    mock.timers.tick(5_000);
    heard([9, place + 1]);
    assert.ok(clock.isLed && may(9, place));
  }
});

test("a change that does not affect the game, such as an answer about dice, is not delayed", () => {
  heard([9, 1]);
  const aside = { version: 10, place: 0, events: [], entries: [{ type: "listed" }] };
  assert.ok(clock.may(aside));
  assert.ok(!clock.may({ ...aside, entries: [{ type: "started" }] }));
  assert.ok(!clock.may({ ...aside, events: [{ type: "rolled" }] }));
});

test("a new screen has to be admitted, and a screen that has led is admitted again after a restart of the server", () => {
  const [ours, other] = ["a", "b"].map((name, number) => ({ name, number, leads: false }));
  assert.deepEqual(heard(null, { screen: false, screens: [ours] }), [ours]);
  assert.deepEqual(admitted, []);
  assert.deepEqual(heard([9, 1], { screens: [{ ...ours, leads: true }, other] }), [other]);
  assert.deepEqual(heard(null, { screen: false, isFirst: true, screens: [ours, other] }), [other]);
  assert.deepEqual(admitted, ["a"]);
});

test("a screen that has gone stops leading, but gets time to return after an interruption", () => {
  heard([9, 1]);
  heard(null, { screen: false, isFirst: true });
  assert.ok(clock.isLed && !may(9, 1));
  heard(null, { isFirst: false }); // it is back, without a report yet
  assert.ok(clock.isLed && !may(9, 1));
  heard(null, { screen: false, isFirst: true });
  mock.timers.tick(4_000);
  assert.ok(!clock.hasScreen && may(9, 1));
  heard([9, 1]);
  heard(null, { screen: false });
  assert.ok(!clock.hasScreen);
});

test("a big screen reports a step only after drawing it", async () => {
  const reported = [];
  let answer = () => {};
  mock.method(api, "post", (path, { version, steps }) => {
    reported.push([version, steps]);
    return new Promise((resolve) => (answer = resolve));
  });
  const frames = [];
  globalThis.document = { hidden: false };
  globalThis.requestAnimationFrame = (draw) => frames.push(draw);
  const drawn = () => {
    frames.shift()();
    mock.timers.tick(1);
  };
  const leading = new Leading("table");
  leading.shown([9, 1]);
  assert.deepEqual(reported, []);
  drawn();
  assert.deepEqual(reported, [[9, 1]]);
  leading.shown([9, 2]);
  answer();
  await new Promise(setImmediate);
  assert.deepEqual(reported, [[9, 1]], "the second step is not drawn yet, although the server has answered");
  drawn();
  assert.deepEqual(reported.at(-1), [9, 2]);
  answer();
  await new Promise(setImmediate);
  document.hidden = true;
  leading.shown([9, 3]);
  assert.deepEqual(reported.at(-1), [9, 3], "a hidden page draws no frames, so it reports at once");
});

test("a big screen recognises itself by the name in its first event, and asks until it leads", () => {
  const leading = new Leading("table");
  const own = { name: "a", number: 7, leads: false };
  const screens = [{ name: "b", number: 6, leads: false }, own];
  assert.deepEqual(leading.heard({ screen: false, screens, you: "a" }), [own]);
  assert.deepEqual(leading.heard({ screen: false, screens }), [own]);
  assert.ok(!leading.hasScreen);
  assert.deepEqual(leading.heard({ screen: true, screens: [{ ...own, leads: true }] }), []);
  assert.ok(leading.hasScreen);
});
