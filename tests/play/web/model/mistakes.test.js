// Which positions of one's own games are worth another try.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isMistake, MOST, withMistakes } from "roost/model/mistakes.js";

const review = (game, slips) => ({
  game,
  own_seats: [1],
  slips,
  moves: slips.map(({ place }) => ({ place, question: place % 2 ? "attack" : "dice" })),
});
const slip = (place, cost, seat = 1) => ({ place, seat, position: `p${place}`, chosen: "x", slip: cost });

test("only one's own costly choices are kept, attacks among the moves", () => {
  const kept = withMistakes([], review("junior", [slip(1, 0.02), slip(2, 0.3), slip(3, 0.009), slip(4, 0.5, 0)]));
  assert.deepEqual(
    kept.map(({ position, kind, cost }) => [position, kind, cost]),
    [
      ["p1", "move", 0.02],
      ["p2", "dice", 0.3],
    ],
  );
});

test("each is kept once, and only the latest of a game", () => {
  const many = Array.from({ length: MOST + 10 }, (_, place) => slip(place, 0.02));
  let kept = withMistakes([], review("junior", many));
  kept = withMistakes(kept, review("junior", many.slice(-2)));
  kept = withMistakes(kept, review("picnic", [slip(999, 0.1)]));
  const places = kept.filter(({ game }) => game === "junior").map(({ position }) => position);
  assert.equal(places.length, MOST);
  assert.equal(new Set(places).size, MOST);
  assert.ok(!places.includes("p9") && places.includes("p10"));
  assert.equal(kept.length, MOST + 1);
});

test("what is no mistake is not taken for one", () => {
  const [good] = withMistakes([], review("junior", [slip(1, 0.02)]));
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
