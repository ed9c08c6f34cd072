// The events of a turn: how they are met, and how they change the dice.

/** @type {Cues} */
export const EVENTS = {
  picked_up: { dwell: 400, own: 60, sound: "pick", isRoutine: true },
  pushed: { own: 650, sound: "thud" },
  captured: { own: 750 },
  queen_taken: { own: 650 },
  passed: { sound: "none" },
};

/**
 * The position with its dice as an event leaves them.
 * @param {Seen} seen
 * @param {GameEvent} event
 * @returns {Seen | null}
 */
export function after({ state, sight, scores }, event) {
  const { dice = "" } = state;
  switch (event.type) {
    case "rolled": {
      const all = [...`${dice}${event["roll"]}`].sort().join("");
      return { state: { ...state, dice: all }, sight: { ...sight, due: 0 }, scores };
    }
    case "picked_up": {
      const left = [...dice];
      for (const die of event["dice"]) left.splice(left.indexOf(die), 1);
      return { state: { ...state, dice: left.join("") }, sight: { ...sight, due: dice.length - left.length }, scores };
    }
    default:
      return null;
  }
}
