// Real dice at the table: the keypad where a roll is due, the button for somebody else's, and how a roll is corrected.

import { h } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { t } from "../lib/i18n.js";
import { keypad } from "./keypad.js";
import { seatName } from "./names.js";
import { tellDice } from "./tray.js";

/** @typedef {NonNullable<TableView["game"]>} Game */

/**
 * @param {Kit} kit of the game
 * @param {{enter: (roll: string) => void, correct: (roll: string | null) => void}} acts
 * @param {() => void} redraw called when something else is to be shown
 */
export function entering(kit, { enter, correct }, redraw) {
  const pad = keypad(kit, (roll) => {
    if (isCorrecting) {
      isCorrecting = false;
      correct(roll);
    } else enter(roll);
  });
  const about = h("div.entering__about.row");
  const element = h("div.entering.stack.gap-1", { hidden: true }, about, pad.element);
  /** Whether somebody is about to correct the latest roll. */
  let isCorrecting = false;
  /** The roll that this device enters for somebody else, by the version that it is due at. */
  let helping = -1;

  /** @param {string} sentence */
  const line = (sentence) => h("p.entering__line.small", sentence);
  /** @param {string} text @param {string} style @param {() => void} run */
  const button = (text, style, run) => h("button", { class: `button ${style}`, onclick: run }, text);

  /**
   * What to say or to ask beside the keypad.
   * @param {View} view
   * @param {Game} game
   * @returns {(Node | false | null)[]}
   */
  function words(view, game) {
    const last = view.corrects;
    if (isCorrecting) {
      const stop = () => {
        isCorrecting = false;
        redraw();
      };
      return [button(t("common.back"), "button--quiet", stop)];
    }
    if (last?.proposed) {
      const dice = tellDice(/** @type {any} */ ({ kit }), last.proposed);
      if (view.hasAgreed) return [line(t("entering.correct_waits", { dice }))];
      const who = view.seats.find((seat) => seat.person === last.agreed[0]);
      const name = who ? seatName(who) : t("table.host");
      return [
        line(t("entering.correct_ask", { name, dice })),
        h(
          "div.entering__answers.wraps",
          button(t("entering.correct_yes"), "button--main", () => correct(last.proposed)),
          button(t("entering.correct_no"), "", () => correct(null)),
        ),
      ];
    }
    const turn = view.enters === null ? null : view.seats[view.enters];
    if (!turn || turn.isMine || helping === game.moved) return [];
    const help = () => {
      helping = game.moved;
      redraw();
    };
    return [button(t("entering.enter_other", { name: seatName(turn) }), "button--wide", help)];
  }

  return {
    element,

    /** Whether the latest roll is being corrected. */
    get isCorrecting() {
      return isCorrecting;
    },

    /** Somebody wants to correct the latest roll, or does not any more. */
    toggle() {
      isCorrecting = !isCorrecting;
      redraw();
    },

    /**
     * Show what there is to enter or to answer; whether that takes the place of other choices.
     * @param {View} view
     * @param {Game | null} game
     * @param {boolean} isSent
     * @returns {boolean}
     */
    show(view, game, isSent) {
      const last = view.corrects;
      if (!last) isCorrecting = false;
      if (!game || (view.enters === null && !last)) {
        element.hidden = true;
        pad.show(null);
        return false;
      }
      const isAsked = Boolean(last?.proposed && !view.hasAgreed);
      const isOwn = view.enters !== null && Boolean(view.seats[view.enters]?.isMine);
      const isDue = view.enters !== null && (isOwn || helping === game.moved);
      const shown = words(view, game);
      render(about, ...shown);
      if (isCorrecting && last)
        pad.show({
          name: `correct ${game.moved}`,
          title: t("entering.correct_title"),
          count: last.roll.length,
          isSent,
        });
      else if (isDue && !isAsked)
        pad.show({ name: `enter ${game.moved}`, title: t("entering.enter_title"), count: game.sight.due ?? 0, isSent });
      else pad.show(null);
      element.hidden = shown.length === 0 && pad.element.hidden;
      return isCorrecting || isAsked || isDue;
    },
  };
}
