// Rolls the dice automatically, after a pause, if there is no real choice. The player can stop this to think first.

import { settings } from "../lib/settings.js";
import { BEAT, QUICK_BEAT } from "../model/pace.js";

/** @param {{choose: (action: string) => void, changed: () => void}} acts `changed` is called when the pause begins or is stopped */
export function autoRoll({ choose, changed }) {
  /** @type {number | null} */
  let timer = null;
  /** Whether the latest choice was automatic. */
  let wasObvious = false;
  const pause = () => BEAT[settings().speed] * (wasObvious ? QUICK_BEAT : 1);

  /** End the pause without rolling. */
  const hold = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    changed();
  };

  return {
    hold,

    /** Length of the pause in milliseconds, while it lasts; null otherwise. */
    get rollsIn() {
      return timer === null ? null : pause();
    },

    /** @param {string} action to be chosen after the pause */
    begin(action) {
      hold();
      timer = setTimeout(() => {
        timer = null;
        choose(action);
      }, pause());
      changed();
    },

    /** @param {boolean} isObvious whether the choice was automatic */
    chosen(isObvious) {
      hold();
      wasObvious = isObvious;
    },
  };
}
