// The odds of the position that is shown: asked for where somebody wants to know them, once, and only as long as they do.

import { Problem, api } from "../net/api.js";

export class OddsQuestion {
  /** @type {OddsView | null} */
  #odds = null;
  #asking = "";

  /**
   * @param {string} table
   * @param {() => {position: string, hint: boolean} | null} wanted the position to ask about, and whether with a hint
   * @param {() => void} answered
   */
  constructor(table, wanted, answered) {
    this.table = table;
    this.wanted = wanted;
    this.answered = answered;
  }

  /** What is known of the position. */
  get odds() {
    return this.#odds;
  }

  /** Another position is shown. */
  forget() {
    this.#odds = null;
  }

  async ask() {
    const wanted = this.wanted();
    if (!wanted) return;
    const { position, hint } = wanted;
    const isKnown = this.#odds?.position === position && (!hint || this.#odds.choices.length < 2 || this.#odds.rooster);
    const question = `${hint} ${position}`;
    if (isKnown || this.#asking === question) return;
    this.#asking = question;
    try {
      /** @type {OddsView | null} */
      const odds = await api.get(`/tables/${this.table}/odds`, { hint: hint || null }, () => this.#asking === question);
      // A question that was asked first, and wanted to know less, may be answered last.
      const isNewest = this.#asking === question;
      if (isNewest && odds && odds.position === this.wanted()?.position) {
        this.#odds = odds;
        this.answered();
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // what the server does not tell is not shown
    } finally {
      if (this.#asking === question) this.#asking = "";
    }
  }
}
