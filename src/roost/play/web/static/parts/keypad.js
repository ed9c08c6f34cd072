// A keypad of a game's own faces, for real dice: tap a face as often as it fell. The last die sends the roll, after a
// moment in which a wrong one is still taken back with a tap.

import { fill, h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { bind } from "../lib/keys.js";
import { settings } from "../lib/settings.js";
import { iconButton } from "./icons.js";

/** Whoever holds a face enters it again and again: after this long, and then every so often, in milliseconds. */
const HOLD = 450;
const AGAIN = 260;
/** Milliseconds until a whole roll is sent. */
const SENT_AFTER = { slow: 1200, normal: 700, fast: 350, instant: 0 };

/**
 * What is to be entered.
 * @typedef {object} Wanted
 * @property {string} name what it is: another roll begins anew
 * @property {string} title
 * @property {number} count how many dice there are
 * @property {boolean} isSent whether a roll is under way
 */

/**
 * @param {import("../model/kit.js").Kit} kit of the game
 * @param {(roll: string) => void} onRoll called with the faces, once there are enough of them
 */
export function keypad(kit, onRoll) {
  const title = h("p.keypad__title", { id: "keypad-title" });
  const dice = h("div.keypad__dice.grows", { "aria-hidden": "true" });
  const count = h("p.keypad__count.small.numbers", { role: "status" });
  const back = iconButton("undo", t("keypad.enter_undo"), undo, "keypad__undo");
  const faces = kit.info.die.symbols.map(({ symbol }) => face(symbol));
  const grid = h("div.keypad__faces", ...faces.map(({ button }) => button));
  grid.style.setProperty("--faces", String(faces.length));
  grid.style.setProperty("--half", String(Math.ceil(faces.length / 2)));
  const element = h(
    "div.keypad.stack",
    { role: "group", "aria-labelledby": title.id, hidden: true },
    title,
    h("div.keypad__shown.line", dice, count, back),
    grid,
  );
  /** @type {Wanted | null} */
  let wanted = null;
  let entered = "";
  /** @type {number | undefined} */
  let sending;
  /** @type {(() => void) | null} lets the keys go */
  let unbind = null;

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

  /**
   * The button of a face: tapped once for each die, or held.
   * @param {string} symbol
   */
  function face(symbol) {
    const times = h("span.keypad__times", { "aria-hidden": "true" });
    let timer = 0;
    let isHeld = false;
    const again = () => {
      isHeld = true;
      add(symbol);
      timer = setTimeout(again, AGAIN);
    };
    const release = () => clearTimeout(timer);
    const button = h(
      "button.keypad__face",
      {
        "data-enter": symbol,
        onpointerdown: () => {
          release();
          isHeld = false;
          timer = setTimeout(again, HOLD);
        },
        onpointerup: release,
        onpointerleave: release,
        onpointercancel: release,
        oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
        onclick: () => {
          if (!isHeld) add(symbol); // what was held is entered already
          isHeld = false;
        },
      },
      kit.die(symbol),
      times,
    );
    return { symbol, button, times };
  }

  function draw() {
    if (!wanted) return;
    const { count: all } = wanted;
    fill(title, wanted.title);
    fill(count, t("keypad.enter_count", { n: entered.length, count: all }));
    fill(
      dice,
      ...Array.from({ length: all }, (_, place) =>
        h("span.keypad__die", { "data-blank": place >= entered.length || null }, kit.die(entered[place] ?? "")),
      ),
    );
    back.disabled = entered.length === 0 || wanted.isSent;
    for (const { symbol, button, times } of faces) {
      const n = entered.split(symbol).length - 1;
      fill(times, n ? `× ${number(n)}` : "");
      button.setAttribute("aria-label", n ? `${kit.face(symbol)}, ${number(n)}` : kit.face(symbol));
      button.setAttribute("aria-disabled", String(wanted.isSent || entered.length >= all));
    }
  }

  /** A symbol's own character enters it; so does its place, where no symbol is called like that. */
  function bindKeys() {
    /** @type {import("../lib/keys.js").Bindings} */
    const keys = { Backspace: [t("keypad.enter_undo"), undo] };
    for (const [place, { symbol }] of faces.entries()) {
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
