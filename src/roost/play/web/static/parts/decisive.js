// The moments that decided a game: small pictures of the board, what happened there, and what it changed.

import { h } from "../lib/dom.js";
import { kitOf } from "../model/kit.js";
import { api } from "../net/api.js";
import { stage } from "./stage.js";

/** @typedef {import("../types/messages").ReviewView} Review */
/** @typedef {import("../types/messages").MomentView} Moment */
/** @typedef {import("../types/messages").PositionView} Position */

/**
 * @param {Review} review
 * @param {(place: number) => string} link to that place of the game
 */
export async function decisiveMoments(review, link) {
  const { moments } = review;
  const [kit, ...positions] = await Promise.all([
    kitOf(review.game),
    ...moments.map(({ position }) => /** @type {Promise<Position>} */ (api.get("/positions", { position }))),
  ]);
  return h(
    "ol.decisive.plain-list",
    ...moments.map((moment, at) => item(moment, /** @type {Position} */ (positions[at]), kit, review.names, link)),
  );
}

/**
 * @param {Moment} moment
 * @param {Position} found
 * @param {import("../model/kit.js").Kit} kit
 * @param {string[]} names
 * @param {(place: number) => string} link
 */
function item({ place, seat, roll, change, text, told_change: changed }, { state, sight, scores }, kit, names, link) {
  const before = { state, sight, scores };
  const seen = roll === null ? before : (kit.board.after?.(before, { type: "rolled", seat, roll }) ?? before);
  const table = stage();
  table.show({ kit, ...seen, actions: [], names, viewer: seat, events: [] });
  return h(
    "li.decisive__one",
    h("a.decisive__picture", { href: link(place + (roll === null ? 0 : 1)), "aria-label": text }, table.element),
    h("p", text),
    h("p.decisive__change", { "data-is": change > 0 ? "good" : "bad" }, changed),
  );
}
