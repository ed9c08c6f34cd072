/**
 * Records (docs/records.md), read in the browser as far as their dice need it: headers, turns, rolls and proofs.
 *
 * Which moves are legal is the rules engine's business. Which tokens are rolls, and how many dice each of them must
 * show, is what a game's own module `record.js` knows; of a game without one the server tells it ({@link Reading}).
 */

import {
  PROTOCOL,
  drawn,
  hashed,
  inOrder,
  parseListed,
  parseProof,
  rolledBy,
  seatFaces,
  seedOf,
  seedStream,
} from "./fair.js";

const LONGEST_TEXT = 2_000_000;
const LONGEST_LINE = 5_000;
const MOST_MOVES = 20_000;
const HEADER = /^\[([A-Za-z][A-Za-z0-9_-]{0,39}) "((?:[^"\\]|\\["\\])*)"\]$/;
const NUMBERS = /^(?:-|(?:\d{1,6}:[0-9a-f]{64}(?: |$))+)$/;
const PROOF = "%roll ";
const ENTERED = /^%entered ([A-G-])((?: [!-~]{1,40}){0,30})$/;
const SEATS = "ABCDEFG";

/**
 * @typedef {object} RecordRoll
 * @property {string} faces of the die that was rolled
 * @property {number} count how many dice had to be rolled
 * @property {string} text what they showed
 * @property {number} turn
 * @property {string} seat its letter; `-` for the draw of the first player
 *
 * @typedef {object} GameRecord
 * @property {string} text
 * @property {string} game
 * @property {string} faces of the game's die
 * @property {Record<string, string>} headers
 * @property {Record<string, string>} options
 * @property {string[]} names
 * @property {RecordRoll[]} rolls
 * @property {string[]} proofs
 * @property {Record<number, string>} entered the rolls of real dice that were entered, by their number from 0, and by which seat
 *
 * @typedef {object} DiceCheck
 * @property {"verifiable" | "real" | "seeded" | "typed" | "unknown" | "old"} kind where the dice came from
 * @property {boolean} ok whether every roll was checked and is right
 * @property {number} rolls how many there are
 * @property {number[]} [entered] the rolls, from 0, that are real dice which people entered: nothing proves them
 * @property {number} checked how many of them are right, counted from the first
 * @property {string} [reason] why the next one is not: `verify.reason.<reason>`
 * @property {RecordRoll} [roll] the first that is wrong
 * @property {number} [number] its number
 * @property {string} [shown]
 * @property {string} [proved]
 * @property {number} [devices] how many devices took part
 * @property {number} [attempts] how often the game was opened
 */

/**
 * How many dice are due to be rolled, move by move.
 * @typedef {object} Turn
 * @property {number} due how many dice come next; 0 while a choice does
 * @property {(token: string) => boolean} play a move; false if no such move can come here
 *
 * What has to be known of a game to find the rolls in its records.
 * @typedef {object} Reading
 * @property {string} faces of its die
 * @property {number} dice how many there are
 * @property {new (dice: number, position?: string) => Turn} [Turn] follows a turn from its start, or from the middle
 * @property {RecordRoll[]} [rolls] all rolls, where nothing follows its turns here
 */

/** A record that cannot be read: `reason` is a key of the page's messages, `verify.unreadable.<reason>`. */
export class RecordError extends Error {
  /**
   * @param {string} reason
   * @param {number} [line] from 1
   */
  constructor(reason, line = 1) {
    super(`line ${line}: ${reason}`);
    this.reason = reason;
    this.line = line;
  }
}

/**
 * What a record is of, as far as can be told before it is read.
 * @param {string} text
 * @returns {{game: string, options: Record<string, string>}}
 */
export function headOf(text) {
  const lines = text.slice(0, LONGEST_LINE).split("\n");
  const headers = Object.fromEntries(lines.flatMap((line) => headerIn(line.trim())));
  return { game: headers["Game"] ?? "", options: optionsIn(headers["Options"] ?? "") };
}

/**
 * The header in a line, if it is one.
 * @param {string} line
 * @returns {[key: string, value: string][]}
 */
