// A turn's events: their pacing, and how they change the dice.

/** @type {Pacings} */
export const EVENTS = {
  picked_up: { dwell: 400, own: 60, sound: "pick", isRoutine: true },
  pushed: { own: 650, sound: "thud" },
  captured: { own: 750 },
  queen_taken: { own: 650 },
  passed: { sound: "none" },
};

/**
 * Return the position with its dice after an event.
 * @param {Seen} seen
 * @param {GameEvent} event
 * @returns {Seen | null}
 */
export function after({ state, facts, scores }, event) {
  const { rolled = "" } = facts;
  switch (event.type) {
    case "rolled": {
      const all = [...`${rolled}${event["roll"]}`].sort().join("");
      return { state, facts: { ...facts, to_roll: 0, rolled: all }, scores };
    }
    case "picked_up": {
      const left = [...rolled];
      for (const die of event["dice"]) left.splice(left.indexOf(die), 1);
      return { state, facts: { ...facts, to_roll: rolled.length - left.length, rolled: left.join("") }, scores };
    }
    default:
      return null;
  }
}
