// What goes out from a table's page: one request after another, those that lead to dice with a number of our own.

import { trustAfter } from "../model/trust.js";
import { Problem, api, randomHex } from "../net/api.js";
import { noncesFor, seal } from "../net/nonces.js";
import { Outbox } from "../net/outbox.js";

/** @typedef {import("../model/table.js").Model} Model */
/** @typedef {import("../types/messages").ChangeView} Change */

/**
 * What the page does about what was sent.
 * @typedef {object} Acts
 * @property {() => Model} model as it is shown
 * @property {(model: Model) => void} noted what we said about the dice is kept in the model
 * @property {() => void} begun
 * @property {(change: Change) => void} answered
 * @property {(problem: Problem) => void} refused
 * @property {() => void} done
 */

export class Sending {
  /** @type {Outbox<Change>} */
  #outbox;
  /** @type {number | null} the roll that a number of ours is under way for */
  #given = null;

  /**
   * @param {string} table
   * @param {Acts} acts
   */
  constructor(table, acts) {
    this.table = table;
    this.acts = acts;
    this.#outbox = new Outbox({
      begun: acts.begun,
      answered: acts.answered,
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
    return this[isReal ? "send" : "give"]("moves", {
      version: this.acts.model().table.version,
      key: randomHex(),
      ...(action === null ? {} : { action }),
    });
  }

  /**
   * Enter what real dice show.
   * @param {string} roll
   */
  enter(roll) {
    return this.send("moves", { version: this.acts.model().table.version, key: randomHex(), roll });
  }

  /**
   * Say what they should have been, or agree with whoever said so; or disagree, with nothing.
   * @param {string | null} roll
   */
  correct(roll) {
    return this.send("correction", { version: this.acts.model().table.version, key: randomHex(), roll });
  }

  undo() {
    return this.send("undo", { version: this.acts.model().table.version, key: randomHex() });
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
   * Send something with our number for the dice. Whatever comes of it, the dice that it is for must hold it.
   * @param {string} what
   * @param {object} body
   */
  async give(what, body) {
    const { table, person } = this.acts.model();
    const { game: running, coming } = table;
    const isRoll = what === "moves";
    const game = isRoll ? (running?.dice.protocol === 1 ? 0 : (running?.number ?? 0)) : (coming?.game ?? 0);
    if (!game) {
      await this.send(what, { ...body, nonce: randomHex() }); // a table of an older server
      return;
    }
    const roll = isRoll ? (running?.dice.rolls ?? 0) + 1 : 0;
    const renewal = table.renewal?.id ?? "";
    const own = noncesFor(this.table, game, renewal);
    const seals = isRoll ? running?.dice.seals : coming?.seals;
    const isSealed = seals?.some((known) => known.person === person && known.seal === own.seal);
    const nonce = own.number(roll + 1);
    await this.#outbox.send(async () => {
      if (!isSealed) {
        this.#note({ sealed: [game, own.seal] });
        this.acts.answered(await seal(this.table, game, renewal));
      }
      this.#note({ sent: [game, roll, nonce, isRoll ? (running?.seat ?? null) : null] });
      this.#given = roll;
      return api.post(`/tables/${this.table}/${what}`, { ...body, nonce });
    });
    this.#given = null;
  }

  /**
   * @param {string} what
   * @param {object} body
   */
  send(what, body) {
    return this.#outbox.send(() => api.post(`/tables/${this.table}/${what}`, body));
  }

  /** @param {number} seat whoever sits there gets up */
  free(seat) {
    return this.#outbox.send(() => api.delete(`/tables/${this.table}/seats/${seat}`));
  }

  /**
   * Note what we say about the dice.
   * @param {import("../model/trust.js").Said} said
   */
  #note(said) {
    const model = this.acts.model();
    this.acts.noted({ ...model, trust: trustAfter(model.trust, said) });
  }

  /** @param {unknown} error */
  #refused(error) {
    if (!(error instanceof Problem)) throw error;
    if (this.#given !== null && error.status >= 400 && error.status !== 429) this.#note({ refused: this.#given });
    this.acts.refused(error);
  }
}