const headerIn = (line) => {
  const [, key, quoted = ""] = HEADER.exec(line) ?? [];
  return key === undefined ? [] : [[key, quoted.replace(/\\(["\\])/g, "$1")]];
};

/** @param {string} text */
const optionsIn = (text) => Object.fromEntries(text.split(" ").filter(Boolean).map(parted));

/**
 * Read the one record in a text.
 * @param {string} text
 * @param {Reading | null} reading nothing for a game that is not known
 * @returns {GameRecord}
 * @throws {RecordError}
 */
export function parseRecord(text, reading) {
  if (text.length > LONGEST_TEXT) throw new RecordError("long");
  const reader = new Reader(text, reading);
  text
    .replace(/^\ufeff/, "")
    .split("\n")
    .forEach((line, i) => reader.feed(line.replace(/[ \t\r]+$/, ""), i + 1));
  return reader.begun();
}

class Reader {
  /** @param {string} text @param {Reading | null} reading */
  constructor(text, reading) {
    this.text = text;
    this.reading = reading;
    this.line = 0;
    this.moves = 0;
    /** @type {Record<string, string>} */
    this.headers = Object.create(null);
    /** @type {GameRecord | null} */
    this.record = null;
    /** @type {Turn | null} the turn that the record's start leads into */
    this.first = null;
  }

  /** @param {string} line @param {number} number */
  feed(line, number) {
    this.line = number;
    if (line.length > LONGEST_LINE) throw this.error("long");
    if (!line || line.startsWith("#")) return;
    if (line.startsWith("[")) this.header(line);
    else if (line.startsWith("%")) this.proof(line);
    else this.turn(line);
  }

  /** @param {string} reason */
  error(reason) {
    return new RecordError(reason, this.line);
  }

  /** @param {string} line */
  header(line) {
    const [found] = headerIn(line);
    if (!found) throw this.error("header");
    const [key, value] = found;
    const isFirst = Object.keys(this.headers).length === 0;
    if (isFirst !== (key === "Roost")) throw this.error(isFirst ? "start" : "several");
    if (key === "Roost" && value !== "1") throw this.error("version");
    if (this.record || key in this.headers) throw this.error("header");
    this.headers[key] = value;
  }

  /** The contents of the headers, as soon as they are complete. */
  begun() {
    if (this.record) return this.record;
    const { headers } = this;
    if (!("Roost" in headers)) throw this.error("start");
    const game = headers.Game ?? "";
    const { reading } = this;
    if (!reading) throw this.error("game");
    const names = Array.from(SEATS)
      .filter((seat) => seat in headers)
      .map((seat) => headers[seat]);
    if (names.length < 2) throw this.error("players");
    this.first = reading.Turn ? new reading.Turn(reading.dice, headers.Position) : null;
    const options = optionsIn(headers.Options ?? "");
    this.record = {
      text: this.text,
      game,
      faces: reading.faces,
      headers,
      options,
      names,
      rolls: [...(reading.rolls ?? [])],
      proofs: [],
      entered: {},
    };
    return this.record;
  }

  /** @param {string} line */
  proof(line) {
    const { proofs, entered } = this.begun();
    const by = ENTERED.exec(line)?.[1];
    if (by !== undefined) entered[proofs.length + Object.keys(entered).length] = by;
    else if (line.startsWith(PROOF)) proofs.push(line.slice(PROOF.length));
    else throw this.error("proof");
  }

  /** @param {string} line */
  turn(line) {
    const record = this.begun();
    const [number, seat, ...tokens] = line.split(/[ \t]+/);
    this.moves += tokens.length;
    if (!/^[0-9]{1,5}$/.test(number) || !tokens.length || this.moves > MOST_MOVES) throw this.error("turn");
    const about = { turn: Number(number), seat };
    const { Turn, dice = 0 } = this.reading ?? {};
    if (!Turn) return;
    if (seat === "-") {
      record.rolls.push({ faces: seatFaces(record.names.length), count: 1, text: tokens[0], ...about });
      return;
    }
    if (!SEATS.slice(0, record.names.length).includes(seat)) throw this.error("turn");
    const turn = this.first ?? new Turn(dice);
    this.first = null;
    for (const token of tokens) {
      if (turn.due) record.rolls.push({ faces: record.faces, count: turn.due, text: token, ...about });
      if (!turn.play(token.toLowerCase())) throw this.error("turn");
    }
  }
}

/**
 * Check every roll of a record against the source that its headers name, without asking anybody.
 * @param {GameRecord} record
 * @returns {DiceCheck}
 */
export function checkDice(record) {
  switch (record.headers.Dice) {
    case "verifiable":
    case "real":
      return checkListed(record);
    case "seeded":
    case "shared":
      return checkSeed(record);
    case "typed":
      return { kind: "typed", ok: false, rolls: record.rolls.length, checked: 0 };
    default:
      return { kind: "unknown", ok: false, rolls: record.rolls.length, checked: 0 };
  }
}

/**
 * Protocol 4, as roost/play/dice/verification.py does it.
 * @param {GameRecord} record
 * @returns {DiceCheck}
 */
function checkListed(record) {
  const { headers, rolls: all, proofs, entered: by } = record;
  const kind = /** @type {"verifiable" | "real"} */ (headers.Dice);
  const entered = Object.keys(by).map(Number);
  const rolls = all.filter((_, place) => !(place in by));
  const found = { kind, ok: false, rolls: rolls.length, checked: 0, ...(entered.length ? { entered } : {}) };
  if (headers.Protocol !== String(PROTOCOL)) return { ...found, kind: "old" };
  const isEntered = entered.every((place) => place < all.length) && (!entered.length || kind === "real");
  const { List: list = "", Numbers: opened = "", Table: table } = headers;
  const listed = parseListed(list);
  if (!listed || !NUMBERS.test(opened) || !table || !isEntered) return { ...found, reason: "headers" };
  if (!isOf(listed, record)) return { ...found, reason: "list" };
  const words = opened === "-" ? [] : opened.split(" ").map((word) => word.split(":"));
  const numbers = new Map(words.map(([person, number = ""]) => [Number(person), number]));
  const isOpened = [...numbers].every(([person, number]) => listed.seals.get(person) === hashed(number));
  if (!isOpened || numbers.size !== listed.seals.size || words.length !== numbers.size)
    return { ...found, reason: "numbers" };
  if (proofs.length > rolls.length) return { ...found, reason: "surplus", number: rolls.length + 1 };
  const seed = seedOf(listed, numbers);
  const latest = listed.ends.map((end) => /** @type {[number, string]} */ ([0, end]));
  for (const [i, roll] of rolls.entries()) {
    const { faces, count, text, seat } = roll;
    const wrong = { ...found, checked: i, roll, number: i + 1 };
    if (proofs[i] === undefined) return { ...wrong, reason: "missing" };
    const proof = parseProof(proofs[i]);
    if ("reason" in proof) return { ...wrong, reason: proof.reason };
    if (proof.number !== i + 1) return { ...wrong, reason: "counted" };
    if (text.length !== count) return { ...wrong, reason: "count" };
    const place = seat === "-" ? 0 : SEATS.indexOf(seat) + 1;
    const [used = 0, before] = latest[place] ?? [];
    if (hashed(proof.link) !== before) return { ...wrong, reason: "link" };
    latest[place] = [used + 1, proof.link];
    const [shown, proved] = [inOrder(text, faces), rolledBy(seed, place, used + 1, proof.link, faces, count)];
    if (shown !== proved) return { ...wrong, reason: "dice", shown, proved };
  }
  return { ...found, ok: true, checked: rolls.length, devices: numbers.size, attempts: listed.attempt };
}

/**
 * Whether a list is that of a record's game.
 * @param {import("./fair.js").Listed} listed @param {GameRecord} record
 */
function isOf(listed, { headers, game, options, faces, names }) {
  const { start = listed.options.get("start"), ...others } = options;
  const told = { ...others, start };
  return (
    listed.dice === headers.Table &&
    listed.game === game &&
    listed.faces === faces &&
    listed.seats.length === names.length &&
    listed.ends.length === names.length + 1 &&
    listed.options.size === Object.keys(told).length &&
    Object.entries(told).every(([name, value]) => listed.options.get(name) === value)
  );
}

/**
 * Dice of a seed: one stream for the whole game, or one for each roll of each seat's turns, which are the same for
 * everybody who plays with the seed (docs/series.md).
 * @param {GameRecord} record
 * @returns {DiceCheck}
 */
function checkSeed({ headers, rolls }) {
  const found = { kind: /** @type {const} */ ("seeded"), ok: false, rolls: rolls.length, checked: 0 };
  if (headers.Seed === undefined) return { ...found, reason: "headers" };
  const whole = headers.Dice === "seeded" ? seedStream(headers.Seed) : null;
  /** @type {Record<string, number>} */
  const turns = {};
  let last = "";
  let number = 0;
  for (const [i, roll] of rolls.entries()) {
    const { seat, faces, count } = roll;
    number = seat === last ? number + 1 : 1;
    if (seat !== last) turns[seat] = (turns[seat] ?? 0) + 1;
    last = seat;
    const chance = whole ?? seedStream(`${headers.Seed}/${seat}/${turns[seat]}/${number}`);
    const proved = drawn(chance, faces, count);
    const shown = inOrder(roll.text, faces);
    if (proved !== shown) return { ...found, checked: i, reason: "seed", roll, number: i + 1, shown, proved };
  }
  return { ...found, ok: true, checked: rolls.length };
}

/**
 * @param {string} word `name=value`
 * @returns {[string, string]}
 */
function parted(word) {
  const at = word.indexOf("=");
  return at < 0 ? [word, ""] : [word.slice(0, at), word.slice(at + 1)];
}
