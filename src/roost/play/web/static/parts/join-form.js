// Joining with a code that is typed, or part of a pasted link.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { go } from "../lib/router.js";

/**
 * @param {{code?: string, problem?: string, isShort?: boolean}} options the code typed before, the problem with it, and
 *   whether the form has a single line
 * @returns {HTMLFormElement}
 */
export function joinForm({ code = "", problem = "", isShort = false } = {}) {
  const error = h("p.field__error", { id: "code-error", role: "alert" }, problem);
  const input = h("input.input.input--code", {
    id: "code",
    name: "code",
    value: code,
    maxlength: "200",
    autocomplete: "off",
    autocapitalize: "characters",
    autocorrect: "off",
    spellcheck: "false",
    enterkeyhint: "go",
    placeholder: isShort ? t("home.code") : "K7MPQ2",
    "aria-describedby": "code-error",
    "aria-invalid": problem ? "true" : null,
  });
  const form = h(
    "form",
    { class: isShort ? "join-form join-form--short" : "join-form", novalidate: true },
    h("label", { class: isShort ? "unseen" : "field__name", for: "code" }, t("join.code")),
    h("div.join-form__row", input, h("button.button.button--main", { type: "submit" }, t("join.go"))),
    error,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const target = read(input.value);
    if (target) {
      void go(`/t/${target.code}${target.fragment}`);
    } else {
      error.textContent = t("join.bad_code");
      input.setAttribute("aria-invalid", "true");
      input.focus();
    }
  });
  return form;
}

/**
 * Return the code in a text, or null.
 * @param {string} typed
 */
function read(typed) {
  const link = /\/t\/([A-Za-z0-9]{4,12})(#\S*)?$/.exec(typed.trim());
  if (link) return { code: String(link[1]).toUpperCase(), fragment: link[2] ?? "" };
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  return /^[A-Z0-9]{4,12}$/.test(code) ? { code, fragment: "" } : null;
}
