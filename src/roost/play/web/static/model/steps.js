// Splits a table's change into the steps that people see: the dice fall, some are set aside, a tile is taken.
//
// The server sends the events and the final position. Each position in between differs from the previous one only in
// its dice, which the game's board works out.

/** @typedef {NonNullable<import("../boards/view.js").Painter["after"]>} After */

/**
 * @typedef {object} Step
 * @property {number} version the table's version after the whole change
 * @property {number} place of the step within the change, from 0
 * @property {TableView} table after this step
 * @property {GameEvent[]} events of the game
 * @property {string[]} sentences about the events
 * @property {ChangeView["entries"]} entries of the log; all of them are in the last step of a change
 * @property {boolean} [isTense] whether much depends on the dice
 * @property {boolean} [isEntered] whether real dice were entered, so that no falling dice are shown
 * @property {boolean} isLast whether the change is complete with this step
 * @property {boolean} [isChecked] whether the step's dice are those that this device computed
 */

/**
 * Split a change into steps.
 * @param {TableView} before the table before the change
 * @param {ChangeView} change
 * @param {After} [after] how an event changes the dice
 * @param {number[]} [mine] the seats of players at this device
 * @param {(seat: number, roll: string) => string} [tellRoll] returns the sentence for a roll, as this device computed it
 * @returns {Step[]}
 */
export function stepsOf(before, change, after = () => null, mine = [], tellRoll) {
  const events = eventsOf(change);
  const sentences = sentencesFor(mine, change).map((sentence, place) => {
    const { type = "", seat, roll } = events[place] ?? {};
    return type === "rolled" && tellRoll ? tellRoll(seat, roll) : sentence;
  });
  /** @type {Step[]} */
  const steps = [];
  let table = before;
  let at = 0;
  // The last event is shown with the position that the server sent.
  while (at < events.length - 1) {
    const event = /** @type {GameEvent} */ (events[at]);
    const dice = seenAt(table);
    const next = dice && diceAfter(dice, event, after);
    if (!next || !table.game) break;
    table = { ...table, game: { ...table.game, ...next, actions: [], undo: null } };
    steps.push({
      version: change.version,
      place: at,
      table,
      events: [event],
      sentences: sentences.slice(at, at + 1),
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
    sentences: sentences.slice(at),
    entries: change.entries,
    isLast: true,
  });
  return steps;
}

/**
 * Return a change's sentences. A player with a single seat is called "you" in them.
 * @param {number[]} mine the seats of players at this device
 * @param {Pick<ChangeView, "sentences" | "to_you">} change
 * @returns {string[]}
 */
export function sentencesFor(mine, { sentences, to_you: toYou = {} }) {
  return (mine.length === 1 && toYou[String(mine[0])]) || (sentences ?? []);
}

/**
 * Return the events, with the pieces that they moved and the seats that they affected.
 * @param {{events?: Record<string, any>[], transfers?: TransferView[][], done_to?: number[][]}} change
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

/** @param {Step} step @returns {number | null} the seat that acted, if any */
export function actorOf(step) {
  const seat = step.events.find((event) => typeof event["seat"] === "number")?.["seat"];
  return seat ?? null;
}

/** @param {TableView} table @returns {Seen | null} */
export const seenAt = ({ game }) => game && { state: game.state, facts: game.facts, scores: game.scores };

/**
 * Return the position with the dice as an event leaves them; null if the event changes more than dice.
 * @param {Seen} seen
 * @param {GameEvent} event
 * @param {After} after
 * @returns {Seen | null}
 */
export function diceAfter(seen, event, after) {
  if (event.type === "drawn") return { ...seen, state: { ...seen.state, turn: event["seat"] } };
  return after(seen, event);
}
