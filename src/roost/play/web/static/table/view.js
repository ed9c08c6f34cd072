// Computes what a visit to a table shows: the scene on its screen, and whose turn it is, also in the page's title.

import { announce } from "../lib/announce.js";
import { t } from "../lib/i18n.js";
import { seatName } from "../parts/names.js";
import { sound } from "../parts/sound.js";
import { drawn } from "../model/table.js";

/** @typedef {import("./session.js").Session} Session */

/** @param {Session} session @returns {Scene} */
export function sceneOf({ state, isBusy, isStuck, sending, question, autoRoll, guessing, timeline }) {
  const { events, pace, isTense, isController } = state;
  const model = drawn(state.model);
  return {
    ...{ model, events, pace, isTense, isController, isStuck },
    isIdle: !isBusy,
    isSent: sending.isBusy,
    odds: question.odds,
    rollsIn: autoRoll.rollsIn,
    guesses: guessing.guesses,
    awards: state.waiting ? null : model.table.status === "playing" ? [] : timeline.awards,
  };
}

/**
 * Announce once that it is the turn of a player at this device.
 * @param {Session} session
 * @param {View} view
 */
export function callTurn({ state, title }, { acting, seats, mine }) {
  const turn = acting === null ? -1 : (state.model.table.game?.turn_at ?? 0);
  if (turn !== state.myTurn && turn >= 0) {
    const seat = seats.find((seat) => seat.seat === acting);
    announce(seat && mine.length > 1 ? t("table.turn_of", { name: seatName(seat) }) : t("table.your_turn"));
    sound("turn");
  }
  state.myTurn = turn;
  document.title = `${turn >= 0 ? `▶ ${t("table.your_turn")}` : title} · Roost`;
}
