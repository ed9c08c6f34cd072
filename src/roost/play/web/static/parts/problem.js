// Replaces a page that could not be shown: says why, if the reason is known, and offers to try again.

import { announce } from "../lib/announce.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isServerUp, whenServerUp } from "../net/health.js";

/** @param {unknown} error @param {HTMLElement} root @returns {import("../lib/router.js").Shown} */
export function problem(error, root) {
  const { title, sentence, isLost } = reason(error);
  root.append(
    h(
      "section.alone.stack",
      h("h1", title),
      h("p.soft", { role: "alert" }, sentence),
      h(
        "div.row",
        h("button.button.button--main", { onclick: again }, t("common.retry")),
        h("a.button", { href: "/" }, t("problem.home")),
      ),
    ),
  );
  // Reload the whole document, because other parts of it may be missing as well.
  return isLost ? { title, leave: whenServerUp(() => location.reload()) } : { title };
}

/** Reload, if the server answers. */
async function again() {
  if (await isServerUp()) location.reload();
  else announce(t("problem.offline"));
}

/** @param {any} error */
function reason(error) {
  if (error?.status === 404) return { title: t("not_found.title"), sentence: t("not_found.text") };
  if (error?.status && error.detail) return { title: t("problem.title"), sentence: String(error.detail) };
  if (error?.status === 0 || error instanceof TypeError)
    return { title: t("problem.title"), sentence: t("problem.offline"), isLost: true };
  console.error(error);
  return { title: t("problem.title"), sentence: t("problem.unknown") };
}
