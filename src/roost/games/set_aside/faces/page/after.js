// How the events of a set-aside turn change the dice.

/** @typedef {import("roost/boards/view.js").Seen} Seen */

/**
 * The position with its dice as an event leaves them.
 * @param {Seen} seen
 * @param {import("roost/boards/view.js").GameEvent} event
 * @returns {Seen | null}
 */
export function after({ state, sight, scores }, event) {
  const { shown = {} } = sight;
  switch (event.type) {
    case "rolled":
      return { state: { ...state, roll: event["roll"] }, sight: { ...sight, due: 0 }, scores };
    case "laid_aside": {
      const { roll: _, ...rest } = state;
      const aside = [...`${state.aside ?? ""}${event["symbol"].repeat(event["count"])}`].sort().join("");
      const told = { ...shown, sum: event["total"], worm: shown["worm"] || event["symbol"] === "w" };
      return { state: { ...rest, aside }, sight: { ...sight, shown: told }, scores };
    }
    case "dead_roll":
      return { state, sight, scores };
    default:
      return null;
  }
}
