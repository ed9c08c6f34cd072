// The names of players and bots, and labels of actions.

import { has, t } from "../lib/i18n.js";

/** @param {string} bot @returns {string} the bot's name in the page's language, if there is one */
export const botName = (bot) => (has(`table.bots.${bot}`) ? t(`table.bots.${bot}`) : bot);

/** @param {Pick<SeatLook, "kind">} seat @returns {boolean} whether the seat has neither player nor bot */
export const isFree = ({ kind }) => kind === "open" || kind === "guest";

/** @param {SeatLook} seat @returns {string} the name of the seat's player; bots are labelled as bots */
export function seatName(seat) {
  if (seat.name) return seat.name;
  return seat.bot ? t("table.bot_label", { bot: shortBotName(seat) }) : t("table.free_seat");
}

/**
 * Return the name of the bot on a seat, without the label. Further bots of the same kind are numbered from 2.
 * @param {SeatLook} seat
 */
export function shortBotName(seat) {
  const name = botName(seat.bot ?? "");
  return seat.twin > 1 ? `${name} ${seat.twin}` : name;
}

/** @param {string} sentence @returns {string} the sentence with a capital first letter */
export const capital = (sentence) => sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);

/**
 * Return the label of an action's button. A non-breaking space keeps the arrow with its number.
 * @param {string} text
 */
export const actionLabel = (text) => capital(text).replace("→ ", "→\u00a0");
