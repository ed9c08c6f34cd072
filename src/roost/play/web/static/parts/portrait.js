// The bird that plays a seat.

import { bird } from "../art/birds.js";
import { avatar } from "../art/avatars.js";
import { h } from "../lib/dom.js";
import { icon } from "./icons.js";

/** @typedef {import("../art/birds.js").Bird} Bird */

const BIRDS = ["chick", "pullet", "hen", "rooster", "fox", "owl"];

/** @typedef {Pick<SeatLook, "bot" | "seat" | "kind" | "avatar">} Look */

/** @param {string} bot */
const botBird = (bot) => (BIRDS.includes(bot) ? bird(/** @type {Bird} */ (bot)) : icon("robot"));

/**
 * The bird of a bot; nothing for people.
 * @param {Pick<Look, "bot">} seat
 */
export const portrait = (seat) => (seat.bot ? h("span.seat__bot", { "aria-hidden": "true" }, botBird(seat.bot)) : null);

/**
 * The bird of whoever sits on a seat: a bot's own, the one that a person chose, or that of the seat.
 * @param {Look} seat
 */
export function birdOf(seat) {
  return seat.kind === "bot" && seat.bot ? botBird(seat.bot) : avatar(seat.seat, seat.avatar ?? null);
}

/**
 * The same, framed.
 * @param {Look} seat
 */
export const face = (seat) => h("span.seat__bot", { "aria-hidden": "true" }, birdOf(seat));
