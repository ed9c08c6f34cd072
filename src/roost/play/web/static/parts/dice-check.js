// Shows the result of checking a record's dice, in brief and in full. The check itself works offline.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { infoOf } from "../model/games.js";
import { dieOf } from "../model/game-ui.js";
import { readingOf } from "../model/record-reading.js";
import { checkDice, parseRecord, RecordError } from "../model/record.js";
import { icon } from "./icons.js";

/** @typedef {import("../model/record.js").GameRecord} GameRecord */
/** @typedef {import("../model/record.js").DiceCheck} DiceCheck */
/** @typedef {import("../model/record.js").RecordRoll} RecordRoll */

/**
 * Make a badge with the result of checking a record's dice; it links to the full check.
 * @param {string} text
 * @param {string} href
 */
export async function diceBadge(text, href) {
  const record = await recordIn(text);
  const unreadable = { kind: null, ok: false, rolls: 0 };
  const check = /** @type {Partial<DiceCheck>} */ (record instanceof RecordError ? unreadable : checkDice(record));
  const { kind, ok, rolls = 0, entered = [], devices, attempts } = check;
  const isChecked = kind === "verifiable" || kind === "real" || kind === "device" || kind === "seeded" || kind === null;
  const isWhole = !entered.length && devices !== 0 && (attempts ?? 1) < 2;
  const state = ok ? (isWhole ? "good" : "none") : isChecked ? "bad" : "none";
  const words = {
    good: t("game.dice_good", { n: rolls }),
    bad: t("game.dice_bad"),
    none: entered.length
      ? t("game.dice_entered", { n: entered.length })
      : ok && kind === "device"
        ? t("verify.device", { n: rolls })
        : t(!ok ? "game.dice_unproved" : devices ? "game.dice_attempts" : "game.dice_alone"),
  }[state];
  const sign = icon(state === "good" ? "check" : "question");
  return h(`a.dice-badge.dice-badge--${state}.pill`, { href }, sign, h("span", words));
}

/**
 * Parse the record in a text; return the error if the record is unreadable.
 * @param {string} text
 */
async function recordIn(text) {
  try {
    return parseRecord(text, await readingOf(text));
  } catch (error) {
    if (error instanceof RecordError) return error;
    throw error;
  }
}

/**
 * Return the full result of checking a record.
 * @param {string} text
 * @returns {Promise<{element: HTMLElement, sentence: string, record: GameRecord | null}>}
 */
export async function verdict(text) {
  const record = await recordIn(text);
  if (record instanceof RecordError) {
    const why = `${t("verify.at_line", { line: record.line })}: ${t(`verify.unreadable.${record.reason}`)}`;
    const sentence = t("verify.unreadable_title");
    return { element: h("div.verdict.verdict--bad.stack", head("bad", sentence, why)), sentence, record: null };
  }
  const check = checkDice(record);
  const draw = await dieOf(await infoOf(record.game));
  const { state, sentence, text: why } = summary(check);
  const element = h(
    `div.verdict.stack.verdict--${state}`,
    head(state, sentence, why),
    check.roll ? wrong(check, check.roll, record, draw) : null,
    facts(record),
    everyRoll(record, check, draw),
  );
  return { element, sentence, record };
}

/** @param {DiceCheck} check */
function summary(check) {
  const { kind, ok, rolls, reason, number, entered = [], devices, attempts = 1 } = check;
  if (kind === "typed" || kind === "unknown" || kind === "old")
    return { state: "none", sentence: t("verify.typed"), text: t(`verify.${kind}_text`) };
  if (!ok) {
    const sentence = number === undefined ? t("verify.bad_whole") : t("verify.bad", { n: number });
    return { state: "bad", sentence, text: t(`verify.reason.${reason}`) };
  }
  if (kind === "seeded")
    return { state: "good", sentence: t("verify.seeded", { n: rolls }), text: t("verify.seeded_text") };
  if (kind === "device")
    return { state: "none", sentence: t("verify.device", { n: rolls }), text: t("verify.device_text") };
  const isWhole = !entered.length && devices !== 0 && attempts < 2;
  const sentence = entered.length
    ? t("verify.entered", { n: entered.length })
    : t(devices ? "verify.good" : "verify.alone", { n: rolls });
  return { state: isWhole ? "good" : "none", sentence, text: facets(check).join(" ") };
}

