// A set-aside turn's events: their pacing, and how they change the dice.

/** @type {Pacings} */
export const EVENTS = {
  laid_aside: {
    dwell: 500,
    own: 60,
    sound: "clack",
    isRoutine: true,
    keeps: ({ symbol, count, total }) => ({ dice: symbol.repeat(count), sum: total }),
  },
  dead_roll: { dwell: 900, own: 450, sound: "thud", isPrelude: true },
  failed: { dwell: 1300, own: 900, sound: "fail", isBust: true },
};

/**
 * Return the position with its dice after an event.
 * @param {Seen} seen
 * @param {GameEvent} event
 * @returns {Seen | null}
 */
export function after({ state, facts, scores }, event) {
  switch (event.type) {
    case "rolled":
      return { state, facts: { ...facts, to_roll: 0, rolled: event["roll"] }, scores };
    case "laid_aside": {
      const aside = [...`${facts.aside ?? ""}${event["symbol"].repeat(event["count"])}`].sort().join("");
      return { state, facts: { ...facts, rolled: "", aside }, scores };
    }
    case "dead_roll":
      return { state, facts, scores };
    default:
      return null;
  }
}
