// What is shown instead of a page that could not be shown. It says why, as far as that is known, and offers a way on.

import { announce } from "../lib/announce.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isThere, whenThere } from "../net/health.js";

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
  // The whole document comes again: what it is made of may have been missed too.
  return isLost ? { title, leave: whenThere(() => location.reload()) } : { title };
}

/** Load everything again, but only once there is somebody to load it from. */
async function again() {
  if (await isThere()) location.reload();
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
