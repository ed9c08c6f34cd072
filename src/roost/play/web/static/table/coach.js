// The coach: before a costly choice of one's own holds, it says what is better and why, and offers to choose again.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { api, Problem } from "../net/api.js";
import { openDialog } from "../parts/dialog.js";
import { capital } from "../parts/names.js";
import { exact } from "../parts/shares.js";

/** How long a choice waits for what the coach thinks of it, in milliseconds. */
const LONGEST_WAIT = 3_000;

export class Coach {
  /** @type {{position: string, hint: Promise<HintView | null>} | null} */
  #asked = null;
  #isAsking = false;

  /**
   * @param {string} table
   * @param {number} least what a choice must cost to be worth a word, in percent of a win; 0 without a coach
   * @param {() => string | null} position to decide on this device, if there is one
   * @param {(sentence: string) => void} say
   */
  constructor(table, least, position, say) {
    this.table = table;
    this.least = least / 100;
    this.position = position;
    this.say = say;
  }

  /** Think about the position before anybody chooses. */
  think() {
    const position = this.least ? this.position() : null;
    if (position === null || position === this.#asked?.position) return;
    const isWanted = () => this.#asked?.position === position;
    const hint = api.get(`/tables/${this.table}/hint`, {}, isWanted).catch((error) => {
      if (error instanceof Problem) return null; // whoever cannot help says nothing
      throw error;
    });
    this.#asked = { position, hint };
  }

  /**
   * Whether a choice holds: it costs little, nothing is known yet, or the player wants it all the same. Nobody waits long
   * for a slow server: the choice holds then, and the player is told that nobody has looked at it.
   * @param {string | null} action
   */
  async agrees(action) {
    this.think();
    if (!this.#asked || action === null) return true;
    if (this.#isAsking) return false;
    const { position, hint: coming } = this.#asked;
    this.#isAsking = true;
    try {
      /** @type {HintView | null | undefined} */
      const hint = await Promise.race([coming, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))]);
      if (!hint) this.say(t("coach.late"));
      const chosen = hint?.position === position && hint.choices.find((choice) => choice.action === action);
      if (!chosen) return this.position() === position;
      const slip = Math.max(...hint.choices.map(({ share }) => share)) - chosen.share;
      if (slip < this.least) return this.position() === position;
      return (await isSure(capital(chosen.text), slip, hint.text)) && this.position() === position;
    } finally {
      this.#isAsking = false;
    }
  }
}

/**
 * @param {string} chosen
 * @param {number} slip
 * @param {string} why what is better, and why
 * @returns {Promise<boolean>} whether the player wants it all the same
 */
function isSure(chosen, slip, why) {
  return new Promise((resolve) => {
    let keeps = false;
    const dialog = openDialog(
      t("coach.title"),
      [
        h("p", h("strong", t("coach.cost", { chosen, slip: exact(slip) }))),
        h("p", why),
        h(
          "div.row",
          h("button.button.button--main", { onclick: () => dialog.close() }, t("coach.again")),
          h(
            "button.button",
            {
              onclick: () => {
                keeps = true;
                dialog.close();
              },
            },
            t("coach.keep"),
          ),
        ),
      ],
      { name: "coach", onClose: () => resolve(keeps) },
    );
  });
}
