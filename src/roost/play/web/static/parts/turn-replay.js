// Replays the latest turn step by step, and lists what happened while the player was away.

import { h, fill } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isOver } from "../boards/view.js";
import { seenAt } from "../model/steps.js";
import { openDialog } from "./dialog.js";
import { stage } from "./stage.js";

/**
 * Replay a turn.
 * @param {Step[]} steps
 * @param {string[]} names of the seats
 * @param {number | null} viewer
 * @param {GameUi} ui
 */
export function showAgain(steps, names, viewer, ui) {
  const table = stage();
  const text = h("p.again__text.bold", { "aria-live": "polite" });
  const count = h("span.soft.small");
  const back = h("button.button", { onclick: () => go(at - 1) }, t("again.again_back"));
  const next = h("button.button.button--main", { onclick: () => go(at + 1) }, t("again.again_next"));
  let at = 0;

  /** @param {number} place */
  function go(place) {
    if (place >= steps.length) return dialog.close();
    const isForward = place > at;
    at = Math.max(0, place);
    const step = /** @type {Step} */ (steps[at]);
    const before = steps[at - 1];
    const seen = seenAt(step.table);
    const thrown = step.isLast && before ? seenAt(before.table) : null;
    const isDone = seen && (isOver(seen.state) || (thrown && seen.state.turn !== thrown.state.turn));
    if (seen) table.show({ ui, ...seen, names, viewer, events: isForward ? step.events : [] }, isDone ? thrown : null);
    text.textContent = step.sentences.join(" ");
    fill(count, t("again.again_step", { n: at + 1, of: steps.length }));
    back.disabled = at === 0;
    next.textContent = t(at === steps.length - 1 ? "common.close" : "again.again_next");
  }

  const dialog = openDialog(
    t("again.again_title"),
    [h("div.again", table.element, text, h("div.again__buttons.line.gap-3", back, count, next))],
    { name: "again" },
  );
  dialog.classList.add("dialog--wide");
  go(0);
}

/** @param {string[]} sentences shown while the player was away */
export function showMissed(sentences) {
  openDialog(
    t("again.missed_title"),
    [h("ol.missed.log.plain-list", { tabindex: "0" }, ...sentences.map((sentence) => h("li.log__line", sentence)))],
    { name: "missed" },
  );
}
