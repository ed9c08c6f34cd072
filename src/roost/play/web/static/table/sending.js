// Sends the requests of a table's page, one after another.

import { Problem, api, orElse, randomHex } from "../net/api.js";
import { openNumber, sealNumber } from "../net/dice-memory.js";

/**
 * Callbacks to the page.
 * @typedef {object} Acts
 * @property {() => Model} model the model as it is shown
 * @property {() => TableView} latest the latest table from the server, which may be ahead of the model
 * @property {() => void} begun
 * @property {(change: ChangeView) => void} answered
 * @property {(problem: Problem) => void} refused
 * @property {() => void} done
 */

const HOST = 0;

export class Sending {
  /** @type {Outbox<ChangeView | null>} */
  #outbox;
  /** Whether a request about the dice is on its way. */
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

  /** Whether a request is on its way. */
  get isBusy() {
    return this.#outbox.isBusy;
  }

  /**
   * Choose an action, and roll if the same player must roll next.
   * @param {string | null} action
   */
  move(action) {
    const { seats, game } = this.acts.model().table;
    const isReal = game?.seat != null && seats[game.seat]?.real;
    return this.#change("moves", { ...(action === null ? {} : { action }), throw: !isReal });
  }

  /**
   * Enter the dice of a real roll.
   * @param {string} roll
   */
  enter(roll) {
    return this.#change("moves", { roll });
  }

  /**
   * Propose a correction of the latest roll, or agree to a proposed correction; null declines.
   * @param {string | null} roll
   */
  correct(roll) {
    return this.#change("correction", { roll });
  }

  undo() {
    return this.#change("undo", {});
  }

  /** Return the version to which a request refers, and the key by which the server recognises a repeated request. */
  #now() {
    return { version: this.acts.model().table.version, key: randomHex() };
  }

  /** @param {string} path @param {object} body */
  #change(path, body) {
    return this.send(path, { ...this.#now(), ...body });
  }

  /**
   * Send a spectator's reaction. It is announced, but changes nothing at the table.
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
   * Start a game, and seal a number for it if needed. The server carries out a repeated request only once.
   * @param {"start" | "rematch"} path
   * @param {boolean} [isObvious] whether the game starts automatically, so that a refusal is not shown
   */
  begin(path, isObvious = false) {
    const key = randomHex();
    return this.#outbox.send(() => {
      const answer = api.post(`/tables/${this.table}/${path}`, { ...sealNumber(this.acts.model().device), key });
      return isObvious ? orElse(answer, null) : answer;
    });
  }

  /** Do what the dice require of this device: reveal its number, or seal a number for the first game. */
  takePart() {
    const { device } = this.acts.model();
    if (!device || device.person < 0) return;
    const { seats, series } = this.acts.latest();
    const isSeated = [...seats, ...(series?.bench ?? [])].some(({ person }) => person === device.person);
    if (device.asked) void this.#quietly("open", () => openNumber(device));
    else if (!device.game && (isSeated || device.person === HOST)) void this.#quietly("seal", () => sealNumber(device));
  }

  /**
   * Send an automatic request, one at a time. If it is refused, the game continues without this device's number, and
   * the shield shows that.
   * @param {string} path @param {() => object} makeBody
   */
  async #quietly(path, makeBody) {
    if (this.#isTakingPart) return;
    const body = makeBody();
    if (!Object.keys(body).length) return;
    this.#isTakingPart = true;
    const change = await orElse(api.post(`/tables/${this.table}/${path}`, { ...body, key: randomHex() }), null);
    if (change) this.acts.answered(change);
    this.#isTakingPart = false;
    if (change || path === "seal") this.takePart(); // a device list may have arrived meanwhile
  }

  /** @param {string} path @param {object} body */
  send(path, body) {
    return this.#outbox.send(() => api.post(`/tables/${this.table}/${path}`, body));
  }

  /** @param {number} seat the seat that its person must leave */
  free(seat) {
    return this.#outbox.send(() => api.delete(`/tables/${this.table}/seats/${seat}`));
  }

  /** @param {unknown} error */
  #refused(error) {
    if (!(error instanceof Problem)) throw error;
    this.acts.refused(error);
  }
}

/**
 * @template T
 * @typedef {object} OutboxEvents
 * @property {() => void} begun called when a request is sent
 * @property {(answer: T) => void} answered
 * @property {(error: unknown) => void} refused
 * @property {() => void} done called when a request was answered or refused
 */

/**
 * Sends requests one after another, in the order of the user's taps.
 * @template T
 */
class Outbox {
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** Whether a request is on its way or waiting to be sent. */
  isBusy = false;

  /** @param {OutboxEvents<T>} events */
  constructor(events) {
    this.events = events;
  }

  /**
   * @param {() => Promise<T>} send
   * @returns {Promise<T | null>} null if the request was refused
   */
  send(send) {
    this.isBusy = true;
    const answer = this.#last.then(() => this.#sendNow(send));
    this.#last = answer.catch(() => null);
    return answer;
  }

  /** @param {() => Promise<T>} send @returns {Promise<T | null>} */
  async #sendNow(send) {
    this.isBusy = true;
    this.events.begun();
    try {
      const answer = await send();
      this.isBusy = false;
      this.events.answered(answer);
      return answer;
    } catch (error) {
      this.isBusy = false;
      this.events.refused(error);
      return null;
    } finally {
      this.events.done();
    }
  }
}
