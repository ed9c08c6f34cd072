// Something to do while others play: guess whether their turn holds. It is counted on this device, and changes nothing.

import { isEnd } from "../model/pace.js";
import { actorOf } from "../model/steps.js";

/**
 * @typedef {object} Guesses
 * @property {boolean | null} holds what was guessed about the turn under way
 * @property {number} right how many guesses were
 * @property {number} made how many turns were guessed that are over
 */

export class Guessing {
  /** @type {Guesses | null} nothing in a game without turns that fail */
  guesses;

  /** @param {Cues} [cues] of the game */
  constructor(cues = {}) {
    this.cues = cues;
    this.guesses = Object.values(cues).some(({ isBust }) => isBust) ? { holds: null, right: 0, made: 0 } : null;
  }

  /** @param {boolean} holds */
  guess(holds) {
    if (this.guesses) this.guesses = { ...this.guesses, holds };
  }

  /**
   * A step was seen: the turn may have ended with it.
   * @param {Step} step
   */
  saw(step) {
    const isBust = step.events.some(({ type }) => this.cues[type]?.isBust);
    if (!this.guesses || !(isBust || isEnd(step, actorOf(step)))) return;
    const { holds, right, made } = this.guesses;
    if (holds === null) return;
    this.guesses = { holds: null, right: right + Number(holds !== isBust), made: made + 1 };
  }
}
