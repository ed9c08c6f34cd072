// <roost-dice>: the dice of a turn. Those on the table can be tapped: in a set-aside turn a tap sets the symbol aside;
// in Picnic Blitz it picks dice to re-roll, and a button rolls them. Choices are told with the event "choose", and a
// tap on dice that wait to be rolled, where the viewer may roll, with the event "roll".
//
// What the choice list offers anyway is a convenience here and no control of its own. Only the re-rolls of Picnic Blitz
// are too many for a list (up to 63): there the dice are real buttons.

import { die } from "../art/dice.js";
import { numeral } from "../art/numerals.js";
import { worm } from "roost.games.set_aside.faces/worm.js";
import { grouped, onTable, sum, symbols } from "roost.games.set_aside.faces/reach.js";
import { bolt } from "roost.games.picnic.faces/board.js";
import { standsFor, tellTap } from "../boards/view.js";
import { h } from "../lib/dom.js";
import { list, number, t } from "../lib/i18n.js";
import { moves } from "../lib/settings.js";
import { capital } from "./names.js";
import { glide, rattle, tumble } from "./tumble.js";

/** @typedef {import("../boards/view.js").BoardView<any>} AnyView */

const PICNIC_DICE = 6;
/**
 * How many attacks a straight of this length gives.
 * @type {Record<number, number>}
 */
const ATTACKS = { 4: 1, 5: 2, 6: 4 };

/** Dice grow as there are fewer of them, down to so many. */
const FEW = 5;

export class DiceTray extends HTMLElement {
  /** @type {AnyView | null} */
  #view = null;
  /**
   * The places of the dice picked for a re-roll, the latest last.
   * @type {number[]}
   */
  #picked = [];
  /**
   * The throw that is being shown.
   * @type {{seed: number, began: number, pace: number, dice: string, isTense: boolean} | null}
   */
  #throw = null;

  constructor() {
    super();
    this.addEventListener("click", (event) => this.#tapped(event));
  }

  /** What is shown. */
  get view() {
    return this.#view;
  }

  set view(view) {
    const lay = this.#rolledBySymbol();
    this.#view = view;
    this.#picked = [];
    this.#draw();
    if (!view || !moves()) return;
    const rolled = view.events.find((event) => event.type === "rolled");
    const aside = view.events.find((event) => event.type === "laid_aside");
    const pace = view.speed ?? 1;
    if (rolled && pace > 0) {
      this.#throw = { seed: Math.random() * 2 ** 31, began: performance.now(), pace, dice: rolled["roll"], isTense: Boolean(view.isTense) };
    } else if (view.events.length) this.#throw = null;
    if (this.#throw) this.#tumble(this.#throw);
    if (aside && pace > 0) {
      const kept = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(`.dice-aside [data-symbol="${aside["symbol"]}"] .dice-die`)]);
      glide(kept, lay.get(aside["symbol"]) ?? [], pace);
    }
  }

  /** Shake the dice that wait to be rolled, as one does with dice in the hand. Returns what lets them lie. */
  rattle() {
    return moves() ? rattle(/** @type {HTMLElement[]} */ ([...this.querySelectorAll(".dice-rolled .dice-die")])) : () => {};
  }

