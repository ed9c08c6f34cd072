/**
 * Records (docs/records.md), read in the browser as far as their dice need it: headers, turns, rolls and proofs.
 *
 * Which moves are legal is the rules engine's business. Which tokens are rolls, and how many dice each of them must
 * show, is what a game's own module `record.js` knows; of a game without one the server tells it ({@link Reading}).
 */

import { drawn, fingerprint, inOrder, parseProof, seatFaces, seedStream, toldOpening, toldRoll } from "./fair.js";
import { Broken, Round, must } from "./round.js";

const LONGEST_TEXT = 2_000_000;
const LONGEST_LINE = 5_000;
const MOST_MOVES = 20_000;
const HEADER = /^\[([A-Za-z][A-Za-z0-9_-]{0,39}) "((?:[^"\\]|\\["\\])*)"\]$/;
const ROUND = /^([1-9][0-9]{0,5}) (0|[1-9][0-9]{0,5}) ([1-9][0-9]{0,5}) ([0-9a-f]{64})$/;
const DEVICE = /^(0|[1-9][0-9]{0,5}):([0-9a-f]{64}):([0-9a-f]{64})$/;
/** How the dice of tables are rolled; older versions did otherwise. */
const PROTOCOL = "3";
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
 * @property {number[]} [renewals] after how many rolls the host committed anew: then not everything is fixed before
 * @property {number} [devices] how many devices were listed, in the round with the fewest
 * @property {number} [lists] how many lists it took, in the round with the most
 * @property {number} [unheld] how many rolls hold nobody's number
 * @property {string} [fingerprint] what whoever watched the game must have heard, in short
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
      return checkRounds(record);
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
 * Protocol 3, as roost/play/dice/verification.py does it.
 * @param {GameRecord} record
 * @returns {DiceCheck}
 */
function checkRounds({ headers, rolls: all, proofs, entered: by }) {
  const kind = /** @type {"verifiable" | "real"} */ (headers.Dice);
  const entered = Object.keys(by).map(Number);
  const rolls = all.filter((_, place) => !(place in by));
  const found = { kind, ok: false, rolls: rolls.length, checked: 0, ...(entered.length ? { entered } : {}) };
  if (headers.Protocol !== PROTOCOL) return { ...found, kind: "old" };
  const rounds = roundsIn(headers);
  const isEntered = entered.every((place) => place < all.length) && (!entered.length || kind === "real");
  if (!rounds?.length || !headers.Table || !isEntered) return { ...found, reason: "headers" };
  if (proofs.length > rolls.length) return { ...found, reason: "surplus", number: rolls.length + 1 };
  if (rounds[rounds.length - 1].after > rolls.length) return { ...found, reason: "headers" };
  let unheld = 0;
  let told = "";
  for (const [n, { after, round, answers }] of rounds.entries()) {
    let i = after;
    try {
      for (const [person, answer] of answers) round.pot(person, answer);
      round.open();
      told = toldOpening(told, round.lists, round.seed);
      for (; i < (rounds[n + 1]?.after ?? rolls.length); i++) {
        const { faces, count, text } = rolls[i];
        const { proof, reason = "malformed" } = parseProof(proofs[i] ?? "");
        if (!proof) throw new Broken(proofs[i] === undefined ? "missing" : reason);
        must(proof.number === i + 1, "counted");
        must(text.length === count, "count");
        const whose = round.devices.find((person) => round.holds(proof, person)) ?? null;
        round.roll(proof, whose, faces, inOrder(text, faces));
        told = toldRoll(told, proofs[i], inOrder(text, faces));
        if (whose === null) unheld++;
      }
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      const roll = rolls[i];
      const { message: reason } = error;
      const dice = reason === "dice" ? { shown: inOrder(roll.text, roll.faces), proved: round.shows } : {};
      return { ...found, checked: i, roll, number: i + 1, reason, ...dice };
    }
  }
  return {
    ...found,
    ok: true,
    checked: rolls.length,
    fingerprint: fingerprint(told),
    renewals: rounds.slice(1).map(({ after }) => after),
    devices: Math.min(...rounds.map(({ round }) => round.seals.size)),
    lists: Math.max(...rounds.map(({ round }) => round.lists)),
    unheld,
  };
}

/** @typedef {{after: number, round: Round, answers: Map<number, string>}} Opened how many rolls there were before, and more */

/**
 * The headers Round-N and Devices-N.
 * @param {Record<string, string>} headers
 * @returns {Opened[] | null} nothing, if they cannot be read
 */
function roundsIn(headers) {
  /** @type {Opened[]} */
  const rounds = [];
  for (let n = 1; headers[`Round-${n}`] !== undefined; n++) {
    const [, number, after, lists, commitment] = ROUND.exec(headers[`Round-${n}`]) ?? [];
    const text = headers[`Devices-${n}`] ?? "";
    const devices = (text === "-" ? [] : text.split(" ")).map((word) => DEVICE.exec(word));
    const people = devices.map((device) => Number(device?.[1]));
    const isOrdered = people.every((person, at) => at === 0 || person > people[at - 1]);
    const isInPlace = n > 1 ? Number(after) >= rounds[n - 2].after : after === "0";
    if (commitment === undefined || devices.includes(null) || !isOrdered || !isInPlace) return null;
    const seals = new Map(devices.map((device, at) => [people[at], device?.[2] ?? ""]));
    const answers = new Map(devices.map((device, at) => [people[at], device?.[3] ?? ""]));
    const about = { dice: headers.Table ?? "", number: Number(number), lists: Number(lists), commitment, seals };
    rounds.push({ after: Number(after), round: new Round(about), answers });
  }
  return rounds;
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
