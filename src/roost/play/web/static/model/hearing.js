// What a page hears of a table: the device computes the dice, and nothing of a position is drawn that shows others.

import { cueOf } from "./event-cues.js";

/** @typedef {import("./device.js").Device} Device */
/** @typedef {import("./device.js").Turn} Turn */
/** @typedef {{version: number, entries: readonly Record<string, any>[]}} Heard */
/**
 * What the log says of the dice of a change.
 * @typedef {object} Fallen
 * @property {{seat: number, roll: string}[]} rolls what was rolled, one after another
 * @property {number} first the seat that was drawn to begin; -1, if none was
 * @property {Turn[]} turns the dice that might lie on the table meanwhile
 */

export class Hearing {
  /** The version up to which the log was heard. */
  version = 0;
  /** Whether a broken rule stays broken: the log was read again, and is no other than the one that was heard. */
  isSettled = false;
  /** The entries of each version, as text. */
  #told = /** @type {string[]} */ ([]);

  /** @param {Device} device */
  constructor(device) {
    this.device = device;
  }

  /**
   * Hear a change.
   * @param {Heard} change
   * @returns {Fallen | null} nothing, unless it is the next one
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
    this.#told[version] = JSON.stringify(entries);
    return fallen;
  }

  /**
   * Hear what happened up to a table as it was told. If it is another past than the one that was heard, as after a
   * restored backup, it is heard from its beginning.
   * @param {Heard[]} past the whole of it @param {number} version of the table
   * @returns {boolean} whether all of it was there
   */
  catchUp(past, version) {
    const isOther = past.some((one) => ![undefined, JSON.stringify(one.entries)].includes(this.#told[one.version]));
    const isShorter = past.length > 0 && (past.at(-1)?.version ?? 0) < this.version;
    if ((isOther || isShorter) && !this.isSettled) {
      this.device.restart();
      [this.version, this.#told] = [0, []];
    }
    for (const change of past) if (change.version <= version) this.hear(change);
    return this.version === version;
  }

  /**
   * Whether a table that was told shows the dice that lie there by now.
   * @param {TableView} table @param {{game: string, faces: string}} played
   * @param {string[]} [rolls] what its events told
   */
  holds({ game, seats }, played, rolls = []) {
    const { device } = this;
    if (game) device.hear({ position: game.position, rolls });
    if (game && game.number !== device.game) device.fails("screen");
    if (game && !device.broken) device.plays({ ...played, people: seats.map(({ person }) => person) });
    const dice = [...(game?.actions ?? [])].flatMap(({ kind, dice: its }) => (kind === "dice" && its) || []);
    const isSo = !game || (device.shows(game.sight) && dice.every((its) => isAmong(its, game.sight.rolled ?? "")));
    if (!isSo && !device.isUnchecked) device.fails("screen");
    return !device.broken;
  }

  /**
   * Whether the steps of a change that was heard show the dice that fell.
   * @param {Step[]} steps @param {Fallen} fallen @param {{game: string, faces: string}} played @param {Cues} [cues]
   */
  holdsSteps(steps, { rolls, first, turns }, played, cues) {
    const { device } = this;
    const events = steps.flatMap((step) => step.events);
    const told = events.filter(({ type }) => type === "rolled");
    const text = (/** @type {Record<string, any>[]} */ all) => String(all.map(({ seat, roll }) => `${seat} ${roll}`));
    /** @param {{rolled?: string, aside?: string}} sight */
    const mayLie = (sight) => turns.some((turn) => device.shows(sight, turn));
    const kept = events.flatMap((event) => cueOf(event, cues).keeps?.(event).dice ?? []);
    const isSo =
      text(told) === text(rolls) &&
      events.every(({ type, seat }) => type !== "drawn" || seat === first) &&
      kept.every((aside) => mayLie({ aside })) &&
      steps.every(({ table }) => !table.game || mayLie(table.game.sight));
    if (!isSo && !device.isUnchecked) device.fails("screen");
    const last = steps.at(-1);
    const isLast =
      last &&
      this.holds(
        last.table,
        played,
        told.map(({ roll }) => String(roll)),
      );
    return isLast === true;
  }
}

/**
 * Whether the dice that are shown were computed here, as far as any are at this table.
 * @param {{device: Device | null, isChecked: boolean}} shown
 */
export const isSound = ({ device, isChecked }) => !device || (isChecked && !device.broken);

/**
 * What is known of a position, as boards and trays are given it: no dice that were not computed.
 * @param {{device: Device | null, isChecked: boolean}} shown @param {Sight} sight
 * @returns {Sight}
 */
export const checkedSight = (shown, sight) =>
  isSound(shown) ? sight : { ...sight, due: 0, on: 0, rolled: "", aside: "" };

/** @param {string} dice @param {string} all */
const isAmong = (dice, all) => [...new Set(dice)].every((die) => dice.split(die).length <= all.split(die).length);
