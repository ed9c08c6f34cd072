// How long a sentence of the narration stays readable, with one bot or with many.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EVENTS } from "../../../../src/roost/games/set_aside/adapters/page/events.js";
import { NOTHING, saying, waitFor } from "roost/model/shown-line.js";
import { BOT_LINE } from "roost/model/pace.js";
import { Playback } from "roost/model/playback.js";
import { wholeTurn } from "./steps.js";

/** Return the milliseconds for which each bot's line is readable before the reader acts; the last one stays. */
function readable(bots, rolls, speed) {
  const later = [];
  const [seen, gone] = [new Map(), new Map()];
  let now = 0;
  let shown = NOTHING;
  const tell = ({ events, table }) => {
    const [{ seat }] = events;
    if (table.game.seat === seat) return;
    shown = saying(shown, `${seat}`, { isTurn: true }, now, speed);
    seen.set(shown.text, now);
    const lines = [shown.text, shown.above];
    for (const line of seen.keys()) if (!lines.includes(line) && !gone.has(line)) gone.set(line, now);
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

for (const speed of ["normal", "slow"])
  for (const bots of [1, 2, 3, 4, 5, 6])
    test(`a turn's line stays for ${BOT_LINE[speed]} ms or until the reader acts, with ${bots} bots`, () => {
      for (const rolls of [1, 2, 3, 4, 5, 6])
        for (const length of readable(bots, rolls, speed))
          assert.ok(length >= BOT_LINE[speed], `${length} after ${rolls} rolls`);
    });

const TURN = { isTurn: true };
const TO_ME = { isTurn: true, isToMe: true };

test("a line stays above the next one only until it has been read", () => {
  const first = saying(NOTHING, "Hen takes 23.", TURN, 0, "normal");
  assert.equal(saying(first, "Fox takes 24.", TURN, BOT_LINE.normal - 1, "normal").above, "Hen takes 23.");
  assert.equal(saying(first, "Fox takes 24.", TURN, BOT_LINE.normal, "normal").above, "");
});

test("a line about the reader stays until they act", () => {
  const line = saying(NOTHING, "Hen snatches 22 from you!", TO_ME, 0, "normal");
  assert.equal(waitFor(line, TURN, 60_000), Infinity);
  assert.equal(waitFor(line, {}, 60_000), 0);
  assert.ok(!saying(line, "You roll 1 2 3.", {}, 60_000, "normal").isToMe);
});

test("two lines about the reader are shown together", () => {
  const line = saying(NOTHING, "Hen snatches 22 from you!", TO_ME, 0, "normal");
  assert.equal(waitFor(line, TO_ME, 60_000), 0);
  assert.equal(saying(line, "Fox snatches 21 from you!", TO_ME, 60_000, "normal").above, "Hen snatches 22 from you!");
});

test("a routine line waits until the earlier line has been read", () => {
  const line = saying(NOTHING, "Hen takes 23.", TURN, 1000, "normal");
  assert.equal(waitFor(line, { isRoutine: true }, 2000), BOT_LINE.normal - 1000);
  assert.equal(waitFor(line, { isRoutine: true }, 9000), 0);
  assert.equal(saying(line, "You roll 1.", { isRoutine: true }, 9000, "normal").until, 0);
});
