// What screens call whoever sits on a seat.

import { has, t } from "../lib/i18n.js";

/**
 * The name of a bot, in the language of the page if it has one there.
 * @param {string} bot
 */
export const botName = (bot) => (has(`table.bots.${bot}`) ? t(`table.bots.${bot}`) : bot);

/** @param {Pick<SeatLook, "kind">} seat whether nobody sits there yet */
export const isFree = ({ kind }) => kind === "open" || kind === "guest";

/**
 * The name of whoever sits on a seat. Bots are labelled.
 * @param {SeatLook} seat
 */
export function seatName(seat) {
  if (seat.name) return seat.name;
  return seat.bot ? t("table.bot_label", { bot: shortBotName(seat) }) : t("table.free_seat");
}

/**
 * The name of the bot on a seat without its label; bots of one kind are numbered from 2 on.
 * @param {SeatLook} seat
 */
export function shortBotName(seat) {
  const name = botName(seat.bot ?? "");
  return seat.twin > 1 ? `${name} ${seat.twin}` : name;
}

/**
 * A sentence that begins with a capital letter, as one does.
 * @param {string} sentence
 */
export const capital = (sentence) => sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);

/**
 * What an action does, as a button says it: an arrow stays with the number that it points at.
 * @param {string} text
 */
export const actionLabel = (text) => capital(text).replace("→ ", "→\u00a0");
