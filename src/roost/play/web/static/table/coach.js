// The coach: before a costly choice is sent, it names a better choice with the reason, and offers to choose again.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { api, orElse } from "../net/api.js";
import { askWhich } from "../parts/dialog.js";
import { capital } from "../parts/names.js";
import { exact } from "../parts/shares.js";

/** How long a choice waits for the coach, in milliseconds. */
const LONGEST_WAIT = 3_000;

/**
 * @param {string} table
 * @param {number} percent minimum cost, in percent of a win, at which the coach speaks; 0 for no coach
 * @param {() => string | null} toDecide returns the position in which this device decides, if any
 * @param {(sentence: string) => void} say
 */
export function coach(table, percent, toDecide, say) {
  const threshold = percent / 100;
  /** @type {{position: string, hint: Promise<HintView | null>} | null} */
  let request = null;
  let isAsking = false;

  /** Fetch the hint for the position in advance. */
  const think = () => {
    const position = threshold ? toDecide() : null;
    if (position === null || position === request?.position) return;
    const isWanted = () => request?.position === position;
    const hint = orElse(api.get(`/tables/${table}/hint`, {}, isWanted), null); // without a hint the coach is silent
    request = { position, hint };
  };

  /**
   * Whether a choice may be sent, because it costs little, there is no hint, or the player insists. If the server is
   * slow, the choice is sent, and the player is told that the coach has not checked it.
   * @param {string | null} action
   */
  const agrees = async (action) => {
    think();
    if (!request || action === null) return true;
    if (isAsking) return false;
    const { position, hint: pending } = request;
    isAsking = true;
    try {
      /** @type {HintView | null | undefined} */
      const hint = await Promise.race([pending, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))]);
      if (!hint) say(t("coach.late"));
      const chosen = hint?.position === position && hint.choices.find((choice) => choice.action === action);
      const mistake = chosen ? Math.max(...hint.choices.map(({ share }) => share)) - chosen.share : 0;
      const isFinal = !chosen || mistake < threshold || (await isSure(capital(chosen.text), mistake, hint.text));
      return isFinal && toDecide() === position;
    } finally {
      isAsking = false;
    }
  };

  return { think, agrees };
}

/**
 * @param {string} chosen
 * @param {number} mistake
 * @param {string} why the better choice and the reason
 * @returns {Promise<boolean>} whether the player insists
 */
async function isSure(chosen, mistake, why) {
  const content = [h("p", h("strong", t("coach.cost", { chosen: chosen, mistake: exact(mistake) }))), h("p", why)];
  const [back, keep] = [t("coach.again"), t("coach.keep")];
  return (await askWhich(t("coach.title"), content, [back, keep], "coach")) === keep;
}
