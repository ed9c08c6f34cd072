// A phone shows nothing that the big screen of its room has not shown, unless that screen says nothing any more.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { api } from "roost/net/api.js";
import { Following, Leading } from "roost/table/room-clock.js";

let changes = 0;
let clock = new Following(() => {});
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  changes = 0;
  clock = new Following(() => changes++);
});
const heard = (shown, { screen = true, isFirst = false } = {}) => clock.heard({ screen, shown, isFirst });
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

test("a big screen that is waited for in vain leads no more, until it says something new", () => {
  heard([9, 1]);
  assert.ok(!may(9, 1));
  mock.timers.tick(5_000);
  heard([9, 2]);
  assert.ok(!may(9, 2));
  mock.timers.tick(5_000);
  assert.ok(clock.isLed);
  mock.timers.tick(1_000);
  assert.ok(!clock.isLed && may(9, 2) && clock.hasScreen);
  heard([9, 2]);
  assert.ok(!clock.isLed);
  heard([9, 3]);
  assert.ok(clock.isLed);
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
  const leading = new Leading("table", "screen");
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
