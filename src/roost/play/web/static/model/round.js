/**
 * A round of dice: the list of devices that opens it, their answers, and the rolls that follow from these.
 *
 * The rules `pot`, `linked`, `number` and `dice` need to know nothing else. The page applies them to what it hears
 * (trust.js) and to records (record.js). roost/play/dice/round.py is the same in Python.
 */

import { leadsTo, listOf, rolledBy, seedOf } from "./fair.js";

/** @typedef {import("./fair.js").Proof} Proof */

/** A rule is broken: its name is the message. */
export class Broken extends Error {}

/**
 * The one way to break: by the name of a rule.
 * @param {unknown} holds @param {string} rule
 */
export function must(holds, rule) {
  if (!holds) throw new Broken(rule);
}

/** A round. Of each device that has answered `numbers` says which number is the latest that is known, and that. */
export class Round {
  dice = "";
  number = 0;
  commitment = "";
  /** @type {Map<number, string>} */
  seals = new Map();
  /** @type {Set<number>} */
  without = new Set();
  lists = 1;
  /** @type {Map<number, [which: number, number: string]>} */
  numbers = new Map();
  /** @type {Map<number, string>} */
  spares = new Map();
  /** Nothing, until all have answered. */
  seed = "";
  link = "";
  /** The number of the roll whose link this is. */
  linked = 0;
  /** The latest number that a device has opened for a roll. */
  opened = "";
  /** What the latest roll must show. */
  shows = "";

  /** @param {Partial<Round>} [known] */
  constructor(known = {}) {
    Object.assign(this, known);
  }

  /** What stands for the list. */
  get digest() {
    return listOf(this.dice, this.number, this.commitment, this.seals);
  }

  /** The people whose devices have not answered the list. */
  get unanswered() {
    return [...this.seals.keys()].filter((person) => !this.numbers.has(person));
  }

  /**
   * Number 1 of a device leads to its seal.
   * @param {number} person @param {string} number
   */
  pot(person, number) {
    must(leadsTo(this.seals.get(person) ?? "", 0, 1, number), "pot");
    this.numbers.set(person, [1, number]);
  }

  /** All have answered: everything that decides dice is fixed. */
  open() {
    this.seed = seedOf(this.digest, new Map([...this.numbers].map(([person, [, number]]) => [person, number])));
    this.link = this.commitment;
  }

  /**
   * The next roll, by a device that gives numbers, or by nobody's.
   * @param {Proof} proof @param {number | null} person @param {string} faces @param {string} shown
   */
  roll(proof, person, faces, shown) {
    this.#linked(proof);
    this.#number(proof, person);
    this.#dice(proof, faces, shown);
  }

  /** @param {Proof} proof whose link leads to the one before it */
  #linked({ number, link }) {
    must(leadsTo(this.link, this.linked, number, link), "linked");
    Object.assign(this, { link, linked: number });
  }

  /**
   * A device's roll holds its next number, and no other roll holds one.
   * @param {Proof} proof @param {number | null} person
   */
  #number(proof, person) {
    const { number, nonce } = proof;
    must(person === null ? nonce === "" : this.isNext(person, proof), "number");
    if (person === null) return;
    this.numbers.set(person, [number + 1, nonce]);
    this.opened = nonce;
  }

  /**
   * Whether a roll holds the number of this device that is for it.
   * @param {number} person @param {Proof} proof
   */
  isNext(person, { number, nonce }) {
    const [which, known] = this.numbers.get(person) ?? [0, ""];
    return leadsTo(known, which, number + 1, nonce);
  }

  /**
   * The dice follow.
   * @param {Proof} proof @param {string} faces @param {string} shown
   */
  #dice({ number, link }, faces, shown) {
    this.shows = rolledBy(this.seed, number, link, this.opened, faces, shown.length);
    must(this.shows === shown, "dice");
  }
}
