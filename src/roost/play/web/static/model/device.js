/**
 * One device's view of the dice of a table: it computes every roll itself, and holds all that is told against that.
 *
 * A device hears the log of a table from its beginning. The first rule that the host breaks ends the trust for good:
 * docs/dice-protocol.md lists the rules. roost/play/dice/device.py is the same in Python, where the rules of the game
 * are known; here `shows` keeps the dice that may lie on the table.
 */

import { hex } from "./sha256.js";
import { HASH, PROTOCOL, hashed, listText, parseListed, rolledBy, seatFaces, seedOf } from "./fair.js";

/** @typedef {import("./fair.js").Listed} Listed */
/** @typedef {Record<string, any>} Entry an entry of a table's log */

/**
 * What a device remembers of a table, also when its page is opened again.
 * @typedef {object} Memory
 * @property {Record<string, string>} numbers of ours, by game
 * @property {Record<string, string>} opened the list that we opened our number for, by game and attempt: `1.2`
 * @property {boolean | null} rolls_real whether we roll real dice here, if we said so when we sat down
 */

/**
 * What a seat rolled in its turn, one roll after another: these dice may lie on the table, and no others. As long as a
 * roll is fresh, and nothing was chosen after it, it lies there as a whole.
 * @typedef {{seat: number, rolls: string[], isFresh: boolean}} Turn
 */

const MOST_DICE = 99;
/** Entries that matter to their own game only; a position has no type. */
const OF_A_GAME = ["rolled", "acted", "undone", "entered", "corrected", undefined];
/** More entries than this are no evidence for anybody to read. */
const MOST_HEARD = 20_000;
/** @type {Turn} */
const NO_TURN = { seat: -1, rolls: [], isFresh: false };

class Broken extends Error {}

/**
 * Break a rule unless it holds.
 * @param {unknown} holds @param {string} rule
 */
function must(holds, rule) {
  if (!holds) throw new Broken(rule);
}

/** @returns {Memory} */
export const nothingRemembered = () => ({ numbers: {}, opened: {}, rolls_real: null });

export class Device {
  /** Who we are; -1 for somebody who watches. */
  person = -1;
  /** The rule that the host broke, and where it showed. */
  broken = /** @type {{rule: string, game: number, roll: number} | null} */ (null);
  /** What we were told of this game, and of the others what began them, in order: the evidence. */
  heard = /** @type {Entry[]} */ ([]);
  /** Whether the host went back to an earlier state of the table. */
  isRestored = false;
  /** Every link that we have seen, by game, place and number. */
  #links = /** @type {Map<string, string>} */ (new Map());
  /** The games for which we have sent a seal since this page was opened. */
  #sent = /** @type {Set<number>} */ (new Set());

  game = 0;
  rolls = 0;
  entered = 0;
  /** The rolls at our seat that a bot made. */
  standIns = 0;
  /** Whether an older version began the game: nothing about its dice is checked. */
  isUnchecked = false;
  isChanged = false;
  /** The faces of the latest roll. */
  rolled = "";
  /** The moves of the game, as its record must have them. */
  moves = /** @type {string[]} */ ([]);
  /** The links of its rolls. */
  links = /** @type {string[]} */ ([]);
  turn = NO_TURN;
  /** The list of the game, and the one of the game that is about to begin. */
  listed = /** @type {Listed | null} */ (null);
  coming = /** @type {Listed | null} */ (null);
  /** The people whose devices did not answer a list, and were left out of the next. */
  unanswered = /** @type {number[]} */ ([]);
  /** The numbers that were opened for each of them, by person. */
  numbers = /** @type {Map<number, string>} */ (new Map());
  opened = /** @type {Map<number, string>} */ (new Map());
  /** The seals for the next game, by person. */
  seals = /** @type {Map<number, string>} */ (new Map());
  seed = "";
  /** The latest link of each place, with its number. */
  latest = /** @type {[number, string][]} */ ([]);
  /** @type {string[]} who holds each seat of the game: a person's number, or a bot */
  seats = [];
  isOver = false;

