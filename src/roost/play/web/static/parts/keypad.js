// A keypad of a game's faces, for real dice: tap a face once for each die. The last die sends the roll after a short
// pause, during which a tap can still remove a wrong die.

import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { bind } from "../lib/keys.js";
import { render } from "../lib/render.js";
import { settings } from "../lib/settings.js";
import { parseDice } from "../model/fair.js";
import { SENT_AFTER } from "../model/pace.js";
import { iconButton } from "./icons.js";

/** How long a face must be held to be entered again, and then the interval of further entries, in milliseconds. */
const HOLD = 450;
const AGAIN = 260;

/**
 * @typedef {object} Wanted
 * @property {string} name identifies the roll: a new name clears the keypad
 * @property {string} title
 * @property {number} count of dice
 * @property {string} [dice] the dice to roll, if they depend on the position: only their faces can be entered
 * @property {boolean} isSent whether a roll is being sent
 */

/**
 * @param {GameUi} ui of the game
 * @param {(roll: string) => void} onRoll called once all dice are entered
 */
export function keypad(ui, onRoll) {
  const symbols = ui.info.die.symbols.map(({ symbol }) => symbol);
  const element = h("div.keypad.stack", {
    role: "group",
    "aria-labelledby": "keypad-title",
    hidden: true,
    style: { "--faces": symbols.length, "--half": Math.ceil(symbols.length / 2) },
    oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
  });
  /** @type {Wanted | null} */
  let wanted = null;
  let entered = "";
  /** @type {number | undefined} */
  let sending;
  /** @type {(() => void) | null} unbinds the keys */
  let unbind = null;
  let holding = 0;
  /** Whether the held face has already been entered repeatedly, so that the click on release does not count. */
  let isHeld = false;

  /** @param {string} symbol */
  function add(symbol) {
    if (!wanted || wanted.isSent || entered.length >= wanted.count) return;
    entered += symbol;
    draw();
    if (entered.length < wanted.count) return;
    const after = SENT_AFTER[settings().speed];
    if (after) sending = setTimeout(() => onRoll(entered), after);
    else onRoll(entered);
  }

  function undo() {
    if (!wanted || wanted.isSent) return;
    clearTimeout(sending);
    entered = entered.slice(0, -1);
    draw();
  }

  /** @param {string} symbol */
  function enterAgain(symbol) {
    isHeld = true;
    add(symbol);
    holding = setTimeout(() => enterAgain(symbol), AGAIN);
  }
  const pressed = (/** @type {Event} */ { type, target }) => {
    const button = target instanceof Element ? target.closest("[data-enter]") : null;
    if (type === "pointerleave" && target !== button) return; // the finger is still on the button
    clearTimeout(holding);
    const symbol = button?.getAttribute("data-enter");
    if (type !== "pointerdown" || !symbol) return;
    isHeld = false;
    holding = setTimeout(() => enterAgain(symbol), HOLD);
  };
  for (const type of ["pointerdown", "pointerup", "pointerleave", "pointercancel"])
    element.addEventListener(type, pressed, true);

  function draw() {
    if (!wanted) return;
    const { count, title, isSent, dice: text = "" } = wanted;
    const kinds = text ? parseDice(text, symbols.join(""))?.flatMap(({ bag }) => bag.map(([kind]) => kind)) : null;
    const isOff = (/** @type {string} */ symbol) =>
      isSent || entered.length >= count || kinds?.every((kind) => !kind.includes(symbol)) === true;
    const back = iconButton("undo", t("keypad.enter_undo"), undo, "keypad__undo");
    back.disabled = entered.length === 0 || isSent;
    const dice = Array.from({ length: count }, (_, place) =>
      h("span.keypad__die", { "data-blank": place >= entered.length || null }, ui.die(entered[place] ?? "")),
    );
    render(
      element,
      h("p.keypad__title", { id: "keypad-title" }, title),
      h(
        "div.keypad__shown.line",
        h("div.keypad__dice.grows", { "aria-hidden": "true" }, ...dice),
        h("p.keypad__count.small.numbers", { role: "status" }, t("keypad.enter_count", { n: entered.length, count })),
        back,
      ),
      h("div.keypad__faces", ...symbols.map((symbol) => face(symbol, isOff(symbol)))),
    );
  }

  /**
   * Make a face's button, to be tapped once for each die, or held.
   * @param {string} symbol
   * @param {boolean} isOff
   */
  function face(symbol, isOff) {
    const n = entered.split(symbol).length - 1;
    const label = n ? `${ui.face(symbol)}, ${number(n)}` : ui.face(symbol);
    const onclick = () => {
      if (!isHeld) add(symbol);
      isHeld = false;
    };
    return h(
      "button.keypad__face",
      { "data-enter": symbol, "data-key": symbol, "aria-label": label, "aria-disabled": String(isOff), onclick },
      ui.die(symbol),
      h("span.keypad__times", { "aria-hidden": "true" }, n > 0 && `× ${number(n)}`),
    );
  }

  /** Bind each symbol to its own character, and to the digit of its position unless a symbol uses that digit. */
  function bindKeys() {
    /** @type {import("../lib/keys.js").Bindings} */
    const keys = { Backspace: [t("keypad.enter_undo"), undo] };
    for (const [place, symbol] of symbols.entries()) {
      keys[String(place + 1)] ??= [t("table.keys.face"), () => add(symbol)];
      keys[symbol.toLowerCase()] = [t("table.keys.face"), () => add(symbol)];
    }
    return bind(keys);
  }

  return {
    element,

    /** @param {Wanted | null} next */
    show(next) {
      if (next?.name !== wanted?.name) {
        entered = "";
        clearTimeout(sending);
      }
      wanted = next;
      element.hidden = !next;
      if (next) unbind ??= bindKeys();
      else {
        unbind?.();
        unbind = null;
      }
      draw();
    },
  };
}
