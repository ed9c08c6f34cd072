// Finds a table by its code.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { api, Problem } from "../net/api.js";
import { joinForm } from "./join-form.js";

/** @param {string} code @returns {Promise<string | null>} the id of the table with this code */
export async function tableWith(code) {
  if (!/^[A-Z0-9]{1,12}$/.test(code)) return null;
  try {
    return String((await api.get(`/codes/${code}`)).id);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

/**
 * Show that there is no such table, and ask for another code.
 * @param {string} code
 * @param {HTMLElement} root
 */
export function noTable(code, root) {
  root.append(
    h(
      "section.join.stack",
      h("h1", t("join.nothing")),
      h("p.soft", t("join.nothing_about")),
      joinForm({ code, problem: t("join.unknown_code", { code }) }),
    ),
  );
  return { title: t("join.nothing") };
}
