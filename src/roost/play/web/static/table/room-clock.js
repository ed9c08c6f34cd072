// The clock of a room: where a big screen shows the table it leads, and no phone shows what the room has not seen.
//
// How far a screen is, is told as the version that it is about to reach and how many steps of it have been seen. Once
// everything has come to rest it is about to reach the next one.

import { kept, keep } from "../lib/kept.js";
import { api, randomHex } from "../net/api.js";

/** @typedef {[version: number, steps: number]} Shown */
/**
 * Who is there, as the server tells it.
 * @typedef {object} Presence
 * @property {number[]} away the people whose pages are closed
 * @property {boolean} screen whether a big screen shows the table
 * @property {Shown | null} shown how far
 * @property {number} held the number of a game that somebody does not want to begin by itself
 * @property {boolean} isFirst whether a connection has just been made
 */

/** Milliseconds without a word after which a screen that should go on leads no more: none looks so long at one step. */
const SILENT = 6_000;
/** Milliseconds that a screen has to come back after the server was gone: phones may be quicker. */
const BACK = 4_000;
const NAME = "roost-screen";

/** The name of a big screen, also after it was loaded anew. */
export function screenName() {
  const name = kept(NAME, "sessionStorage") ?? randomHex(8);
  keep(NAME, name, "sessionStorage");
  return name;
}

/** A big screen leads: it tells how far it is, as soon as the server has heard what it told before. */
export class Leading {
  isLed = false;
  hasScreen = true;
  /** @type {Shown | null} */
  #told = null;
  /** @type {Shown | null} */
  #next = null;
  #isTelling = false;

  /** @param {string} table @param {string} name */
  constructor(table, name) {
    this.table = table;
    this.name = name;
  }

  may = () => true;
  isAtRest = () => true;
  heard() {}
  stop() {}

  /** The server may have forgotten: it was gone. */
  again() {
    this.#next ??= this.#told;
    void this.#tell();
  }

  /** @param {Shown} shown */
  shown(shown) {
    if (String(shown) === String(this.#told)) return;
    this.#told = shown;
    const isSeen = () => {
      this.#next = shown;
      void this.#tell();
    };
    // What has changed is seen with the next frame; a page that nobody looks at has none.
    if (document.hidden) isSeen();
    else requestAnimationFrame(() => setTimeout(isSeen));
  }

  async #tell() {
    if (this.#isTelling) return;
    this.#isTelling = true;
    for (let next = this.#next; next; next = this.#next) {
      this.#next = null;
      const [version, steps] = next;
      // Who could not be told is told when the connection is back.
      await api.post(`/tables/${this.table}/shown`, { screen: this.name, version, steps }).catch(() => null);
    }
    this.#isTelling = false;
  }
}

/** A phone follows, as long as there is a big screen that says how far it is. */
export class Following {
  hasScreen = false;
  /** @type {Shown | null} */
  #shown = null;
  #isSilent = false;
  #worry = 0;
  #farewell = 0;

  /** @param {() => void} changed called when more may be shown, or a big screen has come or gone */
  constructor(changed) {
    this.changed = changed;
  }

  /** Whether a big screen leads. */
  get isLed() {
    return this.hasScreen && this.#shown !== null && !this.#isSilent;
  }

  /**
   * Whether the room has seen a step.
   * @param {Pick<Step, "version" | "place">} step
   */
  may({ version, place }) {
    return this.#isThere([version, place + 1]);
  }

  /**
   * Whether the room has seen all of a version, and where it led.
   * @param {number} version
   */
  isAtRest(version) {
    return this.#isThere([version + 1, 0]);
  }

  /** @param {Pick<Presence, "screen" | "shown" | "isFirst">} presence */
  heard({ screen, shown, isFirst }) {
    if (!screen && this.hasScreen && isFirst) {
      this.#farewell ||= setTimeout(() => this.#set(false, null), BACK);
      return;
    }
    this.#set(screen, shown ?? (screen ? this.#shown : null));
  }

  again() {}
  shown() {}

  stop() {
    clearTimeout(this.#worry);
    clearTimeout(this.#farewell);
  }

  /** @param {boolean} hasScreen @param {Shown | null} shown */
  #set(hasScreen, shown) {
    this.stop();
    this.#worry = this.#farewell = 0;
    this.hasScreen = hasScreen;
    if (String(shown) !== String(this.#shown)) this.#isSilent = false;
    this.#shown = shown;
    this.changed();
  }

  /**
   * Whether the room is as far as this. If not, it is waited for, but not for ever.
   * @param {Shown} wanted
   */
  #isThere([version, steps]) {
    if (!this.isLed || !this.#shown) return true;
    const [at, seen] = this.#shown;
    const isThere = at > version || (at === version && seen >= steps);
    if (!isThere) this.#worry ||= setTimeout(() => this.#despair(), SILENT);
    return isThere;
  }

  #despair() {
    this.#worry = 0;
    this.#isSilent = true;
    this.changed();
  }
}
