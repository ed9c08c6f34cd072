// Entering real dice: the keypad for a roll, the button to enter another player's roll, and corrections.

import { h } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { t } from "../lib/i18n.js";
import { keypad } from "./keypad.js";
import { seatName } from "./names.js";
import { tellDice } from "./tray.js";

/** @typedef {NonNullable<TableView["game"]>} Game */

/**
 * @param {GameUi} ui of the game
 * @param {{enter: (roll: string) => void, correct: (roll: string | null) => void}} acts
 * @param {() => void} redraw called when the state has changed
 */
export function entering(ui, { enter, correct }, redraw) {
  const pad = keypad(ui, (roll) => {
    if (isCorrecting) {
      isCorrecting = false;
      correct(roll);
    } else enter(roll);
  });
  const about = h("div.entering__about.row");
  const element = h("div.entering.stack.gap-1", { hidden: true }, about, pad.element);
  /** Whether the latest roll is being corrected. */
  let isCorrecting = false;
  /** Number of the move for which this device enters another player's roll; -1 for none. */
  let helping = -1;

  /** @param {string} sentence */
  const line = (sentence) => h("p.entering__line.small", sentence);
  /** @param {string} text @param {string} style @param {() => void} run */
  const button = (text, style, run) => h("button", { class: `button ${style}`, onclick: run }, text);

  /**
   * Make the texts and buttons beside the keypad.
   * @param {View} view
   * @param {Game} game
   * @returns {(Node | false | null)[]}
   */
  function content(view, game) {
    const last = view.corrects;
    if (isCorrecting) {
      const stop = () => {
        isCorrecting = false;
        redraw();
      };
      return [button(t("common.back"), "button--quiet", stop)];
    }
    if (last?.proposed) {
      const dice = tellDice(/** @type {any} */ ({ ui }), last.proposed);
      if (view.hasAgreed) return [line(t("entering.correct_waits", { dice }))];
      const proposer = view.seats.find((seat) => seat.person === last.agreed[0]);
      const name = proposer ? seatName(proposer) : t("table.host");
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

    /** Start or stop correcting the latest roll. */
    toggle() {
      isCorrecting = !isCorrecting;
      redraw();
    },

    /**
     * Show what can be entered or answered. Return whether this replaces the other choices.
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
      const texts = content(view, game);
      render(about, ...texts);
      if (isCorrecting && last)
        pad.show({
          name: `correct ${game.moved}`,
          title: t("entering.correct_title"),
          count: last.roll.length,
          isSent,
        });
      else if (isDue && !isAsked)
        pad.show({
          name: `enter ${game.moved}`,
          title: t("entering.enter_title"),
          count: game.facts.to_roll ?? 0,
          dice: game.facts.dice ?? "",
          isSent,
        });
      else pad.show(null);
      element.hidden = texts.length === 0 && pad.element.hidden;
      return isCorrecting || isAsked || isDue;
    },
  };
}