  /** Where the dice on the table lie, by their symbols; those that still fly have arrived by now. */
  #rolledBySymbol() {
    for (const one of this.querySelectorAll(".dice-rolled .dice-die")) for (const flight of one.getAnimations()) flight.finish();
    /** @type {Map<string, DOMRect[]>} */
    const found = new Map();
    for (const group of this.querySelectorAll(".dice-rolled [data-symbol]")) {
      const dice = [...group.querySelectorAll(".dice-die")].map((one) => one.getBoundingClientRect());
      found.set(group.getAttribute("data-symbol") ?? "", dice);
    }
    return found;
  }

  #draw() {
    const view = this.#view;
    if (!view || view.state.over) return this.replaceChildren();
    if (view.state.game === "picnic") return this.replaceChildren(...picnicDice(view, this.#picked));
    this.replaceChildren(...(symbols(view.state.game) ? setAsideDice(view) : []));
  }

  /** @param {Event} event */
  #tapped(event) {
    const target = event.target instanceof Element ? event.target : null;
    const place = target?.closest("[data-pick]")?.getAttribute("data-pick");
    tellTap(this, event);
    if (place) this.#pick(Number(place));
    if (target?.closest("[data-roll]")) this.dispatchEvent(new CustomEvent("roll", { bubbles: true }));
  }

  /** @param {number} place */
  #pick(place) {
    const others = this.#picked.filter((other) => other !== place);
    const isNew = others.length === this.#picked.length;
    // One pick too many takes the place of the oldest one.
    this.#picked = isNew ? [...others, place].slice(-mostPicks(this.#view)) : others;
    this.#draw();
    const button = this.querySelector(`[data-pick="${place}"]`);
    if (button instanceof HTMLElement) button.focus();
  }

  /**
   * Go on with a throw. The dice may have been drawn again meanwhile.
   * @param {{seed: number, began: number, pace: number, dice: string, isTense: boolean}} thrown
   */
  #tumble(thrown) {
    const elapsed = performance.now() - thrown.began;
    const left = [...thrown.dice];
    const dice = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".dice-rolled .dice-die")]).filter((one) => {
      const place = left.indexOf(one.dataset["face"] ?? "");
      if (place >= 0) left.splice(place, 1);
      return place >= 0;
    });
    if (elapsed > tumble(dice, { ...thrown, elapsed })) this.#throw = null;
  }
}

// -- the set-aside turn --

/** @param {AnyView} view */
function setAsideDice(view) {
  const { game, aside = "" } = view.state;
  const { shown, hidden } = onTable(view.state);
  const rolled = shown
    ? grouped(game, shown).map(([symbol, count]) => rolledGroup(view, symbol, count, aside.includes(symbol)))
    : [looseDice(view, hidden)];
  const kept = grouped(game, aside).map(([symbol, count]) => h("div", { class: "dice-group", "data-symbol": symbol }, ...dice(symbol, count)));
  const result = aside
    ? [h("span", { class: "dice-hint" }, t("board.dice.sum")), h("output", { class: "dice-sum" }, numeral(sum(game, aside))), wormMark(aside.includes("w"))]
    : [h("span", { class: "dice-hint" }, t("board.dice.nothing_aside"))];
  return [
    h(
      "div",
      { class: "dice-tray", role: "img", "aria-label": tellSetAside(view), style: { "--dice": Math.max(FEW, shown.length + hidden) } },
      h("div", { class: "dice-rolled" }, ...rolled),
      h("div", { class: "dice-aside" }, aside ? h("div", { class: "dice-kept" }, ...kept) : null, ...result),
    ),
  ];
}

/**
 * Dice that wait to be rolled: because they must be, or if the player dares.
 * @param {AnyView} view
 * @param {number} count
 */
function looseDice(view, count) {
  if (!count) return null;
  const isChoice = view.state.aside && view.state.roll === undefined;
  const attrs = { class: "dice-group", ...(isChoice ? standsFor(view, "roll") : {}), "data-roll": view.mayRoll };
  return h("div", attrs, ...dice("", count, "dice-die--blank"));
}

/**
 * Dice on the table with the same symbol.
 * @param {AnyView} view
 * @param {string} symbol
 * @param {number} count
 * @param {boolean} isUsed whether the symbol lies aside already
 */
function rolledGroup(view, symbol, count, isUsed) {
  return h(
    "div",
    { class: `dice-group${isUsed ? " dice-group--used" : ""}`, "data-symbol": symbol, ...standsFor(view, symbol) },
    ...dice(symbol, count),
  );
}

/** @param {boolean} hasWorm */
function wormMark(hasWorm) {
  const words = t(hasWorm ? "board.dice.worm" : "board.dice.no_worm");
  return h("span", { class: `dice-worm${hasWorm ? "" : " dice-worm--missing"}`, title: words }, worm());
}

/**
 * @param {string} symbol
 * @param {number} count
 * @param {string} [kind]
 */
function dice(symbol, count, kind = "") {
  return Array.from({ length: count }, () => h("span", { class: `dice-die ${kind}`.trim(), "data-face": symbol || null }, die(symbol)));
}

