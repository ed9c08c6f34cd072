// What one may do now: real buttons that say what they do. Everything else on the table is a short cut to these.

import { h } from "../lib/dom.js";
import { beforePainting, render } from "../lib/render.js";
import { icon } from "./icons.js";
import { percent, t } from "../lib/i18n.js";
import { actionLabel } from "./names.js";
import { picks } from "./tray.js";
import { speak } from "../lib/voice.js";

/**
 * A choice that was made, `null` for a roll that nothing has to be chosen for.
 * @typedef {string | null} Chosen
 */

/**
 * @typedef {object} Offer
 * @property {ActionView[]} actions
 * @property {boolean} mustRoll
 * @property {number} dice how many are to be rolled
 * @property {(char?: string) => SVGSVGElement} die draws one
 * @property {(action: string) => (Node | null)[]} [picture] what an action is about, where words are not enough
 * @property {Record<string, number>} fails how likely the turn is to end with nothing, by action
 * @property {boolean} isSent whether a choice is under way
 * @property {number | null} [rollsIn] milliseconds until the dice are rolled by themselves, where they are
 */

/** Two taps in quick succession are one tap, where the second one meets a button that nobody can have seen yet. */
const DOUBLE = 350;
const UNSEEN = 250;
/** More choices than these are set in smaller type. */
const MANY = 4;
/** The mark before the effect of a choice: with the dice, that is enough where there is no room for words. */
const ARROW = "→";

/**
 * @param {(chosen: Chosen) => void} onChoose
 * @param {() => void} [onThink] called when somebody is asked whether they mean it
 */
