// One's own game, once it is over: in one line, and the choice that cost most as a small board.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { api, orElse } from "../net/api.js";
import { capital } from "./names.js";
import { exact } from "./shares.js";
import { stage } from "./stage.js";

/**
 * What the review of a game says to whoever played one seat of it; nothing, if it is wanted no more or cannot be had.
 * @param {string} table
 * @param {number} game
 * @param {Kit} kit
 * @param {() => boolean} isWanted
 * @returns {Promise<{line: string, costliest: HTMLElement} | null>}
 */
export async function myGame(table, game, kit, isWanted) {
  /** @type {ReviewView | null} */
  const review = await orElse(api.get(`/tables/${table}/review`, { game }, isWanted), null);
  if (!review?.yours) return null;
  const mine = review.slips.filter(({ seat }) => review.own_seats.includes(seat));
  const worst = mine[0]; // they come by their cost
  if (!worst) return { line: review.yours, costliest: h("p.small.soft", t("finale.flawless")) };
  const found = await orElse(api.get("/positions", { position: worst.position }), null);
  return found && { line: review.yours, costliest: costliest(worst, found, kit, review, `/game/${table}/${game}`) };
}

/**
 * @param {SlipView} slip
 * @param {PositionView} found
 * @param {Kit} kit
 * @param {ReviewView} review
 * @param {string} replay
 */
function costliest({ turn, seat, slip, place, chosen, best, choices }, found, kit, { names }, replay) {
  const text = (/** @type {string} */ token) => choices.find(({ action }) => action === token)?.text ?? token;
  const told = t("finale.costliest", {
    turn,
    chosen: capital(text(chosen)),
    best: capital(text(best)),
    slip: exact(slip),
  });
  const table = stage();
  table.show({ kit, ...found, actions: [], names, viewer: seat });
  return h(
    "a.finale__costliest.line.small.gap-3",
    { href: `${replay}#${place}` },
    h("span.finale__board", { "aria-hidden": "true" }, table.element),
    h("span", told),
  );
}
