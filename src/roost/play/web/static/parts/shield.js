// A small shield that warns if the dice need attention; it opens further facts about them, as the menu does.

import { h } from "../lib/dom.js";
import { has, list, t } from "../lib/i18n.js";
import { render } from "../lib/render.js";
import { openDialog } from "./dialog.js";
import { sign } from "./icons.js";

const FRAME = "M12 3l7 2.500v5.500c0 4.500-3 8-7 9.700-4-1.700-7-5.200-7-9.700V5.500z";
const TICK = "M8.500 12l2.500 2.500 4.500-5";
/** The drawing on the shield for each `standing` of the device. */
const SIGN = { waiting: TICK, green: TICK, amber: "M12 8v5M12 16v.5", grey: "M8.500 12h7", red: "M9 9l6 6M15 9l-6 6" };

/** @param {() => Model | null} ask */
export function shield(ask) {
  const explain = () => {
    const model = ask();
    if (model) explainDice(model);
  };
  const element = h("button.button.button--icon.shield", { onclick: explain });

  return {
    element,

    /** Open the explanation at once. */
    warn: explain,

    /** @param {Model} model */
    show(model) {
      const { device } = model;
      const isOwn = hasOwnDice(model);
      element.hidden = !device || isOwn || isQuiet(device.standing);
      if (!device) return;
      const name = [diceSentence(device), ...doubts(model)].join(" ");
      const { standing } = device;
      element.dataset["state"] = standing;
      element.setAttribute("aria-label", name);
      element.title = name;
      render(element, sign(FRAME + SIGN[standing]), h("span.shield__count.numbers", device.rolls || null));
    },
  };
}

/** @param {string} standing @returns {boolean} whether nothing is to be said about the dice unless somebody asks */
const isQuiet = (standing) => standing === "green" || standing === "waiting";

/** @param {Pick<Model, "device" | "faces" | "spec">} model @returns {boolean} whether something is known about the dice */
export const knowsDice = (model) => model.device !== null || hasOwnDice(model);

/** @param {Model} model */
export const explainDice = (model) => openDialog(t("shield.title"), [explanation(model)], { name: "dice" });

/**
 * Whether this device alone rolls the dice of a table, so that there is nothing to check.
 * @param {Pick<Model, "faces" | "spec">} model
 */
const hasOwnDice = ({ faces, spec }) => !faces && !spec.challenge && spec.rules?.dice !== "real";

/** @param {Model} model */
function explanation(model) {
  if (hasOwnDice(model)) return h("p", t("local.dice"));
  const { device, table } = model;
  // Offer the evidence as a file for `roost verify`.
  const text = device?.broken ? JSON.stringify(device.evidence, null, 1) : "";
  const href = text && URL.createObjectURL(new Blob([text], { type: "application/json" }));
  return h(
    "div.stack",
    h("p", ...diceLine(model)),
    ...doubts(model).map((doubt) => h("p", doubt)),
    h("p.small", t("shield.foreseen")),
    h("p.small", t("shield.whose_check")),
    text && h("p", h("a.dice-evidence", { href, download: `roost-evidence-${table.id}.json` }, t("shield.evidence"))),
  );
}

/**
 * Return what is known about a game's dice, with a link to check them again.
 * @param {Model} model
 * @returns {(Node | string)[]}
 */
export function diceLine(model) {
  const { device, table } = model;
  if (hasOwnDice(model)) return [t("local.dice")];
  if (!device) return [];
  const link = h("a", { href: `/verify?table=${table.id}&game=${device.game || 1}` }, t("shield.verify"));
  const sentence = diceSentence(device);
  const rule = device.broken ? `shield.rule.${device.broken.rule}` : "";
  const why = has(rule) ? [` ${t(rule)}`] : [];
  return [...(device.broken ? [h("b.bad", sentence)] : [sentence]), ...why, ...(device.game ? [" ", link] : [])];
}

/** @param {Device} device */
export const diceSentence = ({ standing, broken }) => t(`shield.${standing}`, { ...broken });

/**
 * Return the reasons why the shield is not green, one sentence each.
 * @param {Pick<Model, "device" | "table">} model
 * @param {string[]} [about] the only reasons to return
 */
export function doubts({ device, table }, about) {
  if (!device || device.broken) return [];
  const { listed, unanswered, entered, standIns } = device;
  const values = {
    attempts: { n: listed?.attempt ?? 1, names: namesOf(unanswered, table) },
    real: { n: entered },
    stand_in: { n: standIns },
  };
  const reasons = about ? device.doubts.filter((doubt) => about.includes(doubt)) : device.doubts;
  return reasons.map((doubt) => t(`shield.doubt.${doubt}`, values[/** @type {keyof typeof values} */ (doubt)] ?? {}));
}

/**
 * Return the sentence about devices for which the start waits; empty if there are none.
 * @param {TableView} table
 */
export function openingWaits(table) {
  const waits = table.opening?.waits ?? [];
  return waits.length ? t("shield.opening_waits", { names: namesOf(waits, table) }) : "";
}

/** @param {number[]} people @param {TableView} table */
function namesOf(people, { seats, series }) {
  const all = [...seats, ...(series?.bench ?? [])];
  return list(people.map((wanted) => all.find(({ person }) => person === wanted)?.name || t("table.host")));
}
