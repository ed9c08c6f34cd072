// What a player sees about their own game after its end: a line of text, and the costliest choice as a small board.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { api, orElse } from "../net/api.js";
import { capital } from "./names.js";
import { exact } from "./shares.js";
import { stage } from "./stage.js";

/**
 * Return a game's review for a player with a single seat; null if it is no longer wanted or not available.
 * @param {string} table
 * @param {number} game
 * @param {GameUi} ui
 * @param {() => boolean} isWanted
 * @returns {Promise<{line: string, costliest: HTMLElement} | null>}
 */
export async function myGame(table, game, ui, isWanted) {
  /** @type {ReviewView | null} */
  const review = await orElse(api.get(`/tables/${table}/review`, { game }, isWanted), null);
  if (!review?.yours) return null;
  const mine = review.mistakes.filter(({ seat }) => review.own_seats.includes(seat));
  const worst = mine[0]; // sorted by cost
  if (!worst) return { line: review.yours, costliest: h("p.small.soft", t("finale.flawless")) };
  const position = await orElse(api.get("/positions", { position: worst.position }), null);
  return (
    position && { line: review.yours, costliest: costliest(worst, position, ui, review, `/game/${table}/${game}`) }
  );
}

/**
 * @param {MistakeView} mistake
 * @param {PositionView} position
 * @param {GameUi} ui
 * @param {ReviewView} review
 * @param {string} replay
 */
function costliest({ turn, seat, mistake, place, chosen, best, choices }, position, ui, { names }, replay) {
  const text = (/** @type {string} */ token) => choices.find(({ action }) => action === token)?.text ?? token;
  const sentence = t("finale.costliest", {
    turn,
    chosen: capital(text(chosen)),
    best: capital(text(best)),
    mistake: exact(mistake),
  });
  const table = stage();
  table.show({ ui, ...position, actions: [], names, viewer: seat });
  return h(
    "a.finale__costliest.line.small.gap-3",
    { href: `${replay}#${place}` },
    h("span.finale__board", { "aria-hidden": "true" }, table.element),
    h("span", sentence),
  );
}
