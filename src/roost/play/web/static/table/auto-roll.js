// Where nothing else makes sense the dice roll by themselves after a beat, and whoever wants to think first can hold them.

import { settings } from "../lib/settings.js";
import { BEAT, QUICK_BEAT } from "../model/pace.js";

/** @param {{choose: (action: string) => void, changed: () => void}} acts what to do then, and whenever it begins or is held */
export function autoRoll({ choose, changed }) {
  /** @type {number | null} */
  let timer = null;
  /** Whether the latest choice was made by itself. */
  let wasObvious = false;
  const beat = () => BEAT[settings().speed] * (wasObvious ? QUICK_BEAT : 1);

  /** Let nothing happen by itself for now. */
  const hold = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    changed();
  };

  return {
    hold,

    /** Milliseconds that it takes, while it is on; for a picture of them. */
    get rollsIn() {
      return timer === null ? null : beat();
    },

    /** @param {string} action to be chosen after a beat */
    begin(action) {
      hold();
      timer = setTimeout(() => {
        timer = null;
        choose(action);
      }, beat());
      changed();
    },

    /** @param {boolean} isObvious whether what was chosen had not to be chosen by anybody */
    chosen(isObvious) {
      hold();
      wasObvious = isObvious;
    },
  };
}
