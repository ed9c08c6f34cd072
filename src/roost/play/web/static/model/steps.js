// A change of a table, taken apart into the steps that people see: the dice fall, some are set aside, a tile is taken.
//
// The server tells what happened and where it led. The positions in between differ from the one before in their dice
// alone; how, the game's board says.

/** @typedef {NonNullable<import("../boards/view.js").Painter["after"]>} After */

/**
 * @typedef {object} Step
 * @property {number} version the version that the whole change leads to
 * @property {number} place which step of the change it is, counted from 0
 * @property {TableView} table the table at this step
 * @property {GameEvent[]} events what happened in the game at this step
 * @property {string[]} told the same in sentences
 * @property {ChangeView["entries"]} entries what the log says; all of it with the last step of a change
 * @property {boolean} [isTense] whether much hangs on the dice
 * @property {boolean} [isEntered] whether the dice are real, and were entered: nothing is to be seen of their fall
 * @property {boolean} isLast whether the change is complete with this step
 * @property {boolean} [isChecked] whether its dice are those that this device computed
 */

/**
 * The steps of a change.
 * @param {TableView} before the table before it
 * @param {ChangeView} change
 * @param {After} [after] what an event does to the dice
 * @param {number[]} [mine] the seats of this device
 * @param {(seat: number, roll: string) => string} [tellRoll] a roll is told by the page, which knows what fell
 * @returns {Step[]}
 */
export function stepsOf(before, change, after = () => null, mine = [], tellRoll) {
  const events = eventsOf(change);
  const told = toldTo(mine, change).map((sentence, place) => {
    const { type = "", seat, roll } = events[place] ?? {};
    return type === "rolled" && tellRoll ? tellRoll(seat, roll) : sentence;
  });
  /** @type {Step[]} */
  const steps = [];
  let table = before;
  let at = 0;
  // What nothing else follows is shown with the position that the server tells.
  while (at < events.length - 1) {
    const event = /** @type {GameEvent} */ (events[at]);
    const seen = seenAt(table);
    const next = seen && diceAfter(seen, event, after);
    if (!next || !table.game) break;
    table = { ...table, game: { ...table.game, ...next, actions: [], undo: null } };
    steps.push({
      version: change.version,
      place: at,
      table,
      events: [event],
      told: told.slice(at, at + 1),
      entries: [],
      isLast: false,
    });
    at += 1;
  }
  steps.push({
    version: change.version,
    place: at,
    table: change.table,
    events: events.slice(at),
    told: told.slice(at),
    entries: change.entries,
    isLast: true,
  });
  return steps;
}

/**
 * What happened, in sentences. Whoever plays one seat alone is "you" in them.
 * @param {number[]} mine the seats of this device
 * @param {Pick<ChangeView, "told" | "to_you">} change
 * @returns {string[]}
 */
export function toldTo(mine, { told, to_you: toYou = {} }) {
  return (mine.length === 1 && toYou[String(mine[0])]) || (told ?? []);
}

/**
 * Events with the pieces that they moved, and the seats that they were done to.
 * @param {{events?: Record<string, any>[], transfers?: TransferView[][], done_to?: number[][]}} told
 * @returns {GameEvent[]}
 */
export function eventsOf({ events = [], transfers = [], done_to: doneTo = [] }) {
  return events.map(
    (event, at) =>
      /** @type {GameEvent} */ ({
        ...event,
        ...(transfers[at]?.length ? { transfers: transfers[at] } : {}),
        ...(doneTo[at]?.length ? { doneTo: doneTo[at] } : {}),
      }),
  );
}

/**
 * Whose doing a step is, if anybody's.
 * @param {Step} step
 * @returns {number | null}
 */
export function actorOf(step) {
  const seat = step.events.find((event) => typeof event["seat"] === "number")?.["seat"];
  return seat ?? null;
}

/** @param {TableView} table @returns {Seen | null} */
export const seenAt = ({ game }) => game && { state: game.state, sight: game.sight, scores: game.scores };

/**
 * The position with the dice as an event leaves them; nothing, if it is about more than dice.
 * @param {Seen} seen
 * @param {GameEvent} event
 * @param {After} after
 * @returns {Seen | null}
 */
export function diceAfter(seen, event, after) {
  if (event.type === "drawn") return { ...seen, state: { ...seen.state, turn: event["seat"] } };
  return after(seen, event);
}
