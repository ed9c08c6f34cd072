// Who sits where: name, score, whose turn it is, who is away, and which bot plays.

import { badge } from "../art/seats.js";
import { numeral } from "../art/numerals.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "./icons.js";
import { botName, seatName, shortBotName } from "./names.js";
import { portrait } from "./portrait.js";
import { reactionFace } from "./reactions.js";

/** @typedef {import("../model/table.js").SeatLook} SeatLook */

/** How long a reaction stays beside a name, in milliseconds. */
const REACTION = 3_000;

/**
 * The strip of seats above a board that does not show them itself, and who reacts how.
 * @param {() => void} [onReaction]
 */
export function seatStrip(onReaction = () => {}) {
  const element = h("ol.seats.plain-list", { "aria-label": t("table.seats") });
  /** @type {Map<number, {reaction: string, timer: number}>} */
  const reactions = new Map();
  /** @type {SeatLook[]} */
  let shown = [];
  let shownTurn = -1;

  const draw = () => {
    if (element.hidden) return fill(element);
    const isAlone = shown.filter((seat) => seat.isMine).length === 1; // at a device that is passed around "you" is anybody
    fill(element, ...shown.map((seat) => chip(seat, isAlone && seat.isMine, reactions.get(seat.seat)?.reaction)));
    const turn = shown.findIndex((seat) => seat.isTurn);
    if (turn >= 0 && turn !== shownTurn) reveal(element, turn);
    shownTurn = turn;
  };

  return {
    element,

    /** How seats react just now. */
    get reactions() {
      return new Map([...reactions].map(([seat, { reaction }]) => [seat, reaction]));
    },

    /** @param {SeatLook[]} seats */
    show(seats) {
      shown = seats;
      draw();
    },

    /**
     * Somebody claps.
     * @param {number} seat
     * @param {string} reaction
     */
    react(seat, reaction) {
      clearTimeout(reactions.get(seat)?.timer);
      const timer = setTimeout(() => {
        reactions.delete(seat);
        draw();
        onReaction();
      }, REACTION);
      reactions.set(seat, { reaction, timer });
      draw();
      onReaction();
    },
  };
}

/**
 * Scroll the strip, and only the strip, so that a seat can be seen.
 * @param {HTMLElement} strip
 * @param {number} index
 */
function reveal(strip, index) {
  const seat = strip.children[index];
  if (!(seat instanceof HTMLElement) || strip.scrollWidth <= strip.clientWidth) return;
  strip.scrollTo({ left: seat.offsetLeft - (strip.clientWidth - seat.offsetWidth) / 2 });
}

/**
 * @param {SeatLook} seat
 * @param {boolean} isYou
 * @param {string} [reaction]
 */
function chip(seat, isYou, reaction) {
  const isBot = seat.kind === "bot";
  return h(
    "li.seat",
    {
      "data-turn": seat.isTurn || null,
      "data-mine": seat.isMine || null,
      "data-away": seat.isAway || seat.isAbsent || null,
      "data-replaced": seat.isReplaced || null,
      "aria-current": seat.isTurn ? "true" : null,
    },
    h("span.seat__badge", { "aria-hidden": "true" }, badge(seat.seat)),
    h(
      "span.seat__who",
      h(
        "span.seat__name",
        isBot && seat.bot ? shortBotName(seat) : seatName(seat),
        isYou && h("span.unseen", ` (${t("table.you")})`),
        isBot && h("span.unseen", ` (${t("table.bot")})`),
      ),
      status(seat, isYou),
    ),
    portrait(seat),
    seat.score !== null &&
      h(
        "span.seat__score",
        seat.hasWon && h("span.seat__crown", { "aria-hidden": "true" }, icon("check")),
        h("b", numeral(seat.score)),
        h("span.unseen", ` ${t("table.points_now")}`),
      ),
    reaction && h("span.seat__reaction", { "aria-hidden": "true" }, reactionFace(reaction)),
  );
}

/**
 * A line below the name, where there is something to say.
 * @param {SeatLook} seat
 * @param {boolean} isYou
 */
function status(seat, isYou) {
  if (seat.isReplaced && seat.bot) return h("span.seat__status", t("table.stands_in", { bot: botName(seat.bot) }));
  if (seat.isAway || seat.isAbsent) return h("span.seat__status", t("table.away"));
  if (seat.isTurn) return h("span.seat__status.seat__status--turn", t("table.turn"));
  if (isYou) return h("span.seat__status", { "aria-hidden": "true" }, t("table.you"));
  return seat.kind === "bot" ? h("span.seat__status", { "aria-hidden": "true" }, t("table.bot")) : null;
}