  /**
   * @param {{table: string, faces?: string, players?: number}} played with the faces and seats of all games, where they are known
   * @param {Memory} [memory]
   */
  constructor({ table, faces = "", players = 0 }, memory = nothingRemembered()) {
    this.played = { table, faces, players };
    this.memory = memory;
  }

  /** Begin to hear the log again: the host has gone back, as with a backup, or what it told does not follow. */
  restart() {
    const { person, heard, ...unheard } = new Device(this.played, this.memory);
    Object.assign(this, unheard, { isRestored: true });
    this.#sent.clear();
    this.#note({ restarted: true });
  }

  // -- what we do --

  /** Whether there is a game to come for which we have not sealed a number. */
  get wantsToSeal() {
    const isSent = this.#sent.has(this.game + 1) || this.seals.get(this.person) === this.#ownSeal;
    return !this.coming && !this.broken && !isSent;
  }

  /** The seal of our number for the next game, which is drawn now unless it was before. */
  seal() {
    const game = this.game + 1;
    this.#sent.add(game);
    this.memory.numbers[game] ??= hex(crypto.getRandomValues(new Uint8Array(32)));
    return hashed(this.memory.numbers[game]);
  }

  /** The attempt and our number that the list asks for, if it is to be opened. */
  get asked() {
    const { coming, person, memory } = this;
    const own = this.#ownSeal;
    if (this.broken || !coming || !own || this.opened.has(person)) return null;
    const isOurs = coming.seals.get(person) === own && [...coming.seals.values()].filter((it) => it === own).length < 2;
    const opened = memory.opened[`${this.game + 1}.${coming.attempt}`] ?? coming.text;
    return isOurs && opened === coming.text
      ? { attempt: coming.attempt, number: memory.numbers[this.game + 1] ?? "" }
      : null;
  }

  /** The same, noted as opened: the memory is kept before the number is sent. */
  answer() {
    const { asked } = this;
    if (asked && this.coming) this.memory.opened[`${this.game + 1}.${asked.attempt}`] = this.coming.text;
    return asked;
  }

  // -- what we know --

  /** Whether our number is part of the seed. */
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

  /** Why the shield is not green. */
  get doubts() {
    const isChecked = !this.isUnchecked;
    const found = {
      unchecked: this.isUnchecked,
      real: this.entered > 0,
      alone: isChecked && !this.numbers.size,
      late: this.numbers.size > 0 && !this.takesPart,
      attempts: (this.listed?.attempt ?? 1) > 1,
      restored: this.isRestored,
      stand_in: this.standIns > 0,
      changed: this.isChanged,
    };
    return this.game ? Object.entries(found).flatMap(([doubt, holds]) => (holds ? [doubt] : [])) : [];
  }

  /** Everything that this device can show against a host, as `roost verify` reads it. */
  get evidence() {
    const { person, memory, heard } = this;
    return { roost: "evidence 4", table: this.played.table, person, memory, heard };
  }

  /**
   * Whether dice may be shown: each of them was rolled in this turn, and a fresh roll lies there as a whole.
   * @param {{rolled?: string, aside?: string}} sight @param {Turn} [turn]
   */
  shows({ rolled = "", aside = "" }, turn = this.turn) {
    const { rolls, isFresh } = turn;
    if (this.broken || this.isUnchecked) return !this.broken;
    if (typeof rolled !== "string" || typeof aside !== "string") return false;
    const isWhole = !rolled || !isFresh || isWithin(rolls.at(-1) ?? "", rolled);
    return isWhole && isWithin(rolled + aside, rolls.join(""));
  }

  /**
   * Whether the record of the game is the game that we heard.
   * @param {string} text
   */
  isRecord(text) {
    const { listed, numbers, links, moves } = this;
    const lines = text.split("\n").map((line) => line.trim());
    const told = [...numbers].sort(([one], [other]) => one - other).map(([person, number]) => `${person}:${number}`);
    const headers = listed ? [`[List "${listed.text}"]`, `[Numbers "${told.join(" ") || "-"}"]`] : [];
    const words = (/** @type {RegExp} */ of) => lines.filter((line) => of.test(line)).map((line) => line.split(/\s+/));
    const rolls = words(/^%roll /).map(([, , link]) => link);
    const played = words(/^\d/).flatMap(([, , ...tokens]) => tokens);
    return headers.every((one) => lines.includes(one)) && isSame(rolls, links) && isSame(played, moves);
  }

