/**
 * One device's check of a table's dice: it computes every roll itself, and compares all that the host sends with its
 * rolls.
 *
 * A device reads a table's log from its beginning. The first rule that the host breaks ends the trust for good;
 * docs/dice-protocol.md lists the rules. roost/play/dice/device.py makes the same checks in Python and knows the game's
 * rules; the page knows only which dice may lie on the table (`shows`).
 */

import { hex } from "./sha256.js";
import {
  HASH,
  PROTOCOL,
  countOf,
  hashed,
  listText,
  parseDice,
  parseListed,
  rolledBy,
  seatFaces,
  seedOf,
} from "./fair.js";

/** @typedef {import("./fair.js").Listed} Listed */
/** @typedef {Record<string, any>} Entry an entry of a table's log */

/**
 * What a device remembers about a table when its page is closed and reopened.
 * @typedef {object} Memory
 * @property {Record<string, string>} numbers this device's own numbers, by game
 * @property {Record<string, string>} opened the device list for which a number was revealed, by game and attempt: `1.2`
 * @property {boolean | null} rolls_real whether the people here roll real dice; null if they have not answered
 */

/**
 * A seat's rolls in its turn, in order: only these dice may lie on the table. A roll is fresh until a choice follows
 * it; while it is fresh, all of its dice lie on the table.
 * @typedef {{seat: number, rolls: string[], isFresh: boolean}} Turn
 */

const MOST_DICE = 99;
/** Types of log entries that matter only within their game; an entry that shows a position has no type. */
const OF_A_GAME = ["rolled", "acted", "undone", "entered", "corrected", undefined];
/** Maximum number of log entries kept as evidence. */
const MOST_EVIDENCE = 20_000;
/** @type {Turn} */
const NO_TURN = { seat: -1, rolls: [], isFresh: false };

class Broken extends Error {}

/** @param {unknown} holds @param {string} rule reported as broken unless `holds` is true */
function must(holds, rule) {
  if (!holds) throw new Broken(rule);
}

/** @returns {Memory} */
export const nothingRemembered = () => ({ numbers: {}, opened: {}, rolls_real: null });

export class Device {
  /** The number of the person at this device; -1 for a spectator. */
  person = -1;
  /** The first rule that the host broke, with the game and the roll. */
  broken = /** @type {{rule: string, game: number, roll: number} | null} */ (null);
  /** The evidence: all log entries of this game, and those entries of earlier games that later games depend on. */
  heard = /** @type {Entry[]} */ ([]);
  /** Whether the host went back to an earlier state of the table. */
  isRestored = false;
  /** Every hash-chain link seen so far, by game, place and link number. */
  #links = /** @type {Map<string, string>} */ (new Map());
  /** Numbers of the games for which a seal was sent since the page was opened. */
  #sent = /** @type {Set<number>} */ (new Set());

  game = 0;
  rolls = 0;
  entered = 0;
  /** Number of rolls that a bot made for this person's seat. */
  standIns = 0;
  /** Whether an older version of Roost began the game, so its dice are not checked. */
  isUnchecked = false;
  isChanged = false;
  /** The dice of the latest roll. */
  rolled = "";
  /** The moves of the game, to compare with its record. */
  moves = /** @type {string[]} */ ([]);
  /** The hash-chain links of the game's rolls. */
  links = /** @type {string[]} */ ([]);
  turn = NO_TURN;
  /** The device list of the game, and below it that of the next game. */
  listed = /** @type {Listed | null} */ (null);
  coming = /** @type {Listed | null} */ (null);
  /** People left out of the current device list because their devices did not answer the previous one. */
  unanswered = /** @type {number[]} */ ([]);
  /** The numbers revealed for the game, and below them those revealed for the next game, by person. */
  numbers = /** @type {Map<number, string>} */ (new Map());
  opened = /** @type {Map<number, string>} */ (new Map());
  /** The seals for the next game, by person. */
  seals = /** @type {Map<number, string>} */ (new Map());
  seed = "";
  /** The latest hash-chain link of each place, with the link's number. */
  latest = /** @type {[number, string][]} */ ([]);
  /** @type {string[]} the holder of each seat: a person's number, or a bot's name */
  seats = [];
  isOver = false;

