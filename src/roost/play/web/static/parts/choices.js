// The player's choices, as buttons with text. Taps elsewhere on the table are shortcuts to these buttons.

import { h } from "../lib/dom.js";
import { beforePainting, render } from "../lib/render.js";
import { icon } from "./icons.js";
import { percent, t } from "../lib/i18n.js";
import { actionLabel } from "./names.js";
import { picks } from "./tray.js";
import { speak } from "../lib/voice.js";

/**
 * A chosen action; null is a roll without a choice.
 * @typedef {string | null} Chosen
 */

/**
 * @typedef {object} Offer
 * @property {ActionView[]} actions
 * @property {boolean} mustRoll
 * @property {number} dice number of dice to roll
 * @property {(char?: string) => SVGSVGElement} die draws a die
 * @property {(action: string) => (Node | null)[]} [picture] draws an action, if words are not enough
 * @property {Record<string, number>} fails probability that the turn ends without a gain, by action
 * @property {boolean} isSent whether a choice is being sent
 * @property {number | null} [rollsIn] milliseconds until the dice are rolled automatically; null if they are not
 */

/** Milliseconds within which two taps count as one, if the second tap's button was drawn less than UNSEEN before it. */
const DOUBLE = 350;
const UNSEEN = 250;
/** Number of choices above which they are set in smaller type. */
const MANY = 4;
/** The sign before a choice's result. If space is short, the dice and this result replace the words. */
const ARROW = "→";

/**
 * @param {(chosen: Chosen) => void} onChoose
 * @param {() => void} [onThink] called when a choice must be confirmed
 */
