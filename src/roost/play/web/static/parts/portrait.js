// Draws the bird that plays a seat.

import { bird } from "../art/birds.js";
import { avatar } from "../art/avatars.js";
import { h } from "../lib/dom.js";
import { icon } from "./icons.js";

/** @typedef {import("../art/birds.js").Bird} Bird */

const BIRDS = ["chick", "pullet", "hen", "rooster", "fox", "owl"];

/** @typedef {Pick<SeatLook, "bot" | "seat" | "kind" | "avatar">} Look */

/** @param {string} bot @param {number} seat */
const botBird = (bot, seat) => (BIRDS.includes(bot) ? bird(/** @type {Bird} */ (bot), seat) : icon("robot"));

/** @param {Pick<Look, "bot" | "seat">} look @returns {HTMLElement | null} a bot's bird; null for a person */
export const portrait = ({ bot, seat }) =>
  bot ? h("span.seat__bot", { "aria-hidden": "true" }, botBird(bot, seat)) : null;

/**
 * Draw the bird on a seat: the bot's, the one the person chose, or the seat's default.
 * @param {Look} seat
 */
export function birdOf(seat) {
  return seat.kind === "bot" && seat.bot ? botBird(seat.bot, seat.seat) : avatar(seat.seat, seat.avatar ?? null);
}

/** @param {Look} seat @returns {HTMLElement} the seat's bird in a frame */
export const face = (seat) => h("span.seat__bot", { "aria-hidden": "true" }, birdOf(seat));