export function choiceList(onChoose, onThink = () => {}) {
  const list = h("div.choices", { role: "group", "aria-label": t("table.choices") });
  const element = h("div.choices__place", list);
  let lastTap = -DOUBLE;
  /** @type {Offer | null} */
  let offer = null;
  /** @type {{token: string, question: string, sure: string} | null} */
  let asked = null;
  let drawn = "";
  let drawnAt = -DOUBLE;

  /** @param {MouseEvent} event */
  const isSecondTap = (event) => {
    if (event.detail === 0) return false; // a key
    const isSecond = event.timeStamp - lastTap < DOUBLE && event.timeStamp - drawnAt < UNSEEN;
    if (!isSecond) lastTap = event.timeStamp;
    else list.animate([{ transform: "none" }, { transform: "translateX(4px)" }, { transform: "none" }], 150); // not this one
    return isSecond;
  };

  /** @param {Chosen} token */
  const choose = (token) => {
    if (!offer || offer.isSent) return;
    const about = asked?.token === token ? undefined : offer.actions.find(({ action }) => action === token);
    // What people regret they are asked about; luck is to be pushed.
    asked = about?.doubt ? { token: about.action, question: about.doubt, sure: about.sure ?? "" } : null;
    if (asked) {
      onThink();
      draw();
    } else onChoose(token);
  };

  /** @param {string} [focused] where the focus goes, if it is here */
  const draw = (focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset["action"]) => {
    const hadFocus = element.contains(document.activeElement);
    const rollsIn = offer?.isSent || asked ? null : (offer?.rollsIn ?? null);
    render(list, ...content());
    list.toggleAttribute("data-many", list.childElementCount > MANY);
    list.hidden = list.childElementCount === 0;
    list.setAttribute("aria-busy", String(offer?.isSent ?? false));
    list.toggleAttribute("data-auto", rollsIn !== null);
    if (rollsIn !== null) list.style.setProperty("--beat", `${rollsIn}ms`);
    const now = JSON.stringify([asked, offer?.actions, offer?.mustRoll, offer?.dice]);
    if (now === drawn) return;
    [drawn, drawnAt] = [now, performance.now()];
    shorten();
    const words = [...list.querySelectorAll(".choices__question, .choice__text")].map((one) => one.textContent?.trim());
    speak(words.join(". "), true);
    const buttons = [...list.querySelectorAll("button")];
    const next = buttons.find((button) => button.dataset["action"] === focused) ?? buttons[0];
    // Whoever plays by keys stays where the choices are; nobody else is moved.
    if (hadFocus)
      (next ?? /** @type {HTMLElement | null} */ (element.closest("[tabindex]")))?.focus({ preventScroll: true });
  };

  /** Where there is not enough room for all choices, dice and what they come to stand for the words. */
  const shorten = beforePainting(() => {
    list.removeAttribute("data-brief");
    list.toggleAttribute("data-brief", element.scrollHeight > element.clientHeight + 1);
  });
  const room = new ResizeObserver(shorten);
  room.observe(element);

  /**
   * How likely the turn is to end with nothing. Where nothing is left to chance, nothing is said about it.
   * @param {Chosen} token
   */
  const failing = (token) => {
    const fails = (!asked && offer?.fails) || {};
    const chance = fails[token ?? ""];
    const isOpen = Object.values(fails).some((one) => one > 0 && one < 1);
    return isOpen && chance !== undefined && `· ${t("table.fails", { chance: percent(chance) })}`;
  };

  const content = () => {
    if (!offer) return [];
    if (asked) return confirmation(asked);
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
   * What a choice is about, for those who do not read.
   * @param {ActionView} action
   */
  const pictureOf = ({ action, kind, quiet, dice = "" }) => {
    const about =
      (kind === "dice" && dice) || kind === "roll" ? [offer?.die(dice.charAt(0))] : offer?.picture?.(action);
    return about?.length ? about : [icon(quiet ? "close" : "check")];
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
    const token = asked?.token;
    [asked, lastTap] = [null, -DOUBLE];
    draw(token);
  };

  /**
   * @param {Chosen} token
   * @param {string} text
   * @param {number} place
   * @param {string} style
   * @param {(Node | null | undefined)[]} picture
   * @param {string} [dice] the dice that it is about
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
      if (!isSame) asked = null;
      offer = next;
      draw();
    },

    /**
     * Choose by a token from elsewhere, such as the board.
     * @param {string} token
     */
    choose(token) {
      if (offer?.actions.some(({ action }) => action === token)) choose(token);
    },

    /**
     * Press the button at a place, counted from 1.
     * @param {number} place
     */
    press(place) {
      const buttons = list.querySelectorAll("button.choice");
      const found = buttons[place - 1];
      if (found instanceof HTMLButtonElement) found.click();
    },

    /** Leave things as they are, if that is one of the choices and the only such one. */
    leave() {
      const quiet = (offer?.actions ?? []).filter((action) => action.quiet && action.kind === "dice");
      if (quiet[0]) choose(quiet[0].action);
    },

    /** Roll, if that is one of the choices; take the only choice, if there is just one. */
    roll() {
      if (!offer) return;
      if (offer.mustRoll) return choose(null);
      const on = offer.actions.find(({ kind }) => kind === "roll");
      const [only, ...others] = offer.actions.filter(({ after }) => !after);
      if (on) choose(on.action);
      else if (only && !others.length) choose(only.action);
    },
  };
}

/**
 * The choices of the list. Not in it are dice to be picked: there are too many ways. Nor is leaving dice as they are,
 * where the list has what may follow; what may follow other dice is tapped at the board.
 * @param {ActionView[]} actions
 */
function listed(actions) {
  const picked = picks(actions);
  const quiet = actions.filter((one) => one.quiet && actions.some(({ after }) => after === one.action));
  const isQuiet = (/** @type {string} */ after) => quiet.some(({ action }) => action === after);
  return actions.filter((one) => !picked.includes(one) && !quiet.includes(one) && (!one.after || isQuiet(one.after)));
}

/** @param {number} place */
const mark = (place) => place <= 9 && h("kbd.choice__key", { "aria-hidden": "true" }, place);

/** @param {ActionView} action */
function look({ kind, quiet }) {
  if (kind === "roll") return "main";
  if (quiet) return "quiet";
  return kind === "dice" ? "aside" : "claim";
}
