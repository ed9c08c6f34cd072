// How long people can read what was said, with one bot or with many.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EVENTS } from "../../../../src/roost/games/set_aside/faces/page/events.js";
import { NOTHING, saying, waitFor } from "roost/model/held-line.js";
import { Playback } from "roost/model/playback.js";
import { wholeTurn } from "./steps.js";

/** How long the line of each bot can be read, before the reader acts, in milliseconds; the last one stays. */
function readable(bots, rolls, speed) {
  const later = [];
  const [seen, gone] = [new Map(), new Map()];
  let now = 0;
  let held = NOTHING;
  const tell = ({ events, table }) => {
    const [{ seat }] = events;
    if (table.game.seat === seat) return;
    held = saying(held, `${seat}`, { isTurn: true }, now, speed);
    seen.set(held.text, now);
    for (const line of seen.keys()) if (![held.text, held.above].includes(line) && !gone.has(line)) gone.set(line, now);
  };
  const stage = {
    show: () => {},
    tell,
    idle: () => {},
    may: () => true,
    speed: () => speed,
    isOwn: () => false,
    isOld: () => false,
    now: () => now,
    later: (run, after) => later.push([run, after]),
    cancel: () => {},
  };
  new Playback(stage, EVENTS).add(Array.from({ length: bots }, (_, bot) => wholeTurn(bot + 1, rolls, bots)).flat());
  while (later.length) {
    const [run, after] = later.shift();
    now += after;
    run();
  }
  assert.equal(seen.size, bots);
  return [...seen].map(([line, since]) => (gone.get(line) ?? Infinity) - since);
}

for (const [speed, least] of [
  ["normal", 2500],
  ["slow", 4000],
])
  for (const bots of [1, 2, 3, 4, 5, 6])
    test(`the line of a turn stays for ${least} ms or until the next own act, with ${bots} bots`, () => {
      for (const rolls of [1, 2, 3, 4, 5, 6])
        for (const length of readable(bots, rolls, speed)) assert.ok(length >= least, `${length} after ${rolls} rolls`);
    });

const TURN = { isTurn: true };
const TO_ME = { isTurn: true, isToMe: true };

test("a line that has been read is not kept above the next one", () => {
  const first = saying(NOTHING, "Hen takes 23.", TURN, 0, "normal");
  assert.equal(saying(first, "Fox takes 24.", TURN, 2499, "normal").above, "Hen takes 23.");
  assert.equal(saying(first, "Fox takes 24.", TURN, 2500, "normal").above, "");
});

test("what was done to the reader stays until they act, whatever others do", () => {
  const held = saying(NOTHING, "Hen snatches 22 from you!", TO_ME, 0, "normal");
  assert.equal(waitFor(held, TURN, 60_000), Infinity);
  assert.equal(waitFor(held, {}, 60_000), 0);
  assert.ok(!saying(held, "You roll 1 2 3.", {}, 60_000, "normal").isToMe);
});

test("of two things that were done to the reader both can be read", () => {
  const held = saying(NOTHING, "Hen snatches 22 from you!", TO_ME, 0, "normal");
  assert.equal(waitFor(held, TO_ME, 60_000), 0);
  assert.equal(saying(held, "Fox snatches 21 from you!", TO_ME, 60_000, "normal").above, "Hen snatches 22 from you!");
});

test("what is no news waits until the news has been read", () => {
  const held = saying(NOTHING, "Hen takes 23.", TURN, 1000, "normal");
  assert.equal(waitFor(held, { isRoutine: true }, 2000), 1500);
  assert.equal(waitFor(held, { isRoutine: true }, 9000), 0);
  assert.equal(saying(held, "You roll 1.", { isRoutine: true }, 9000, "normal").until, 0);
});
