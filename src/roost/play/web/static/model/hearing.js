// Checks the dice that the server sends: the device computes them itself, and does not draw a position whose dice differ.

import { isWithin } from "./device.js";
import { pacingOf } from "./event-pacing.js";

/** @typedef {import("./device.js").Device} Device */
/** @typedef {import("./device.js").Turn} Turn */
/** @typedef {{version: number, entries: readonly Record<string, any>[]}} LogChange */
/**
 * The dice in a change's log entries.
 * @typedef {object} Fallen
 * @property {{seat: number, roll: string}[]} rolls in order
 * @property {number} first the seat drawn to begin; -1 if none was drawn
 * @property {Turn[]} turns the dice that may lie on the table at each moment
 */

export class Hearing {
  /** The version up to which the log has been read. */
  version = 0;
  /** Whether a broken rule is final, because reading the log again gave the same result. */
  isSettled = false;
  /** The log entries of each version, as text. */
  #entries = /** @type {string[]} */ ([]);

  /** @param {Device} device */
  constructor(device) {
    this.device = device;
  }

  /**
   * Read a change.
   * @param {LogChange} change
   * @returns {Fallen | null} null if it is not the next change
   */
  hear({ version, entries }) {
    if (version !== this.version + 1) return null;
    const { device } = this;
    const fallen = { rolls: /** @type {Fallen["rolls"]} */ ([]), first: -1, turns: [device.turn] };
    for (const entry of entries) {
      device.hear(entry);
      if (device.broken) break;
      const { type, seat, roll } = entry;
      if (type === "rolled" && seat === null) fallen.first = "ABCDEFG".indexOf(device.rolled);
      else if (type === "rolled" && !device.isUnchecked) fallen.rolls.push({ seat, roll: device.rolled });
      else if (type === "entered" || type === "corrected") fallen.rolls.push({ seat, roll });
      fallen.turns.push(device.turn);
    }
    this.version = version;
    this.#entries[version] = JSON.stringify(entries);
    return fallen;
  }

  /**
   * Read the log up to a table's version. If the log differs from what was read before, for example after a backup was
   * restored, read it again from its beginning.
   * @param {LogChange[]} past the whole log @param {number} version of the table
   * @returns {boolean} whether the log was complete
   */
  catchUp(past, version) {
    const isChanged = past.some(
      (change) => ![undefined, JSON.stringify(change.entries)].includes(this.#entries[change.version]),
    );
    const isShorter = past.length > 0 && (past.at(-1)?.version ?? 0) < this.version;
    if ((isChanged || isShorter) && !this.isSettled) {
      this.device.restart();
      [this.version, this.#entries] = [0, []];
    }
    for (const change of past) if (change.version <= version) this.hear(change);
    return this.version === version;
  }

  /**
   * Whether a table as the server sent it shows the dice that lie on it now.
   * @param {TableView} table @param {{game: string, faces: string}} played
   * @param {string[]} [rolls] the rolls in its events
   */
  holds({ game, seats }, played, rolls = []) {
    const { device } = this;
    if (game) device.hear({ position: game.position, rolls });
    if (game && game.number !== device.game) device.fails("screen");
    if (game && !device.broken) device.plays({ ...played, people: seats.map(({ person }) => person) });
    const dice = [...(game?.actions ?? [])].flatMap(({ kind, dice: symbols }) => (kind === "dice" && symbols) || []);
    const isRight =
      !game || (device.shows(game.facts) && dice.every((symbols) => isWithin(symbols, game.facts.rolled ?? "")));
    if (!isRight && !device.isUnchecked) device.fails("screen");
    return !device.broken;
  }

  /**
   * Whether the steps of a change show the dice in its log entries.
   * @param {Step[]} steps @param {Fallen} fallen @param {{game: string, faces: string}} played @param {Pacings} [pacings]
   */
  holdsSteps(steps, { rolls, first, turns }, played, pacings) {
    const { device } = this;
    const events = steps.flatMap((step) => step.events);
    const rolled = events.filter(({ type }) => type === "rolled");
    const text = (/** @type {Record<string, any>[]} */ events) =>
      String(events.map(({ seat, roll }) => `${seat} ${roll}`));
    /** @param {{rolled?: string, aside?: string}} facts */
    const mayLie = (facts) => turns.some((turn) => device.shows(facts, turn));
    const setAside = events.flatMap((event) => pacingOf(event, pacings).keeps?.(event).dice ?? []);
    const isRight =
      text(rolled) === text(rolls) &&
      events.every(({ type, seat }) => type !== "drawn" || seat === first) &&
      setAside.every((aside) => mayLie({ aside })) &&
      steps.every(({ table }) => !table.game || mayLie(table.game.facts));
    if (!isRight && !device.isUnchecked) device.fails("screen");
    const last = steps.at(-1);
    const isLast =
      last &&
      this.holds(
        last.table,
        played,
        rolled.map(({ roll }) => String(roll)),
      );
    return isLast === true;
  }
}

/**
 * Whether the dice may be shown: this device computed them, or no device checks dice at this table.
 * @param {{device: Device | null, isChecked: boolean}} shown
 */
export const isSound = ({ device, isChecked }) => !device || (isChecked && !device.broken);

/**
 * Return the board view that boards and trays draw: without dice that this device has not computed.
 * @param {{device: Device | null, isChecked: boolean}} shown @param {BoardFacts} facts
 * @returns {BoardFacts}
 */
export const checkedFacts = (shown, facts) =>
  isSound(shown) ? facts : { ...facts, to_roll: 0, on: 0, rolled: "", aside: "" };
