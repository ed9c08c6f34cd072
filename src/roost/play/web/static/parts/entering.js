// Real dice at the table: the keypad where a roll is due, the button for somebody else's, and how a roll is corrected.

import { h, fill } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { t, number } from "../lib/i18n.js";
import { bind } from "../lib/keys.js";
import { settings } from "../lib/settings.js";
import { seatName } from "./names.js";
import { tellDice } from "./tray.js";
import { iconButton } from "./icons.js";

/** @typedef {import("../model/table.js").View} View */
/** @typedef {NonNullable<import("../types/messages").TableView["game"]>} Game */

/**
 * @param {import("../model/kit.js").Kit} kit of the game
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
  const about = h("div.entering__about");
  const element = h("div.entering.stack", { hidden: true }, about, pad.element);
  /** Whether somebody is about to correct the latest roll. */
  let isCorrecting = false;
  /** The roll that this device enters for somebody else, by the version that it is due at. */
  let helping = -1;

  /** @param {string} sentence */
  const line = (sentence) => h("p.entering__line", sentence);
  /**
   * @param {string} text
   * @param {string} style
   * @param {() => void} run
   */
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
          "div.entering__answers",
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

// A keypad of a game's own faces, for real dice: tap a face as often as it fell. The last die sends the roll, after a
// moment in which a wrong one is still taken back with a tap.

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
  const dice = h("div.keypad__dice", { "aria-hidden": "true" });
  const count = h("p.keypad__count", { role: "status" });
  const back = iconButton("undo", t("keypad.enter_undo"), undo, "keypad__undo");
  const faces = kit.info.die.symbols.map(({ symbol }) => face(symbol));
  const grid = h("div.keypad__faces", ...faces.map(({ button }) => button));
  grid.style.setProperty("--faces", String(faces.length));
  grid.style.setProperty("--half", String(Math.ceil(faces.length / 2)));
  const element = h(
    "div.keypad.stack",
    { role: "group", "aria-labelledby": title.id, hidden: true },
    title,
    h("div.keypad__shown", dice, count, back),
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
