// Lets waiting players guess whether another player's turn will succeed. Guesses are counted on this device only.

import { isEnd } from "../model/pace.js";
import { actorOf } from "../model/steps.js";

/**
 * @typedef {object} Guesses
 * @property {boolean | null} holds the guess about the current turn, if one was made
 * @property {number} right number of right guesses
 * @property {number} made number of guesses about finished turns
 */

export class Guessing {
  /** @type {Guesses | null} null in a game whose turns cannot fail */
  guesses;

  /** @param {Pacings} [pacings] of the game */
  constructor(pacings = {}) {
    this.pacings = pacings;
    this.guesses = Object.values(pacings).some(({ isBust }) => isBust) ? { holds: null, right: 0, made: 0 } : null;
  }

  /** @param {boolean} holds */
  guess(holds) {
    if (this.guesses) this.guesses = { ...this.guesses, holds };
  }

  /**
   * Count the guess if the turn ended with a step.
   * @param {Step} step
   */
  saw(step) {
    const isBust = step.events.some(({ type }) => this.pacings[type]?.isBust);
    if (!this.guesses || !(isBust || isEnd(step, actorOf(step)))) return;
    const { holds, right, made } = this.guesses;
    if (holds === null) return;
    this.guesses = { holds: null, right: right + Number(holds !== isBust), made: made + 1 };
  }
}
