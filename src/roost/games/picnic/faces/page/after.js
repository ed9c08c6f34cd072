// How the events of a turn change the dice.

/** @typedef {import("roost/boards/view.js").Seen} Seen */

/**
 * The position with its dice as an event leaves them.
 * @param {Seen} seen
 * @param {import("roost/boards/view.js").GameEvent} event
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
