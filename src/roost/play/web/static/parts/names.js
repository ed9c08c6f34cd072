// The names of players and bots, and labels of actions.

import { has, t } from "../lib/i18n.js";

/** @param {string} bot @returns {string} its name in the page's language, if it has one */
export const botName = (bot) => (has(`table.bots.${bot}`) ? t(`table.bots.${bot}`) : bot);

/** @param {Pick<SeatLook, "kind">} seat @returns {boolean} whether no player or bot has it */
export const isFree = ({ kind }) => kind === "open" || kind === "guest";

/** @param {SeatLook} seat @returns {string} the name of its player; bots are labelled */
export function seatName(seat) {
  if (seat.name) return seat.name;
  return seat.bot ? t("table.bot_label", { bot: shortBotName(seat) }) : t("table.free_seat");
}

/**
 * The name of the bot on a seat, without the label. Bots of one kind are numbered from 2.
 * @param {SeatLook} seat
 */
export function shortBotName(seat) {
  const name = botName(seat.bot ?? "");
  return seat.twin > 1 ? `${name} ${seat.twin}` : name;
}

/** @param {string} sentence @returns {string} with a capital letter at the start */
export const capital = (sentence) => sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);

/**
 * The label of an action's button. A non-breaking space keeps the arrow with its number.
 * @param {string} text
 */
export const actionLabel = (text) => capital(text).replace("→ ", "→\u00a0");
