// What goes out from a table's page: one request after another.

import { Problem, api, orElse, randomHex } from "../net/api.js";
import { answerTo, ownSeal } from "../net/dice-memory.js";

/**
 * What the page does about what was sent.
 * @typedef {object} Acts
 * @property {() => Model} model as it is shown
 * @property {() => TableView} latest the table as it was told, which may be ahead of what is shown
 * @property {() => void} begun
 * @property {(change: ChangeView) => void} answered
 * @property {(problem: Problem) => void} refused
 * @property {() => void} done
 */

const HOST = 0;

export class Sending {
  /** @type {Outbox<ChangeView | null>} */
  #outbox;
  /** Whether something for the dice is on its way. */
  #isTakingPart = false;

  /** @param {string} table @param {Acts} acts */
  constructor(table, acts) {
    this.table = table;
    this.acts = acts;
    this.#outbox = new Outbox({
      begun: acts.begun,
      answered: (change) => change && acts.answered(change),
      refused: (error) => this.#refused(error),
      done: acts.done,
    });
  }

  /** Whether something is under way. */
  get isBusy() {
    return this.#outbox.isBusy;
  }

  /**
   * Choose, and roll if that leads to a roll of one's own.
   * @param {string | null} action
   */
  move(action) {
    const { seats, game } = this.acts.model().table;
    const isReal = game?.seat != null && seats[game.seat]?.real;
    return this.#change("moves", { ...(action === null ? {} : { action }), throw: !isReal });
  }

  /**
   * Enter what real dice show.
   * @param {string} roll
   */
  enter(roll) {
    return this.#change("moves", { roll });
  }

  /**
   * Say what they should have been, or agree with whoever said so; or disagree, with nothing.
   * @param {string | null} roll
   */
  correct(roll) {
    return this.#change("correction", { roll });
  }

  undo() {
    return this.#change("undo", {});
  }

  /** The version that a change is about, and the key by which a server that comes back hears of it once. */
  #now() {
    return { version: this.acts.model().table.version, key: randomHex() };
  }

  /** @param {string} what @param {object} body */
  #change(what, body) {
    return this.send(what, { ...this.#now(), ...body });
  }

  /**
   * Clap as a watcher does: it is told, and changes nothing.
   * @param {string} reaction
   */
  async cheer(reaction) {
    try {
      await api.post(`/tables/${this.table}/cheers`, { reaction });
    } catch (error) {
      this.#refused(error);
    }
  }

  /**
   * Ask for a game to begin, and seal a number for it, unless one is sealed. A server that comes back hears of it once.
   * @param {"start" | "rematch"} what
   * @param {boolean} [isObvious] whether nobody asked for it: then nobody is told if it does not
   */
  begin(what, isObvious = false) {
    const key = randomHex();
    return this.#outbox.send(() => {
      const asked = api.post(`/tables/${this.table}/${what}`, { ...ownSeal(this.acts.model().device), key });
      return isObvious ? orElse(asked, null) : asked;
    });
  }

  /** Do what the dice ask of this device, whatever is shown just now: open its number, or seal one for the first game. */
  takePart() {
    const { device } = this.acts.model();
    if (!device || device.person < 0) return;
    const { seats, series } = this.acts.latest();
    const isSeated = [...seats, ...(series?.bench ?? [])].some(({ person }) => person === device.person);
    if (device.asked) void this.#quietly("open", () => answerTo(device));
    else if (!device.game && (isSeated || device.person === HOST)) void this.#quietly("seal", () => ownSeal(device));
  }

  /**
   * Send what nobody asked for, one such thing at a time: if it is refused, the game goes on without this device's
   * number, and the shield says so.
   * @param {string} what @param {() => object} make
   */
  async #quietly(what, make) {
    if (this.#isTakingPart) return;
    const body = make();
    if (!Object.keys(body).length) return;
    this.#isTakingPart = true;
    const change = await orElse(api.post(`/tables/${this.table}/${what}`, { ...body, key: randomHex() }), null);
    if (change) this.acts.answered(change);
    this.#isTakingPart = false;
    if (change || what === "seal") this.takePart(); // a list may have come meanwhile
  }

  /** @param {string} what @param {object} body */
  send(what, body) {
    return this.#outbox.send(() => api.post(`/tables/${this.table}/${what}`, body));
  }

  /** @param {number} seat whoever sits there gets up */
  free(seat) {
    return this.#outbox.send(() => api.delete(`/tables/${this.table}/seats/${seat}`));
  }

  /** @param {unknown} error */
  #refused(error) {
    if (!(error instanceof Problem)) throw error;
    this.acts.refused(error);
  }
}

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
class Outbox {
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

  /** @param {() => Promise<T>} send @returns {Promise<T | null>} */
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
