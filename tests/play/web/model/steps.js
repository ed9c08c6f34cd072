// Steps as a screen shows them, for tests.

/** A step in which a seat does things, and after which somebody is to play: still this seat, unless told. */
export function stepOf(name, seat, types, { toPlay = seat, ...more } = {}) {
  const events = types.map((type) => ({ type, seat }));
  return { name, events, entries: [], table: { game: { seat: toPlay } }, isLast: true, isOld: false, ...more };
}

/** A turn of so many rolls, and a tile at its end. */
export function wholeTurn(seat, rolls) {
  const steps = [];
  for (let i = 0; i < rolls; i++) steps.push(stepOf(i, seat, ["rolled"]), stepOf(i, seat, ["laid_aside"]));
  return [...steps, stepOf(rolls, seat, ["took"], { toPlay: 1 - seat })];
}
