// Fetches the odds of the position that is shown, once per position, while they are wanted.

import { api, orElse } from "../net/api.js";

/**
 * @param {string} table
 * @param {() => {position: string, hint: boolean} | null} wanted returns the position to ask about, and whether with a hint
 * @param {() => void} answered
 */
export function oddsQuestion(table, wanted, answered) {
  /** @type {OddsView | null} */
  let odds = null;
  let pending = "";

  return {
    /** The odds of the position, or null until they are known. */
    get odds() {
      return odds;
    },

    /** Discard the odds, because another position is shown. */
    forget() {
      odds = null;
    },

    async ask() {
      const { position, hint = false } = wanted() ?? {};
      if (position === undefined) return;
      const isKnown = odds?.position === position && (!hint || odds.choices.length < 2 || odds.rooster);
      const question = `${hint} ${position}`;
      if (isKnown || pending === question) return;
      pending = question;
      try {
        /** @type {OddsView | null} */
        const answer = await orElse(
          api.get(`/tables/${table}/odds`, { hint: hint || null }, () => pending === question),
          null, // if the server refuses, show no odds
        );
        // An earlier question without a hint may be answered after a later question with a hint.
        if (pending !== question || !answer || answer.position !== wanted()?.position) return;
        odds = answer;
        answered();
      } finally {
        if (pending === question) pending = "";
      }
    },
  };
}