  /**
   * @param {{table: string, faces?: string, players?: number}} played faces and players if all games share them
   * @param {Memory} [memory]
   */
  constructor({ table, faces = "", players = 0 }, memory = nothingRemembered()) {
    this.played = { table, faces, players };
    this.memory = memory;
  }

  /** Read the log again from its beginning, because the host skipped a change or went back, as after restoring a backup. */
  restart() {
    const { person, heard, ...unheard } = new Device(this.played, this.memory);
    Object.assign(this, unheard, { isRestored: true });
    this.#sent.clear();
    this.#note({ restarted: true });
  }

  // -- seals and numbers --

  /** Whether the device has yet to send a seal for the next game. */
  get wantsToSeal() {
    const isSent = this.#sent.has(this.game + 1) || this.seals.get(this.person) === this.#ownSeal;
    return !this.coming && !this.broken && !isSent;
  }

  /** Return the seal of this device's number for the next game, and draw the number if needed. */
  seal() {
    const game = this.game + 1;
    this.#sent.add(game);
    this.memory.numbers[game] ??= hex(crypto.getRandomValues(new Uint8Array(32)));
    return hashed(this.memory.numbers[game]);
  }

  /** This device's number and the attempt, if the current device list asks for the number. */
  get asked() {
    const { coming, person, memory } = this;
    const ownSeal = this.#ownSeal;
    if (this.broken || !coming || !ownSeal || this.opened.has(person)) return null;
    const isOurs =
      coming.seals.get(person) === ownSeal && [...coming.seals.values()].filter((it) => it === ownSeal).length < 2;
    const opened = memory.opened[`${this.game + 1}.${coming.attempt}`] ?? coming.text;
    return isOurs && opened === coming.text
      ? { attempt: coming.attempt, number: memory.numbers[this.game + 1] ?? "" }
      : null;
  }

  /** Return `asked`, and note the number as revealed; the memory must be stored before the number is sent. */
  answer() {
    const { asked } = this;
    if (asked && this.coming) this.memory.opened[`${this.game + 1}.${asked.attempt}`] = this.coming.text;
    return asked;
  }

  // -- results --

  /** Whether this device's number contributed to the seed. */
  get takesPart() {
    const number = this.memory.numbers[this.game];
    return number !== undefined && this.numbers.get(this.person) === number;
  }

  /** The colour of the shield. */
  get standing() {
    if (this.broken) return "red";
    if (!this.game) return "waiting";
    if (this.isUnchecked || this.entered || !this.numbers.size) return "grey";
    return this.doubts.length ? "amber" : "green";
  }

  /** The reasons why the shield is not green. */
  get doubts() {
    const isChecked = !this.isUnchecked;
    const doubts = {
      unchecked: this.isUnchecked,
      real: this.entered > 0,
      alone: isChecked && !this.numbers.size,
      late: this.numbers.size > 0 && !this.takesPart,
      attempts: (this.listed?.attempt ?? 1) > 1,
      restored: this.isRestored,
      stand_in: this.standIns > 0,
      changed: this.isChanged,
      varies: this.listed?.varies === true,
    };
    return this.game ? Object.entries(doubts).flatMap(([doubt, applies]) => (applies ? [doubt] : [])) : [];
  }

  /** The evidence against a host, in the format of `roost verify`. */
  get evidence() {
    const { person, memory, heard } = this;
    return { roost: "evidence 4", table: this.played.table, person, memory, heard };
  }

  /**
   * Whether these dice may be shown: each was rolled in this turn, and all dice of a fresh roll lie on the table.
   * @param {{rolled?: string, aside?: string}} facts @param {Turn} [turn]
   */
  shows({ rolled = "", aside = "" }, turn = this.turn) {
    const { rolls, isFresh } = turn;
    if (this.broken || this.isUnchecked) return !this.broken;
    if (typeof rolled !== "string" || typeof aside !== "string") return false;
    const isWhole = !rolled || !isFresh || isWithin(rolls.at(-1) ?? "", rolled);
    return isWhole && isWithin(rolled + aside, rolls.join(""));
  }

