// What a device sends, one thing after another, in the order of the taps.

/**
 * @template T
 * @typedef {object} Office
 * @property {() => void} begun something is under way
 * @property {(answer: T) => void} answered
 * @property {(error: unknown) => void} refused
 * @property {() => void} done one thing has been answered or refused
 */

/**
 * Sends one thing after another.
 * @template T
 */
export class Outbox {
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** Whether something is under way, or waits. */
  isBusy = false;

  /** @param {Office<T>} office */
  constructor(office) {
    this.office = office;
  }

  /**
   * @param {() => Promise<T>} send
   * @returns {Promise<T | null>} the answer; nothing, if it was refused
   */
  send(send) {
    this.isBusy = true;
    const sent = this.#last.then(() => this.#now(send));
    this.#last = sent.catch(() => null);
    return sent;
  }

  /**
   * @param {() => Promise<T>} send
   * @returns {Promise<T | null>}
   */
  async #now(send) {
    this.isBusy = true;
    this.office.begun();
    try {
      const answer = await send();
      this.isBusy = false;
      this.office.answered(answer);
      return answer;
    } catch (error) {
      this.isBusy = false;
      this.office.refused(error);
      return null;
    } finally {
      this.office.done();
    }
  }
}
