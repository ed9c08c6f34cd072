/**
 * Parses those parts of records (docs/records.md) that are needed to check dice: headers, turns, rolls and proofs.
 *
 * Legal moves are the rules engine's concern. The game's module `record.js` knows which tokens are rolls, and how many
 * dice each must show; for a game without such a module, the server says so ({@link Reading}).
 */

import {
  PROTOCOL,
  drawn,
  hashed,
  inOrder,
  parseListed,
  parseProof,
  parseDice,
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
const DICE = "%dice ";
const ENTERED = /^%entered ([A-G-])((?: [!-~]{1,40}){0,30})$/;
const SEATS = "ABCDEFG";

/**
 * @typedef {object} RecordRoll
 * @property {string} faces of the die that was rolled
 * @property {number} count number of dice that had to be rolled
 * @property {string} text the dice as symbols
 * @property {string} [dice] the dice that had to be rolled, if they depend on the position
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
 * @property {string[]} dice the dice of each roll that depend on the position
 * @property {Record<number, string>} entered the seats that entered real dice, by index of the roll from 0
 *
 * @typedef {object} DiceCheck
 * @property {"verifiable" | "real" | "device" | "seeded" | "typed" | "unknown" | "old"} kind source of the dice
 * @property {boolean} ok whether every roll was checked and is correct
 * @property {number} rolls number of rolls
 * @property {number[]} [entered] indexes, from 0, of real-dice rolls, which cannot be proved
 * @property {number} checked number of correct rolls before the first wrong one
 * @property {string} [reason] why the next roll is wrong, as the end of a message key: `verify.reason.<reason>`
 * @property {RecordRoll} [roll] the first wrong roll
 * @property {number} [number] position of the wrong roll, counted from 1
 * @property {string} [shown]
 * @property {string} [proved]
 * @property {number} [devices] number of devices that took part
 * @property {number} [attempts] number of attempts to start the game
 */

/**
 * Follows a turn to find the number of dice to roll after each move.
 * @typedef {object} Turn
 * @property {number} due number of dice to roll next; 0 if a choice comes next
 * @property {(token: string) => boolean} play a move; return false if it is impossible here
 *
 * What is needed to find the rolls in a game's records.
 * @typedef {object} Reading
 * @property {string} faces of its die
 * @property {number} dice number of dice in the game
 * @property {new (dice: number, position?: string) => Turn} [Turn] follows a turn from its start, or from a position
 * @property {RecordRoll[]} [rolls] all rolls, if the game brings no `Turn`
 */

/** A record that cannot be read; the message's key is `verify.unreadable.<reason>`. */
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
 * @param {string} text of a record; only its headers are read
 * @returns {{game: string, options: Record<string, string>}}
 */
export function headOf(text) {
  const lines = text.slice(0, LONGEST_LINE).split("\n");
  const headers = Object.fromEntries(lines.flatMap((line) => headerIn(line.trim())));
  return { game: headers["Game"] ?? "", options: optionsIn(headers["Options"] ?? "") };
}

/** @param {string} line @returns {[key: string, value: string][]} empty if the line is not a header */
const headerIn = (line) => {
  const [, key, quoted = ""] = HEADER.exec(line) ?? [];
  return key === undefined ? [] : [[key, quoted.replace(/\\(["\\])/g, "$1")]];
};

/** @param {string} text */
const optionsIn = (text) => Object.fromEntries(text.split(" ").filter(Boolean).map(nameAndValue));

/**
 * Parse the single record in a text.
 * @param {string} text
 * @param {Reading | null} reading null for an unknown game
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
  const record = reader.begin();
  const { dice } = record;
  for (const roll of dice.length ? record.rolls : []) if (roll.seat !== "-") roll.dice = dice.shift() ?? "";
  return record;
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
    /** @type {Turn | null} the turn that was under way in the record's start position */
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
    const [header] = headerIn(line);
    if (!header) throw this.error("header");
    const [key, value] = header;
    const isFirst = Object.keys(this.headers).length === 0;
    if (isFirst !== (key === "Roost")) throw this.error(isFirst ? "start" : "several");
    if (key === "Roost" && value !== "1") throw this.error("version");
    if (this.record || key in this.headers) throw this.error("header");
    this.headers[key] = value;
  }

  /** Return the record, and make it from the headers at the first call. */
  begin() {
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
      dice: [],
      entered: {},
    };
    return this.record;
  }

  /** @param {string} line */
  proof(line) {
    const { proofs, dice, entered } = this.begin();
    const seat = ENTERED.exec(line)?.[1];
    if (seat !== undefined) entered[proofs.length + Object.keys(entered).length] = seat;
    else if (line.startsWith(PROOF)) proofs.push(line.slice(PROOF.length));
    else if (line.startsWith(DICE)) dice.push(line.slice(DICE.length));
    else throw this.error("proof");
  }

  /** @param {string} line */
  turn(line) {
    const record = this.begin();
    const [number, seat, ...tokens] = line.split(/[ \t]+/);
    this.moves += tokens.length;
    if (!/^[0-9]{1,5}$/.test(number) || !tokens.length || this.moves > MOST_MOVES) throw this.error("turn");
    const place = { turn: Number(number), seat };
    const { Turn, dice = 0 } = this.reading ?? {};
    if (!Turn) return;
    if (seat === "-") {
      record.rolls.push({ faces: seatFaces(record.names.length), count: 1, text: tokens[0], ...place });
      return;
    }
    if (!SEATS.slice(0, record.names.length).includes(seat)) throw this.error("turn");
    const turn = this.first ?? new Turn(dice);
    this.first = null;
    for (const token of tokens) {
      if (turn.due) record.rolls.push({ faces: record.faces, count: turn.due, text: token, ...place });
      if (!turn.play(token.toLowerCase())) throw this.error("turn");
    }
  }
}

/**
 * Check every roll of a record, without a server, against the dice source that its headers name.
 * @param {GameRecord} record
 * @returns {DiceCheck}
 */
export function checkDice(record) {
  switch (record.headers.Dice) {
    case "verifiable":
    case "real":
    case "device":
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
 * Check the dice of a record of dice protocol 4, as roost/play/dice/verification.py does.
 * @param {GameRecord} record
 * @returns {DiceCheck}
 */
function checkListed(record) {
  const { headers, rolls: all, proofs, entered: enteredBy } = record;
  const kind = /** @type {"verifiable" | "real" | "device"} */ (headers.Dice);
  const entered = Object.keys(enteredBy).map(Number);
  const rolls = all.filter((_, place) => !(place in enteredBy));
  const result = { kind, ok: false, rolls: rolls.length, checked: 0, ...(entered.length ? { entered } : {}) };
  if (headers.Protocol !== String(PROTOCOL)) return { ...result, kind: "old" };
  const isEntered = entered.every((place) => place < all.length) && (!entered.length || kind === "real");
  const { List: list = "", Numbers: opened = "", Table: table } = headers;
  const listed = parseListed(list);
  if (!listed || !NUMBERS.test(opened) || !table || !isEntered) return { ...result, reason: "headers" };
  if (!isOf(listed, record)) return { ...result, reason: "list" };
  const words = opened === "-" ? [] : opened.split(" ").map((word) => word.split(":"));
  const numbers = new Map(words.map(([person, number = ""]) => [Number(person), number]));
  const isMatching = [...numbers].every(([person, number]) => listed.seals.get(person) === hashed(number));
  if (!isMatching || numbers.size !== listed.seals.size || words.length !== numbers.size)
    return { ...result, reason: "numbers" };
  if (proofs.length > rolls.length) return { ...result, reason: "surplus", number: rolls.length + 1 };
  const seed = seedOf(listed, numbers);
  const latest = listed.ends.map((end) => /** @type {[number, string]} */ ([0, end]));
  for (const [i, roll] of rolls.entries()) {
    const { faces, text, seat } = roll;
    const wrong = { ...result, checked: i, roll, number: i + 1 };
    const dice = diceOf(roll);
    if (proofs[i] === undefined) return { ...wrong, reason: "missing" };
    const proof = parseProof(proofs[i]);
    if ("reason" in proof) return { ...wrong, reason: proof.reason };
    if (proof.number !== i + 1) return { ...wrong, reason: "counted" };
    if (text.length !== roll.count || (seat !== "-" && listed.varies) !== (typeof dice !== "number"))
      return { ...wrong, reason: "count" };
    const place = seat === "-" ? 0 : SEATS.indexOf(seat) + 1;
    const [used = 0, before] = latest[place] ?? [];
    if (hashed(proof.link) !== before) return { ...wrong, reason: "link" };
    latest[place] = [used + 1, proof.link];
    const [shown, proved] = [inOrder(text, faces), rolledBy(seed, place, used + 1, proof.link, faces, dice)];
    if (shown !== proved) return { ...wrong, reason: "dice", shown, proved };
  }
  return { ...result, ok: true, checked: rolls.length, devices: numbers.size, attempts: listed.attempt };
}

/** @param {RecordRoll} roll @returns how many dice had to be rolled, or which dice if they depend on the position */
const diceOf = ({ dice, faces, count }) => (dice === undefined ? count : (parseDice(dice, faces) ?? []));

/**
 * Whether a device list describes a record's game.
 * @param {import("./fair.js").Listed} listed @param {GameRecord} record
 */
function isOf(listed, { headers, game, options, faces, names }) {
  const { start = listed.options.get("start"), ...others } = options;
  const allOptions = { ...others, start };
  return (
    listed.dice === headers.Table &&
    listed.game === game &&
    listed.faces === faces &&
    listed.seats.length === names.length &&
    listed.ends.length === names.length + 1 &&
    listed.options.size === Object.keys(allOptions).length &&
    Object.entries(allOptions).every(([name, value]) => listed.options.get(name) === value)
  );
}

/**
 * Check seeded dice. A game has one stream, or one for each roll of each seat's turns, so that everyone who plays with
 * the seed has the same dice (docs/series.md).
 * @param {GameRecord} record
 * @returns {DiceCheck}
 */
function checkSeed({ headers, rolls }) {
  const result = { kind: /** @type {const} */ ("seeded"), ok: false, rolls: rolls.length, checked: 0 };
  if (headers.Seed === undefined) return { ...result, reason: "headers" };
  const whole = headers.Dice === "seeded" ? seedStream(headers.Seed) : null;
  /** @type {Record<string, number>} */
  const turns = {};
  let last = "";
  let number = 0;
  for (const [i, roll] of rolls.entries()) {
    const { seat, faces } = roll;
    number = seat === last ? number + 1 : 1;
    if (seat !== last) turns[seat] = (turns[seat] ?? 0) + 1;
    last = seat;
    const chance = whole ?? seedStream(`${headers.Seed}/${seat}/${turns[seat]}/${number}`);
    const proved = drawn(chance, faces, diceOf(roll));
    const shown = inOrder(roll.text, faces);
    if (proved !== shown) return { ...result, checked: i, reason: "seed", roll, number: i + 1, shown, proved };
  }
  return { ...result, ok: true, checked: rolls.length };
}

/**
 * @param {string} word `name=value`
 * @returns {[string, string]}
 */
function nameAndValue(word) {
  const at = word.indexOf("=");
  return at < 0 ? [word, ""] : [word.slice(0, at), word.slice(at + 1)];
}