  /**
   * Whether a record matches the game in the log.
   * @param {string} text
   */
  isRecord(text) {
    const { listed, numbers, links, moves } = this;
    const lines = text.split("\n").map((line) => line.trim());
    const opened = [...numbers].sort(([a], [b]) => a - b).map(([person, number]) => `${person}:${number}`);
    const headers = listed ? [`[List "${listed.text}"]`, `[Numbers "${opened.join(" ") || "-"}"]`] : [];
    const words = (/** @type {RegExp} */ pattern) =>
      lines.filter((line) => pattern.test(line)).map((line) => line.split(/\s+/));
    const rolls = words(/^%roll /).map(([, , link]) => link);
    const played = words(/^\d/).flatMap(([, , ...tokens]) => tokens);
    return headers.every((header) => lines.includes(header)) && isSame(rolls, links) && isSame(played, moves);
  }

  /** @param {string} rule that the screen or the record shows to be broken */
  fails(rule) {
    this.broken ??= { rule, game: this.game, roll: this.rolls };
  }

  /**
   * Check the game and its players against the device list and later log entries.
   * @param {{game: string, faces: string, people: (number | null)[]}} shown
   */
  plays({ game, faces, people }) {
    const { listed } = this;
    if (this.isUnchecked || !listed || this.isOver) return;
    if (game !== listed.game || faces !== listed.faces) this.fails("list");
    const holders = this.seats.map((holder) => (/^\d+$/.test(holder) ? Number(holder) : null));
    if (String(people) !== String(holders)) this.fails("seats");
  }

  // -- entries of the log --

