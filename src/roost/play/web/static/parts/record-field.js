// A field to enter a record: drop or choose a file, or paste text.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const LARGEST = 4_000_000;

/**
 * @param {string} action label of the button
 * @param {(text: string) => void} onText
 * @returns {HTMLElement}
 */
export function recordField(action, onText) {
  const error = h("p.field__error", { role: "alert", hidden: true });
  const text = h("textarea.input.record-field__text", {
    rows: "4",
    spellcheck: "false",
    autocapitalize: "off",
    "aria-label": t("verify.paste"),
    placeholder: '[Roost "1"] …',
  });

  /** @param {File | undefined} file */
  const take = async (file) => {
    if (!file) return;
    error.hidden = file.size <= LARGEST;
    error.textContent = error.hidden ? "" : t("verify.too_big");
    if (!error.hidden) return;
    text.value = await file.text();
    onText(text.value);
  };

  const chosen = h("input.unseen", {
    type: "file",
    accept: ".roost,.txt,text/plain",
    onchange: () => void take(chosen.files?.[0]),
  });
  const zone = h(
    "div.record-field.stack.gap-3",
    {
      ondragover: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        zone.dataset["over"] = "";
      },
      ondragleave: () => delete zone.dataset["over"],
      ondrop: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        delete zone.dataset["over"];
        void take(event.dataTransfer?.files[0]);
      },
    },
    h(
      "div.record-field__drop.row.gap-3",
      h("span.soft.record-field__hint", t("verify.drop")),
      h("label.button", chosen, t("verify.file")),
    ),
    h("span.small.soft", t("verify.paste")),
    text,
    error,
    h("button.button.button--main", { onclick: () => text.value.trim() && onText(text.value) }, action),
  );
  return zone;
}

/** @param {unknown} error in the record */
export const badNotice = (error) =>
  h("p.notice.notice--bad", { role: "alert" }, error instanceof Error ? error.message : String(error));
