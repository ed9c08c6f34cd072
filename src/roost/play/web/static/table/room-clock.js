// Keeps a room in step: a big screen leads, and phones show only what people have already seen on that screen.
//
// The progress of a screen is the version that it is about to reach, and the number of its steps that have been seen. A
// screen that has shown everything is about to reach the next version.

import { api } from "../net/api.js";

/** @typedef {[version: number, steps: number]} Shown */
/** @typedef {{name: string, number: number, leads: boolean}} BigScreen */
/**
 * The people and screens that are connected.
 * @typedef {object} Presence
 * @property {number[]} away numbers of people whose pages are closed
 * @property {boolean} screen whether a big screen leads
 * @property {Shown | null} shown the leading screen's progress
 * @property {BigScreen[]} screens screens that lead, and screens that ask to lead
 * @property {string} [you] the name of the listening screen, sent with the first event of each connection
 * @property {number} held number of the game whose automatic start someone stopped
 * @property {boolean} isFirst whether a connection has just been made
 */

/** Milliseconds that a device waits for a big screen to show a step; every step takes less time. */
const SILENT = 6_000;
/** Milliseconds that a screen has to reconnect after the server restarts, because phones may reconnect sooner. */
const BACK = 4_000;

/**
 * Whether a screen's progress has reached the wanted progress.
 * @param {Shown} shown
 * @param {Shown} wanted
 */
const reaches = ([at, seen], [version, steps]) => at > version || (at === version && seen >= steps);

/** The clock of a big screen that leads: it reports its progress, one request at a time. */
export class Leading {
  isLed = false;
  hasScreen = false;
  #you = "";
  /** @type {Shown | null} */
  #reported = null;
  /** @type {Shown | null} */
  #next = null;
  #isSending = false;

  /** @param {string} table */
  constructor(table) {
    this.table = table;
  }

  may = () => true;
  isAtRest = () => true;
  stop() {}

  /**
   * @param {Presence} presence
   * @returns {BigScreen[]} this screen, as long as it has not been admitted
   */
  heard({ screen, screens, you }) {
    this.hasScreen = screen;
    this.#you = you ?? this.#you;
    return screens.filter(({ name, leads }) => name === this.#you && !leads);
  }

  /** Report again, because the server may have restarted. */
  again() {
    this.#next ??= this.#reported;
    void this.#report();
  }

  /** @param {Shown} shown */
  shown(shown) {
    if (String(shown) === String(this.#reported)) return;
    this.#reported = shown;
    const isSeen = () => {
      this.#next = shown;
      void this.#report();
    };
    // Wait for the next frame, with which the change becomes visible; a hidden page has no frames.
    if (document.hidden) isSeen();
    else requestAnimationFrame(() => setTimeout(isSeen));
  }

  async #report() {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let next = this.#next; next; next = this.#next) {
      this.#next = null;
      const [version, steps] = next;
      // A failed report is repeated once the connection is back.
      await api.post(`/tables/${this.table}/shown`, { version, steps }).catch(() => null);
    }
    this.#isSending = false;
  }
}

/** The clock of a phone, which follows a big screen as long as the screen reports its progress. */
export class Following {
  hasScreen = false;
  /** @type {Shown | null} */
  #shown = null;
  /** @type {Shown | null} the progress waited for; after a timeout, this device's own progress without the screen */
  #wanted = null;
  #isSilent = false;
  #timeout = 0;
  #goodbye = 0;
  /** @type {Set<string>} screens that have led while this page was open: admitted again after the server restarts */
  #known = new Set();

  /**
   * @param {() => void} changed called when further steps may be shown, or a big screen connects or disconnects
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
   * Whether a step may be shown. A step without events, such as a device's message about the dice, waits for no screen,
   * unless it starts the game.
   * @param {Pick<Step, "version" | "place"> & Partial<Step>} step
   */
  may({ version, place, events, entries }) {
    const isAside = events?.length === 0 && !entries?.some(({ type }) => type === "started");
    return isAside || this.#isReached([version, place + 1]);
  }

  /**
   * Whether the room has seen all of a version.
   * @param {number} version
   */
  isAtRest(version) {
    return this.#isReached([version + 1, 0]);
  }

  /**
   * @param {Presence} presence
   * @returns {BigScreen[]} screens that ask to lead for the first time
   */
  heard({ screen, shown, screens, isFirst }) {
    for (const { name, leads } of screens) {
      if (leads) this.#known.add(name);
      else if (this.#known.has(name)) this.admit(name);
    }
    if (!screen && this.hasScreen && isFirst) this.#goodbye ||= setTimeout(() => this.#set(false, null), BACK);
    else this.#set(screen, shown ?? (screen ? this.#shown : null));
    return screens.filter(({ name, leads }) => !leads && !this.#known.has(name));
  }

  again() {}
  shown() {}

  stop() {
    clearTimeout(this.#timeout);
    clearTimeout(this.#goodbye);
  }

  /** @param {boolean} hasScreen @param {Shown | null} shown */
  #set(hasScreen, shown) {
    clearTimeout(this.#goodbye);
    this.#goodbye = 0;
    this.hasScreen = hasScreen;
    this.#shown = shown;
    if (!shown || !this.#wanted || reaches(shown, this.#wanted)) {
      clearTimeout(this.#timeout);
      this.#timeout = 0;
      this.#wanted = null;
      this.#isSilent = false;
    }
    this.changed();
  }

  /**
   * Whether the screen has reached a progress. If not, wait until the timeout; after that, do not wait again until the
   * screen has caught up with this device.
   * @param {Shown} wanted
   */
  #isReached(wanted) {
    if (!this.hasScreen || !this.#shown || reaches(this.#shown, wanted)) return true;
    if (this.#isSilent) {
      if (!this.#wanted || !reaches(this.#wanted, wanted)) this.#wanted = wanted;
      return true;
    }
    this.#wanted ??= wanted;
    this.#timeout ||= setTimeout(() => this.#giveUp(), SILENT);
    return false;
  }

  #giveUp() {
    this.#timeout = 0;
    this.#isSilent = true;
    this.changed();
  }
}
