// A phone shows nothing that the big screen of its room has not shown, unless that screen says nothing any more.

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

test("without a big screen everything may be shown, and with one that has not said anything yet", () => {
  assert.ok(may(9, 0) && clock.isAtRest(9));
  heard(null);
  assert.ok(clock.hasScreen && !clock.isLed && may(9, 0));
});

test("a step may be shown once the room has seen it, and the table is at rest once the room has seen where it led", () => {
  heard([9, 1]);
  assert.ok(clock.isLed && may(8, 5) && may(9, 0));
  assert.ok(!may(9, 1) && !may(10, 0) && !clock.isAtRest(9));
  heard([10, 0]);
  assert.ok(may(9, 1) && clock.isAtRest(9) && !may(10, 0));
  assert.equal(changes, 2);
});

test("a big screen holds a step back for six seconds at most, whatever it says, and leads again once it has caught up", () => {
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

test("each step has six seconds of its own, so that a slow screen still leads", () => {
  heard([9, 0]);
  for (const place of [0, 1, 2]) {
    assert.ok(!may(9, place));
    mock.timers.tick(5_000);
    heard([9, place + 1]);
    assert.ok(clock.isLed && may(9, place));
  }
});

test("what changes nothing at a game, such as an answer about its dice, waits for no screen", () => {
  heard([9, 1]);
  const aside = { version: 10, place: 0, events: [], entries: [{ type: "listed" }] };
  assert.ok(clock.may(aside));
  assert.ok(!clock.may({ ...aside, entries: [{ type: "started" }] }));
  assert.ok(!clock.may({ ...aside, events: [{ type: "rolled" }] }));
});

test("a screen that asks to lead is asked about, but for one that has led: a server that was gone is told again", () => {
  const [ours, other] = ["a", "b"].map((name, number) => ({ name, number, leads: false }));
  assert.deepEqual(heard(null, { screen: false, screens: [ours] }), [ours]);
  assert.deepEqual(admitted, []);
  assert.deepEqual(heard([9, 1], { screens: [{ ...ours, leads: true }, other] }), [other]);
  assert.deepEqual(heard(null, { screen: false, isFirst: true, screens: [ours, other] }), [other]);
  assert.deepEqual(admitted, ["a"]);
});

test("one that has gone leads no more, but after an interruption it is given time to come back", () => {
  heard([9, 1]);
  heard(null, { screen: false, isFirst: true });
  assert.ok(clock.isLed && !may(9, 1));
  heard(null, { isFirst: false }); // it is back, and has said nothing yet
  assert.ok(clock.isLed && !may(9, 1));
  heard(null, { screen: false, isFirst: true });
  mock.timers.tick(4_000);
  assert.ok(!clock.hasScreen && may(9, 1));
  heard([9, 1]);
  heard(null, { screen: false });
  assert.ok(!clock.hasScreen);
});

test("a big screen tells what it has shown once that is drawn, and never what is not", async () => {
  const told = [];
  let heardIt = () => {};
  mock.method(api, "post", (path, { version, steps }) => {
    told.push([version, steps]);
    return new Promise((resolve) => (heardIt = resolve));
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
  assert.deepEqual(told, []);
  drawn();
  assert.deepEqual(told, [[9, 1]]);
  leading.shown([9, 2]);
  heardIt();
  await new Promise(setImmediate);
  assert.deepEqual(told, [[9, 1]], "the second one is not drawn yet, though the server has heard of the first");
  drawn();
  assert.deepEqual(told.at(-1), [9, 2]);
  heardIt();
  await new Promise(setImmediate);
  document.hidden = true;
  leading.shown([9, 3]);
  assert.deepEqual(told.at(-1), [9, 3], "a page that nobody looks at draws nothing");
});

test("a big screen knows itself by the name that it was told first, and asks until it leads", () => {
  const leading = new Leading("table");
  const own = { name: "a", number: 7, leads: false };
  const screens = [{ name: "b", number: 6, leads: false }, own];
  assert.deepEqual(leading.heard({ screen: false, screens, you: "a" }), [own]);
  assert.deepEqual(leading.heard({ screen: false, screens }), [own]);
  assert.ok(!leading.hasScreen);
  assert.deepEqual(leading.heard({ screen: true, screens: [{ ...own, leads: true }] }), []);
  assert.ok(leading.hasScreen);
});
