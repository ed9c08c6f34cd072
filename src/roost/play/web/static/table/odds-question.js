// The odds of the position that is shown: asked for where somebody wants to know them, once, and only as long as they do.

import { api, orElse } from "../net/api.js";

/**
 * @param {string} table
 * @param {() => {position: string, hint: boolean} | null} wanted the position to ask about, and whether with a hint
 * @param {() => void} answered
 */
export function oddsQuestion(table, wanted, answered) {
  /** @type {OddsView | null} */
  let odds = null;
  let asking = "";

  return {
    /** The odds of the position, once they are known. */
    get odds() {
      return odds;
    },

    /** Another position is shown. */
    forget() {
      odds = null;
    },

    async ask() {
      const { position, hint = false } = wanted() ?? {};
      if (position === undefined) return;
      const isKnown = odds?.position === position && (!hint || odds.choices.length < 2 || odds.rooster);
      const question = `${hint} ${position}`;
      if (isKnown || asking === question) return;
      asking = question;
      try {
        /** @type {OddsView | null} */
        const found = await orElse(
          api.get(`/tables/${table}/odds`, { hint: hint || null }, () => asking === question),
          null, // what the server does not tell is not shown
        );
        // A question that was asked first, and wanted to know less, may be answered last.
        if (asking !== question || !found || found.position !== wanted()?.position) return;
        odds = found;
        answered();
      } finally {
        if (asking === question) asking = "";
      }
    },
  };
}
