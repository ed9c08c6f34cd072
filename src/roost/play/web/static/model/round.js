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

/** A round, from its list to its latest roll. */
export class Round {
  dice = "";
  number = 0;
  commitment = "";
  seals = /** @type {Map<number, string>} */ (new Map());
  without = /** @type {Set<number>} */ (new Set());
  lists = 1;
  /** The latest that was opened, and which it is: of each device that has answered, and of the host (null). */
  chains = /** @type {Map<number | null, [opened: string, which: number]>} */ (new Map());
  spares = /** @type {Map<number, string>} */ (new Map());
  /** Nothing, until all have answered. */
  seed = "";
  /** The latest number that a device has opened for a roll. */
  opened = "";
  /** The faces that the latest roll must show. */
  shows = "";

  /** @param {Partial<Round>} [known] */
  constructor(known = {}) {
    Object.assign(this, known);
  }

  /** The digest that stands for the list. */
  get digest() {
    return listOf(this.dice, this.number, this.commitment, this.seals);
  }

  /** The people whose devices have not answered the list. */
  get unanswered() {
    return [...this.seals.keys()].filter((person) => !this.chains.has(person));
  }

  /** The people whose devices give numbers. */
  get devices() {
    return [...this.chains.keys()].flatMap((person) => person ?? []).sort((one, other) => one - other);
  }

  /** @param {number} person @param {string} number 1 of their device, which leads to its seal */
  pot(person, number) {
    this.chains.set(person, [this.seals.get(person) ?? "", 0]);
    this.#open("pot", person, 1, number);
  }

  /** All have answered: everything that decides dice is fixed. */
  open() {
    this.seed = seedOf(this.digest, new Map(this.devices.map((person) => [person, this.#latest(person)[0]])));
    this.chains.set(null, [this.commitment, 0]);
  }

  /**
   * The next link, the next number of the device that rolls, if one does, and the dice that follow.
   * @param {Proof} proof @param {number | null} person @param {string} faces @param {string} shown
   */
  roll({ number, link, nonce }, person, faces, shown) {
    this.#open("linked", null, number, link);
    if (person === null) must(nonce === "", "number");
    else {
      this.#open("number", person, number + 1, nonce);
      this.opened = nonce;
    }
    this.shows = rolledBy(this.seed, number, link, this.opened, faces, shown.length);
    must(this.shows === shown, "dice");
  }

  /** @param {Proof} proof whether it holds the number of this device that is for it @param {number} person */
  holds({ number, nonce }, person) {
    return leadsTo(...this.#latest(person), number + 1, nonce);
  }

  /**
   * What is opened leads to what was opened before.
   * @param {string} rule @param {number | null} whose @param {number} which @param {string} opened
   */
  #open(rule, whose, which, opened) {
    must(leadsTo(...this.#latest(whose), which, opened), rule);
    this.chains.set(whose, [opened, which]);
  }

  /** @param {number | null} whose */
  #latest(whose) {
    return this.chains.get(whose) ?? ["", 0];
  }
}