export function choiceList(onChoose, onThink = () => {}) {
  const list = h("div.choices", { role: "group", "aria-label": t("table.choices") });
  const element = h("div.choices__place", list);
  let lastTap = -DOUBLE;
  /** @type {Offer | null} */
  let offer = null;
  /** @type {{token: string, question: string, sure: string} | null} */
  let confirming = null;
  let drawnKey = "";
  let drawnAt = -DOUBLE;

  /** @param {MouseEvent} event */
  const isSecondTap = (event) => {
    if (event.detail === 0) return false; // the button was pressed with a key
    const isSecond = event.timeStamp - lastTap < DOUBLE && event.timeStamp - drawnAt < UNSEEN;
    if (!isSecond) lastTap = event.timeStamp;
    else list.animate([{ transform: "none" }, { transform: "translateX(4px)" }, { transform: "none" }], 150); // ignored
    return isSecond;
  };

  /** @param {Chosen} token */
  const choose = (token) => {
    if (!offer || offer.isSent) return;
    const choice = confirming?.token === token ? undefined : offer.actions.find(({ action }) => action === token);
    // Choices that people often regret must be confirmed. Rolls need not be, since taking risks is part of the game.
    confirming = choice?.doubt ? { token: choice.action, question: choice.doubt, sure: choice.sure ?? "" } : null;
    if (confirming) {
      onThink();
      draw();
    } else onChoose(token);
  };

  /** @param {string} [focused] the action whose button gets the focus, if any choice has the focus */
  const draw = (focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset["action"]) => {
    const hadFocus = element.contains(document.activeElement);
    const rollsIn = offer?.isSent || confirming ? null : (offer?.rollsIn ?? null);
    render(list, ...content());
    list.toggleAttribute("data-many", list.childElementCount > MANY);
    list.hidden = list.childElementCount === 0;
    list.setAttribute("aria-busy", String(offer?.isSent ?? false));
    list.toggleAttribute("data-auto", rollsIn !== null);
    if (rollsIn !== null) list.style.setProperty("--beat", `${rollsIn}ms`);
    const now = JSON.stringify([confirming, offer?.actions, offer?.mustRoll, offer?.dice]);
    if (now === drawnKey) return;
    [drawnKey, drawnAt] = [now, performance.now()];
    shorten();
    const words = [...list.querySelectorAll(".choices__question, .choice__text")].map((part) =>
      part.textContent?.trim(),
    );
    speak(words.join(". "), true);
    const buttons = [...list.querySelectorAll("button")];
    const next = buttons.find((button) => button.dataset["action"] === focused) ?? buttons[0];
    // Keep a keyboard player's focus among the choices; otherwise, leave the focus alone.
    if (hadFocus)
      (next ?? /** @type {HTMLElement | null} */ (element.closest("[tabindex]")))?.focus({ preventScroll: true });
  };

  /** Show dice and results in place of words if the choices would not fit. */
  const shorten = beforePainting(() => {
    list.removeAttribute("data-brief");
    list.toggleAttribute("data-brief", element.scrollHeight > element.clientHeight + 1);
  });
  const room = new ResizeObserver(shorten);
  room.observe(element);

  /**
   * Return the probability that the turn ends without a gain, as text; empty if that cannot happen.
   * @param {Chosen} token
   */
  const failing = (token) => {
    const fails = (!confirming && offer?.fails) || {};
    const chance = fails[token ?? ""];
    const isOpen = Object.values(fails).some((chance) => chance > 0 && chance < 1);
    return isOpen && chance !== undefined && `· ${t("table.fails", { chance: percent(chance) })}`;
  };

  const content = () => {
    if (!offer) return [];
    if (confirming) return confirmation(confirming);
    const { actions, mustRoll, dice } = offer;
    if (mustRoll) return [button(null, t("table.roll", { n: dice }), 1, "main", [offer.die()])];
    return listed(actions).map((action, i) =>
      button(
        action.action,
        actionLabel(action.text ?? action.action),
        i + 1,
        look(action),
        pictureOf(action),
        action.dice,
      ),
    );
  };

  /**
   * Draw a picture of a choice, for players who cannot read yet.
   * @param {ActionView} action
   */
  const pictureOf = ({ action, kind, quiet, dice = "" }) => {
    const picture =
      (kind === "dice" && dice) || kind === "roll" ? [offer?.die(dice.charAt(0))] : offer?.picture?.(action);
    return picture?.length ? picture : [icon(quiet ? "close" : "check")];
  };

  /** @param {{token: string, question: string, sure: string}} asked */
  const confirmation = ({ token, question, sure }) => [
    h("p.choices__question.bold", question),
    button(token, sure, 1, "main", [icon("check")]),
    h(
      "button.button.choice",
      { "data-key": "back", "aria-disabled": String(offer?.isSent ?? false), onclick: back },
      mark(2),
      h("span.choice__picture", { "aria-hidden": "true" }, icon("back")),
      h("span.choice__words", t("common.back")),
    ),
  ];

  const back = () => {
    const token = confirming?.token;
    [confirming, lastTap] = [null, -DOUBLE];
    draw(token);
  };

  /**
   * @param {Chosen} token
   * @param {string} text
   * @param {number} place
   * @param {string} style
   * @param {(Node | null | undefined)[]} picture
   * @param {string} [dice] the dice that would be set aside
   */
  const button = (token, text, place, style, picture, dice) => {
    const [words = "", result] = text.split(ARROW);
    return h(
      `button.button.choice.choice--${style}${style === "main" ? ".button--main" : ""}`,
      {
        "data-action": token ?? "",
        "data-key": token ?? "",
        "aria-disabled": String(offer?.isSent ?? false),
        onclick: (/** @type {MouseEvent} */ event) => isSecondTap(event) || choose(token),
      },
      mark(place),
      h(
        `span.${dice ? "choice__die" : "choice__picture"}`,
        { "aria-hidden": "true", "data-times": dice && `${dice.length}\u00a0×` },
        ...picture,
      ),
      h(
        "span.choice__text",
        h("span.choice__words", words.trim()),
        " ",
        result && h("span.choice__result", ARROW, result, " "),
        h("span.choice__fails", failing(token)),
      ),
    );
  };

  return {
    element,

    /** @param {Offer | null} next */
    show(next) {
      const isSame = next?.actions.map((a) => a.action).join() === offer?.actions.map((a) => a.action).join();
      if (!isSame) confirming = null;
      offer = next;
      draw();
    },

    /**
     * Choose an action from elsewhere, such as the board.
     * @param {string} token
     */
    choose(token) {
      if (offer?.actions.some(({ action }) => action === token)) choose(token);
    },

    /**
     * Press the button with a number, counted from 1.
     * @param {number} place
     */
    press(place) {
      const buttons = list.querySelectorAll("button.choice");
      const button = buttons[place - 1];
      if (button instanceof HTMLButtonElement) button.click();
    },

    /** Choose to leave the dice as they are, if that is allowed. */
    leave() {
      const quiet = (offer?.actions ?? []).filter((action) => action.quiet && action.kind === "dice");
      if (quiet[0]) choose(quiet[0].action);
    },

    /** Roll, if that is allowed; otherwise choose the only action, if there is just one. */
    roll() {
      if (!offer) return;
      if (offer.mustRoll) return choose(null);
      const roll = offer.actions.find(({ kind }) => kind === "roll");
      const [only, ...more] = offer.actions.filter(({ after }) => !after);
      if (roll) choose(roll.action);
      else if (only && !more.length) choose(only.action);
    },
  };
}

/**
 * Return the actions to list. Picking dice is left out, because there are too many combinations. Leaving the dice as
 * they are is left out if actions that follow it are listed; actions that follow other dice are tapped on the board.
 * @param {ActionView[]} actions
 */
function listed(actions) {
  const picked = picks(actions);
  const quiet = actions.filter((action) => action.quiet && actions.some(({ after }) => after === action.action));
  const isQuiet = (/** @type {string} */ after) => quiet.some(({ action }) => action === after);
  return actions.filter(
    (action) => !picked.includes(action) && !quiet.includes(action) && (!action.after || isQuiet(action.after)),
  );
}

/** @param {number} place */
const mark = (place) => place <= 9 && h("kbd.choice__key", { "aria-hidden": "true" }, place);

/** @param {ActionView} action */
function look({ kind, quiet }) {
  if (kind === "roll") return "main";
  if (quiet) return "quiet";
  return kind === "dice" ? "aside" : "claim";
}