/** @param {AnyView} view */
function tellSetAside({ state }) {
  const { game, aside = "" } = state;
  const { shown, hidden } = onTable(state);
  const table = shown
    ? t("board.dice.rolled", { dice: tellDice(game, shown) })
    : t("board.dice.to_roll", { n: hidden });
  if (!aside) return table;
  return `${table} ${t("board.dice.aside", { dice: tellDice(game, aside), total: sum(game, aside) })}`;
}

/**
 * @param {string} game
 * @param {string} faces
 */
function tellDice(game, faces) {
  return list(grouped(game, faces).map(([symbol, count]) => `${number(count)} × ${tellSymbol(symbol)}`));
}

/** @param {string} symbol */
const tellSymbol = (symbol) => (/\d/.test(symbol) ? symbol : t(`board.face.${symbol}`));

// -- Picnic Blitz --

/**
 * @param {AnyView} view
 * @param {number[]} picked
 */
function picnicDice(view, picked) {
  const { dice: faces = "" } = view.state;
  const rolling = PICNIC_DICE - faces.length;
  const most = mostPicks(view);
  const mayPick = most > 0;
  const shown = [...faces].map((face, place) =>
    mayPick ? pickButton(face, place, picked) : moveDie(view, face),
  );
  const hidden = looseDice(view, rolling);
  const role = mayPick
    ? { role: "group", "aria-label": t("board.dice.pick", { n: most }) }
    : { role: "img", "aria-label": tellPicnic(view) };
  const rolled = h("div", { class: "dice-rolled" }, ...shown, hidden);
  return [
    h("div", { class: "dice-tray", style: { "--dice": faces.length + rolling + 1 }, ...role }, rolled, mayPick ? rerollButton(view, picked, most) : attacksLeft(view)),
  ];
}

/**
 * How many dice may be picked for a re-roll.
 * @param {AnyView | null} view
 */
function mostPicks(view) {
  return Math.max(0, ...(view?.actions ?? []).map(({ action }) => (action.startsWith("reroll") ? action.length - 6 : 0)));
}

/**
 * @param {string} face
 * @param {number} place
 * @param {number[]} picked
 */
function pickButton(face, place, picked) {
  const isPicked = picked.includes(place);
  const attrs = {
    type: "button",
    class: `dice-die dice-die--pick${isPicked ? " dice-die--picked" : ""}`,
    "data-pick": place,
    "data-face": face,
    "aria-pressed": String(isPicked),
    "aria-label": face,
  };
  return h("button", attrs, die(face));
}

/**
 * @param {AnyView} view
 * @param {string} face
 */
function moveDie(view, face) {
  return h("div", { class: "dice-group", ...standsFor(view, `move${face}`) }, ...dice(face, 1));
}

/**
 * @param {AnyView} view
 * @param {number[]} picked
 * @param {number} most
 */
function rerollButton(view, picked, most) {
  const faces = [...picked]
    .map((place) => view.state.dice[place])
    .sort()
    .join("");
  const choice = view.actions.find(({ action }) => action === `reroll${faces}`);
  if (!choice) return h("p", { class: "dice-hint" }, t("board.dice.pick", { n: most }));
  return h(
    "button",
    { type: "button", class: "button button--main dice-reroll", "data-choose": choice.action },
    capital(choice.text ?? t("board.dice.reroll", { n: picked.length })),
  );
}

/** @param {AnyView} view */
function attacksLeft({ state }) {
  const count = attacks(state);
  return count ? h("p", { class: "dice-hint" }, bolt(), t("board.dice.attacks", { n: count })) : null;
}

/** @param {import("../boards/view.js").PicnicPosition} state */
function attacks({ dice: faces = "", rerolls, attacks: left, moved }) {
  if (left !== undefined) return left;
  if (rerolls || moved !== undefined) return 0;
  let run = 0;
  let longest = 0;
  for (let face = 1; face <= 6; face++) {
    run = faces.includes(String(face)) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return ATTACKS[longest] ?? 0;
}

/** @param {AnyView} view */
function tellPicnic({ state }) {
  const faces = state.dice ?? "";
  const table =
    faces && faces !== "-"
      ? t("board.dice.rolled", { dice: list([...faces]) })
      : t("board.dice.to_roll", { n: PICNIC_DICE });
  const count = attacks(state);
  return count ? `${table} ${t("board.dice.attacks", { n: count })}` : table;
}

customElements.define("roost-dice", DiceTray);
