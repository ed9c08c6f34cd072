// A short form for a secret that a person types: the host's token, or the code for new tables.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Problem } from "../net/api.js";
import { openDialog } from "./dialog.js";

/**
 * @param {object} options
 * @param {string} options.id
 * @param {string} options.text above the field
 * @param {string} options.label
 * @param {string} options.button
 * @param {(typed: string) => Promise<string>} options.send returns what is wrong, or an empty text
 */
export function codeForm({ id, text, label, button, send }) {
  const error = h("p.field__error", { id: `${id}-error`, role: "alert" });
  const input = h("input.input", {
    id,
    maxlength: "100",
    autocomplete: "off",
    autocapitalize: "off",
    autocorrect: "off",
    spellcheck: "false",
    enterkeyhint: "go",
    "aria-describedby": error.id,
  });
  const form = h(
    "form.stack.stack--tight",
    { novalidate: true },
    h("p", text),
    h("div.field", h("label", { for: id }, label), input),
    error,
    h("div.row", h("button.button.button--main", { type: "submit" }, button)),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = input.value.trim() ? await send(input.value) : "";
    error.textContent = problem;
    input.toggleAttribute("aria-invalid", Boolean(problem));
    if (problem) input.focus();
  });
  return form;
}

/**
 * Ask for the host's code in a dialog, until it fits.
 * @param {Problem} refusal the server's; thrown if the person gives up
 * @param {(code: string) => Promise<NewTable>} attempt
 * @returns {Promise<NewTable>}
 */
export function askForCode(refusal, attempt) {
  return new Promise((resolve, reject) => {
    const form = codeForm({
      id: "table-code",
      text: t("host.asks_text"),
      label: t("host.code_label"),
      button: t("host.enter"),
      send: async (code) => {
        try {
          resolve(await attempt(code.trim()));
        } catch (error) {
          if (error instanceof Problem && error.kind === refusal.kind) return t("host.wrong_code");
          reject(error);
        }
        dialog.close();
        return "";
      },
    });
    const dialog = openDialog(t("host.asks"), [form], { name: "host-code", onClose: () => reject(refusal) });
  });
}
