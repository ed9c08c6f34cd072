// Make steps for tests, as a screen shows them.

/** Make a step with events of a seat, after which `toPlay` has to play, by default the same seat. */
export function stepOf(name, seat, types, { toPlay = seat, bots = 1, ...more } = {}) {
  const events = types.map((type) => ({ type, seat }));
  const seats = [{ bot: null }, ...Array.from({ length: bots }, () => ({ bot: "hen" }))];
  return { name, events, entries: [], table: { game: { seat: toPlay }, seats }, isLast: true, isOld: false, ...more };
}

/** Make a turn of some rolls that ends with taking a tile, at a table of the reader and some bots. */
export function wholeTurn(seat, rolls, bots = 1) {
  const steps = [];
  for (let i = 0; i < rolls; i++)
    steps.push(stepOf(i, seat, ["rolled"], { bots }), stepOf(i, seat, ["laid_aside"], { bots }));
  return [...steps, stepOf(rolls, seat, ["took"], { toPlay: (seat + 1) % (bots + 1), bots })];
}
