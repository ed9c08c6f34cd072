// The clock of a room: where a big screen shows the table it leads, and no phone shows what the room has not seen.
//
// How far a screen is, is told as the version that it is about to reach and how many steps of it have been seen. Once
// everything has come to rest it is about to reach the next one.

import { api } from "../net/api.js";

/** @typedef {[version: number, steps: number]} Shown */
/** @typedef {{name: string, number: number, leads: boolean}} BigScreen */
/**
 * Who is there, as the server tells it.
 * @typedef {object} Presence
 * @property {number[]} away the people whose pages are closed
 * @property {boolean} screen whether a big screen leads
 * @property {Shown | null} shown how far
 * @property {BigScreen[]} screens those that lead, and some that ask to
 * @property {string} [you] the name of the screen that listens, told with the first event of each connection
 * @property {number} held the number of a game that somebody does not want to begin by itself
 * @property {boolean} isFirst whether a connection has just been made
 */

/** Milliseconds that a device waits for a big screen to show a step: none looks so long at one. */
const SILENT = 6_000;
/** Milliseconds that a screen has to come back after the server was gone: phones may be quicker. */
const BACK = 4_000;

/**
 * Whether something that was shown is as far as something else.
 * @param {Shown} shown
 * @param {Shown} wanted
 */
const reaches = ([at, seen], [version, steps]) => at > version || (at === version && seen >= steps);

/** A big screen leads: it tells how far it is, as soon as the server has heard what it told before. */
export class Leading {
  isLed = false;
  hasScreen = false;
  #you = "";
  /** @type {Shown | null} */
  #told = null;
  /** @type {Shown | null} */
  #next = null;
  #isTelling = false;

  /** @param {string} table */
  constructor(table) {
    this.table = table;
  }

  may = () => true;
  isAtRest = () => true;
  stop() {}

  /**
   * @param {Presence} presence
   * @returns {BigScreen[]} this one, while nobody has admitted it
   */
  heard({ screen, screens, you }) {
    this.hasScreen = screen;
    this.#you = you ?? this.#you;
    return screens.filter(({ name, leads }) => name === this.#you && !leads);
  }

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
      await api.post(`/tables/${this.table}/shown`, { version, steps }).catch(() => null);
    }
    this.#isTelling = false;
  }
}

/** A phone follows, as long as there is a big screen that says how far it is. */
export class Following {
  hasScreen = false;
  /** @type {Shown | null} */
  #shown = null;
  /** @type {Shown | null} what is waited for, or, where that was in vain, how far this device has gone without the screen */
  #wanted = null;
  #isSilent = false;
  #worry = 0;
  #farewell = 0;
  /** @type {Set<string>} the screens that have led while this page was open: a server that was gone is told again */
  #known = new Set();

  /**
   * @param {() => void} changed called when more may be shown, or a big screen has come or gone
   * @param {(name: string) => void} admit
   */
  constructor(changed, admit) {
    this.changed = changed;
    this.admit = admit;
  }

  /** Whether a big screen leads. */
  get isLed() {
    return this.hasScreen && this.#shown !== null && !this.#isSilent;
  }

  /**
   * Whether the room has seen a step. One that changes nothing at a game, such as an answer about its dice, waits for no
   * screen, unless the game begins with it.
   * @param {Pick<Step, "version" | "place"> & Partial<Step>} step
   */
  may({ version, place, events, entries }) {
    const isAside = events?.length === 0 && !entries?.some(({ type }) => type === "started");
    return isAside || this.#isThere([version, place + 1]);
  }

  /**
   * Whether the room has seen all of a version, and where it led.
   * @param {number} version
   */
  isAtRest(version) {
    return this.#isThere([version + 1, 0]);
  }

  /**
   * @param {Presence} presence
   * @returns {BigScreen[]} those that ask to lead, and have not before
   */
  heard({ screen, shown, screens, isFirst }) {
    for (const { name, leads } of screens) {
      if (leads) this.#known.add(name);
      else if (this.#known.has(name)) this.admit(name);
    }
    if (!screen && this.hasScreen && isFirst) this.#farewell ||= setTimeout(() => this.#set(false, null), BACK);
    else this.#set(screen, shown ?? (screen ? this.#shown : null));
    return screens.filter(({ name, leads }) => !leads && !this.#known.has(name));
  }

  again() {}
  shown() {}

  stop() {
    clearTimeout(this.#worry);
    clearTimeout(this.#farewell);
  }

  /** @param {boolean} hasScreen @param {Shown | null} shown */
  #set(hasScreen, shown) {
    clearTimeout(this.#farewell);
    this.#farewell = 0;
    this.hasScreen = hasScreen;
    this.#shown = shown;
    if (!shown || !this.#wanted || reaches(shown, this.#wanted)) {
      clearTimeout(this.#worry);
      this.#worry = 0;
      this.#wanted = null;
      this.#isSilent = false;
    }
    this.changed();
  }

  /**
   * Whether the room is as far as this. If not, it is waited for, but not for long, whatever else it shows meanwhile; and
   * then not again before it is as far as this device has gone without it.
   * @param {Shown} wanted
   */
  #isThere(wanted) {
    if (!this.hasScreen || !this.#shown || reaches(this.#shown, wanted)) return true;
    if (this.#isSilent) {
      if (!this.#wanted || !reaches(this.#wanted, wanted)) this.#wanted = wanted;
      return true;
    }
    this.#wanted ??= wanted;
    this.#worry ||= setTimeout(() => this.#despair(), SILENT);
    return false;
  }

  #despair() {
    this.#worry = 0;
    this.#isSilent = true;
    this.changed();
  }
}
