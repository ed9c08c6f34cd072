// The table on a big screen: board and dice, who plays, what has happened, and how to join. Nothing to choose.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { viewOf } from "../model/table.js";
import { deadlineOf, turnClock } from "./clock.js";
import { eveningScore } from "./evening.js";
import { finale } from "./finale.js";
import { seatName } from "./names.js";
import { narration } from "./narration.js";
import { playArea } from "./play-area.js";
import { remote } from "./remote.js";
import { seatStrip } from "./seats.js";
import { tvJoin } from "./tv-join.js";

/** @typedef {import("./screen.js").Scene} Scene */
/** @typedef {import("../model/table.js").View} View */

/**
 * @param {{id: string, code: string, title: string, game: string}} table
 * @param {import("../model/kit.js").Kit} kit of the game
 */
export function tvScreen(table, kit) {
  /** @type {Scene | null} */
  let scene = null;
  const area = playArea(kit);
  const seats = seatStrip(() => scene && screen.show({ ...scene, events: [] }));
  const told = narration(null);
  const clock = turnClock(() => {});
  const end = finale(table.title, kit, null);
  const join = tvJoin(table);
  const evening = eveningScore();
  const turn = h("p", { class: "tv__turn" });
  const connection = h("p", { class: "tv__connection chip", role: "status", hidden: true });
  const warning = h("p", { class: "tv__warning", role: "alert", hidden: true });
  const keys = remote();
  const element = h(
    "div",
    { class: "table tv" },
    h("h1", { class: "unseen" }, table.title),
    area.element,
    end.element,
    join.lobby,
    h("aside", { class: "tv__side" }, join.element, evening.element, connection, warning, keys.element),
    h("section", { class: "tv__foot" }, told.element, h("div", { class: "tv__now" }, turn, clock.element)),
  );

  const screen = {
    element,
    isBig: true,
    bindKeys: () => keys.bind(),
    seats,
    choices: { roll() {} },
    bubble: { isOpen: false, hide() {}, say() {} },
    panel: null,
    rollPicked: () => false,
    say() {},
    celebrate: area.celebrate,
    cheer: area.cheer,

    stop() {
      clock.stop();
      told.stop();
      area.stop();
    },

    /** Everybody in the room is told that the dice are not sound: the players' own devices say why. */
    warn() {
      warning.textContent = t(scene?.model.trust?.broken ? "table.dice_broken" : "table.dice_renewed");
      warning.hidden = false;
    },

    /**
     * Say what has just happened.
     * @param {string} sentence
     * @param {import("./narration.js").About} [about]
     */
    narrate(sentence, about) {
      if (!about?.isMissed) told.say(sentence, about);
    },

    /** @param {import("../net/feed.js").Connection} state */
    connection(state) {
      connection.hidden = state === "live";
      connection.textContent = state === "live" ? "" : t(`table.connection.${state}`);
    },

    /** @param {Scene} next */
    show(next) {
      scene = next;
      const { model, events, isIdle, pace, isTense } = next;
      const view = viewOf(model, isIdle);
      const { game } = model.table;
      const isOver = view.phase === "over" || (view.phase === "closed" && game?.node === "over");
      element.dataset["phase"] = isOver ? "over" : view.phase;
      element.dataset["game"] = table.game;
      area.element.hidden = !game || isOver;
      if (game && !isOver)
        area.show(game, view, { mayChoose: false, reactions: seats.reactions, events, pace, isTense });
      seats.element.hidden = true; // the board shows who sits where
      seats.show(view.seats);
      join.show(view);
      evening.show(view.phase === "waiting" ? null : model.table.series);
      end.element.hidden = !isOver;
      if (isOver) end.show(model, view, next.awards);
      turn.textContent = whoseTurn(view);
      clock.until(isIdle ? deadlineOf(model, view) : null, model.spec.rules?.turn_seconds ?? 0);
    },
  };
  return screen;
}

/** @param {View} view */
function whoseTurn(view) {
  if (view.phase === "closed") return t("table.closed");
  const turn = view.seats.find((seat) => seat.isTurn);
  if (!turn) return "";
  const name = seatName(turn);
  if (turn.bot) return t("table.thinks", { name });
  return t(turn.isAbsent ? "table.waits_away" : "tv.turn", { name });
}
