// Steps as a screen shows them, for tests.

/** A step in which a seat does things, and after which somebody is to play: still this seat, unless told. */
export function stepOf(name, seat, types, { toPlay = seat, bots = 1, ...more } = {}) {
  const events = types.map((type) => ({ type, seat }));
  const seats = [{ bot: null }, ...Array.from({ length: bots }, () => ({ bot: "hen" }))];
  return { name, events, entries: [], table: { game: { seat: toPlay }, seats }, isLast: true, isOld: false, ...more };
}

/** A turn of so many rolls, and a tile at its end; beside whoever looks, there are so many bots. */
export function wholeTurn(seat, rolls, bots = 1) {
  const steps = [];
  for (let i = 0; i < rolls; i++)
    steps.push(stepOf(i, seat, ["rolled"], { bots }), stepOf(i, seat, ["laid_aside"], { bots }));
  return [...steps, stepOf(rolls, seat, ["took"], { toPlay: (seat + 1) % (bots + 1), bots })];
}