  /** @param {string} rule which the screen, or the record, has found broken */
  fails(rule) {
    this.broken ??= { rule, game: this.game, roll: this.rolls };
  }

  /**
   * What is played, and by whom, is what the list had, unless we heard otherwise.
   * @param {{game: string, faces: string, people: (number | null)[]}} shown
   */
  plays({ game, faces, people }) {
    const { listed } = this;
    if (this.isUnchecked || !listed || this.isOver) return;
    if (game !== listed.game || faces !== listed.faces) this.fails("list");
    const holders = this.seats.map((who) => (/^\d+$/.test(who) ? Number(who) : null));
    if (String(people) !== String(holders)) this.fails("seats");
  }

  // -- what we hear --

  /** @param {Entry} entry of the log, or `{position: TEXT}`, a position that the host shows */
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
      must([listed.faces, ""].includes(played.faces) && [listed.seats.length, 0].includes(played.players), "list");
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
    rolled({ seat, roll, link, by }) {
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
      const shown = rolledBy(this.seed, place, number + 1, link, faces, roll.length);
      must(shown === roll, "dice");
      this.latest[place] = [number + 1, link];
      Object.assign(this, { rolls: this.rolls + 1, rolled: shown });
      if (by && this.#isOurs(seat)) this.standIns++;
      if (!isDraw) this.#falls(seat, shown);
      this.#plays(shown);
    },
    /** Real dice are counted. All that can be checked is that none are entered for us if we said that we roll none. */
    entered({ seat, roll }) {
      must(!this.#isOurs(seat) || this.memory.rolls_real !== false, "entered");
      this.entered++;
      this.#falls(seat, roll);
      this.#plays(roll);
    },
    corrected({ seat, roll }) {
      this.turn = { seat, rolls: [...this.turn.rolls.slice(0, -1), roll], isFresh: true };
      this.moves.pop();
      this.#plays(roll);
    },
    acted({ action }) {
      this.turn = { ...this.turn, isFresh: false };
      this.#plays(action);
    },
    undone() {
      this.moves.pop();
    },
    seat_claimed({ seat, person }) {
      this.#sits(seat, String(person));
    },
    seat_freed({ seat }) {
      this.#sits(seat, "");
    },
  };

  /** Our seal for the next game. */
  get #ownSeal() {
    const number = this.memory.numbers[this.game + 1];
    return number === undefined ? "" : hashed(number);
  }

  /** @param {number} seat @param {string} roll */
  #falls(seat, roll) {
    this.turn = { seat, rolls: [...(seat === this.turn.seat ? this.turn.rolls : []), roll], isFresh: true };
  }

  /** @param {string} move */
  #plays(move) {
    this.isOver = false;
    this.isChanged ||= this.seats.some((who, seat) => who !== this.listed?.seats[seat]);
    this.moves.push(move);
  }

  /** @param {number} seat @param {string} who */
  #sits(seat, who) {
    if (this.seats[seat] === undefined || this.seats[seat] === who) return;
    this.seats[seat] = who;
    this.isChanged ||= !this.isOver;
  }

  /** @param {number | null} seat */
  #isOurs(seat) {
    return seat !== null && this.seats[seat] === String(this.person);
  }

  /** @param {Entry} entry */
  #note(entry) {
    // Of games before this one only that is kept on which this one depends.
    if (entry["type"] === "started" && !this.isRestored)
      this.heard = this.heard.filter(({ type }) => !OF_A_GAME.includes(type));
    if (this.heard.length < MOST_HEARD) this.heard.push(entry);
  }
}

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Whether some dice are among others, each as often.
 * @param {string} dice @param {string} all
 */
function isWithin(dice, all) {
  const left = [...all];
  return [...dice].every((die) => {
    const place = left.indexOf(die);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}
