// The coach: before a costly choice of one's own holds, it says what is better and why, and offers to choose again.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { api, orElse } from "../net/api.js";
import { askWhich } from "../parts/dialog.js";
import { capital } from "../parts/names.js";
import { exact } from "../parts/shares.js";

/** How long a choice waits for what the coach thinks of it, in milliseconds. */
const LONGEST_WAIT = 3_000;

/**
 * @param {string} table
 * @param {number} percent what a choice must cost to be worth a word, of a win; 0 without a coach
 * @param {() => string | null} toDecide the position to decide on this device, if there is one
 * @param {(sentence: string) => void} say
 */
export function coach(table, percent, toDecide, say) {
  const least = percent / 100;
  /** @type {{position: string, hint: Promise<HintView | null>} | null} */
  let asked = null;
  let isAsking = false;

  /** Think about the position before anybody chooses. */
  const think = () => {
    const position = least ? toDecide() : null;
    if (position === null || position === asked?.position) return;
    const isWanted = () => asked?.position === position;
    const hint = orElse(api.get(`/tables/${table}/hint`, {}, isWanted), null); // whoever cannot help says nothing
    asked = { position, hint };
  };

  /**
   * Whether a choice holds: it costs little, nothing is known yet, or the player wants it all the same. Nobody waits long
   * for a slow server: the choice holds then, and the player is told that nobody has looked at it.
   * @param {string | null} action
   */
  const agrees = async (action) => {
    think();
    if (!asked || action === null) return true;
    if (isAsking) return false;
    const { position, hint: coming } = asked;
    isAsking = true;
    try {
      /** @type {HintView | null | undefined} */
      const hint = await Promise.race([coming, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))]);
      if (!hint) say(t("coach.late"));
      const chosen = hint?.position === position && hint.choices.find((choice) => choice.action === action);
      const slip = chosen ? Math.max(...hint.choices.map(({ share }) => share)) - chosen.share : 0;
      const holds = !chosen || slip < least || (await isSure(capital(chosen.text), slip, hint.text));
      return holds && toDecide() === position;
    } finally {
      isAsking = false;
    }
  };

  return { think, agrees };
}

/**
 * @param {string} chosen
 * @param {number} slip
 * @param {string} why what is better, and why
 * @returns {Promise<boolean>} whether the player wants it all the same
 */
async function isSure(chosen, slip, why) {
  const told = [h("p", h("strong", t("coach.cost", { chosen, slip: exact(slip) }))), h("p", why)];
  const [again, keeps] = [t("coach.again"), t("coach.keep")];
  return (await askWhich(t("coach.title"), told, [again, keeps], "coach")) === keeps;
}
