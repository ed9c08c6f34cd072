// What goes out from a table's page: one request after another, those that lead to dice with a number of our own.

import { Problem, api, orElse, randomHex } from "../net/api.js";
import { answerTo, nextNumber, ownSeal } from "../net/numbers.js";

/**
 * What the page does about what was sent.
 * @typedef {object} Acts
 * @property {() => Model} model as it is shown
 * @property {() => Promise<void>} recalled once it is known what numbers were given before
 * @property {() => void} begun
 * @property {(change: ChangeView) => void} answered
 * @property {(problem: Problem) => void} refused
 * @property {() => void} done
 */

export class Sending {
  /** @type {Outbox<ChangeView | null>} */
  #outbox;
  /** @type {Set<string>} the seals of which number 1 was asked, and is on its way */
  #answered = new Set();
  #isSealing = false;

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
    const chosen = action === null ? {} : { action };
    return isReal ? this.#change("moves", chosen) : this.#roll({ ...this.#now(), ...chosen });
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
   * Roll, or choose and roll: with our number, if this device is listed. Whatever comes of it, the roll must hold it.
   * @param {object} body
   */
  #roll(body) {
    return this.#outbox.send(async () => {
      await this.acts.recalled();
      const { trust, table } = this.acts.model();
      const number = nextNumber(trust, table.game?.seat ?? -1);
      const roll = (trust?.rolls ?? 0) + 1;
      const refused = () => number && trust?.refused(roll);
      return api.post(`/tables/${this.table}/moves`, { ...body, number }, refused);
    });
  }

  /**
   * Ask for a game to begin, and seal numbers for it, unless they are sealed. A server that comes back hears of it once.
   * @param {"start" | "rematch"} what
   * @param {boolean} [isObvious] whether nobody asked for it: then nobody is told if it does not
   */
  begin(what, isObvious = false) {
    const key = randomHex();
    const body = () => ({ ...ownSeal(this.acts.model().trust), key });
    if (isObvious) return this.#quietly(what, body);
    return this.#outbox.send(() => api.post(`/tables/${this.table}/${what}`, body()));
  }

  /** Do what the dice ask of this device: answer a list, or seal numbers for a round that is to begin. */
  takePart() {
    const { trust, heard, table, person } = this.acts.model();
    if (!trust || trust.broken || heard !== table.version || person === null) return;
    if (trust.asked && !this.#answered.has(trust.asked)) {
      const seal = trust.asked;
      this.#answered.add(seal);
      this.#quietly(
        "answer",
        () => answerTo(trust, seal),
        () => trust.asked === seal && trust.refused(0),
      );
    } else if ((trust.isClosed || !trust.game) && trust.canSeal && trust.isSeated && !this.#isSealing) {
      this.#isSealing = true;
      const done = () => (this.#isSealing = false);
      const sealed = () => {
        const { seal } = ownSeal(trust);
        return seal ? { seal, key: randomHex() } : null; // they may have been sealed meanwhile
      };
      void this.#quietly("seal", sealed).then(done);
    }
  }

  /**
   * Send what nobody asked for: if it is refused, the game goes on without this device's numbers, and the shield says so.
   * @param {string} what
   * @param {() => object | null} make
   * @param {() => void} [refused]
   */
  #quietly(what, make, refused) {
    return this.#outbox.send(async () => {
      const body = make();
      return body && orElse(api.post(`/tables/${this.table}/${what}`, body, refused), null);
    });
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
