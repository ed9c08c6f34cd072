// The rules of a game, laid out from the parts that the server tells: numbered rules, rulings marked, pieces drawn.

import { ant, food, queen } from "roost.games.picnic.faces/art.js";
import { plates, snail } from "roost.games.barbecue.faces/art.js";
import { die } from "../art/dice.js";
import { tile } from "roost.games.tiles.faces/tile.js";
import { worm } from "roost.games.set_aside.faces/worm.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { facesOf } from "../model/fair.js";
import { api } from "../net/api.js";
import { openDialog } from "./dialog.js";

/** @typedef {import("../types/messages").RulesView} Rules */
/** @typedef {import("../types/messages").RulesPage} RulesPage */
/** @typedef {import("../types/messages").Paragraph} Paragraph */

/**
 * Ask for the rules of a game.
 * @param {string} game
 * @returns {Promise<Rules>}
 */
export function fetchRules(game) {
  return api.get(`/rules/${encodeURIComponent(game)}`);
}

/**
 * Show the rules above whatever is open, so that nobody has to leave the table.
 * @param {string} game
 */
export async function showRules(game) {
  const rules = await fetchRules(game);
  const whole = h("a", { class: "button", href: `/rules/${game}`, target: "_blank" }, t("rules.whole_page"));
  openDialog(rules.title, [h("div", { class: "rules" }, ...rulesParts(rules), legend()), h("p", null, whole)], { name: "rules" });
}

/**
 * The sections of all pages of the rules.
 * @param {Rules} rules
 * @returns {HTMLElement[]}
 */
export function rulesParts(rules) {
  const known = new Set(rules.pages.flatMap((page) => page.sections.flatMap(numbersIn)));
  return rules.pages.flatMap((page, place) => [
    ...(place ? [h("h2", { id: pageId(place) }, page.title)] : []),
    h("div", { class: "rules__lead" }, ...page.lead.map((paragraph) => told(paragraph, known))),
    ...page.sections.map((section, at) =>
      h(
        "section",
        { class: "rules__section", "aria-labelledby": sectionId(place, at) },
        h("h3", { id: sectionId(place, at) }, section.title),
        !place && !at ? box(rules.game) : null,
        ...section.paragraphs.map((paragraph) => told(paragraph, known)),
      ),
    ),
  ]);
}

/**
 * The sections with the addresses of their headings, for a table of contents.
 * @param {Rules} rules
 * @returns {{title: string, href: string}[]}
 */
export function contents(rules) {
  return rules.pages.flatMap((page, place) => [
    ...(place ? [{ title: page.title, href: `#${pageId(place)}` }] : page.sections.map((section, at) => ({ title: section.title, href: `#${sectionId(0, at)}` }))),
  ]);
}

/** @param {number} place */
const pageId = (place) => `page-${place + 1}`;

/**
 * @param {number} place
 * @param {number} at
 */
const sectionId = (place, at) => `section-${place + 1}-${at + 1}`;

/** @param {RulesPage["sections"][number]} section */
const numbersIn = (section) => section.paragraphs.flatMap(({ number }) => (number ? [number] : []));

/**
 * @param {Paragraph} paragraph
 * @param {Set<string>} known the rules that can be linked to
 */
function told({ number, spans }, known) {
  const words = spans.map((span) => said(span, known));
  if (!number) return h("p", { class: "rules__text" }, ...words);
  return h(
    "div",
    { class: "rule", id: number },
    h("a", { class: "rule__number", href: `#${number}` }, number),
    h("p", { class: "rule__text" }, ...words),
  );
}

/**
 * @param {Paragraph["spans"][number]} span
 * @param {Set<string>} known
 */
function said({ kind, text }, known) {
  switch (kind) {
    case "code":
      return h("code", null, text);
    case "ruling":
    case "assumed":
      return h("a", { class: `mark mark--${kind}`, href: `#about-${kind}`, title: t(`rules.${kind}`) }, text);
    case "rule":
      return known.has(text) ? h("a", { class: "rules__reference", href: `#${text}` }, text) : text;
    default:
      return text;
  }
}

/** What the marks in the rules mean. */
export function legend() {
  return h(
    "dl",
    { class: "rules__legend small" },
    ...["ruling", "assumed"].map((kind) =>
      h("div", { id: `about-${kind}` }, h("dt", null, h("span", { class: `mark mark--${kind}` }, t(`rules.${kind}_mark`))), h("dd", null, t(`rules.${kind}`))),
    ),
  );
}

// -- what is in the box --

/** @type {Record<string, () => (HTMLElement | null)[]>} */
const BOXES = {
  heckmeck: () => [dice("heckmeck", 8), tiles(Array.from({ length: 16 }, (_, place) => [21 + place, 1 + Math.floor(place / 4)]))],
  junior: () => [dice("junior", 6), tiles([[4, 1], [5, 1], [6, 2], [7, 2], [8, 3], [9, 4]], 2)],
  barbecue: () => [
    dice("barbecue", 8),
    pieces([[worm(), t("rules.piece_worms")], [snail(), t("rules.piece_snails", { n: 12 })], [plates(0, 1), t("rules.piece_plates", { n: 10 })]]),
  ],
  picnic: () => [
    dice("picnic", 6),
    pieces([[ant(0), t("rules.piece_ants", { n: 6 })], [queen(), t("rules.piece_queen")], [food(6), t("rules.piece_food")]]),
  ],
};

/** @param {string} game */
function box(game) {
  const drawn = BOXES[game];
  return drawn ? h("figure", { class: "rules__box", "aria-hidden": "true" }, ...drawn()) : null;
}

/**
 * @param {string} game
 * @param {number} count
 */
function dice(game, count) {
  const faces = [...(facesOf(game) ?? "")].map((face) => h("span", { class: "rules__die" }, die(face)));
  return h("div", { class: "rules__pieces" }, h("b", { class: "rules__count" }, `${count} ×`), ...faces);
}

/**
 * @param {[number, number][]} numbers with their worms
 * @param {number} [copies]
 */
function tiles(numbers, copies = 1) {
  const count = copies > 1 ? h("b", { class: "rules__count" }, `${copies} ×`) : null;
  return h("div", { class: "rules__pieces" }, count, ...numbers.map(([number, worms]) => h("span", { class: "rules__tile" }, tile(number, worms))));
}

/** @param {[Node, string][]} named */
function pieces(named) {
  return h("div", { class: "rules__pieces rules__pieces--named" }, ...named.map(([picture, name]) => h("div", { class: "rules__piece" }, picture, h("span", { class: "small" }, name))));
}
