// The events of a set-aside turn: their pacing, and how they change the dice.

/** @type {Cues} */
export const EVENTS = {
  laid_aside: {
    dwell: 500,
    own: 60,
    sound: "clack",
    isRoutine: true,
    keeps: ({ symbol, count, total }) => ({ dice: symbol.repeat(count), sum: total }),
  },
  dead_roll: { dwell: 1200, own: 700, sound: "thud", isPrelude: true },
  failed: { dwell: 1300, own: 600, sound: "fail", isBust: true },
};

/**
 * Return the position with its dice after an event.
 * @param {Seen} seen
 * @param {GameEvent} event
 * @returns {Seen | null}
 */
export function after({ state, sight, scores }, event) {
  switch (event.type) {
    case "rolled":
      return { state, sight: { ...sight, due: 0, rolled: event["roll"] }, scores };
    case "laid_aside": {
      const aside = [...`${sight.aside ?? ""}${event["symbol"].repeat(event["count"])}`].sort().join("");
      return { state, sight: { ...sight, rolled: "", aside }, scores };
    }
    case "dead_roll":
      return { state, sight, scores };
    default:
      return null;
  }
}