  /** @param {Entry} entry of the log, or `{position: TEXT}` for a position that the host shows */
  hear(entry) {
    this.#note(entry);
    if (this.broken) return;
    try {
      if ("position" in entry) this.isOver = / over=/.test(entry.position);
      else if (Object.hasOwn(Device.#hears, entry.type)) Device.#hears[entry.type].call(this, entry);
    } catch (error) {
      this.broken = {
        rule: error instanceof Broken ? error.message : "unreadable",
        game: this.game,
        roll: this.rolls + 1,
      };
    }
  }

  /** @type {Record<string, (this: Device, entry: Entry) => void>} */
  static #hears = {
    device_sealed({ person, game, seal }) {
      if (game === this.game + 1) this.seals.set(person, seal);
    },
    dice_listed({ list }) {
      const { coming: before, played } = this;
      const [listed, game] = [parseListed(list), this.game + 1];
      if (!listed) throw new Broken("unreadable");
      must(listed.dice === `${this.played.table}/${game}`, "list");
      must(listed.ends.length === listed.seats.length + 1, "list");
      must([listed.faces, ""].includes(played.faces), "list");
      must(!played.players || listed.seats.length <= played.players, "list"); // open seats are given up
      must(listed.attempt === (before?.attempt ?? 0) + 1, "list");
      if (before) {
        const { attempt, seals } = listed;
        must(seals.size < before.seals.size, "list");
        must(
          [...seals].every(([person, seal]) => before.seals.get(person) === seal),
          "list",
        );
        must(listText({ ...before, attempt, seals }) === list, "list");
        this.unanswered.push(...[...before.seals.keys()].filter((person) => !seals.has(person)));
      } else this.unanswered = [];
      [this.coming, this.opened] = [listed, new Map()];
    },
    number_opened({ person, number }) {
      const { coming } = this;
      if (!coming || this.opened.has(person)) throw new Broken("order");
      must(HASH.test(number), "unreadable");
      must(coming.seals.get(person) === hashed(number), "number");
      const isOurs = this.memory.numbers[this.game + 1] === number;
      must(!isOurs || this.memory.opened[`${this.game + 1}.${coming.attempt}`] === coming.text, "number");
      this.opened.set(person, number);
    },
    started({ game, start, protocol }) {
      must(game === this.game + 1, "order");
      const [listed, numbers] = [this.coming, this.opened];
      Object.assign(this, { game, rolls: 0, entered: 0, standIns: 0, isChanged: false, turn: NO_TURN });
      Object.assign(this, { isUnchecked: protocol !== PROTOCOL, rolled: "", coming: null, listed: null });
      [this.moves, this.links] = [[], []];
      [this.numbers, this.opened, this.seals] = [new Map(), new Map(), new Map()];
      [this.seed, this.isOver] = ["", false];
      if (this.isUnchecked) return must(!(game in this.memory.numbers), "list");
      if (!listed || numbers.size !== listed.seals.size) throw new Broken("order");
      must(listed.options.get("start") === (start === "random" ? start : "ABCDEFG"[start]), "seats");
      [this.listed, this.numbers, this.seed] = [listed, numbers, seedOf(listed, numbers)];
      this.latest = listed.ends.map((end) => [0, end]);
      this.seats = [...listed.seats];
    },
    rolled({ seat, roll, link, by, dice: text = "" }) {
      if (this.isUnchecked) return;
      const { listed } = this;
      if (!listed || !this.seed || this.coming) throw new Broken("order");
      const isDraw = listed.options.get("start") === "random" && !this.rolls;
      must(isDraw ? seat === null && roll.length === 1 : listed.seats[seat] !== undefined, "order");
      must(HASH.test(link) && roll.length > 0 && roll.length <= MOST_DICE, "unreadable");
      const place = isDraw ? 0 : seat + 1;
      const [number = 0, before] = this.latest[place] ?? [];
      const name = `${this.game}.${place}.${number + 1}`;
      must(hashed(link) === before && (this.#links.get(name) ?? link) === link, "link");
      this.#links.set(name, link);
      this.links.push(link);
      const faces = isDraw ? seatFaces(listed.seats.length) : listed.faces;
      const draws = listed.varies && !isDraw ? parseDice(text, faces) : null;
      must(draws ? countOf(draws) === roll.length : !text && (isDraw || !listed.varies), "dice");
      const expected = rolledBy(this.seed, place, number + 1, link, faces, draws ?? roll.length);
      must(expected === roll, "dice");
      this.latest[place] = [number + 1, link];
      Object.assign(this, { rolls: this.rolls + 1, rolled: expected });
      if (by && this.#isOurs(seat)) this.standIns++;
      if (!isDraw) this.#addRoll(seat, expected);
      this.#addMove(expected);
    },
    /** Real dice cannot be checked, except that none may be entered for a person who rolls the table's dice. */
    entered({ seat, roll }) {
      must(!this.#isOurs(seat) || this.memory.rolls_real !== false, "entered");
      this.entered++;
      this.#addRoll(seat, roll);
      this.#addMove(roll);
    },
    corrected({ seat, roll }) {
      this.turn = { seat, rolls: [...this.turn.rolls.slice(0, -1), roll], isFresh: true };
      this.moves.pop();
      this.#addMove(roll);
    },
    acted({ action }) {
      this.turn = { ...this.turn, isFresh: false };
      this.#addMove(action);
    },
    undone() {
      this.moves.pop();
    },
    seat_claimed({ seat, person }) {
      this.#setHolder(seat, String(person));
    },
    seat_freed({ seat }) {
      this.#setHolder(seat, "");
    },
  };

  /** This device's seal for the next game. */
  get #ownSeal() {
    const number = this.memory.numbers[this.game + 1];
    return number === undefined ? "" : hashed(number);
  }

  /** @param {number} seat @param {string} roll */
  #addRoll(seat, roll) {
    this.turn = { seat, rolls: [...(seat === this.turn.seat ? this.turn.rolls : []), roll], isFresh: true };
  }

  /** @param {string} move */
  #addMove(move) {
    this.isOver = false;
    this.isChanged ||= this.seats.some((holder, seat) => holder !== this.listed?.seats[seat]);
    this.moves.push(move);
  }

  /** @param {number} seat @param {string} holder */
  #setHolder(seat, holder) {
    if (this.seats[seat] === undefined || this.seats[seat] === holder) return;
    this.seats[seat] = holder;
    this.isChanged ||= !this.isOver;
  }

  /** @param {number | null} seat */
  #isOurs(seat) {
    return seat !== null && this.seats[seat] === String(this.person);
  }

  /** @param {Entry} entry */
  #note(entry) {
    // Keep only those entries of earlier games that this game depends on.
    if (entry["type"] === "started" && !this.isRestored)
      this.heard = this.heard.filter(({ type }) => !OF_A_GAME.includes(type));
    if (this.heard.length < MOST_EVIDENCE) this.heard.push(entry);
  }
}

/** @param {unknown} a @param {unknown} b */
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Whether `dice` are among `all` dice; repeated dice count separately.
 * @param {string} dice @param {string} all
 */
export function isWithin(dice, all) {
  const remaining = [...all];
  return [...dice].every((die) => {
    const index = remaining.indexOf(die);
    if (index >= 0) remaining.splice(index, 1);
    return index >= 0;
  });
}
