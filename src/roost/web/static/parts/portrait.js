// The bird that plays a seat.

import { bird } from "../art/birds.js";
import { avatar } from "../art/avatars.js";
import { h } from "../lib/dom.js";
import { icon } from "./icons.js";

/** @typedef {import("../art/birds.js").Bird} Bird */

const BIRDS = ["chick", "pullet", "hen", "rooster", "fox", "owl"];

/**
 * The bird of a bot; nothing for people.
 * @param {Pick<import("../model/table.js").SeatLook, "bot">} seat
 */
export function portrait(seat) {
  if (!seat.bot) return null;
  const drawing = BIRDS.includes(seat.bot) ? bird(/** @type {Bird} */ (seat.bot)) : icon("robot");
  return h("span", { class: "seat__bot", "aria-hidden": "true" }, drawing);
}

/**
 * The face of whoever sits on a seat: a bot's own, the bird that a person chose, or that of the seat.
 * @param {Pick<import("../model/table.js").SeatLook, "bot" | "seat" | "kind" | "avatar">} seat
 */
export function face(seat) {
  const bot = seat.kind === "bot" ? portrait(seat) : null;
  return bot ?? h("span", { class: "seat__bot", "aria-hidden": "true" }, avatar(seat.seat, seat.avatar ?? null));
}
