// Where nothing else makes sense the dice roll by themselves after a beat, and whoever wants to think first can hold them.

import { settings } from "../lib/settings.js";

/** Milliseconds until what goes without saying is done: long enough for a hand that wants to stop it. */
const BEAT = { slow: 1200, normal: 350, fast: 250, instant: 120 };
/** After one choice that was made by itself the next needs less of a beat. */
const QUICK_BEAT = 0.5;

export class AutoRoll {
  /** @type {number | null} */
  #timer = null;
  /** Whether the latest choice was made by itself. */
  #wasObvious = false;

  /** @param {{choose: (action: string) => void, changed: () => void}} acts what to do then, and whenever it begins or is held */
  constructor({ choose, changed }) {
    this.choose = choose;
    this.changed = changed;
  }

  /** Milliseconds that it takes, while it is on; for a picture of them. */
  get rollsIn() {
    return this.#timer === null ? null : this.#beat;
  }

  get #beat() {
    return BEAT[settings().speed] * (this.#wasObvious ? QUICK_BEAT : 1);
  }

  /**
   * Choose this after a beat.
   * @param {string} action
   */
  begin(action) {
    this.hold();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.choose(action);
    }, this.#beat);
    this.changed();
  }

  /** Let nothing happen by itself for now. */
  hold() {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.changed();
  }

  /**
   * Something was chosen.
   * @param {boolean} isObvious whether nobody had to choose
   */
  chosen(isObvious) {
    this.hold();
    this.#wasObvious = isObvious;
  }
}
