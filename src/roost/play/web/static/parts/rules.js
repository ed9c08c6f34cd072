// The rules of a game, built from the server's data: numbered rules, marked rulings, and drawings of the pieces.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { loadUi, partOf } from "../model/game-ui.js";
import { api } from "../net/api.js";
import { openDialog } from "./dialog.js";

/** @param {string} game @returns {Promise<RulesView>} */
export const fetchRules = (game) => api.get(`/rules/${encodeURIComponent(game)}`);

/** The panels that a game may bring, as pictures in `glance.js` and sentences for a first game. */
const PANELS = ["goal", "need", "bust", "stop"];
const MOST_PANELS = 3;

/**
 * Show the rules at a glance in a dialog, without leaving the table: pictures with a sentence each.
 * @param {string} game
 */
export async function showRules(game) {
  const ui = await loadUi(game);
  const { info, say, has } = ui;
  const pictures = (await partOf(info, "glance"))?.glance(ui) ?? {};
  const panels = PANELS.filter((panel) => pictures[panel] && has(`first.${panel}`)).slice(0, MOST_PANELS);
  const shown = panels.map((panel) =>
    h(
      "figure.glance",
      h("div.glance__picture", { "aria-hidden": "true" }, pictures[panel]),
      h("figcaption", say(`first.${panel}`)),
    ),
  );
  const whole = h("a.button", { href: `/rules/${game}`, target: "_blank" }, t("rules.whole_page"));
  openDialog(
    info.short,
    [h("div.stack", ...(panels.length ? shown : [h("p", info.about), await boxOf(game)]), whole)],
    {
      name: "rules",
    },
  );
}

/**
 * Make the sections of all pages of the rules.
 * @param {RulesView} rules
 * @param {HTMLElement} box drawing of the box's contents, shown with the first section
 * @returns {HTMLElement[]}
 */
export function rulesParts(rules, box) {
  const known = new Set(rules.pages.flatMap((page) => page.sections.flatMap(numbersIn)));
  return rules.pages.flatMap((page, place) => [
    ...(place ? [h("h2", { id: pageId(place) }, page.title)] : []),
    h("div.rules__lead", ...page.lead.map((paragraph) => paragraphElement(paragraph, known))),
    ...page.sections.map((section, at) =>
      h(
        "section.rules__section.stack.gap-3",
        { "aria-labelledby": sectionId(place, at) },
        h("h3", { id: sectionId(place, at) }, section.title),
        !place && !at ? box : null,
        ...section.paragraphs.map((paragraph) => paragraphElement(paragraph, known)),
      ),
    ),
  ]);
}

/**
 * Return the sections' titles and the addresses of their headings, for a table of contents.
 * @param {RulesView} rules
 * @returns {{title: string, href: string}[]}
 */
export function contents(rules) {
  return rules.pages.flatMap((page, place) => [
    ...(place
      ? [{ title: page.title, href: `#${pageId(place)}` }]
      : page.sections.map((section, at) => ({ title: section.title, href: `#${sectionId(0, at)}` }))),
  ]);
}

/** @param {number} place */
const pageId = (place) => `page-${place + 1}`;

/** @param {number} place @param {number} at */
const sectionId = (place, at) => `section-${place + 1}-${at + 1}`;

/** @param {RulesPage["sections"][number]} section */
const numbersIn = (section) => section.paragraphs.flatMap(({ number }) => (number ? [number] : []));

/**
 * @param {Paragraph} paragraph
 * @param {Set<string>} known the rules that can be linked to
 */
function paragraphElement({ number, spans }, known) {
  const words = spans.map((span) => spanElement(span, known));
  if (!number) return h("p.rules__text", ...words);
  return h(
    "div.rule",
    { id: number },
    h("a.rule__number", { href: `#${number}` }, number),
    h("p.rule__text", ...words),
  );
}

/** @param {Paragraph["spans"][number]} span @param {Set<string>} known */
function spanElement({ kind, text }, known) {
  switch (kind) {
    case "code":
      return h("code", text);
    case "label":
      return h("b", text);
    case "ruling":
    case "assumed":
      return h(`a.mark.mark--${kind}.lights`, { href: `#about-${kind}`, title: t(`rules.${kind}`) }, text);
    case "rule":
      return known.has(text) ? h("a.rules__reference", { href: `#${text}` }, text) : text;
    default:
      return text;
  }
}

/** Explain the marks in the rules. */
export function legend() {
  return h(
    "dl.rules__legend.small.stack.stack--tight.soft",
    ...["ruling", "assumed"].map((kind) =>
      h(
        "div",
        { id: `about-${kind}` },
        h("dt", h(`span.mark.mark--${kind}`, t(`rules.${kind}_mark`))),
        h("dd", t(`rules.${kind}`)),
      ),
    ),
  );
}

/** @param {string} game @returns {Promise<HTMLElement>} the box's contents: the dice, and what the game draws */
export async function boxOf(game) {
  const ui = await loadUi(game);
  const { info } = ui;
  const pieces = (await partOf(info, "box"))?.box(ui) ?? [];
  const faces = [...info.die.faces].map((face) => h("span.rules__die", ui.die(face)));
  const dice = h("div.rules__pieces.row", h("b.rules__count", `${info.dice} ×`), ...faces);
  return h("figure.rules__box.stack", { "aria-hidden": "true" }, dice, ...pieces);
}
