/**
 * Records (docs/records.md), read in the browser as far as their dice need it: headers, turns, rolls and proofs.
 *
 * Which moves are legal is the rules engine's business. Which tokens are rolls, and how many dice each of them must
 * show, is what a game's own module `record.js` knows; of a game without one the server tells it ({@link Reading}).
 */

import {
  checkNumber,
  checkRoll,
  drawn,
  fingerprint,
  inOrder,
  openingStory,
  renewedStory,
  rolledStory,
  sealedStory,
  seatFaces,
  seedStream,
} from "./fair.js";

const LONGEST_TEXT = 2_000_000;
const LONGEST_LINE = 5_000;
const MOST_MOVES = 20_000;
const HEADER = /^\[([A-Za-z][A-Za-z0-9_-]{0,39}) "((?:[^"\\]|\\["\\])*)"\]$/;
const COMMITMENT = /^[0-9a-f]{64}$/;
const OPENING = /^(?:[0-9a-f]{2}){0,32}$/;
const SEAL = /^(host|0|[1-9][0-9]{0,5})(?:@(0|[1-9][0-9]{0,4}))?:([0-9a-f]{64})$/;
/** Who seals where a host commits anew. */
const HOST = -1;
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
 * @property {"verifiable" | "real" | "seeded" | "typed" | "unknown"} kind where the dice came from
 * @property {boolean} ok whether every roll was checked and is right
 * @property {number} rolls how many there are
 * @property {number[]} [entered] the rolls, from 0, that are real dice which people entered: nothing proves them
 * @property {number} checked how many of them are right, counted from the first
 * @property {string} [reason] why the next one is not: `verify.reason.<reason>`
 * @property {RecordRoll} [roll] the first that is wrong
 * @property {number} [number] its number
 * @property {string} [shown]
 * @property {string} [proved]
 * @property {number[]} [renewals] after how many rolls the host committed anew: then not everything is proved
 * @property {string} [fingerprint] what whoever watched the game must have seen, in short
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
  const headers = Object.fromEntries(text.slice(0, LONGEST_LINE).split("\n").flatMap((line) => {
    const found = HEADER.exec(line.trim());
    return found ? [[found[1] ?? "", (found[2] ?? "").replace(/\\(["\\])/g, "$1")]] : [];
  })); // prettier-ignore
  return { game: headers["Game"] ?? "", options: optionsIn(headers["Options"] ?? "") };
}

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
  return reader.finish();
}

class Reader {
  /**
   * @param {string} text
   * @param {Reading | null} reading
   */
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

  /**
   * @param {string} line
   * @param {number} number
   */
  feed(line, number) {
    this.line = number;
    if (line.length > LONGEST_LINE) throw this.error("long");
    if (!line || line.startsWith("#")) return;
    if (line.startsWith("[")) this.header(line);
    else if (line.startsWith("%")) this.proof(line);
    else this.turn(line);
  }

  finish() {
    return this.begun();
  }

  /** @param {string} reason */
  error(reason) {
    return new RecordError(reason, this.line);
  }

  /** @param {string} line */
  header(line) {
    const found = HEADER.exec(line);
    if (!found) throw this.error("header");
    const [, key, quoted] = found;
    const isFirst = Object.keys(this.headers).length === 0;
    if (isFirst !== (key === "Roost")) throw this.error(isFirst ? "start" : "several");
    if (key === "Roost" && quoted !== "1") throw this.error("version");
    if (this.record || key in this.headers) throw this.error("header");
    this.headers[key] = quoted.replace(/\\(["\\])/g, "$1");
  }

  /** What the headers say, as soon as they are complete. */
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
      return checkProofs(record);
    case "seeded":
      return checkSeed(record);
    case "shared":
      return checkShared(record);
    case "typed":
      return { kind: "typed", ok: false, rolls: record.rolls.length, checked: 0 };
    default:
      return { kind: "unknown", ok: false, rolls: record.rolls.length, checked: 0 };
  }
}

/**
 * @param {GameRecord} record
 * @returns {DiceCheck}
 */
function checkProofs({ headers, rolls: all, proofs, entered: by }) {
  const entered = Object.keys(by).map(Number);
  const rolls = all.filter((_, place) => !(place in by));
  const seals = sealings(headers.Seals ?? "");
  const story = headers.Protocol === undefined ? null : new Story(headers, seals ?? []);
  const kind = /** @type {"verifiable" | "real"} */ (headers.Dice);
  const found = { kind, ok: false, rolls: rolls.length, checked: 0, ...(entered.length ? { entered } : {}) };
  let anchor = headers.Commitment ?? "";
  const table = headers.Table ?? "";
  if (!COMMITMENT.test(anchor) || !table || seals === null || story?.isUnreadable)
    return { ...found, reason: "headers" };
  if (entered.some((place) => place >= all.length) || (entered.length > 0 && kind !== "real"))
    return { ...found, reason: "headers" };
  if (story?.isForged) return { ...found, reason: "seal" };
  if (proofs.length > rolls.length) return { ...found, reason: "surplus", number: rolls.length + 1 };
  const renewals = seals.filter(({ person }) => person === HOST);
  let after = 0;
  for (const [i, roll] of rolls.entries()) {
    const wrong = (/** @type {object} */ why) => ({ ...found, checked: i, roll, number: i + 1, ...why });
    for (const { at, seal } of renewals) if (at === i) [anchor, after] = [seal, 0];
    if (proofs[i] === undefined) return wrong({ reason: "missing" });
    if (roll.text.length !== roll.count) return wrong({ reason: "count", shown: roll.text });
    const { faces, count, text } = roll;
    const told = story ? { story: story.text } : {};
    const { ok, link, ...why } = checkRoll({
      anchor,
      after,
      table,
      proof: proofs[i],
      faces,
      count,
      roll: text,
      ...told,
    });
    if (why.number !== undefined && why.number !== i + 1) return wrong({ reason: "order" });
    if (!ok || link === undefined) return wrong({ ...why, number: i + 1 });
    [anchor, after] = [link, i + 1];
    if (story && !story.roll(i + 1, proofs[i], inOrder(text, faces))) return wrong({ reason: "seal" });
  }
  const seen = {
    ...(story ? { fingerprint: fingerprint(story.text) } : {}),
    ...(renewals.length ? { renewals: renewals.map(({ at }) => at) } : {}),
  };
  return { ...found, ok: true, checked: rolls.length, ...seen };
}

/** @typedef {{person: number, at: number, seal: string}} Sealing */

/**
 * The header Seals: who sealed numbers, after how many rolls (-1: before the game), and where the host committed anew.
 * @param {string} text
 * @returns {Sealing[] | null} nothing, if it cannot be read
 */
function sealings(text) {
  const words = text
    .split(" ")
    .filter(Boolean)
    .map((word) => SEAL.exec(word));
  if (words.some((found) => !found || (found[1] === "host" && found[2] === undefined))) return null;
  return words.map((found) => ({
    person: found?.[1] === "host" ? HOST : Number(found?.[1]),
    at: found?.[2] === undefined ? -1 : Number(found[2]),
    seal: found?.[3] ?? "",
  }));
}

/** The story of a game's dice by protocol 2, roll by roll, with the numbers that its players had sealed. */
class Story {
  /**
   * @param {Record<string, string>} headers
   * @param {Sealing[]} seals
   */
  constructor({ Protocol, Opening = "-", Commitment = "", Table = "" }, seals) {
    const opening = Opening === "-" ? "" : Opening;
    this.isUnreadable = Protocol !== "2" || !OPENING.test(opening) || !COMMITMENT.test(Commitment);
    this.isForged = false;
    this.text = "";
    this.seals = seals;
    /** @type {Map<number, [number, string]>} */
    this.known = new Map();
    if (this.isUnreadable) return;
    this.text = openingStory(Table, Commitment, opening);
    this.#seal(-1);
    this.isForged = !this.#isNext(1, opening);
    this.#seal(0);
  }

  /**
   * @param {number} number
   * @param {string} proof
   * @param {string} shown
   * @returns {boolean} whether its number was sealed
   */
  roll(number, proof, shown) {
    const nonce = proof.split(" ")[2] ?? "-";
    if (nonce !== "-" && !this.#isNext(number + 1, nonce)) return false;
    this.text = rolledStory(this.text, proof, shown);
    this.#seal(number);
    return true;
  }

  /** @param {number} after */
  #seal(after) {
    for (const { person, at, seal } of this.seals) {
      if (at !== after) continue;
      if (person === HOST) {
        this.known.clear(); // what anybody had sealed before is void
        this.text = renewedStory(this.text, seal);
        continue;
      }
      this.known.set(person, [0, seal]);
      this.text = sealedStory(this.text, person, seal);
    }
  }

  /**
   * @param {number} which
   * @param {string} number
   */
  #isNext(which, number) {
    for (const [person, [after, earlier]] of this.known) {
      if (!checkNumber(earlier, after, which, number)) continue;
      this.known.set(person, [which, number]);
      return true;
    }
    return false;
  }
}

/**
 * @param {GameRecord} record
 * @returns {DiceCheck}
 */
function checkSeed({ headers, rolls }) {
  const found = { kind: /** @type {const} */ ("seeded"), ok: false, rolls: rolls.length, checked: 0 };
  if (headers.Seed === undefined) return { ...found, reason: "headers" };
  const chance = seedStream(headers.Seed);
  for (const [i, roll] of rolls.entries()) {
    const proved = drawn(chance, roll.faces, roll.count);
    const shown = inOrder(roll.text, roll.faces);
    if (proved !== shown) return { ...found, checked: i, reason: "seed", roll, number: i + 1, shown, proved };
  }
  return { ...found, ok: true, checked: rolls.length };
}

/**
 * Dice that are the same for everybody who plays with the seed: docs/challenge.md.
 * @param {GameRecord} record
 * @returns {DiceCheck}
 */
function checkShared({ headers, rolls }) {
  const found = { kind: /** @type {const} */ ("seeded"), ok: false, rolls: rolls.length, checked: 0 };
  if (headers.Seed === undefined) return { ...found, reason: "headers" };
  /** @type {Record<string, number>} */
  const turns = {};
  let last = "";
  let number = 0;
  for (const [i, roll] of rolls.entries()) {
    const { seat, faces, count } = roll;
    number = seat === last ? number + 1 : 1;
    if (seat !== last) turns[seat] = (turns[seat] ?? 0) + 1;
    last = seat;
    const proved = drawn(seedStream(`${headers.Seed}/${seat}/${turns[seat]}/${number}`), faces, count);
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