/**
 * Return facts about the dice, each as a sentence.
 * @param {DiceCheck} check
 * @returns {string[]}
 */
function facets({ rolls, entered = [], devices = 0, attempts = 1 }) {
  return [
    entered.length > 0 && t("verify.entered_text"),
    entered.length > 0 && rolls > 0 && t("verify.entered_others", { n: rolls }),
    t(devices ? "verify.listed" : "verify.unlisted", { n: devices }),
    attempts > 1 && t("verify.attempts", { n: attempts }),
  ].flatMap((facet) => facet || []);
}

/** @param {string} state @param {string} sentence @param {string} why */
function head(state, sentence, why) {
  return h(
    "div.verdict__head",
    h("span.verdict__sign.middle", { "aria-hidden": "true" }, icon(signOf(state))),
    h("div", h("h2", { tabindex: "-1" }, sentence), h("p", why)),
  );
}

/** @param {string} state */
function signOf(state) {
  if (state === "good") return "check";
  return state === "bad" ? "close" : "question";
}

/** @param {DiceCheck} check @param {RecordRoll} roll the first wrong roll @param {GameRecord} record @param {Draw} draw */
function wrong({ shown, proved, checked }, roll, record, draw) {
  return h(
    "div.verdict__wrong",
    h(
      "p",
      h("b", t("verify.which", { turn: roll.turn, name: nameOf(record, roll.seat) })),
      " ",
      checked > 0 && t("verify.checked_before", { n: checked }),
    ),
    proved === undefined
      ? null
      : h(
          "dl.verdict__dice",
          h("dt", t("verify.shown")),
          h("dd", dice(shown ?? roll.text, draw)),
          h("dt", t("verify.proved")),
          h("dd", dice(proved, draw)),
        ),
  );
}

/** @param {GameRecord} record */
function facts({ names, headers }) {
  const { Table: table, Date: date } = headers;
  return h(
    "dl.verdict__facts.small",
    ...fact(t("verify.players"), names.join(", ") + (date ? ` · ${date}` : "")),
    ...(table ? fact(t("verify.table"), h("code", table)) : []),
  );
}

/** @param {string} name @param {string | Node} value */
const fact = (name, value) => [h("dt", name), h("dd", value)];

/** @param {GameRecord} record @param {DiceCheck} check @param {Draw} draw */
function everyRoll(record, { ok, checked, entered = [] }, draw) {
  const list = h("ol.plain-list.verdict__rolls");
  const details = h("details.verdict__all", h("summary", t("verify.rolls")), list);
  details.addEventListener("toggle", () => {
    if (list.childElementCount) return; // drawn once, on demand, since there may be thousands
    let proved = 0; // number of rolls so far that were not of real dice
    list.append(
      ...record.rolls.map((roll, place) => {
        const at = entered.includes(place) ? Infinity : proved++;
        const isRight = at < Infinity && (ok || at < checked);
        const state = isRight ? "good" : at === checked ? "bad" : "none";
        return h(
          `li.verdict__roll.verdict__roll--${state}`,
          icon(signOf(state)),
          h("span.small", `${place + 1}. ${nameOf(record, roll.seat)}`),
          dice(roll.text, draw),
        );
      }),
    );
  });
  return details;
}

/** @param {GameRecord} record @param {string} seat */
const nameOf = ({ names }, seat) => names["ABCDEFG".indexOf(seat)] ?? "–";

/** @typedef {(char?: string) => SVGSVGElement} Draw */

/** @param {string} faces @param {Draw} draw */
function dice(faces, draw) {
  return h(
    "span.verdict__faces",
    { role: "img", "aria-label": [...faces].join(" ") },
    ...[...faces].map((face) => (/[A-G]/.test(face) ? h("b", face) : draw(face))),
  );
}
