// Which positions of a player's own games are stored for training.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isMistake, MOST, withMistakes } from "roost/model/mistakes.js";

const review = (game, mistakes) => ({
  game,
  own_seats: [1],
  mistakes,
  moves: mistakes.map(({ place }) => ({ place, question: place % 2 ? "attack" : "dice" })),
});
const mistake = (place, cost, seat = 1) => ({ place, seat, position: `p${place}`, chosen: "x", mistake: cost });

test("only the player's own costly choices are stored, and attacks count as moves", () => {
  const stored = withMistakes(
    [],
    review("junior", [mistake(1, 0.02), mistake(2, 0.3), mistake(3, 0.009), mistake(4, 0.5, 0)]),
  );
  assert.deepEqual(
    stored.map(({ position, kind, cost }) => [position, kind, cost]),
    [
      ["p1", "move", 0.02],
      ["p2", "dice", 0.3],
    ],
  );
});

test("each mistake is stored once, and each game has a limit", () => {
  const many = Array.from({ length: MOST + 10 }, (_, place) => mistake(place, 0.02));
  let stored = withMistakes([], review("junior", many));
  stored = withMistakes(stored, review("junior", many.slice(-2)));
  stored = withMistakes(stored, review("picnic", [mistake(999, 0.1)]));
  const places = stored.filter(({ game }) => game === "junior").map(({ position }) => position);
  assert.equal(places.length, MOST);
  assert.equal(new Set(places).size, MOST);
  assert.ok(!places.includes("p9") && places.includes("p10"));
  assert.equal(stored.length, MOST + 1);
});

test("malformed mistakes are recognised", () => {
  const [good] = withMistakes([], review("junior", [mistake(1, 0.02)]));
  assert.ok(isMistake(good));
  for (const wrong of [
    null,
    {},
    { ...good, cost: 0 },
    { ...good, cost: "?" },
    { ...good, position: "p".repeat(2_001) },
  ])
    assert.ok(!isMistake(wrong));
});
