// A change of a table, taken apart into the steps that people see: the dice fall, some are set aside, a tile is taken.
//
// The server tells what happened and where it led. The positions in between differ from the one before in their dice
// alone, so that they can be shown without knowing any rule.

/** @typedef {import("../types/messages").ChangeView} Change */
/** @typedef {import("../types/messages").TableView} Table */
/** @typedef {Record<string, any>} State a position, as `game.state` of a table */
/** @typedef {{type: string} & Record<string, any>} GameEvent */

/**
 * @typedef {object} Step
 * @property {Table} table the table at this step
 * @property {GameEvent[]} events what happened in the game at this step
 * @property {string[]} told the same in sentences
 * @property {Change["entries"]} entries what the log says; all of it with the last step of a change
 * @property {boolean} [isTense] whether much hangs on the dice
 * @property {boolean} isLast whether the change is complete with this step
 */

const DICE = new Set(["rolled", "laid_aside", "picked_up", "dead_roll", "drawn"]);

/**
 * The steps of a change.
 * @param {Table} before the table before it
 * @param {Change} change
 * @returns {Step[]}
 */
export function stepsOf(before, change) {
  const events = /** @type {GameEvent[]} */ (change.events);
  const told = change.told ?? [];
  /** @type {Step[]} */
  const steps = [];
  let table = before;
  let at = 0;
  while (at < events.length && DICE.has(events[at]?.type ?? "")) {
    const event = /** @type {GameEvent} */ (events[at]);
    // What nothing else follows is shown with the position that the server tells.
    if (at === events.length - 1) break;
    table = withState(table, diceAfter(stateOf(table), event));
    steps.push({ table, events: [event], told: told.slice(at, at + 1), entries: [], isLast: false });
    at += 1;
  }
  steps.push({
    table: change.table, events: events.slice(at), told: told.slice(at), entries: change.entries, isLast: true,
  });
  return steps;
}

/** @param {Table} table */
function stateOf(table) {
  return /** @type {State} */ (table.game?.state ?? {});
}

/**
 * @param {Table} table
 * @param {State} state
 * @returns {Table}
 */
function withState(table, state) {
  if (!table.game) return table;
  return { ...table, game: { ...table.game, state, actions: [], undo: null } };
}

/**
 * The position with the dice as an event leaves them.
 * @param {State} state
 * @param {GameEvent} event
 * @returns {State}
 */
export function diceAfter(state, event) {
  const { roll: _, ...rest } = state;
  switch (event.type) {
    case "drawn":
      return { ...state, turn: event["seat"] };
    case "rolled":
      if (state["game"] === "picnic") return { ...state, dice: sorted(`${state["dice"] ?? ""}${event["roll"]}`) };
      return { ...state, roll: event["roll"] };
    case "laid_aside":
      return { ...rest, aside: sorted(`${state["aside"] ?? ""}${event["symbol"].repeat(event["count"])}`) };
    case "picked_up":
      return { ...state, dice: without(state["dice"] ?? "", event["dice"]) };
    default:
      return state;
  }
}

/** @param {string} dice */
function sorted(dice) {
  return [...dice].sort().join("");
}

/**
 * @param {string} dice
 * @param {string} taken
 */
function without(dice, taken) {
  const left = [...dice];
  for (const die of taken) {
    const at = left.indexOf(die);
    if (at >= 0) left.splice(at, 1);
  }
  return left.join("");
}
