// Where thrown dice come to rest, and what they hit.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chance, throwDice } from "roost/model/throw.js";

const [WIDTH, HEIGHT] = [9.4, 2.3];

test("dice come to rest apart from each other, within the area, with their first side on top", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const rests = throwDice(8, WIDTH, HEIGHT, chance(seed * 7919)).dice.map((poses) => poses.at(-1));
    for (const [place, { x, y, z, turn }] of rests.entries()) {
      assert.ok(x >= 0.5 && x <= WIDTH - 0.5 && y >= 0.5 && y <= HEIGHT - 0.5);
      assert.ok(z < 1e-9 && Math.abs((turn[8] ?? 0) - 1) < 1e-9);
      for (const other of rests.slice(place + 1)) assert.ok(Math.hypot(x - other.x, y - other.y) > 1.1);
    }
  }
});

test("only the last die takes longer when much depends on it, and every die hits the table three times", () => {
  const { dice, hits, length } = throwDice(3, 100, 100, chance(5), 0.5);
  assert.equal(length, 1.5);
  const still = dice.map((poses) => poses.findIndex(({ x }, at) => at > 10 && x === poses.at(-1)?.x));
  assert.ok((still[0] ?? 0) < (still[2] ?? 0) - 10);
  assert.ok([0.9, 0.5, 0.25].every((force) => hits.filter((hit) => hit.force === force).length === 3));
});
